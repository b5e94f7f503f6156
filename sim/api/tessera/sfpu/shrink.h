// Activations with thresholds, quotients and remainders by one number, and masks, on SFPI vectors.
#pragma once

#include "sim/api/tessera/rounding_mode.h"
#include "sim/api/tessera/sfpu/recip.h"
#include "sim/api/tessera/sfpu/rounding.h"

namespace tessera::vectors {

// Towards 0 by lambda, 0 within it.
sfpi_inline vFloat softshrink(vFloat x, float parameter) {
    vFloat lambda = parameter;
    vFloat y = 0.0f;
    v_if(x > lambda) { y = x - lambda; }
    v_elseif(x < (-lambda)) { y = x + lambda; }
    v_endif;
    return y;
}
// x / (1 + |x|). Needs _init_sfpu_reciprocal_.
template <bool approximate>
sfpi_inline vFloat softsign(vFloat x) {
    vFloat below = sfpi::abs(x) + sfpi::vConst1;
    return x * _sfpu_reciprocal_<(approximate ? 0 : 2)>(below);
}
// x times (x + 2.8 limited to 0 and 5) / 5.
sfpi_inline vFloat hardmish(vFloat x) {
    vFloat a = x + 2.8f;
    vFloat low = 0.0f;
    vFloat high = 5.0f;
    sfpi::vec_min_max(low, a);
    sfpi::vec_min_max(a, high);
    return x * a * 0.2f;
}

// Lanes that keep their value are not stored, so that what SFPSTORE would flush stays.
inline void calculate_threshold(float threshold, float value) {
    vFloat least = threshold;
    vFloat other = value;
    for (int i = 0; i < 8; ++i) {
        vFloat x = sfpi::dst_reg[0];
        v_if(x <= least) { sfpi::dst_reg[0] = other; }
        v_endif;
        sfpi::dst_reg++;
    }
}

// The mask is the tile after the data; +0 there puts `value` into the data.
template <class V>
inline void calculate_mask(float value) {
    for (int i = 0; i < 8; ++i) {
        V mask = sfpi::dst_reg[tile_steps];
        v_if(mask == 0) { sfpi::dst_reg[0] = vFloat(value); }
        v_endif;
        sfpi::dst_reg++;
    }
}

// value - x, as it is.
sfpi_inline vFloat difference_from(vFloat x, float value) { return vFloat(value) - x; }

// a + (value b) c, the first product rounded.
template <bool is_fp32_dest_acc_en, bool as_fp32>
inline void calculate_sum_with_scaled_product(uint32_t in0, uint32_t in1, uint32_t in2, uint32_t out, float value) {
    constexpr auto layout = as_fp32 ? sfpi::DataLayout::FP32 : sfpi::DataLayout::SRCB;
    const vFloat factor = value;
#pragma GCC unroll 1
    for (int i = 0; i < 8; ++i) {
        vFloat b = sfpi::dst_reg[in1 * tile_steps].mode<layout>();
        b = rounded(b * factor);
        vFloat a = sfpi::dst_reg[in0 * tile_steps].mode<layout>();
        vFloat c = sfpi::dst_reg[in2 * tile_steps].mode<layout>();
        sfpi::dst_reg[out * tile_steps].mode<layout>() = for_dst<is_fp32_dest_acc_en>(c * b + a);
        sfpi::dst_reg++;
    }
}

// Pairs of neighbouring columns (a, b) become (-b, a).
inline void calculate_rotate90() {
    for (int i = 0; i < 4; ++i) {
        vFloat even = sfpi::dst_reg[0];
        sfpi::dst_reg[0] = -sfpi::dst_reg[1];
        sfpi::dst_reg[1] = even;
        sfpi::dst_reg += 2;
    }
}

// value / x, rounded to a whole number where asked. Needs _init_sfpu_reciprocal_.
template <bool approximate, bool is_fp32_dest_acc_en, RoundingMode rounding>
sfpi_inline vFloat quotient_of(vFloat x, float value) {
    constexpr int steps = approximate ? 0 : is_fp32_dest_acc_en ? 2 : 1;
    vFloat reciprocal = _sfpu_reciprocal_<steps>(x);
    if constexpr (!approximate && !is_fp32_dest_acc_en) reciprocal = for_dst<false>(reciprocal);
    vFloat y = reciprocal * vFloat(value);
    if constexpr (rounding == RoundingMode::Trunc) y = _trunc_body_(y);
    if constexpr (rounding == RoundingMode::Floor) y = _floor_body_(y);
    return y;
}

// The divisor is Prgm0, its reciprocal Prgm1.
inline void modulo_init(float divisor, float reciprocal) {
    sfpi::vConstFloatPrgm0 = vFloat(divisor);
    sfpi::vConstFloatPrgm1 = vFloat(reciprocal);
}
// |x| less the divisor's magnitude times their quotient cut by its fraction bits.
sfpi_inline vFloat remainder_of_magnitude(vFloat a, vFloat divisor, vFloat reciprocal) {
    vFloat quotient;
    vInt exponent = sfpi::exexp(a * reciprocal);
    v_if(exponent < 0) { quotient = 0.0f; }
    v_elseif(exponent < 23) {
        vUInt cut = sfpi::shft(sfpi::reinterpret<vUInt>(a * reciprocal), exponent - 23);
        quotient = sfpi::reinterpret<vFloat>(sfpi::shft(cut, 0 - (exponent - 23)));
    }
    v_else { quotient = a * reciprocal; }
    v_endif;
    v_if(quotient > a * reciprocal) { quotient = quotient - 1.0f; }
    v_endif;
    return a - quotient * divisor;
}
// What is as large as the divisor after all (rounding of the quotient) is taken down, at most ten times.
sfpi_inline vFloat settled_remainder(vFloat y, vFloat divisor) {
    v_if(divisor == 0.0f) { y = not_a_number(); }
    v_endif;
    for (int step = 0; step < 10; ++step) {
        v_if(y >= divisor) { y = divisor - y; }
        v_endif;
    }
    v_if(sfpi::abs(y) - divisor == 0.0f) { y = 0.0f; }
    v_endif;
    return y;
}
// With the sign of x.
sfpi_inline vFloat modulo_truncated(vFloat x) {
    vFloat divisor = sfpi::abs(vFloat(sfpi::vConstFloatPrgm0));
    vFloat y = remainder_of_magnitude(sfpi::abs(x), divisor, sfpi::abs(vFloat(sfpi::vConstFloatPrgm1)));
    return settled_remainder(sfpi::copysgn(y, x), divisor);
}
// With the sign of the divisor.
sfpi_inline vFloat modulo_floored(vFloat x) {
    vFloat value = sfpi::vConstFloatPrgm0;
    vFloat divisor = sfpi::abs(value);
    vFloat y = remainder_of_magnitude(sfpi::abs(x), divisor, sfpi::abs(vFloat(sfpi::vConstFloatPrgm1)));
    v_if(x < 0.0f && y != 0.0f) { y = divisor - y; }
    v_endif;
    v_if(value < 0.0f && y != 0.0f) { y = y + value; }
    v_endif;
    return settled_remainder(sfpi::copysgn(y, value), divisor);
}

}  // namespace tessera::vectors

namespace ckernel::sfpu {  // by the library's names

using tessera::vectors::calculate_mask;

}  // namespace ckernel::sfpu
