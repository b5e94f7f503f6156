// The mathematics of RoPE on the vector unit, T1 only (rope-ladder.md "Rungs", rope-variants.md (d)).
//
// Angles are kept in half turns, so that sine needs no multiply by 1/pi: the frequency of pair k is
// exp(-k * (2/D) * ln(base) - ln(pi)). Three programmable constants hold ln(base), ln(pi) and what a column adds to the
// exponent: 2/D where NeoX starts a pair in each column, 1/D where normal pairing starts one in every second.
#pragma once

#include "../four_rows.hpp"
#include "exp.hpp"
#include "phase.hpp"
#include "work.hpp"

namespace rope {

using tile::on_dst;
constexpr uint32_t tile_vectors = tile::vectors;
constexpr uint32_t face_vectors = 8;

// An entry of Dst holds four rows of the even or the odd columns of a face. NeoX has its partner in the next tile, and
// the odd columns are pairs of their own; with normal pairing the odd columns are the partners, in the next entry.
constexpr uint32_t partner = unit_tiles == 2 ? tile_vectors : 1;
constexpr uint32_t face_frequencies = unit_tiles;  // vectors of pairs that start in the columns of a face
constexpr uint32_t unit_frequencies = 2 * face_frequencies;
constexpr uint32_t table_vectors = 3 * tile_vectors;  // where a unit's tile of the table lies

#if defined(FREQ_BASE_LOG)

sfpi_inline void set_constants(uint32_t units_per_row) {
    const int32_t columns = static_cast<int32_t>(units_per_row * unit_tiles * tt::constants::TILE_WIDTH);
    vConstFloatPrgm0 = static_cast<float>(FREQ_BASE_LOG);
    vConstFloatPrgm1 = 1.14472988585f;
    vConstFloatPrgm2 = static_cast<float>(unit_tiles) / static_cast<float>(columns);
}

// Half turns per position of a pair, `n` its column times vConstFloatPrgm2.
sfpi_inline vFloat frequency_at(const vFloat& n) { return ROPE_EXP(-n * vConstFloatPrgm0 - vConstFloatPrgm1); }

// Those of the eight pairs that start in one vector: every second column of a face, from `column` on.
sfpi_inline vFloat frequency(uint32_t column) {
    vInt columns = (vConstTileId & 15) + static_cast<int32_t>(column);
    vFloat n = int32_to_float(columns, 0) * vConstFloatPrgm2;
    return frequency_at(n);
}

#endif

// Sines and cosines are multiplied by ROPE_MAGNITUDE, where it changes anything.
sfpi_inline void scale([[maybe_unused]] vFloat& value) {
#if defined(ROPE_MAGNITUDE)
    value = value * static_cast<float>(ROPE_MAGNITUDE);
#endif
}

// The pairs (x, y) of which entry `index` of Dst holds x.
sfpi_inline void rotate(uint32_t index, const vFloat& sine, const vFloat& cosine) {
    vFloat x = dst_reg[index];
    vFloat y = dst_reg[index + partner];
    dst_reg[index] = x * cosine - y * sine;
    dst_reg[index + partner] = x * sine + y * cosine;
}

}  // namespace rope
