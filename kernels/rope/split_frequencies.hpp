// Split frequencies of a unit (phase.hpp), T1 only: Dst tile 3 holds them, f1 in row 0 and f2 in row 1, with scale,
// ramp, factors and direction worked in by the host.
#pragma once

#include "row_positions.hpp"

namespace rope {

struct SplitFrequency {
    vFloat f1, f2;
};
struct SplitPosition {
    vFloat whole, low;
};

sfpi_inline void prepare(uint32_t) {}

// Frequency vector i, in all four rows of lanes: of four equal vectors transposed, the n-th holds row n everywhere.
// Takes all eight registers.
sfpi_inline SplitFrequency unit_frequency(uint32_t i) {
    vFloat f1 = dst_reg[table_vectors + i / face_frequencies * face_vectors + i % face_frequencies];
    vFloat f2 = f1, c = f1, d = f1;
    subvec_transp(f1, f2, c, d);
    return {f1, f2};
}

// Positions may be negative; what is left of one by its lowest bits is not.
sfpi_inline SplitPosition split_position(const vInt& position) {
    return {tessera::vectors::signed_to_float(position), int32_to_float(position & 8191, 0)};
}

// The angles of frequency vector i at one position.
sfpi_inline SplitPhase unit_angle(int32_t position, uint32_t, uint32_t i) {
    const SplitFrequency frequency = unit_frequency(i);
    const SplitPosition at = split_position(vInt(position));
    return split_phase(at.whole, at.low, frequency.f1, frequency.f2);
}

// For positions that differ by row: frequencies and positions in Dst, four rows a vector.
constexpr bool positions_wait = false;
constexpr uint32_t row_lows = row_vectors + face_vectors;      // entries 72..79
constexpr uint32_t row_frequencies = row_lows + face_vectors;  // entries 80..83 f1, 84..87 f2

sfpi_inline void keep_positions(const int32_t* positions) {
#pragma GCC unroll 1
    for (uint32_t i = 0; i < face_vectors; ++i) {
        const SplitPosition position = split_position(four_rows(positions + 4 * i));
        dst_reg[row_vectors + i] = position.whole;
        dst_reg[row_lows + i] = position.low;
    }
}

sfpi_inline void keep_frequencies(uint32_t) {
#pragma GCC unroll 1
    for (uint32_t i = 0; i < unit_frequencies; ++i) {
        const SplitFrequency frequency = unit_frequency(i);
        dst_reg[row_frequencies + i] = frequency.f1;
        dst_reg[row_frequencies + 4 + i] = frequency.f2;
    }
}

// Of a kept frequency the place alone, since a sine and a cosine beside its two vectors would need nine registers.
struct KeptFrequency {
    uint32_t f1, f2;
};
sfpi_inline KeptFrequency kept_frequency(uint32_t face, uint32_t parity) {
    const uint32_t i = row_frequencies + face % 2 * face_frequencies + parity;
    return {i, i + 4};
}

sfpi_inline SplitPosition kept_position(uint32_t face, uint32_t rows) {
    const uint32_t i = row_vectors + face / 2 * 4 + rows;
    return {dst_reg[i], dst_reg[i + face_vectors]};
}

sfpi_inline SplitPhase angle_of(const SplitPosition& position, const KeptFrequency& frequency) {
    return split_phase(position.whole, position.low, dst_reg[frequency.f1], dst_reg[frequency.f2]);
}

sfpi_inline vFloat sine_of(const SplitPhase& phase) {
    vFloat sine = split_sine(phase);
    scale(sine);
    return sine;
}

sfpi_inline vFloat cosine_of(const SplitPhase& phase) {
    vFloat cosine = split_cosine(phase);
    scale(cosine);
    return cosine;
}

}  // namespace rope
