// A mover's part: the bytes of 32 weights of a row to a row of a tile of codes (packed.hpp).
#pragma once

#include "packed.hpp"

namespace dequantise {

using Half = volatile tt_l1_ptr uint16_t*;
using Word = volatile tt_l1_ptr uint32_t*;
inline Half halves(uint32_t l1) { return reinterpret_cast<Half>(l1); }
inline Word words(uint32_t l1) { return reinterpret_cast<Word>(l1); }

// Eight pairs, 16 bytes in L1, as the words they lie in. A load from L1 takes as long as eight instructions and would
// be waited for each time, so that all are loaded before the first is used.
template <bool aligned>
class Pairs {
  public:
    explicit Pairs(uint32_t from) {
        const Word first = words(aligned ? from : from - 2);
        word_[0] = aligned ? first[0] : halves(from)[0] << 16;  // nothing may be before it
#pragma GCC unroll 3
        for (uint32_t i = 1; i < 4; ++i) word_[i] = first[i];
        if constexpr (!aligned) word_[4] = halves(from)[7];  // nor behind it
    }
    [[gnu::always_inline]] uint32_t low(uint32_t i) const { return is_high(i) ? at(i) >> 16 : at(i) & 0xFFFF; }
    [[gnu::always_inline]] uint32_t high(uint32_t i) const { return is_high(i) ? at(i) & 0xFFFF0000 : at(i) << 16; }

  private:
    static constexpr uint32_t skipped = aligned ? 0 : 1;
    static constexpr bool is_high(uint32_t i) { return (i + skipped) % 2 != 0; }
    uint32_t at(uint32_t i) const { return word_[(i + skipped) / 2]; }
    uint32_t word_[aligned ? 4 : 5];
};

// To each of eight lanes two pairs, as one word: L1 takes a store only every five cycles.
template <bool left_aligned, bool right_aligned>
inline void to_lanes_as(uint32_t left, uint32_t right, uint32_t to) {
    const Pairs<left_aligned> low(left);
    const Pairs<right_aligned> high(right);
#pragma GCC unroll 8
    for (uint32_t lane = 0; lane < 8; ++lane) words(to)[lane * words_of_lane] = low.low(lane) | high.high(lane);
}
inline void to_lanes(uint32_t left, uint32_t right, uint32_t to) {
    if (left % 4 == 0)
        return right % 4 == 0 ? to_lanes_as<true, true>(left, right, to) : to_lanes_as<true, false>(left, right, to);
    return right % 4 == 0 ? to_lanes_as<false, true>(left, right, to) : to_lanes_as<false, false>(left, right, to);
}

// Eight words, each with two numbers of 16 bits.
inline void numbers_to_lanes(uint32_t from, uint32_t to) {
    uint32_t word[8];
#pragma GCC unroll 8
    for (uint32_t i = 0; i < 8; ++i) word[i] = words(from)[i];
#pragma GCC unroll 8
    for (uint32_t lane = 0; lane < 8; ++lane) words(to)[lane * words_of_lane] = word[lane];
}

// The bit stream of 32 values: of each half of the row, 16 values, two go to a lane.
inline void stream_to_lanes(uint32_t from, uint32_t to) {
    uint32_t word[bits + 1];
#pragma GCC unroll 8
    for (uint32_t i = 0; i < bits; ++i) word[i] = words(from)[i];
    word[bits] = 0;
    const auto pair = [&](uint32_t i) {
        const uint32_t at = 2 * bits * i, shift = at % 32;
        uint32_t codes = word[at / 32] >> shift;
        if (shift + 2 * bits > 32) codes |= word[at / 32 + 1] << (32 - shift);
        return codes;
    };
#pragma GCC unroll 8
    for (uint32_t lane = 0; lane < 8; ++lane)
        words(to)[lane * words_of_lane] = (pair(lane) & 0xFFFF) | pair(lane + 8) << 16;
}

// Scale and minimum of one of the eight groups of 32 in a block of Q4_K, 6 bits each.
inline uint32_t scale_and_minimum(uint32_t from, uint32_t j) {
    const auto* b = reinterpret_cast<const volatile tt_l1_ptr uint8_t*>(from);
    if (j < 4) return (b[j] & 63u) | (b[j + 4] & 63u) << 8;
    const uint32_t low = b[j + 4], s = b[j - 4], m = b[j];
    return (low & 15) | s >> 6 << 4 | (low >> 4 | m >> 6 << 4) << 8;
}

// Weights 32 * tile on of the block at `block`, tiles_of_codes times as many. With MLX a block is a tile, whose scale
// and bias are elsewhere; with Q4_0 it is one, and of an odd number of blocks the last stands for two.
inline void gather(uint32_t block, uint32_t tile, bool last, uint32_t scale, uint32_t bias, uint32_t to) {
    if constexpr (are_numbers) {
        numbers_to_lanes(block, to);
        numbers_to_lanes(block + 32, to + right_half);
    }
    if constexpr (type == Type::mlx) {
        const uint32_t of_group = *halves(scale), added = *halves(bias);
        stream_to_lanes(block, to);
        *words(to + odd_columns) = of_group | added << 16;
    }
    if constexpr (type == Type::q8_0) {
        const uint32_t of_block = *halves(block);
        to_lanes(block + 2, block + 18, to);
        *words(to + odd_columns) = of_block;
    }
    if constexpr (type == Type::q4_0) {
        const uint32_t next = last ? block : block + block_bytes;
        const uint32_t of_block = *halves(block), of_next = *halves(next);
        to_lanes(block + 2, next + 2, to);
        *words(to + odd_columns) = of_block | of_next << 16;
    }
    if constexpr (type == Type::q4_k) {
        const uint32_t of_block = *words(block);
        const uint32_t of_groups = scale_and_minimum(block + 4, tile) | scale_and_minimum(block + 4, tile + 1) << 16;
        to_lanes(block + 16 + tile / 2 * 32, block + 32 + tile / 2 * 32, to);
        *words(to + odd_columns) = of_block;
        *words(to + right_half + odd_columns) = of_groups;
    }
    if constexpr (type == Type::q6_k) {
        const uint32_t lower = block + tile / 4 * 64 + tile % 2 * 32, upper = block + 128 + tile / 4 * 32;
        const uint32_t of_block = *halves(block + 208), of_halves = *halves(block + 192 + 2 * tile);
        to_lanes(lower, lower + 16, to);
        to_lanes(upper, upper + 16, to + right_half);
        *words(to + odd_columns) = of_block;
        *words(to + right_half + odd_columns) = of_halves;
    }
}

}  // namespace dequantise
