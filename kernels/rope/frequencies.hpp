// The frequencies of a unit with all that may act on them, T1 only: frequency factors (rung F) and YaRN (rung Y;
// rope-variants.md (a)). The host works out what is the same for all pairs and defines only what changes anything,
// so that a plain RoPE pays for none of it:
//
//   ROPE_FACTORS      Dst tile 3 holds factors, and frequencies are divided by them
//   ROPE_FREQ_SCALE   s: frequencies are multiplied by it
//   ROPE_RAMP_FIRST, ROPE_RAMP_STEP, ROPE_EXT_FACTOR
//                     instead of by s, by s * (1 - r) + r: r is ext up to a first column, falls by ext * step a column
//                     and ends at 0, so that fast pairs keep their frequency and slow ones are interpolated
//   ROPE_BACKWARD     sines are negated
#pragma once

#include "row_positions.hpp"

namespace rope {

#if defined(ROPE_FACTORS)

constexpr uint32_t reciprocals = 2 * tile_vectors + 12;  // entries 76..79: by column face and parity

// Leaves 1/factor of the pairs of frequency vector i in entry `reciprocals + i`, in all four rows of lanes: the factors
// are row 0 of their tile, and four equal vectors transposed each hold row 0 everywhere. Goes first, since the
// transposition takes all eight registers.
sfpi_inline void prepare([[maybe_unused]] uint32_t column_tile) {
#pragma GCC unroll 1
    for (uint32_t i = 0; i < unit_frequencies; ++i) {
        // The reader put the factors of a tile of normal pairs into one face, the even columns for its left half.
        const uint32_t face = unit_tiles == 2 ? i / 2 : column_tile % 2, parity = i % 2;
        vFloat factor = dst_reg[table_vectors + face * face_vectors + parity];
        vFloat b = factor, c = factor, d = factor;
        subvec_transp(factor, b, c, d);
        // Four Newton steps; three leave 2.3e-6, a hundredth of a radian at position 5000 (spec/sfpu-math.md 5.1).
        dst_reg[reciprocals + i] = sfpu::_reciprocal_compat_<5>(factor);
    }
}

#else

sfpi_inline void prepare(uint32_t) {}

#endif

#if defined(ROPE_RAMP_STEP)

// What YaRN makes of the frequencies of the pairs that start in every second column of a face, from `column` on.
sfpi_inline vFloat ramp(uint32_t column) {
    vInt columns = (vConstTileId & 15) + static_cast<int32_t>(column);
    vFloat place =
        (int32_to_float(columns, 0) - static_cast<float>(ROPE_RAMP_FIRST)) * static_cast<float>(ROPE_RAMP_STEP);
    vFloat low = 0.0f;
    vFloat high = 1.0f;
    vec_min_max(low, place);
    vec_min_max(place, high);
    vFloat kept = (1.0f - place) * static_cast<float>(ROPE_EXT_FACTOR);
    return kept * static_cast<float>(1.0 - (ROPE_FREQ_SCALE)) + static_cast<float>(ROPE_FREQ_SCALE);
}

#endif

// Half turns per position of frequency vector i of the unit whose first tile is `column_tile`.
sfpi_inline vFloat unit_frequency(uint32_t column_tile, uint32_t i) {
    const uint32_t column = column_tile * tt::constants::TILE_WIDTH + i / face_frequencies * tt::constants::FACE_WIDTH +
                            i % face_frequencies;
    vFloat turns = frequency(column);
#if defined(ROPE_FACTORS)
    turns = turns * dst_reg[reciprocals + i];
#endif
#if defined(ROPE_RAMP_STEP)
    turns = turns * ramp(column);
#elif defined(ROPE_FREQ_SCALE)
    turns = turns * static_cast<float>(ROPE_FREQ_SCALE);
#endif
    return turns;
}

// Their angles at one position, in half turns. The position comes after the exponential, which needs all eight
// registers.
sfpi_inline vFloat unit_angle(int32_t position, uint32_t column_tile, uint32_t i) {
    vFloat turns = unit_frequency(column_tile, i);
    return int32_to_float(vInt(position), 0) * turns;
}

// For positions that differ by row: frequencies and positions in Dst, four rows a vector.
constexpr bool positions_wait = true;              // from unit to unit
constexpr uint32_t frequencies = row_vectors + 8;  // entries 72..75: by column face and parity of the column

sfpi_inline void keep_positions(const int32_t* position) {
#pragma GCC unroll 1
    for (uint32_t i = 0; i < face_vectors; ++i)
        dst_reg[row_vectors + i] = int32_to_float(four_rows(position + 4 * i), 0);
}

sfpi_inline void keep_frequencies(uint32_t column_tile) {
    prepare(column_tile);
#pragma GCC unroll 1
    for (uint32_t i = 0; i < unit_frequencies; ++i) dst_reg[frequencies + i] = unit_frequency(column_tile, i);
}

sfpi_inline vFloat kept_frequency(uint32_t face, uint32_t parity) {
    return dst_reg[frequencies + face % 2 * face_frequencies + parity];
}

sfpi_inline vFloat kept_position(uint32_t face, uint32_t rows) { return dst_reg[row_vectors + face / 2 * 4 + rows]; }

sfpi_inline vFloat angle_of(const vFloat& position, const vFloat& turns) { return position * turns; }

sfpi_inline vFloat sine_of(const vFloat& phase) {
    vFloat sine = sin_phase(phase);
#if defined(ROPE_BACKWARD)
    sine = -sine;
#endif
    scale(sine);
    return sine;
}

sfpi_inline vFloat cosine_of(const vFloat& phase) {
    vFloat cosine = cos_phase(phase);
    scale(cosine);
    return cosine;
}

}  // namespace rope
