// One coprocessor thread (T0 unpack, T1 math, T2 pack): takes the commands its RISC pushed, in order, each when its
// condition holds, and moves the units' time on (spec/tensix-core.md 7, timing.md 2.3 and 2.4).
#pragma once

#include <array>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "sim/core/command.hpp"
#include "sim/core/command_queue.hpp"
#include "sim/core/core.hpp"
#include "sim/core/counter_origins.hpp"
#include "sim/core/dst_use.hpp"
#include "sim/core/fpu_writes.hpp"
#include "sim/core/operand.hpp"
#include "sim/schedule/agent.hpp"
#include "sim/sfpu/load_macro.hpp"
#include "sim/sfpu/timing.hpp"
#include "sim/tensix/isa.hpp"
#include "sim/tensix/pack_pipeline.hpp"
#include "sim/tensix/packer.hpp"
#include "sim/tensix/unpack_pipeline.hpp"
#include "sim/tensix/unpacker.hpp"

namespace tessera::core {

class ThreadAgent final : public schedule::Agent {
  public:
    ThreadAgent(Core& core, int thread);

    void step() override;
    std::string position() const override;
    watch::Spot spot() const override;
    void locate_wait(fault::Fault& fault, Cycle cycle) const override;
    [[noreturn]] void out_of_time(Cycle limit) const override;
    watch::Track track() const override { return {core_.index, 11 + (thread_ == 0 ? 1 : thread_ == 1 ? 0 : 2)}; }

    bool has_room(std::uint32_t pushes) const;
    void push(Command&& command);
    std::size_t queued() const { return queue_.size(); }
    bool drained() const { return queue_.empty(); }

    // Of T0: T1's matrix unit has turned to the other bank of an operand; which unpacker waits for one; when both have
    // done what they have.
    void matrix_unit_turned(Operand operand, Cycle now);
    std::optional<Operand> held_unpacker() const {
        return held_[src_a] ? std::optional(src_a) : held_[src_b] ? std::optional(src_b) : std::nullopt;
    }
    Cycle unpackers_idle_at() const { return unpackers_.idle_at(); }
    Cycle packers_idle_at() const { return pack_pipeline_.idle_at(); }  // of T2

  private:
    // Cycles until the command's next phase or to its end, or what it waits for; small enough to be returned in
    // registers of the host.
    struct Phase {
        enum class Next : std::uint8_t { waits, goes_on, finished };
        Cycle cycles = 0;
        std::uint32_t index = 0;
        watch::WaitReason reason = watch::WaitReason::none;
        Next next = Next::goes_on;
    };
    static Phase take(Cycle cycles) { return {.cycles = cycles}; }
    static Phase finish(Cycle cycles = 0) { return {.cycles = cycles, .next = Phase::Next::finished}; }
    static Phase wait_for(watch::WaitReason reason, std::uint32_t index) {
        return {.index = index, .reason = reason, .next = Phase::Next::waits};
    }

    const Kernel& kernel() const;
    watch::Order::Agent order_agent(int thread) const {
        return {static_cast<std::uint32_t>(core_.index), watch::riscs_of_core + static_cast<std::uint32_t>(thread)};
    }
    watch::Order::Agent order_agent() const { return order_agent(thread_); }
    // The touch of L1 by this thread's unit.
    void touches(watch::Touch touch, std::uint32_t address, std::uint32_t bytes, const Command& command);
    void semaphore_changed(std::uint32_t index);
    Cycle next();
    Phase execute(Command& command);
    void check_kind_packed(const Command& command, tensix::DstFormat view, int first, int rows);
    void check_room_for_32_bits(int row, int rows, const char* call) const;
    void note_writer(fault::Fault& fault, const tensix::DstContents::Entry& held) const;
    void check_scaler(const tensix::SrcBank& scaler, int scaler_row, int row);
    void check_ever_written(Command& command, std::size_t at, int row, bool wide);
    // A fault of the command under way after which the machine can go on.
    void raise(fault::Fault fault, fault::Severity by_default = fault::Severity::error) const;
    fault::Raise raises() const;
    // What was never written of what is unpacked, located; the units work twice where there is anything.
    void note_unwritten(const watch::Undetermined::Why& why, std::uint32_t address, std::uint32_t bytes,
                        std::uint32_t pc);
    // Single instructions (thread_word.cpp).
    Phase tensix_word(Command& command);
    Phase instruction(Command& command, const tensix::Word& word, const tensix::Row& row);
    Phase matrix_word(Command& command, const tensix::Word& word, const tensix::Row& row);
    Phase stall_wait(const tensix::Word& word);
    Phase set_valid(const tensix::Word& word);
    Phase semaphore_word(const Command& command, const tensix::Word& word);
    void check_dst(const tensix::Step& step, const char* name, std::uint32_t pc) const;
    tensix::MatrixUnit matrix_unit(const tensix::Step& step, const char* name) const;
    bool matrix_words(Command& command);
    bool planned_words(Command& command);
    const MatrixPlan& plan_of(const Command& command);
    void compute(const MatrixPlan& plan, const tensix::MatrixUnit& unit);
    class BusySpan {
      public:
        explicit BusySpan(ThreadAgent& thread) : thread_(thread) {}
        ~BusySpan() { tell(); }
        // An instruction taken in that cycle; returns the next.
        Cycle add(const char* label, Cycle taken);
        bool empty() const { return label_ == nullptr; }

