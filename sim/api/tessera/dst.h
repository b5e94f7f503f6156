// Dst: its protocol between T1 and T2, and where the SFPU addresses it (kernel-api.md 1.6, 3.1).
#pragma once

#include "tessera/call.h"
#include "tessera/ops.h"
#include "tessera/types.h"

namespace tessera {

// First Dst row of the half that T1 owns; half sync flips it at every commit (tensix-core.md 2.2).
inline constexpr uint32_t dst_half_rows = 512;
inline uint32_t dst_base = 0;
ALWI void flip_dst_half() { dst_base ^= dst_half_rows; }
inline constexpr bool half_sync = DST_SYNC_MODE == DstSync::SyncHalf;

// By instructions, further down (llk/math.h, llk/pack.h).
namespace llk {
void acquire_dst();
void commit_dst();
void wait_for_dst();
void release_dst();
}  // namespace llk

}  // namespace tessera

namespace ckernel {

ALWI void tile_regs_acquire() { MATH(tessera::llk::acquire_dst();) }
ALWI void tile_regs_commit() { MATH(tessera::llk::commit_dst();) }
ALWI void tile_regs_wait() { PACK(tessera::llk::wait_for_dst();) }
ALWI void tile_regs_release() { PACK(tessera::llk::release_dst();) }

// The first generation's pair; its mode was never looked at.
ALWI void acquire_dst(tt::DstMode = tt::DstMode::Half) {
    tile_regs_acquire();
    tile_regs_wait();
}
ALWI void release_dst(tt::DstMode = tt::DstMode::Half) {
    tile_regs_commit();
    tile_regs_release();
}

#if defined(TRISC_MATH) && !defined(TESSERA_VENDOR_LIBRARY)

}  // namespace ckernel

namespace tessera::math {

constexpr uint32_t shape_shift(DstTileShape shape) {
    return shape == DstTileShape::Tile32x32 ? 6 : shape == DstTileShape::Tile32x16 ? 5 : 4;
}

ALWI void set_dst_row(uint32_t row) { TT_SETC16(tessera::abi::config_math_offset, row + tessera::dst_base); }

}  // namespace tessera::math

namespace ckernel {

namespace math {

template <DstTileShape shape = DstTileShape::Tile32x32, UnpackDestination = UnpackDestination::SrcRegs, bool = false>
ALWI void set_dst_write_addr(uint32_t tile) {
    tessera::math::set_dst_row(tile << tessera::math::shape_shift(shape));
}
template <DstTileLayout, DstTileShape shape, bool = false>
ALWI void set_dst_write_addr(uint32_t tile) {
    tessera::math::set_dst_row(tile << tessera::math::shape_shift(shape));
}

ALWI void set_addr_mod_base() {
#if defined(TESSERA_ADDR_MOD_BASE_REGISTER)
    TTI_SETC16(TESSERA_ADDR_MOD_BASE_REGISTER, 1);
#endif
}
ALWI void clear_addr_mod_base() {
#if defined(TESSERA_ADDR_MOD_BASE_REGISTER)
    TTI_SETC16(TESSERA_ADDR_MOD_BASE_REGISTER, 0);
#endif
}

ALWI void clear_dst_reg_addr() { TTI_SETRWC(p_setrwc::CLR_NONE, 0, 0, 0, 0, p_setrwc::SET_D); }
template <uint32_t rows = 8>
ALWI void inc_dst_addr() {
    TTI_SETRWC(p_setrwc::CLR_NONE, p_setrwc::CR_D, rows, 0, 0, p_setrwc::SET_D);
}
ALWI void reset_counters(const uint32_t mask) { TT_SETRWC(p_setrwc::CLR_NONE, 0, 0, 0, 0, mask); }

}  // namespace math

}  // namespace ckernel

namespace tessera::math {

using namespace ckernel::math;

}  // namespace tessera::math

namespace ckernel {
#endif

}  // namespace ckernel
