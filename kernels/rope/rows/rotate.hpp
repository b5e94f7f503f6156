// A unit's rotation on the vector unit, T1 only: the unit in Dst tiles 0 and 1, angles in tile 3, or cosines in tile 2
// and sines in tile 3.
#pragma once

#include "../../four_rows.hpp"
#include "../rotation.hpp"
#include "rows.hpp"

namespace rope {

constexpr uint32_t unit_cosines = 2 * tile_vectors, unit_sines = 3 * tile_vectors;

// The entries of Dst that hold the ones and the others of the pairs whose angles entry `angle` holds (column_place in
// block.hpp), of the four rows that each_four_rows is at: `angle` is 0, 1, 8 or 9 there.
template <uint32_t angle>
struct PairEntries {
    static constexpr uint32_t one = ROPE_STEP == 1 ? angle : angle / 8 * 8 + angle % 2 * tile_vectors;
    static constexpr uint32_t other = one + (ROPE_STEP == 1 ? tile_vectors : 1);
};

// Calls `work` with each of the four.
template <class Work>
sfpi_inline void each_angle(Work work) {
    work.template operator()<0>();
    work.template operator()<1>();
    work.template operator()<8>();
    work.template operator()<9>();
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

// What does not turn.
sfpi_inline void round_unit() {
#if defined(ROPE_ROUND_BITS)
    tile::each_four_rows([] {
        each_angle([]<uint32_t i> {
            dst_reg[i] = rounded(dst_reg[i]);
            dst_reg[tile_vectors + i] = rounded(dst_reg[tile_vectors + i]);
        });
    });
#endif
}

#if defined(ROPE_CACHES)

// Every product is rounded before the sum (rope-variants.md (c)). The products lie in Dst meanwhile, so that none
// becomes part of a multiply-add.
sfpi_inline void turn_unit(bool) {
    tile::each_four_rows([] {
        each_angle([]<uint32_t i> {
            using At = PairEntries<i>;
            {
                vFloat x = dst_reg[At::one], cosine = dst_reg[unit_cosines + i];
                vFloat y = dst_reg[At::other], sine = dst_reg[unit_sines + i];
                dst_reg[At::one] = rounded(x * sine);
                dst_reg[unit_cosines + i] = rounded(x * cosine);
                dst_reg[At::other] = rounded(y * cosine);
                dst_reg[unit_sines + i] = rounded(y * sine);
            }
            vFloat one = dst_reg[unit_cosines + i] - dst_reg[unit_sines + i];
            vFloat other = dst_reg[At::one] + dst_reg[At::other];
            dst_reg[At::one] = rounded(one);
            dst_reg[At::other] = rounded(other);
        });
    });
}

#else

// Of sines and cosines. The inverse square root has the programmable constants to itself.
#if defined(ROPE_NORM)
sfpi_inline vFloat magnitude() { return get_arg_val<float>(1); }
#else
sfpi_inline void set_magnitude() { vConstFloatPrgm0 = get_arg_val<float>(1); }
sfpi_inline vFloat magnitude() { return vConstFloatPrgm0; }
#endif
sfpi_inline vFloat scaled_sine(const vInt& turns) { return turns_sine(turns) * magnitude(); }
sfpi_inline vFloat scaled_cosine(const vInt& turns) { return turns_cosine(turns) * magnitude(); }

template <uint32_t i>
sfpi_inline void turn_pair(const vFloat& sine, const vFloat& cosine) {
    using At = PairEntries<i>;
    vFloat x = dst_reg[At::one], y = dst_reg[At::other];
    vFloat one = x * cosine - y * sine;
    vFloat other = x * sine + y * cosine;
    dst_reg[At::one] = rounded(one);
    dst_reg[At::other] = rounded(other);
}

#if defined(ROPE_PHASE)
enum class Phase { split, computed };

// Sine and cosine of rows 0 to 3 of the angles: frequency, its smaller part, position, and the position's lowest bits.
template <uint32_t i>
sfpi_inline void put_phase(const vUInt& frequency, const vUInt& rest, const vUInt& position, const vUInt& low) {
    vFloat whole = int32_to_float(reinterpret<vInt>(position), 0);
    if constexpr (Phase::ROPE_PHASE == Phase::computed) {
        vFloat phase = whole * reinterpret<vFloat>(frequency);
        dst_reg[unit_cosines + i] = sin_phase(phase) * magnitude();
        dst_reg[unit_cosines + i + 2] = cos_phase(phase) * magnitude();
    } else {
        const SplitPhase phase = split_phase(whole, int32_to_float(reinterpret<vInt>(low), 0),
                                             reinterpret<vFloat>(frequency), reinterpret<vFloat>(rest));
        dst_reg[unit_cosines + i] = split_sine(phase) * magnitude();
        dst_reg[unit_cosines + i + 2] = split_cosine(phase) * magnitude();
    }
}
#endif

// Row 0 of the angles is everybody's: of four equal vectors transposed, the first holds row 0 everywhere.
sfpi_inline void turn_alike() {
    on_dst([] {
        each_angle([]<uint32_t i> {
            vUInt turns = dst_reg[unit_sines + i];
            vUInt b = turns, c = turns, d = turns;
            subvec_transp(turns, b, c, d);
#if defined(ROPE_PHASE)
            put_phase<i>(turns, b, c, d);
#else
            dst_reg[unit_cosines + i] = scaled_sine(turns);
            dst_reg[unit_cosines + i + 2] = scaled_cosine(turns);
#endif
        });
    });
    each_angle([]<uint32_t i> {
        on_dst([] {
            const vFloat sine = dst_reg[unit_cosines + i], cosine = dst_reg[unit_cosines + i + 2];
            tile::walk_rows([&] { turn_pair<i>(sine, cosine); });
        });
    });
}

sfpi_inline void turn_unit(bool alike) {
    if (alike) return turn_alike();
    tile::each_four_rows([] {
        each_angle([]<uint32_t i> {
            vUInt turns = dst_reg[unit_sines + i];
            turn_pair<i>(scaled_sine(turns), scaled_cosine(turns));
        });
    });
}

#endif

}  // namespace rope