      private:
        void tell();

        ThreadAgent& thread_;
        const char* label_ = nullptr;
        Cycle begin_ = 0, end_ = 0;
    };
    bool has_to_wait(const tensix::Step& step, Operand operand) const;
    void check_matrix_word(const Command& command, const tensix::Word& word, const tensix::Step& step,
                           const char* name);
    void note_dst(const tensix::Step& step, const tensix::MatrixUnit& unit, std::uint32_t pc);
    tensix::MatrixUnit note_matrix_word(const tensix::Step& step, const char* name, std::uint32_t pc);
    void adopt_form(const tensix::Step& step);
    void note_contents(const tensix::Step& step, const tensix::MatrixUnit& unit, std::uint32_t pc);
    // The bank whose turn it is: from the unpackers to the matrix unit, which then turn to the other one, and back.
    void hand_over(Operand operand, Cycle at);
    void give_back(Operand operand);
    // Counters that the instruction of an API call finds as another call, or the kernel itself, has left them
    // (counter_faults.cpp).
    void check_counters(const Command& command, const tensix::Word& word, std::size_t set, std::string_view name);
    void check_counters(const Command& command, const tensix::Word& word, const tensix::Step& step,
                        std::string_view name);
    bool is_left(std::uint32_t used, std::uint32_t origin);
    bool found_left(std::uint32_t used, std::uint32_t origin);
    void refuse_left(const Command& command, std::string_view name, const std::string& counter, std::uint32_t value,
                     std::uint32_t origin) const;
    // Who acts in a message: the call of the API that an instruction is of, or the instruction by its name.
    std::string actor(std::uint32_t pc, std::string_view instruction) const;
    // Where the kernel has configured the buffer that a unit's format is of (0: SrcA, 1: SrcB, 2: packers).
    std::string configured_buffer(std::size_t which) const;
    std::string configured_note(std::size_t which) const;
    void explain(fault::Fault& fault, const tensix::Word& word, std::uint32_t pc, std::uint32_t mop_pc) const;
    // Those of T0 (thread_unpack.cpp). An instruction waits in its unpacker until its bank is free.
    struct Held {
        tensix::UnpackStep step;
        const tensix::CircularBuffer* cb;  // that it reads, as it is now
        std::uint32_t pc, mop_pc;
    };
    Phase register_word(const tensix::Word& word, const tensix::Row& row, std::uint32_t pc);
    Phase mutex_word(const tensix::Word& word, const tensix::Row& row);
    Phase unpack_word(const Command& command, const tensix::Word& word);
    void check_unpacked(const Command& command, const tensix::UnpackStep& step, const tensix::CircularBuffer* cb);
    const tensix::CircularBuffer* read_buffer(const tensix::UnpackStep& step);
    void go_on(Operand u, Cycle now);
    void carry_out(const Held& held, Operand u, Cycle now);
    Cycle stream_cycles(const tensix::UnpackStep& step) const;
    void read_l1(const Held& held, Operand u, tensix::SrcBank& bank);
    void note_unwritten(const tensix::UnpackStep& step, const tensix::CircularBuffer* cb, std::uint32_t pc);
    // Those of T2 (thread_pack.cpp).
    Phase pack_word(const Command& command, const tensix::Word& word);
    Cycle pack_stream(const tensix::PackStep::Output& out) const;
    void check_started(std::uint32_t pc) const;
    void check_granted(std::uint32_t pc) const;
    void check_packed(const Command& command, const tensix::PackStep& step);
    void check_held(const tensix::PackStep::Output& out, int row, int last, std::uint32_t pc) const;
    void check_results(const Command& command, const tensix::PackStep::Output& out) const;
    void check_destination(const Command& command, const tensix::PackStep::Output& out);
    void store_packed(const Command& command, const tensix::PackStep& step, const tensix::PackStep::Output& out);
    Phase zero_word(const tensix::Word& word, const tensix::Row& row);
    void forget_packed(int first, int count);
    void check_waits_once() const;
    void check_acquires_once() const;
    void check_commits_acquired(std::uint32_t pc) const;
    void granted(const Command& command);
    void released(const Command& command);
    // T1 has got its half of Dst, or given it to the packer.
    void acquired(const Command& command);
    void committed(const Command& command);
    static constexpr std::uint32_t either_operand = 2;  // what T0 waits for when both unpackers wait for a bank
    Phase sfpu(Command& command);
    // Words of the vector unit that T0 or T2 issues (thread_vector.cpp).
    Phase vector_word(Command& command);
    sfpu::DstPort vector_port();
    void check_vector_access(const sfpu::Instr& in, const sfpu::DstPort& port, std::uint32_t pc);
    // What a segment leaves behind whatever its vectors hold.
    struct SegmentEnd {
        sfpu::Rwc rwc;
        int stack_depth;
    };
    void configure_port(sfpu::DstPort& port) const;
    SegmentEnd check_dst_use(Command& command);
    void refuse_misfit(const DstUse::Misfit& wrong);
    // Cycles that scheduled instructions take after the last one.
    Cycle run_vectors(Command& command, const SegmentEnd& end);
    void check_fpu_has_written(Command& command, std::size_t at, int row) const;
    void check_held(Command& command, std::size_t at, int row, bool wide) const;
    std::size_t refused_instruction(const sfpu::Program& program, int stack_depth) const;
    fault::Fault beyond_dst(int tile) const;
    void busy(Cycle begin, Cycle end, int row, const char* label);
    void busy(Cycle begin, Cycle end, int row, const char* label, std::uint32_t pc);
    void idle_until(Cycle end, const Command& command) const;

