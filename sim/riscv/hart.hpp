// One baby RISC-V core: registers, local data RAM, clock, and what its pipeline costs (spec/timing.md 2.5).
// It runs on its own until it touches what another core could see; the caller then makes it wait for its turn,
// does what it asked for, and tells it the outcome and the cost. Faults carry no Where: pc() is the instruction's.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "sim/abi/abi.hpp"
#include "sim/abi/announcement.hpp"
#include "sim/arch/arch.hpp"
#include "sim/riscv/alu.hpp"
#include "sim/riscv/branch_history.hpp"
#include "sim/riscv/icache.hpp"
#include "sim/riscv/memory.hpp"
#include "sim/riscv/memory_text.hpp"
#include "sim/riscv/program.hpp"
#include "sim/time/cycle.hpp"

namespace tessera::riscv {

enum class Touch : std::uint8_t { limit, load, store, atomic, call, tensix, stop };

// Why run() came back. The instruction at `pc` has not been executed (with Touch::limit: none is half done), its
// operands are ready, and the hart's clock is the cycle in which it would issue.
struct Pause {
    Touch touch = Touch::limit;
    std::uint32_t pc = 0;
    std::uint32_t address = 0;  // load, store, atomic: aligned to `bytes`, outside the local memory and the own text
    std::uint8_t bytes = 0;     // load, store: 1, 2 or 4; atomic: 4
    bool sign_extend = false;   // load: finish_load does it
    std::uint8_t rd = 0;        // load, atomic: destination, `discard` for x0
    std::uint32_t value = 0;    // store: in the low bytes; atomic: the operand
    Op op{};                    // atomic: what is stored is evaluate(op, word, value)
    abi::Call call{};           // call: arguments with reg(10) and up
    std::uint32_t tensix_word = 0;  // tensix: the instruction, not rotated
};

// The Tensix side as far as no other core can see it. pc() and clock() of the hart are not up to date during these
// calls; `pc` and `now` are.
struct Coprocessor {
    virtual ~Coprocessor() = default;
    // Without, operations of vectors are none of the machine's.
    virtual bool has_vectors() const { return true; }
    // A custom-1 operation: `b` is x[rs2], or the literal. Returns the new value of rd.
    virtual std::uint32_t vector(std::uint32_t op, std::uint32_t a, std::uint32_t b, bool literal, std::uint32_t pc,
                                 Cycle now) = 0;
    // What has become of a word: kept, timed with its own kind and at no cost of the hart; pushed, in one cycle; or
    // others can see it, so that the hart stops with Touch::tensix.
    enum class Taken : std::uint8_t { stops, kept, pushed };
    virtual Taken tensix(std::uint32_t word, std::uint32_t pc, Cycle now) = 0;
    // The same of a word that is stored to the FIFO: pushed, or the hart stops with Touch::store.
    virtual bool stored(std::uint32_t /*word*/, std::uint32_t /*pc*/, Cycle /*now*/) { return false; }
    // What the kernel says about itself, in no time.
    virtual void announced(abi::Announcement, std::uint32_t /*value*/, std::uint32_t /*pc*/, Cycle /*now*/) {}
};

// Asked before each instruction of a hart that is debugged, while pc() and clock() of the hart are not up to date.
struct Stops {
    virtual ~Stops() = default;
    // Whether the hart stops there, with Touch::stop; its next run() goes on with that instruction, unasked.
    virtual bool before(std::uint32_t pc) = 0;
};

// Where the cycles went. Without set_clock, clock() is the start plus the sum: total_cycles().
struct Counters {
    std::uint64_t instructions = 0;
    std::uint64_t clock_reads = 0;
    std::uint64_t pushed = 0;  // of these, the ones that cost no cycle here
    std::uint64_t fetch_misses = 0, fetch_cycles = 0;
    std::uint64_t operand_cycles = 0;  // waits for the result of a load
    std::uint64_t mispredicts = 0, mispredict_cycles = 0;
    std::uint64_t multiply_divide_cycles = 0;  // beyond one per instruction
    std::uint64_t load_window_cycles = 0;      // too many slow loads in flight
    std::uint64_t store_interval_cycles = 0;   // the previous store to L1 was not done
    std::uint64_t service_cycles = 0;          // cost named by finish_*, beyond one per instruction
    std::uint64_t total_cycles() const {
        return instructions - pushed + fetch_cycles + operand_cycles + mispredict_cycles + multiply_divide_cycles +
               load_window_cycles + store_interval_cycles + service_cycles;
    }
    friend bool operator==(const Counters&, const Counters&) = default;
};

class Hart {
  public:
    // At the program's entry, cycle 0, all registers zero, cache empty, local memory holding the program's data.
    // `coprocessor` may be null: vector operations are then illegal and Tensix words are touches. Throws
    // kernel_too_large if text or data do not fit.
    Hart(const arch::Riscv& costs, abi::Risc risc, std::shared_ptr<const Program> program,
         Coprocessor* coprocessor = nullptr);

