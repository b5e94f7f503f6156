// When the SFPU can issue an instruction: one per cycle, in order, held by a late operand where the hardware interlocks
// (spec/tensix-core.md 6). Sees rows and register numbers, never values.
#pragma once

#include <algorithm>
#include <array>

#include "sim/sfpu/cost.hpp"
#include "sim/sfpu/registers.hpp"
#include "sim/time/cycle.hpp"

namespace tessera::sfpu {

class Scoreboard {
  public:
    explicit Scoreboard(const arch::Sfpu& arch) : arch_(arch) {}

    // The cycle in which the instruction issues, at the earliest at `earliest`.
    Cycle issue(const Instr& in, Cycle earliest) {
        const Row& row = row_of(in.op);
        const Cost cost = cost_of(arch_, row, in.mod);
        // SFPSWAP holds what follows for a cycle, but lets the SFPNOP in that was put there for it.
        Cycle at = std::max(earliest, in.op == Op::nop ? last_ + 1 : free_);
        const auto ready = [&](int reg) -> Cycle& { return ready_[static_cast<std::size_t>(reg)]; };
        const Registers seen = registers_read(in) & ~registers_unseen(in, arch_.isa_column);
        for_each_register(seen, [&](int reg) { at = std::max(at, ready(reg)); });
        if (cost.hazard == Hazard::stall && cost.latency > 1)
            for_each_register(registers_written(in), [&](int reg) { ready(reg) = at + cost.latency; });
        last_ = at;
        free_ = std::max(free_, at + cost.issue);
        drained_ = std::max(drained_, at + cost.latency);
        return at;
    }
    Cycle next_free() const { return free_; }
    Cycle drained() const { return drained_; }  // every result written

  private:
    const arch::Sfpu& arch_;
    std::array<Cycle, 32> ready_{};
    Cycle last_ = 0, free_ = 0, drained_ = 0;
};

}  // namespace tessera::sfpu
