// One baby RISC-V core as an agent: runs what nobody else can see, then acts on what others can, when it is its turn.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "sim/core/announced_calls.hpp"
#include "sim/core/command.hpp"
#include "sim/core/core.hpp"
#include "sim/core/l0_cache.hpp"
#include "sim/core/machine.hpp"
#include "sim/core/mop.hpp"
#include "sim/core/poll_watch.hpp"
#include "sim/core/print.hpp"
#include "sim/core/replay.hpp"
#include "sim/core/vector_inits.hpp"
#include "sim/riscv/hart.hpp"
#include "sim/schedule/agent.hpp"
#include "sim/sfpu/record.hpp"

namespace tessera::core {

// "TRISC1" of the row of a trace, which may add what the RISC does.
inline std::string_view risc_name(int row) {
    const std::string_view name = watch::unit_name(row);
    return name.substr(0, name.find(' '));
}

// Calls that ask and change nothing, with which kernels poll.
constexpr bool only_asks(abi::Call call) {
    using enum abi::Call;
    return call == cb_pages_reservable || call == cb_pages_available || call == mailbox_not_empty ||
           call == noc_outstanding;
}

// A read of a runtime argument beyond those that the host set.
struct MissingArgument : fault::Fault {
    MissingArgument(bool of_all_cores, std::uint32_t argument, std::uint32_t host_set);
    bool common;
    std::uint32_t index, set;
};

// What became of a call: finished with results, or to be tried again after a wait.
struct CallResult {
    std::optional<schedule::Wait> blocked;
    std::uint32_t a0 = 0;
    Cycle cost = 0;  // after the effect

    static CallResult done(std::uint32_t a0 = 0) { return {std::nullopt, a0, 0}; }
    static CallResult wait(schedule::Wait wait) { return {wait, 0, 0}; }
};

class RiscAgent final : public schedule::Agent, public riscv::Coprocessor {
  public:
    RiscAgent(Core& core, const Launch& launch);
    ~RiscAgent() override;

    void step() override;
    std::string position() const override;
    watch::Track track() const override { return {core_.index, static_cast<int>(risc_)}; }

    // Adds core, RISC, file, line and cycle to a fault thrown on behalf of the code at `pc`, unless it has them.
    void locate(fault::Fault& fault, std::uint32_t pc, Cycle cycle) const;
    fault::Where where(std::uint32_t pc, Cycle cycle) const;
    std::string position(std::uint32_t pc) const;     // "kernels/x/reader.cpp:42"
    const watch::Spot& spot(std::uint32_t pc) const;  // the same for listeners, found once for each pc
    watch::Spot spot() const override { return spot(standing_at()); }
    bool polls() const override { return poll_.polls(); }
    bool polls_forever(std::uint64_t acts) const override { return poll_.polls_forever(acts); }
    void locate_wait(fault::Fault& fault, Cycle cycle) const override { locate(fault, standing_at(), cycle); }
    [[noreturn]] void out_of_time(Cycle limit) const override;

    // Ends the sleep of a loop that polls a register, for good: it may poll for ever. False where it does not sleep.
    bool stay_awake();

    // The function of the API that the kernel called there.
    std::string api_function(std::uint32_t pc) const;

    // The family of operations, as a bit, that last issued the instruction of T1's text there; 0 where none was
    // announced.
    std::uint32_t family_at(std::uint32_t pc) const;
    const AnnouncedCalls& announced_calls() const { return announced_; }

    std::uint32_t standing_at() const { return pending_ ? pending_->pc : hart_->pc(); }

    abi::Risc risc() const { return risc_; }
    watch::Order::Agent order_agent() const {
        return {static_cast<std::uint32_t>(core_.index), static_cast<std::uint32_t>(risc_)};
    }
    bool is_compute() const { return risc_ >= abi::Risc::t0; }
    // Bytes a circular buffer pointer moves in, see tensix::CircularBuffer.
    std::uint32_t cb_unit_bytes() const { return is_compute() ? 16 : 1; }
    const riscv::Hart& hart() const { return *hart_; }
    int noc() const { return launch_.noc; }
    const riscv::Program& program() const { return *launch_.program; }

    // Sets and returns T1's clock after its coprocessor thread has taken a whole SFPU segment.
    Cycle settle_segment(Cycle pushed_last, const PushCycles& cycles);

  private:
    std::optional<riscv::Frame> user_frame(std::uint32_t pc) const;
    // Functions of the API that were not inlined have no line of the kernel around them: their caller is noted as they
    // push a word or write a loop.
    void note_caller(std::uint32_t pc);
    std::optional<std::uint32_t> caller_of(std::uint32_t pc) const;
    std::string shown(const std::string& file) const;