    // Instructions outside the program's text come from this memory, which starts at address 0. Before it runs. Whoever
    // writes there calls written() of the text returned, which the hart owns.
    MemoryText& fetch_from(const CheckedMemory& memory);

    // One that needs the hart first, before it runs.
    void attach(Coprocessor& coprocessor) { coprocessor_ = &coprocessor; }
    void attach(Stops& stops) { stops_ = &stops; }

    // Runs up to the next touch. `limit` ends loops that touch nothing: the first jump or taken branch that leaves the
    // clock at or behind it comes back with Touch::limit. Called again after a touch without finish_*, it reports the
    // same touch again.
    Pause run(Cycle limit);

    // Answers to the last Pause; each executes the instruction, whose own cycle is part of `cost`.
    void finish_load(std::uint32_t value, Cycle latency);  // rd is ready `latency` after issue; the hart goes on
    void finish_store(Cycle cost);
    void finish_atomic(std::uint32_t before, Cycle latency);  // as a load of what stood there
    void finish_call(Cycle cost);                             // no result
    void finish_call(std::uint32_t a0, Cycle cost);
    void finish_call(std::uint32_t a0, std::uint32_t a1, Cycle cost);
    void finish_tensix(Cycle cost);

    std::uint32_t pc() const { return pc_; }
    Cycle clock() const { return clock_; }
    void set_clock(Cycle clock) { clock_ = clock; }
    std::uint32_t reg(unsigned n) const { return x_[n]; }
    void set_reg(unsigned n, std::uint32_t value) { x_[n] = n == 0 ? 0 : value; }
    // Before it has run. Throws as a jump there would.
    void start_at(std::uint32_t pc);
    abi::Risc risc() const { return risc_; }
    const Program& program() const { return *program_; }
    CheckedMemory& local_memory() { return local_; }
    const CheckedMemory& local_memory() const { return local_; }
    const Counters& counters() const { return counters_; }
    // Where a division or remainder by zero ran for the first time, each place once; nothing when there is no new one.
    std::optional<std::uint32_t> take_zero_division() {
        if (reported_divisions_ == zero_divisions_.size()) return std::nullopt;
        return zero_divisions_[reported_divisions_++];
    }
    std::uint64_t fences() const { return fences_; }  // executed so far

