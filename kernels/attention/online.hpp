// Online softmax on the vector unit, T1 only: scores of a block of keys, their exponentials under the running maximum,
// and the sum of values that they weigh.
//
// The matrix unit aligns the products of eight keys or elements to the largest with 11 bits (tensix-core.md 1.6), so it
// cannot give fp32 however its operands are split. Here products and sums are fp32 throughout.
//
// Lanes: a vector of K, V, Q or O holds 32 elements of one row. Scores of four keys share a vector: the lanes of one
// key, four rows of eight, are added up by a transposition, which leaves each key a row of lanes, and by rotations,
// after which all eight lanes of the row hold the score. A transposition spreads such a score over a whole vector
// again.
#pragma once

#include "../stored_as.hpp"
#include "ckernel_sfpu_recip.h"
#include "exponentials.hpp"
#include "lanes.hpp"
#include "work.hpp"

namespace attention {

using namespace lanes;

// Vectors of Dst: a block of K and one of V, the unit's rows of Q and of O, maximum and sum of each row. An index that
// changes from row to row costs three cycles where a constant one costs one, so what is used often comes to `own`.
constexpr uint32_t tile_vectors = 32, row_vectors = pitch / 32;
constexpr uint32_t keys_at = 0, values_at = block_tiles * tile_vectors, q_at = 2 * values_at;
constexpr uint32_t o_at = q_at + tile_vectors, stats_at = o_at + tile_vectors, own = stats_at + tile_vectors;
static_assert(own + tile_vectors <= 8 * tile_vectors);

constexpr uint32_t chunk_keys = 4, chunks = block_keys / chunk_keys, chunk_vectors = chunk_keys * row_vectors;
// Of the row at hand: scores, later weights; what was summed under the old maximum is worth `fading` under the new.
constexpr uint32_t scores = own, fading = own + chunks, own_max = fading + 1, own_q = own + 8, own_o = own + 16;

sfpi_inline uint32_t max_of(uint32_t row) { return stats_at + 2 * row; }
sfpi_inline uint32_t sum_of(uint32_t row) { return max_of(row) + 1; }

// Queries come in the tile of keys, since 32-bit data can be unpacked to the first four tiles alone, and leave scaled.
inline void begin_rows(uint32_t rows, float scale) {
    exponentials::set_constants();
    const vFloat factor = scale, none = masked_score;
    for (uint32_t i = 0; i < rows * row_vectors; ++i) {
        dst_reg[q_at + i] = dst_reg[keys_at + i] * factor;
        dst_reg[o_at + i] = vConst0;
    }
    for (uint32_t row = 0; row < rows; ++row) {
        dst_reg[max_of(row)] = none;
        dst_reg[sum_of(row)] = vConst0;
    }
}

// The products of four keys with the row's query, added up over the rows of lanes.
template <uint32_t chunk = 0>
sfpi_inline void score_chunks() {
    constexpr uint32_t first = keys_at + chunk * chunk_vectors;
    vFloat query = dst_reg[own_q];
    vFloat a = dst_reg[first] * query, b = dst_reg[first + row_vectors] * query;
    vFloat c = dst_reg[first + 2 * row_vectors] * query, d = dst_reg[first + 3 * row_vectors] * query;
#pragma GCC unroll 8
    for (uint32_t i = 1; i < row_vectors; ++i) {
        query = dst_reg[own_q + i];
        a = a + dst_reg[first + i] * query;
        b = b + dst_reg[first + row_vectors + i] * query;
        c = c + dst_reg[first + 2 * row_vectors + i] * query;
        d = d + dst_reg[first + 3 * row_vectors + i] * query;
    }
    subvec_transp(a, b, c, d);
    a = a + b;
    c = c + d;
    dst_reg[scores + chunk] = a + c;
    if constexpr (chunk + 1 < chunks) score_chunks<chunk + 1>();
}

// Adds to each lane the one `by` places before it in its row, of two vectors, which hide each other's latency.
template <uint32_t by>
sfpi_inline void fold(vFloat& a, vFloat& b) {
    vFloat x = subvec_shflror1(a), y = subvec_shflror1(b);
#pragma GCC unroll 3
    for (uint32_t i = 1; i < by; ++i) {
        x = subvec_shflror1(x);
        y = subvec_shflror1(y);
    }
    a = a + x;
    b = b + y;
}
template <uint32_t chunk = 0>
sfpi_inline void fold_scores() {
    vFloat a = dst_reg[scores + chunk], b = dst_reg[scores + chunk + 1];
    fold<1>(a, b);
    fold<2>(a, b);
    fold<4>(a, b);
    dst_reg[scores + chunk] = a;
    dst_reg[scores + chunk + 1] = b;
    if constexpr (chunk + 2 < chunks) fold_scores<chunk + 2>();
}

// Of the block's keys the row sees `visible`.
sfpi_inline void mask_scores(int visible) {
    for (uint32_t chunk = 0; chunk < chunks; ++chunk) {
        vInt key = reinterpret<vInt>(reinterpret<vUInt>(vInt(vConstTileId)) >> 4);
        vFloat score = dst_reg[scores + chunk];
        vInt bound = visible - static_cast<int>(chunk * chunk_keys);
        v_if(key >= bound) { score = masked_score; }
        v_endif;
        dst_reg[scores + chunk] = score;
    }
}

sfpi_inline void find_max(uint32_t row) {
    vFloat most = dst_reg[scores];
#pragma GCC unroll 3
    for (uint32_t chunk = 1; chunk < chunks; ++chunk) {
        vFloat score = dst_reg[scores + chunk];
        vec_min_max(score, most);
    }
    most = max_of_rows(most);
    vFloat before = dst_reg[max_of(row)];
    dst_reg[fading] = before;
    vec_min_max(before, most);
    dst_reg[max_of(row)] = most;
    dst_reg[own_max] = most;
}

// The scores become weights under the maximum.
template <uint32_t chunk = 0>
sfpi_inline void soften() {
    constexpr uint32_t second = chunk + 1 < chunks ? scores + chunk + 1 : fading, first = scores + chunk;
    vFloat most = dst_reg[own_max];
    vFloat x = dst_reg[first] - most, y = dst_reg[second] - most;
    exponentials::ATTENTION_EXP(x, y);
    dst_reg[first] = x;
    dst_reg[second] = y;
    if constexpr (chunk + 2 <= chunks) soften<chunk + 2>();
}

sfpi_inline void add_weights(uint32_t row) {
    vFloat sum = dst_reg[sum_of(row)] * dst_reg[fading];
#pragma GCC unroll 4
    for (uint32_t chunk = 0; chunk < chunks; ++chunk) sum = sum + dst_reg[scores + chunk];
    dst_reg[sum_of(row)] = sum;
}

// Adds the values of four keys times their weights to the row of O at `o`.
template <uint32_t chunk = 0>
sfpi_inline void add_values(uint32_t o) {
    constexpr uint32_t first = values_at + chunk * chunk_vectors;
    const Quad weight = spread(dst_reg[scores + chunk]);
#pragma GCC unroll 8
    for (uint32_t i = 0; i < row_vectors; ++i) {
        vFloat sum = dst_reg[chunk == 0 ? o + i : own_o + i];
        if constexpr (chunk == 0) sum = sum * dst_reg[fading];
        sum = sum + dst_reg[first + i] * weight.a;
        sum = sum + dst_reg[first + row_vectors + i] * weight.b;
        sum = sum + dst_reg[first + 2 * row_vectors + i] * weight.c;
        sum = sum + dst_reg[first + 3 * row_vectors + i] * weight.d;
        if constexpr (chunk + 1 < chunks)
            dst_reg[own_o + i] = sum;
        else
            dst_reg[o + i] = sum;
    }
    if constexpr (chunk + 1 < chunks) add_values<chunk + 1>(o);
}

// What a block of keys adds to a row that sees `visible` of them, or more: one at least.
sfpi_inline void attend_row(uint32_t row, int visible) {
#pragma GCC unroll 8
    for (uint32_t i = 0; i < row_vectors; ++i) dst_reg[own_q + i] = dst_reg[q_at + row * row_vectors + i];
    score_chunks();
    fold_scores();
    if (visible < static_cast<int>(block_keys)) mask_scores(visible);
    find_max(row);
    soften();
    add_weights(row);
    add_values(o_at + row * row_vectors);
}

// Newton's steps from the first guess, 2 for all bits of fp32. Wormhole's guess by a polynomial takes one at least.
#if defined(ATTENTION_APPROXIMATE_RECIPROCAL) && ATTENTION_APPROXIMATE_RECIPROCAL
constexpr int reciprocal_steps = 0;
#else
constexpr int reciprocal_steps = 2;
#endif

sfpi_inline void finish_row(uint32_t row) {
    const vFloat inverse = sfpu::_sfpu_reciprocal_<reciprocal_steps>(sum_of_rows(dst_reg[sum_of(row)]));
    const uint32_t o = o_at + row * row_vectors;
    for (uint32_t i = 0; i < row_vectors; ++i) dst_reg[o + i] = stored_as::ATTENTION_FORMAT(dst_reg[o + i] * inverse);
}

}  // namespace attention