    std::uint32_t vector(std::uint32_t op, std::uint32_t a, std::uint32_t b, bool literal, std::uint32_t pc,
                         Cycle now) override;
    bool has_vectors() const override { return risc_ == abi::Risc::t1; }
    Taken tensix(std::uint32_t word, std::uint32_t pc, Cycle now) override;
    bool stored(std::uint32_t word, std::uint32_t pc, Cycle now) override;
    void announced(abi::Announcement what, std::uint32_t value, std::uint32_t pc, Cycle now) override;
    void note_tile_call(std::uint32_t pc);

    enum class Progress { finished, blocked, again };
    riscv::Pause run_hart();
    void note_act();
    Progress service(const riscv::Pause& pause);
    Progress service_load(const riscv::Pause& pause);
    Progress service_store(const riscv::Pause& pause);
    // Registers of the coprocessor (risc_registers.cpp).
    std::optional<Progress> load_register(const riscv::Pause& pause);
    std::optional<Progress> load_when_done(bool units_too);
    std::optional<Progress> store_register(const riscv::Pause& pause);
    static bool is_unit_semaphore(std::uint32_t address);
    std::uint32_t load_l1(const riscv::Pause& pause);
    std::uint32_t value_in_l1(const riscv::Pause& pause);
    bool is_shared(std::uint32_t address) const;
    bool polls(std::uint32_t pc);
    fault::Fault nowhere(const riscv::Pause& pause, const char* what) const;  // an address that is no memory's
    void check_determined(const riscv::Pause& pause);  // what the units made of bytes that were never written
    void check_cached(const riscv::Pause& pause);
    Progress service_call(const riscv::Pause& pause);
    Progress push_word(std::uint32_t word, std::uint32_t pc);
    Progress seed_random(std::uint32_t seed, std::uint32_t pc);
    std::shared_ptr<const WordRun> run_of(std::uint32_t word);
    bool runs_together(std::uint32_t word) const;
    void forget_runs();
    bool is_private(std::uint32_t word, std::uint32_t pc) const;
    bool may_go_on(const riscv::Pause& pause) const;
    Command command_of(std::uint32_t word, std::uint32_t pc);
    Command command_of(const std::shared_ptr<const WordRun>& run, std::uint32_t pc);
    void push_private(std::uint32_t word, std::uint32_t pc, Cycle now);
    void expand(std::uint32_t word, std::uint32_t pc);
    void check_loop(std::uint32_t pc);
    std::string low_level_file(std::uint32_t pc) const;
    void expand_replay(std::uint32_t word, std::uint32_t pc, bool pushed);
    bool record_word(std::uint32_t word, std::uint32_t pc, Cycle now, bool replayed);
    // False while T1 must wait for its thread to take what was recorded.
    bool flush_recording();
    void end_kernel();
    watch::RiscWork work() const;
    void check_transfers_ended() const;
    // A load or a question that changes nothing; throws Fault deadlock where its loop can never end.
    void note_poll(std::optional<std::uint32_t> address);
    Deed deed() const { return {core_.index, static_cast<int>(risc_), standing_at(), clock}; }
    void note_predicate(bool opened, std::uint32_t count, std::uint32_t pc);
    void refuse_hazard(const sfpu::Program& program, const sfpu::Recording& recording) const;
    void tolerate_zero_division(std::uint32_t pc);
    void tolerate_scrambled(const sfpu::Scrambled& vector);
    void follow_inits(const sfpu::Program& program, const sfpu::Recording& recording);
    std::string vector_function(std::uint32_t pc) const;
    std::uint32_t called_from(std::uint32_t pc);
    void name_live_values(sfpu::LoweringFault& fault) const;

