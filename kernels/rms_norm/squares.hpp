// Sums of squares over the columns of a row of tiles, and 1/sqrt of their mean, T1 only: gathered in the eight lanes
// that hold columns of a row, which are added up when all tiles have been seen.
#pragma once

#include "ckernel_sfpu_rsqrt.h"
#include "sfpi.h"

namespace rms_norm {

using namespace sfpi;

constexpr uint32_t tile_vectors = 32;  // dst_reg entries of a tile, 8 per face

// Calls `work` for each four rows of a tile: their columns are in the even and odd entries of two faces, dst_reg[0],
// [1], [8] and [9] there. Of the tile of sums only the first of the four is in use.
template <class Work>
sfpi_inline void each_four_rows(Work work) {
    math::set_dst_write_addr<DstTileShape::Tile32x32, UnpackDestination::SrcRegs>(0);
    math::set_addr_mod_base();
    TTI_STALLWAIT(p_stall::STALL_SFPU, p_stall::MATH);
#pragma GCC unroll 1
    for (uint32_t half = 0; half < 2; ++half) {
#pragma GCC unroll 1
        for (uint32_t rows = 0; rows < 4; ++rows) {
            work();
            dst_reg += 2;
        }
        dst_reg += 8;
    }
    math::clear_dst_reg_addr();
    TTI_STALLWAIT(p_stall::STALL_CFG, p_stall::WAIT_SFPU);
    math::clear_addr_mod_base();
}

// `scale`: the first entry of the tile of sums.
template <uint32_t scale>
sfpi_inline void clear_sums() {
    each_four_rows([] { dst_reg[scale] = vConst0; });
}

// Adds the squares of the tile that begins at entry `at`, even and odd columns apart, so that one need not wait for the
// other.
template <uint32_t scale, uint32_t at>
sfpi_inline void add_squares() {
    each_four_rows([] {
        vFloat even = dst_reg[at], odd = dst_reg[at + 1], more_even = dst_reg[at + 8], more_odd = dst_reg[at + 9];
        vFloat sum = dst_reg[scale];
        sum = even * even + sum;
        vFloat other = odd * odd;
        sum = more_even * more_even + sum;
        other = more_odd * more_odd + other;
        dst_reg[scale] = sum + other;
    });
}

sfpi_inline vFloat rotated(vFloat lanes, uint32_t by) {
    for (uint32_t i = 0; i < by; ++i) lanes = subvec_shflror1(lanes);
    return lanes;
}

template <uint32_t scale>
sfpi_inline void sums_to_scale(float inverse_width, float eps) {
    each_four_rows([=] {
        vFloat sum = dst_reg[scale];
        sum = sum + rotated(sum, 1);
        sum = sum + rotated(sum, 2);
        sum = sum + rotated(sum, 4);
        dst_reg[scale] = sfpu::_calculate_sqrt_body_<false, true>(sum * inverse_width + eps);
    });
}

}  // namespace rms_norm