    Core& core_;
    Shared& shared_;
    const int thread_;
    CommandQueue queue_;
    std::uint32_t occupied_ = 0;  // FIFO entries of commands not yet begun
    Cycle phase_begin_ = 0;
    // Of the command under way, for who hears of it: when it began, since when it waits, and how long it has.
    struct Taking {
        std::optional<Cycle> begin, blocked;
        Cycle waited = 0;
    } taking_;
    void tell(const Command& command);
    FpuWrites fpu_writes_;  // of T1
    DstUse dst_use_;
    tensix::Step step_;       // of the matrix unit's instruction under way
    bool after_mop_ = false;  // the last instruction came from a MOP
    // Of single instructions: this thread's counters and registers, T0's unpackers, T2's packers.
    tensix::CounterSet counters_;
    CounterOrigins origins_;
    std::unordered_map<std::uint64_t, bool> left_;  // found_left() by both pcs
    struct Left {
        std::uint32_t used = 0, origin = 0;
        bool is_left = false;
    };
    std::array<Left, 64> last_left_{};  // those asked for last
    // By set of counters: the last instruction that none of its origins is left for, whatever the counters hold.
    struct Passed {
        std::uint32_t pc = 0, changes = 0;
    };
    std::array<Passed, 3> passed_{};
    tensix::ThreadConfig thread_config_;
    tensix::UnpackRegistersKept unpack_registers_;
    tensix::UnpackPipeline unpackers_;
    std::array<std::optional<Held>, 2> held_;
    tensix::PackerStates packers_;
    tensix::PackPipeline pack_pipeline_;
    Cycle scalar_settled_at_ = 0;
    // Where in the stream of lowered instructions each instruction of T1's text was last fetched: its instruction cache
    // by reuse distance (spec/timing.md 2.6).
    struct Fetched {
        std::uint64_t last = 0;
        const watch::Spot* spot = nullptr;  // once somebody listens
    };
    std::vector<Fetched> last_fetch_;
    std::uint64_t fetched_ = 0;
    std::vector<Cycle> executed_;  // by instruction of the segment under way
    std::vector<Cycle> taken_;     // of it, those that came through the FIFO
    sfpu::MacroSchedule macros_;
    // Of T0 and T2: their counters, when the vector unit takes their next word, and the last that it took.
    tensix::Rwc vector_counters_;
    sfpu::Scoreboard vector_words_;
    sfpu::Instr last_vector_{.op = sfpu::Op::nop};
    Cycle last_vector_at_ = 0;
    // With blind time each program runs once, for what it is refused for; with what run_vectors() gave.
    std::unordered_map<const sfpu::Program*, Cycle> ran_;
};

}  // namespace tessera::core