    CallResult call(abi::Call call);
    CallResult cb_call(abi::Call call);
    void check_arrived(const tensix::CircularBuffer& cb, std::uint32_t pages);
    CallResult unit_sync();
    static std::uint32_t interface_of(const tensix::CircularBuffer& cb, std::uint32_t field);
    static void set_cb_pointer(tensix::CircularBuffer& cb, abi::CbPointer which, std::uint32_t value);
    CallResult noc_call(abi::Call call);
    CallResult noc_wait_call(abi::Call call);
    Niu& niu(std::uint32_t options);
    BufferState& buffer(abi::CommandBuffer which, std::uint32_t options);
    noc::Transfer transfer(noc::Kind kind, std::uint32_t options) const;
    std::optional<schedule::Wait> until_taken(std::uint32_t options) const;
    void refuse_if_linked(std::uint32_t options);
    void note_source(std::uint32_t local, std::uint64_t address);
    void check_local(std::uint32_t address, std::uint32_t bytes, bool writes);
    void check_access(const riscv::Pause& pause, bool writes);
    bool may_write_low(const riscv::Pause& pause) const;
    // Faults after which the machine can go on.
    void refuse(fault::Fault fault, fault::Severity severity = fault::Severity::error);
    void refuse(const std::optional<Misplaced>& wrong);
    CallResult stream(abi::Call call, std::uint64_t other, std::uint32_t local, std::uint32_t bytes,
                      std::uint32_t options);
    CallResult word_request(noc::Kind kind, const BufferState& held, std::uint32_t options);
    CallResult multicast(std::uint32_t local, std::uint64_t other, std::uint32_t bytes, std::uint32_t options,
                         std::uint32_t num_dests, bool loopback);
    void write_mailbox(std::uint32_t to, std::uint32_t value);
    CallResult read_mailbox(std::uint32_t from);
    CallResult mailbox_call(abi::Call call);
    CallResult wait_for_id(std::uint32_t id, std::uint32_t options, std::uint32_t limit, abi::NocIdWait what);
    CallResult compute_call(abi::Call call);
    void require(abi::Risc wanted, const char* call) const;
    CallResult zone_call(abi::Call call);
    void print_call();
    void print_tile();
    CallResult print_dst();
    bool prints() const;
    void print_line(std::string_view line) const;
    Cycle cost_before(abi::Call call) const;
    // Pushes to the coprocessor thread of this RISC, or says how to wait for room.
    std::optional<schedule::Wait> push(Command command);
    void push(Command&& command, Cycle now);
    std::string kernel_string(std::uint32_t address) const;
    // For what may break the rules of a call at the place where this RISC stands.
    fault::Raise raises();
    std::uint32_t arg(int n) const { return hart_->reg(10 + static_cast<unsigned>(n)); }

    // Wait::index of a RISC that waits for its FIFO is the thread, or this when T1 waits for a whole SFPU segment.
    static constexpr std::uint32_t waits_for_segment = 3;

    struct OpenZone {
        std::string name, file;
        int line;
        Cycle begin;
    };

    Core& core_;
    Machine& machine_;
    const abi::Risc risc_;
    const Launch launch_;
    std::unique_ptr<riscv::Hart> hart_;
    std::optional<riscv::Pause> pending_;
    bool charged_ = false;  // the call's cost before its effect has been spent
    bool segment_sent_ = false;
    ReplayBuffer replay_;
    bool expanded_ = false;  // to_run_ is what is left of the word being pushed
    struct Expanded {
        std::uint32_t word, pc;
        bool pushed;  // by T1 itself, not by an expander
    };
    std::vector<Expanded> to_run_;
    std::size_t ran_ = 0;                                                     // of those
    std::shared_ptr<const WordRun> run_;                                      // or what goes together instead
    std::unordered_map<std::uint32_t, std::shared_ptr<const WordRun>> runs_;  // by the word that stands for it
    struct KeptRun {
        std::uint32_t word = 0, pc = 0;
        std::shared_ptr<const WordRun> run = nullptr;
    };
    std::array<KeptRun, 16> kept_runs_;  // of `runs_`, what was run last, by pc
    KeptRun& kept_run(std::uint32_t pc) { return kept_runs_[pc / 4 % kept_runs_.size()]; }
    std::uint64_t pushed_past_ = 0;  // watch::Past::nth of what the thread knows from a command before
    MopExpander mop_;
    std::unordered_map<std::uint32_t, std::uint32_t> checked_loops_;  // by pc of a MOP: where its loop was written
    AnnouncedCalls announced_;
    std::vector<std::uint16_t> family_of_word_;  // by word of the text, once something was announced
    std::vector<std::uint32_t> return_of_word_;  // the return address when that word pushed last, or 0
    std::uint32_t tile_call_pc_ = 0;             // of the last tile function
    std::uint32_t pushed_pc_ = 0;                // of the last word that T1 pushed and that is none of vector code
    std::unordered_map<std::uint32_t, bool> stands_alone_;  // by pc: no kernel's line is around it
    VectorInits vector_inits_;
    PollWatch poll_;
    RegisterPoll register_poll_;
    sfpu::Recorder recorder_;
    // By lowered program: what it last became with the values of run time.
    std::unordered_map<const sfpu::Program*, std::shared_ptr<sfpu::Program>> bound_;
    std::vector<std::uint32_t> open_predicates_;  // pc of every v_if and SFPPUSHC not yet closed
    Printer printer_;
    std::vector<OpenZone> zones_;
    mutable std::unordered_map<std::uint32_t, std::pair<std::string, watch::Spot>> spots_;  // by pc
    mutable std::vector<const watch::Spot*> spot_of_word_;  // the same by word of the text, once asked for
    std::unordered_map<std::uint32_t, bool> polls_;         // by pc of a load
    const Owner* held_ = nullptr;                           // of the last load or store
    L0Cache cache_;
    std::uint64_t fences_ = 0;  // of the hart when the cache was last looked at
    watch::WorkCycles pushes_{};
    Cycle call_cycles_ = 0;  // spent before the effects of calls
};

}  // namespace tessera::core
