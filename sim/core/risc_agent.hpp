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

#include "sim/core/calls.hpp"
#include "sim/core/chip.hpp"
#include "sim/core/command.hpp"
#include "sim/core/core.hpp"
#include "sim/core/kernel.hpp"
#include "sim/core/mop.hpp"
#include "sim/core/push_fifo.hpp"
#include "sim/core/replay.hpp"
#include "sim/core/risc_context.hpp"
#include "sim/core/risc_memory.hpp"
#include "sim/core/vector_inits.hpp"
#include "sim/riscv/hart.hpp"
#include "sim/schedule/agent.hpp"
#include "sim/sfpu/record.hpp"

namespace tessera::core {

class RiscAgent final : public schedule::Agent, public riscv::Coprocessor, private SegmentPusher {
  public:
    RiscAgent(Chip& chip, Core& core, const Launch& launch);
    ~RiscAgent() override;

    void step() override;
    std::string position() const override;
    watch::Track track() const override { return {core_.index, static_cast<int>(risc_)}; }

    watch::Spot spot() const override { return kernel_.spot(standing_at()); }
    bool polls() const override { return poll_.polls(); }
    bool polls_forever(std::uint64_t acts) const override { return poll_.polls_forever(acts); }
    void locate_wait(fault::Fault& fault, Cycle cycle) const override { kernel_.locate(fault, standing_at(), cycle); }
    [[noreturn]] void out_of_time(Cycle limit) const override;

    // Ends the sleep of a loop that polls a register, for good: it may poll for ever. False where it does not sleep.
    bool stay_awake();

    std::uint32_t standing_at() const { return context_.standing_at(); }

    abi::Risc risc() const { return risc_; }
    watch::Order::Agent order_agent() const { return context_.order_agent; }
    bool is_compute() const { return context_.is_compute(); }
    std::uint32_t cb_unit_bytes() const { return context_.cb_unit_bytes(); }
    const riscv::Hart& hart() const { return *hart_; }

  private:
    Cycle settle_segment(Cycle pushed_last, const PushCycles& cycles) override;
    std::uint32_t vector(std::uint32_t op, std::uint32_t a, std::uint32_t b, bool literal, std::uint32_t pc,
                         Cycle now) override;
    bool has_vectors() const override { return risc_ == abi::Risc::t1; }
    Taken tensix(std::uint32_t word, std::uint32_t pc, Cycle now) override;
    bool stored(std::uint32_t word, std::uint32_t pc, Cycle now) override;
    void announced(abi::Announcement what, std::uint32_t value, std::uint32_t pc, Cycle now) override;

    riscv::Pause run_hart();
    void note_act() { context_.note_act(); }
    Progress service(const riscv::Pause& pause);
    Progress service_load(const riscv::Pause& pause);
    Progress service_store(const riscv::Pause& pause);
    // Registers of the coprocessor (risc_registers.cpp).
    std::optional<Progress> load_register(const riscv::Pause& pause);
    std::optional<Progress> load_when_done(bool units_too);
    std::optional<Progress> store_register(const riscv::Pause& pause);
    static bool is_unit_semaphore(std::uint32_t address);
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
    void expand_replay(std::uint32_t word, std::uint32_t pc, bool pushed);
    bool record_word(std::uint32_t word, std::uint32_t pc, Cycle now, bool replayed);
    // False while T1 must wait for its thread to take what was recorded.
    bool flush_recording();
    void end_kernel();
    watch::RiscWork work() const;
    void check_transfers_ended() const;
    void note_poll(std::optional<std::uint32_t> address) { context_.note_poll(address); }
    Deed deed() const { return context_.deed(); }
    void note_predicate(bool opened, std::uint32_t count, std::uint32_t pc);
    void refuse_hazard(const sfpu::Program& program, const sfpu::Recording& recording) const;
    void tolerate_zero_division(std::uint32_t pc);
    void tolerate_scrambled(const sfpu::Scrambled& vector);
    void follow_inits(const sfpu::Program& program, const sfpu::Recording& recording);
    std::uint32_t called_from(std::uint32_t pc);
    void name_live_values(sfpu::LoweringFault& fault) const;

    CallResult call(abi::Call call);
    void refuse(fault::Fault fault, fault::Severity severity = fault::Severity::error) const {
        context_.refuse(std::move(fault), severity);
    }
    void refuse(const std::optional<Misplaced>& wrong) const { context_.refuse(wrong); }

    // Wait::index of a RISC that waits for its FIFO is the thread, or this when T1 waits for a whole SFPU segment.
    static constexpr std::uint32_t waits_for_segment = 3;

    RiscContext context_;
    std::optional<PushFifo> fifo_;  // of a compute RISC
    Calls calls_;
    RiscMemory memory_;
    Core& core_ = context_.core;
    Chip& chip_ = context_.chip;
    const abi::Risc risc_ = context_.risc;
    riscv::Hart* const hart_ = &context_.hart;
    Kernel& kernel_ = context_.kernel;
    std::optional<riscv::Pause>& pending_ = context_.pending;
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
    MopExpander mop_;
    std::unordered_map<std::uint32_t, std::uint32_t> checked_loops_;  // by pc of a MOP: where its loop was written
    std::uint32_t pushed_pc_ = 0;  // of the last word that T1 pushed and that is none of vector code
    VectorInits vector_inits_;
    PollWatch& poll_ = context_.poll;
    RegisterPoll& register_poll_ = context_.register_poll;
    sfpu::Recorder recorder_;
    // By lowered program: what it last became with the values of run time.
    std::unordered_map<const sfpu::Program*, std::shared_ptr<sfpu::Program>> bound_;
    std::vector<std::uint32_t> open_predicates_;  // pc of every v_if and SFPPUSHC not yet closed
    watch::WorkCycles pushes_{};
    Cycle call_cycles_ = 0;  // spent before the effects of calls
};

}  // namespace tessera::core
