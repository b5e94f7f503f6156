// What a lowered program costs on an idle SFPU, instruction by instruction: issue cycles, stalls, the longest chain of
// dependencies (spec/tensix-core.md 6, timing.md 2.2).
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "sim/arch/arch.hpp"
#include "sim/sfpu/program.hpp"
#include "sim/sfpu/unit.hpp"
#include "sim/time/cycle.hpp"

namespace tessera::sfpu {

struct Issue {
    Cycle at = 0;       // begins, when the program begins at 0
    Cycle stalled = 0;  // cycles the hardware held it
    int latency = 0;
    bool critical = false;  // on the longest chain
};

struct Analysis {
    std::vector<Issue> issue;  // of each instruction
    Cycle cycles = 0;          // until the next program could issue
    Cycle critical_cycles = 0;
    std::vector<std::uint32_t> critical;  // the longest chain, in order
    std::array<std::uint32_t, units.size()> by_unit{};
    std::uint32_t stalls = 0;
    std::uint32_t of(Unit unit) const { return by_unit[static_cast<std::size_t>(unit)]; }
};

Analysis analyse(const Program& program, const arch::Sfpu& arch);

}  // namespace tessera::sfpu
