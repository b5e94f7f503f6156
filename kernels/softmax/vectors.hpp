// Softmax of rows on the vector unit, T1 only. Each lane keeps a maximum and a sum of its own until the whole row has
// been seen; then the lanes are put together.
#pragma once

#include "../attention/lanes.hpp"
#include "../rope/exp.hpp"
#include "../stored_as.hpp"
#include "ckernel_sfpu_recip.h"
#include "rows.hpp"

#if !defined(SOFTMAX_EXP)
#define SOFTMAX_EXP exp_fp32
#endif

namespace softmax {

using namespace lanes;

// Vectors of Dst: x in the first tile, two of each row in the second.
constexpr uint32_t tile_vectors = 32, stats_tile = 1;
constexpr uint32_t row_vectors = std::min(pitch / 32, tile_vectors);

sfpi_inline uint32_t max_of(uint32_t row) { return stats_tile * tile_vectors + 2 * row; }
sfpi_inline uint32_t sum_of(uint32_t row) { return max_of(row) + 1; }

inline void clear_stats() {
    const vFloat none = masked_score;
    for (uint32_t row = 0; row < tile_vectors / 2; ++row) {
        dst_reg[max_of(row)] = none;
        dst_reg[sum_of(row)] = vConst0;
    }
}

// What lies behind the row in its last two vectors does not count.
inline void mask_tail(uint32_t first) {
    constexpr int left = cols % 64;
    for (int parity = 0; parity < 2; ++parity) {
        vFloat x = dst_reg[first + parity];
        vInt element = vConstTileId;
        v_if(element >= left - parity) { x = masked_score; }
        v_endif;
        dst_reg[first + parity] = x;
    }
}

// Adds `count` vectors from `first` on to what is known of the row.
inline void gather(uint32_t row, uint32_t first, uint32_t count) {
    vFloat before = dst_reg[max_of(row)], most = before;
    for (uint32_t i = first; i < first + count; ++i) {
        vFloat x = dst_reg[i];
        vec_min_max(x, most);
    }
    dst_reg[max_of(row)] = most;
    dst_reg[sum_of(row)] = dst_reg[sum_of(row)] * rope::SOFTMAX_EXP(before - most);
#pragma GCC unroll 1
    for (uint32_t i = first; i < first + count; ++i)
        dst_reg[sum_of(row)] = dst_reg[sum_of(row)] + rope::SOFTMAX_EXP(dst_reg[i] - dst_reg[max_of(row)]);
}

// The lanes of a row put together: its maximum and 1/sum.
inline void settle(uint32_t row) {
    vFloat most = max_of_rows(dst_reg[max_of(row)]);
    for (uint32_t by = 1; by < 8; by *= 2) {
        vFloat other = rotated(most, by);
        vec_min_max(other, most);
    }
    const vFloat factor = rope::SOFTMAX_EXP(dst_reg[max_of(row)] - most);
    dst_reg[max_of(row)] = most;
    vFloat sum = sum_of_rows(dst_reg[sum_of(row)] * factor);
    for (uint32_t by = 1; by < 8; by *= 2) sum = sum + rotated(sum, by);
    dst_reg[sum_of(row)] = sfpu::_sfpu_reciprocal_<2>(sum);
}

inline void normalise(uint32_t row, uint32_t first, uint32_t count) {
#pragma GCC unroll 1
    for (uint32_t i = first; i < first + count; ++i)
        dst_reg[i] =
            stored_as::SOFTMAX_FORMAT(rope::SOFTMAX_EXP(dst_reg[i] - dst_reg[max_of(row)]) * dst_reg[sum_of(row)]);
}

}  // namespace softmax
