// Blackhole: what its kernel headers number or shape differently (kernel-api.md 1.6, tensix-core.md 7).
#pragma once

#include "sim/abi/tensix_op.hpp"
#include "tessera/base.h"

namespace ckernel {

struct p_stall {
    static constexpr uint32_t NONE = 0, THCON = 0x1, UNPACK0 = 0x2, UNPACK1 = 0x4, UNPACK = 0x6;
    static constexpr uint32_t PACK0 = 0x8, PACK = 0x8, MATH = TESSERA_WAIT_MATH;
    static constexpr uint32_t SRCA_CLR = 0x20, SRCB_CLR = 0x40, SRCA_VLD = 0x80, SRCB_VLD = 0x100;
    static constexpr uint32_t XMOV = 0x200, TRISC_CFG = 0x400, SFPU1 = TESSERA_WAIT_SFPU, WAIT_SFPU = TESSERA_WAIT_SFPU;
    static constexpr uint32_t STALL_TDMA = 0x1, STALL_SYNC = 0x2, STALL_PACK = 0x4, STALL_UNPACK = 0x8;
    static constexpr uint32_t STALL_XMOV = 0x10, STALL_THCON = 0x20, STALL_MATH = 0x40, STALL_CFG = 0x80;
    static constexpr uint32_t STALL_SFPU = tessera::abi::stall_sfpu, STALL_THREAD = 0x1ff;
};

}  // namespace ckernel

// The vendor's low-level library has mul_reduce_scalar for this architecture alone.
#define TESSERA_HAS_SUM_OF_PRODUCTS 1
