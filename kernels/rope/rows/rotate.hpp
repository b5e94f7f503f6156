// A unit's rotation on the vector unit, T1 only: the unit in Dst tiles 0 and 1, angles in tile 3, or cosines in tile 2
// and sines in tile 3.
#pragma once

#include "../rotation.hpp"
#include "rows.hpp"

namespace rope {

constexpr uint32_t unit_cosines = 2 * tile_vectors, unit_sines = 3 * tile_vectors;

// The entries of Dst that hold the ones and the others of the pairs whose angles entry `i` of a tile holds
// (column_place in block.hpp).
struct PairEntries {
    uint32_t one, other;
};
constexpr PairEntries entries_of(uint32_t i) {
    if constexpr (ROPE_STEP == 1) return {i, i + tile_vectors};
    const uint32_t even = i % 2 * tile_vectors + i / 2 * 2;
    return {even, even + 1};
}

// To nearest, ties to even, in the format of the elements, whose further bits the packer would cut off or round in a
// way that depends on the machine (tensix-core.md 1.8). Carries run into the exponent as they should.
sfpi_inline vFloat rounded(const vFloat& value) {
#if defined(ROPE_ROUND_BITS)
    vUInt bits = reinterpret<vUInt>(value);
    vUInt odd = (bits >> ROPE_ROUND_BITS) & 1;
    bits = bits + odd + ((1 << (ROPE_ROUND_BITS - 1)) - 1);
    return reinterpret<vFloat>((bits >> ROPE_ROUND_BITS) << ROPE_ROUND_BITS);
#else
    return value;
#endif
}

#if defined(ROPE_CACHES)

// Every product is rounded before the sum (rope-variants.md (c)). The products lie in Dst meanwhile, so that none
// becomes part of a multiply-add.
sfpi_inline void turn_unit(bool) {
#pragma GCC unroll 1
    for (uint32_t i = 0; i < tile_vectors; ++i) {
        const PairEntries at = entries_of(i);
        {
            vFloat x = dst_reg[at.one], cosine = dst_reg[unit_cosines + i];
            vFloat y = dst_reg[at.other], sine = dst_reg[unit_sines + i];
            dst_reg[at.one] = rounded(x * sine);
            dst_reg[unit_cosines + i] = rounded(x * cosine);
            dst_reg[at.other] = rounded(y * cosine);
            dst_reg[unit_sines + i] = rounded(y * sine);
        }
        vFloat one = dst_reg[unit_cosines + i] - dst_reg[unit_sines + i];
        vFloat other = dst_reg[at.one] + dst_reg[at.other];
        dst_reg[at.one] = rounded(one);
        dst_reg[at.other] = rounded(other);
    }
}

#else

// Of sines and cosines. The inverse square root has the programmable constants to itself.
#if defined(ROPE_NORM)
sfpi_inline vFloat magnitude() { return get_arg_val<float>(2); }
#else
sfpi_inline void set_magnitude() { vConstFloatPrgm0 = get_arg_val<float>(2); }
sfpi_inline vFloat magnitude() { return vConstFloatPrgm0; }
#endif
sfpi_inline vFloat scaled_sine(const vInt& turns) { return turns_sine(turns) * magnitude(); }
sfpi_inline vFloat scaled_cosine(const vInt& turns) { return turns_cosine(turns) * magnitude(); }

sfpi_inline void turn_pair(uint32_t i, const vFloat& sine, const vFloat& cosine) {
    const PairEntries at = entries_of(i);
    vFloat x = dst_reg[at.one], y = dst_reg[at.other];
    vFloat one = x * cosine - y * sine;
    vFloat other = x * sine + y * cosine;
    dst_reg[at.one] = rounded(one);
    dst_reg[at.other] = rounded(other);
}

// Row 0 of the angles is everybody's: of four equal vectors transposed, the first holds row 0 everywhere.
sfpi_inline void turn_alike() {
#pragma GCC unroll 1
    for (uint32_t i = 0; i < 4; ++i) {
        const uint32_t first = i / 2 * face_vectors + i % 2;
        vUInt turns = dst_reg[unit_sines + first];
        vUInt b = turns, c = turns, d = turns;
        subvec_transp(turns, b, c, d);
        dst_reg[unit_cosines + first] = scaled_sine(turns);
        dst_reg[unit_cosines + first + 2] = scaled_cosine(turns);
    }
#pragma GCC unroll 1
    for (uint32_t i = 0; i < 4; ++i) {
        const uint32_t first = i / 2 * face_vectors + i % 2;
        vFloat sine = dst_reg[unit_cosines + first], cosine = dst_reg[unit_cosines + first + 2];
#pragma GCC unroll 1
        for (uint32_t rows = 0; rows < 8; ++rows)
            turn_pair(first + rows / 4 * 2 * face_vectors + rows % 4 * 2, sine, cosine);
    }
}

sfpi_inline void turn_unit(bool alike) {
    if (alike) return turn_alike();
#pragma GCC unroll 1
    for (uint32_t i = 0; i < tile_vectors; ++i) {
        vUInt turns = dst_reg[unit_sines + i];
        turn_pair(i, scaled_sine(turns), scaled_cosine(turns));
    }
}

#endif

}  // namespace rope
