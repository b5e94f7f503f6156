// Sums of squares over the columns of a row of tiles, and 1/sqrt of their mean, T1 only: gathered in the eight lanes
// that hold columns of a row, which are added up when all tiles have been seen.
#pragma once

#include "../four_rows.hpp"
#include "ckernel_sfpu_rsqrt.h"

namespace rms_norm {

using namespace sfpi;

using tile::each_four_rows;
constexpr uint32_t tile_vectors = tile::vectors;

// `scale`: the first entry of the tile of sums, of whose four entries a row only the first is in use.
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
        dst_reg[scale] = sfpu::_calculate_sqrt_body_<false, true, true>(sum * inverse_width + eps);
    });
}

}  // namespace rms_norm
