// One SFPU with the Dst it works on.
#pragma once

#include <cstdint>
#include <vector>

#include "sim/arch/arch.hpp"
#include "sim/sfpu/executor.hpp"

namespace tessera::sfpu {

struct OneSfpu {
    const arch::Arch& arch;
    State state = initial_state();
    tensix::Dst dst{};
    DstPort port{.dst = dst};
    void run(std::vector<Instr> program) { execute(arch.sfpu, state, port, program); }
    std::uint32_t lane(int reg, int l) const { return state.lreg[reg][l]; }
};

}  // namespace tessera::sfpu
