// alpha times the sums, plus beta times C, rounded.
#pragma once

#include "gemm.hpp"

#ifdef TRISC_MATH
#include "../four_rows.hpp"
#endif

namespace gemm {

constexpr uint32_t c_tile = 3;  // of Dst

#ifdef TRISC_MATH
using namespace sfpi;

inline void set_factors(float alpha, float beta) {
    vConstFloatPrgm0 = alpha;
    vConstFloatPrgm1 = beta;
}

// To nearest, ties to even, in the format of C, whose further bits the packer would cut off or round in a way that
// depends on the machine (tensix-core.md 1.8). Carries run into the exponent as they should.
sfpi_inline vFloat rounded(const vFloat& value) {
#if GEMM_ROUND_BITS != 0
    vUInt bits = reinterpret<vUInt>(value);
    vUInt odd = (bits >> GEMM_ROUND_BITS) & 1;
    bits = bits + odd + ((1 << (GEMM_ROUND_BITS - 1)) - 1);
    return reinterpret<vFloat>((bits >> GEMM_ROUND_BITS) << GEMM_ROUND_BITS);
#else
    return value;
#endif
}

template <bool adds_c>
inline void finish_tile(uint32_t tile) {
    const uint32_t sums = tile * tile::vectors, c = c_tile * tile::vectors;
    const auto four_rows = [=] {
        const auto one = [=](uint32_t column) {
            vFloat value = dst_reg[sums + column] * vConstFloatPrgm0;
            if constexpr (adds_c) value = dst_reg[c + column] * vConstFloatPrgm1 + value;
            dst_reg[sums + column] = rounded(value);
        };
        one(0);
        one(1);
        one(8);
        one(9);
    };
    if constexpr (M <= 4)
        tile::on_dst(four_rows);
    else
        tile::each_four_rows(four_rows);
}
#endif

ALWI void finish(float alpha, float beta) {
    if (beta == 0) {
        if (alpha == 1 && GEMM_ROUND_BITS == 0) return;
        for (uint32_t tile = 0; tile < tiles_of_unit; ++tile) {
            MATH(finish_tile<false>(tile);)
        }
        return;
    }
    cb_wait_front(cb_c, tiles_of_unit);
    reconfig_data_format_srca(cb_c);
    copy_tile_to_dst_init_short(cb_c);
    for (uint32_t tile = 0; tile < tiles_of_unit; ++tile) {
        copy_tile(cb_c, tile, c_tile);
        MATH(finish_tile<true>(tile);)
    }
    cb_pop_front(cb_c, tiles_of_unit);
}

}  // namespace gemm
