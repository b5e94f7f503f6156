// When the SFPU can issue an instruction: one per cycle, in order, held by a late operand where the hardware interlocks
// (spec/tensix-core.md 6). Sees rows and register numbers, never values.
#pragma once

#include <algorithm>
#include <array>

#include "sim/arch/arch.hpp"
#include "sim/sfpu/isa.hpp"
#include "sim/time/cycle.hpp"

namespace tessera::sfpu {

class Scoreboard {
  public:
    explicit Scoreboard(const arch::Sfpu& arch) : arch_(arch) {}

    // The cycle in which the instruction issues, at the earliest at `earliest`.
    Cycle issue(const Instr& in, Cycle earliest) {
        const Row& row = row_of(in.op);
        const Cost& cost = cost_of(row, arch_.isa_column, in.mod);
        // SFPSWAP holds what follows for a cycle, unless that is the SFPNOP put there for it.
        Cycle at = std::max(earliest, in.op == Op::nop ? last_ + 1 : free_);
        const Column& column = row.column[static_cast<std::size_t>(arch_.isa_column)];
        const Operands seen = static_cast<Operands>(row.reads(in.mod) & ~column.unseen);
        for_each_register(seen, in, [&](int reg) { at = std::max(at, ready_[static_cast<std::size_t>(reg)]); });
        if (cost.hazard == Hazard::stall && cost.latency > 1)
            for_each_register(row.writes(in.mod), in,
                              [&](int reg) { ready_[static_cast<std::size_t>(reg)] = at + cost.latency; });
        last_ = at;
        free_ = at + cost.issue;
        drained_ = std::max(drained_, at + cost.latency);
        return at;
    }
    Cycle next_free() const { return free_; }
    Cycle drained() const { return drained_; }  // every result written

  private:
    template <class Use>
    static void for_each_register(Operands operands, const Instr& in, Use use) {
        if (operands & operand::va) use(in.va);
        if (operands & operand::vb) use(in.vb);
        if (operands & operand::vc) use(in.vc);
        if (operands & operand::vd) use(in.vd);
        if (operands & operand::lreg0) use(0);
        if (operands & (operand::low_half | operand::lut))
            for (int reg = 0; reg < 4; ++reg) use(reg);
        if (operands & operand::all)
            for (int reg = 0; reg < 8; ++reg) use(reg);
    }

    const arch::Sfpu& arch_;
    std::array<Cycle, 17> ready_{};
    Cycle last_ = 0, free_ = 0, drained_ = 0;
};

}  // namespace tessera::sfpu
