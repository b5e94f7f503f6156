// Configuration registers of a Tensix core that kernels set by their numbers: the first of eight for each part of a
// thread's ADDR_MOD slots, which SETC16 writes, and the seed of the vector unit's random numbers, which a core stores
// to (tensix-core.md 2.3, 3.4; kernel-api.md 1.6). Documented: the vendor's list of registers.
#pragma once

#include <array>

#include "sim/arch/arch.hpp"

namespace tessera::arch {

struct ConfigRegisters {
    std::uint32_t addr_mod_src, addr_mod_src_step;  // of SrcA and SrcB
    std::uint32_t addr_mod_dst, addr_mod_pack, addr_mod_bias;
    std::uint32_t prng_seed;
};

inline const ConfigRegisters& config_registers(const Arch& arch) {
    // By Sfpu::isa_column: Wormhole, Blackhole.
    static constexpr std::array<ConfigRegisters, 2> table{{
        {.addr_mod_src = 7,
         .addr_mod_src_step = 2,
         .addr_mod_dst = 23,
         .addr_mod_pack = 31,
         .addr_mod_bias = 48,
         .prng_seed = 164},
        {.addr_mod_src = 12,
         .addr_mod_src_step = 1,
         .addr_mod_dst = 28,
         .addr_mod_pack = 37,
         .addr_mod_bias = 47,
         .prng_seed = 186},
    }};
    return table[static_cast<std::size_t>(arch.sfpu.isa_column)];
}

}  // namespace tessera::arch
