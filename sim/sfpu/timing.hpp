// When the SFPU can issue an instruction: one per cycle, in order, held by a late operand where the hardware interlocks
// (spec/tensix-core.md 6). Sees rows and register numbers, never values.
#pragma once

#include <algorithm>
#include <array>

#include "sim/sfpu/cost.hpp"
#include "sim/sfpu/pace.hpp"
#include "sim/sfpu/registers.hpp"
#include "sim/time/cycle.hpp"

namespace tessera::sfpu {

inline Pace pace_of(const arch::Sfpu& arch, const Instr& in) {
    const Cost cost = cost_of(arch, row_of(in.op), in.mod);
    const bool held = cost.hazard == Hazard::stall && cost.latency > 1;
    return {.awaited = registers_read(in) & ~registers_unseen(in, arch.isa_column),
            .late = held ? registers_written(in) : 0,
            .latency = cost.latency,
            .issue = cost.issue,
            .nop = in.op == Op::nop,
            .passes_by = unit_of(in) == Unit::counters};
}

// An instruction that the hardware holds has left its thread: what follows it for another unit passes it by.
class Scoreboard {
  public:
    // The cycle in which the instruction issues, at the earliest at `earliest`; one that passes a held instruction by
    // is said to issue with it.
    Cycle issue(const Pace& pace, Cycle earliest) {
        const Cycle leaves = std::max(earliest, thread_);
        if (pace.passes_by) {
            thread_ = leaves + 1;
            drained_ = std::max(drained_, thread_);
            return std::max(leaves, last_);
        }
        // SFPSWAP holds what follows for a cycle, but lets the SFPNOP in that was put there for it.
        Cycle at = std::max(leaves, pace.nop ? last_ + 1 : free_);
        thread_ = at + 1;
        for_each_register(pace.awaited & ever_late_,
                          [&](int reg) { at = std::max(at, ready_[static_cast<std::size_t>(reg)]); });
        for_each_register(pace.late, [&](int reg) { ready_[static_cast<std::size_t>(reg)] = at + pace.latency; });
        ever_late_ |= pace.late;
        last_ = at;
        free_ = std::max(free_, at + pace.issue);
        drained_ = std::max(drained_, at + pace.latency);
        return at;
    }
    Cycle next_free() const { return std::max(free_, thread_); }
    Cycle drained() const { return drained_; }  // every result written

  private:
    std::array<Cycle, 32> ready_{};
    Registers ever_late_ = 0;
    Cycle thread_ = 0;  // when the thread can pass its next instruction
    Cycle last_ = 0, free_ = 0, drained_ = 0;
};

}  // namespace tessera::sfpu
