// Functions of three numbers on SFPI vectors (tt-metal, `ckernel_sfpu_lerp.h` and `ckernel_sfpu_addcdiv.h` of 2026).
#pragma once

#include "sim/api/tessera/sfpu/arithmetic.h"

namespace tessera::vectors {

template <bool is_fp32_dest_acc_en>
sfpi_inline vFloat interpolated(vFloat from, vFloat to, vFloat weight) {
    return to_even_for_dst<is_fp32_dest_acc_en>(from + weight * (to - from));
}

// a + value b / c, by the reciprocal of c. Needs _init_sfpu_reciprocal_.
template <bool is_fp32_dest_acc_en>
inline void calculate_sum_with_scaled_quotient(uint32_t in0, uint32_t in1, uint32_t in2, uint32_t out, float value) {
    const vFloat factor = value;
#pragma GCC unroll 1
    for (int i = 0; i < 8; ++i) {
        vFloat a = sfpi::dst_reg[in0 * tile_steps];
        vFloat b = sfpi::dst_reg[in1 * tile_steps];
        vFloat c = sfpi::dst_reg[in2 * tile_steps];
        sfpi::dst_reg[out * tile_steps] =
            to_even_for_dst<is_fp32_dest_acc_en>(a + b * factor * _sfpu_reciprocal_<2>(c));
        sfpi::dst_reg++;
    }
}

}  // namespace tessera::vectors