  private:
    struct Costs {  // of arch::Riscv, as whole cycles
        explicit Costs(const arch::Riscv& r);
        Cycle mul, mispredict, local_load, l1_load, icache_miss, load_window, store_interval;
        DivideCost divide;
        std::uint32_t line_bytes;
    };
    // Two loops: a hart that nobody debugs does not pay for it.
    template <bool is_debugged>
    Pause run_until_touch(Cycle limit);
    enum class Rare : std::uint8_t { done, again, stops };  // `again`: it is to be executed now; `stops`: with pause_
    Rare run_rare(const Decoded& d, std::uint32_t index);
    bool stops_before(std::uint32_t pc) { return asked_ = !asked_ && stops_->before(pc); }
    std::uint32_t address_of(std::uint32_t index) const { return text_base_ + 4 * index; }
    bool in_text(std::uint32_t address) const { return address - text_base_ < 4 * text_words_; }
    // Which nobody writes.
    bool in_own_text(std::uint32_t address) const { return address - program_->text_base < program_->text_bytes(); }
    std::uint32_t word_at(std::uint32_t index) const {
        return memory_text_ ? memory_text_->word(index) : program_->words[index];
    }
    bool begins_update(const Decoded& d) const;
    std::uint32_t jump_index(std::uint32_t target) const;
    void fetch(std::uint32_t line, Cycle& clock);
    void wait_for_operands(const Decoded& d, Cycle& clock);
    void take_load_slot(Cycle& clock);
    void take_store_slot(Cycle& clock);
    void note_slow_load(std::uint8_t rd, Cycle issue, Cycle latency);
    void expect_ready_after(std::uint8_t rd, Cycle ready) {
        ready_[rd] = ready;
        pending_ |= std::uint64_t{1} << rd;
    }
    void check_stack_pointer(std::uint32_t from, std::uint32_t to) const;
    [[gnu::cold]] void note_zero_division(std::uint32_t pc);
    void check_stack_access(std::uint32_t address, std::uint32_t bytes) const {
        if (address < program_->data_end) [[unlikely]]
            refuse_stack_access(address, bytes);
    }
    // Where functions under way keep their return addresses, the innermost last: a compiler stores one there relative
    // to the stack pointer, and whatever stores there by another register has left its array.
    bool is_return_slot(std::uint32_t address) const {
        return local_.contains(address) && std::ranges::find(return_slots_, address & ~3u) != return_slots_.end();
    }
    void forget_return_slots(std::uint32_t below) {
        while (!return_slots_.empty() && return_slots_.back() < below) return_slots_.pop_back();
    }
    [[noreturn]] void refuse_return_slot(std::uint32_t address, std::uint32_t bytes) const;
    [[noreturn]] void refuse_stack_access(std::uint32_t address, std::uint32_t bytes) const;
    [[noreturn]] void refuse_text_store(std::uint32_t address, std::uint32_t bytes) const;
    std::uint32_t text_load(std::uint32_t address) const;
    Pause load_outside(const Decoded& d, Access access, std::uint32_t address, Cycle& clock);
    Pause store_outside(Access access, std::uint32_t address, std::uint32_t value, Cycle& clock);
    Pause atomic(const Decoded& d, std::uint32_t address, Cycle& clock);
    void finish(Touch touch, Cycle cost);
    void result(unsigned n, std::uint32_t value);

    std::shared_ptr<const Program> program_;
    std::unique_ptr<MemoryText> memory_text_;
    const Decoded* code_;  // of the program or of the text in memory
    std::uint32_t text_base_, text_words_;
    Coprocessor* coprocessor_;
    Stops* stops_ = nullptr;
    bool asked_ = false;  // whether it has stopped at the next instruction
    abi::Risc risc_;
    Costs costs_;

    std::array<std::uint32_t, 33> x_{};  // x_[discard] takes what is written to x0
    std::uint32_t pc_;
    Cycle clock_ = 0;
    CheckedMemory local_;
    Pause pause_;
    Counters counters_;
    std::uint64_t fences_ = 0;

    std::uint64_t pending_ = 0;      // bit per register whose load may not be back
    std::array<Cycle, 33> ready_{};  // of the pending ones
    Icache icache_;
    std::optional<BranchHistory> branches_;
    std::uint32_t line_ = ~0u;       // the line fetched last
    bool extended_;                  // by Zba, Zbb and Zaamo
    std::uint32_t cfg0_ = 0;         // CSR 0x7C0; what it configures is set by options here, not by it
    std::vector<Cycle> slow_loads_;  // when each of the last few makes room for another, oldest at slow_load_
    std::size_t slow_load_ = 0;
    Cycle store_free_ = 0;                       // when L1 takes the next store
    std::vector<std::uint32_t> return_slots_;    // addresses
    std::vector<std::uint32_t> zero_divisions_;  // pcs, and how many of them have been taken
    std::size_t reported_divisions_ = 0;
};

}  // namespace tessera::riscv
