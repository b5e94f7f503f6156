// Wormhole B0: what its kernel headers number or shape differently (kernel-api.md 1.6, tensix-core.md 7).
#pragma once

#include "sim/abi/tensix_op.hpp"
#include "tessera/base.h"

namespace ckernel {

struct p_stall {
    static constexpr uint32_t NONE = 0, THCON = 0x1, UNPACK0 = 0x2, UNPACK1 = 0x4, UNPACK = 0x6;
    static constexpr uint32_t PACK0 = 0x8, PACK1 = 0x10, PACK2 = 0x20, PACK3 = 0x40, PACK = 0x78,
                              MATH = TESSERA_WAIT_MATH;
    static constexpr uint32_t SRCA_CLR = 0x100, SRCB_CLR = 0x200, SRCA_VLD = 0x400, SRCB_VLD = 0x800;
    static constexpr uint32_t XMOV = 0x1000, TRISC_CFG = 0x2000, SFPU1 = TESSERA_WAIT_SFPU,
                              WAIT_SFPU = TESSERA_WAIT_SFPU;
    static constexpr uint32_t STALL_TDMA = 0x1, STALL_SYNC = 0x2, STALL_PACK = 0x4, STALL_UNPACK = 0x8;
    static constexpr uint32_t STALL_XMOV = 0x10, STALL_THCON = 0x20, STALL_MATH = 0x40, STALL_CFG = 0x80;
    static constexpr uint32_t STALL_SFPU = tessera::abi::stall_sfpu, STALL_THREAD = 0x1ff;
};

}  // namespace ckernel

// Configuration register of a thread that adds 4 to the ADDR_MOD slots named by instructions.
#define TESSERA_ADDR_MOD_BASE_REGISTER tessera::abi::config_addr_mod_base
