// A mover's part: the bytes of 32 weights of a row to a row of a tile of codes (packed.hpp).
#pragma once

#include "packed.hpp"

namespace dequantise {

using Half = volatile tt_l1_ptr uint16_t*;
using Word = volatile tt_l1_ptr uint32_t*;
inline Half halves(uint32_t l1) { return reinterpret_cast<Half>(l1); }
inline Word words(uint32_t l1) { return reinterpret_cast<Word>(l1); }

// Eight halfwords to eight lanes. All are loaded before the first is stored: a load from L1 takes as long as eight
// instructions and would be waited for each time.
inline void to_lanes(uint32_t from, uint32_t to) {
    uint16_t pair[8];
#pragma GCC unroll 8
    for (uint32_t lane = 0; lane < 8; ++lane) pair[lane] = halves(from)[lane];
#pragma GCC unroll 8
    for (uint32_t lane = 0; lane < 8; ++lane) *halves(to + lane * lane_bytes) = pair[lane];
}
inline void to_both_halves(uint32_t from, uint32_t to) {
    to_lanes(from, to);
    to_lanes(from + 16, to + 2);
}

// The bit stream of 32 values: of each half of the row, 16 values, two go to a lane.
inline void stream_to_lanes(uint32_t from, uint32_t to) {
    uint32_t word[bits + 1];
#pragma GCC unroll 8
    for (uint32_t i = 0; i < bits; ++i) word[i] = words(from)[i];
    word[bits] = 0;
#pragma GCC unroll 16
    for (uint32_t pair = 0; pair < 16; ++pair) {
        const uint32_t at = 2 * bits * pair, shift = at % 32;
        uint32_t codes = word[at / 32] >> shift;
        if (shift + 2 * bits > 32) codes |= word[at / 32 + 1] << (32 - shift);
        *halves(to + pair % 8 * lane_bytes + pair / 8 * 2) = static_cast<uint16_t>(codes);
    }
}

// Scale and minimum of one of the eight groups of 32 in a block of Q4_K, 6 bits each.
inline uint32_t scale_and_minimum(uint32_t from, uint32_t j) {
    const auto* b = reinterpret_cast<const volatile tt_l1_ptr uint8_t*>(from);
    if (j < 4) return (b[j] & 63u) | (b[j + 4] & 63u) << 8;
    const uint32_t low = b[j + 4], s = b[j - 4], m = b[j];
    return (low & 15) | s >> 6 << 4 | (low >> 4 | m >> 6 << 4) << 8;
}

// Weights 32 * tile on of the block at `block`. With MLX a block is a tile, whose scale and bias are elsewhere.
inline void gather(uint32_t block, uint32_t tile, uint32_t scale, uint32_t bias, uint32_t to) {
    if constexpr (type == Type::mlx) {
        stream_to_lanes(block, to);
        *words(to + odd_columns) = *halves(scale) | *halves(bias) << 16;
    }
    if constexpr (type == Type::q8_0) {
        to_both_halves(block + 2, to);
        *halves(to + odd_columns) = *halves(block);
    }
    if constexpr (type == Type::q4_0) {
        to_lanes(block + 2, to);
        *halves(to + odd_columns) = *halves(block);
    }
    if constexpr (type == Type::q4_k) {
        to_both_halves(block + 16 + tile / 2 * 32, to);
        *words(to + odd_columns) = *words(block);
        *words(to + right_half + odd_columns) = scale_and_minimum(block + 4, tile);
    }
    if constexpr (type == Type::q6_k) {
        const uint32_t half = tile / 4;
        to_both_halves(block + half * 64 + tile % 2 * 32, to);
        to_both_halves(block + 128 + half * 32, to + right_half);
        *halves(to + odd_columns) = *halves(block + 208);
        *halves(to + right_half + odd_columns) = *halves(block + 192 + 2 * tile);
    }
}

}  // namespace dequantise
