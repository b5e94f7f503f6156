// Sine and cosine on SFPI vectors (sfpu-math.md 4.1).
#pragma once

#include "tessera/sfpu/convert.h"

namespace ckernel::sfpu {

inline constexpr float FRAC_1_PI = 0.31830987f, PI = 3.1415927f, PI_2 = 1.5707964f, PI_4 = 0.7853982f;

// sin(pi x) for |x| <= 1/2.
template <bool approximate>
sfpi_inline sfpi::vFloat sfpu_sinpi(sfpi::vFloat x);

template <>
sfpi_inline sfpi::vFloat sfpu_sinpi<false>(sfpi::vFloat x) {
    sfpi::vFloat s = x * x;
    return x * ((((0x1.406628p-4f * s + -0x9.93f86p-4f) * s + 0x2.8cd64p0f) * s + -0x5.2aef6p0f) * s + 0x3.243f6cp0f);
}

template <>
sfpi_inline sfpi::vFloat sfpu_sinpi<true>(sfpi::vFloat x) {
    sfpi::vFloat s = x * x;
    return x * ((0x1.29cf02p1f * s + -0x1.4954d4p2f) * s + 0x1.92149p1f);
}

// sin(pi v) for |v| < 32767.5: whole half turns off, their parity gives the sign.
template <bool approximate>
sfpi_inline sfpi::vFloat sin_half_turns(sfpi::vFloat v) {
    sfpi::vInt turns = sfpi::reinterpret<sfpi::vInt>(sfpi::float_to_int16(v, 0));
    v -= sfpi::int32_to_float(turns, 0);
    v = sfpu_sinpi<approximate>(v);
    v_if(turns & 1) { v = -v; }
    v_endif;
    return v;
}

template <bool approximate, int iterations = 8>
inline void calculate_sine() {
    for (int i = 0; i < iterations; ++i) {
        sfpi::vFloat x = sfpi::dst_reg[0];
        sfpi::dst_reg[0] = sin_half_turns<approximate>(x * FRAC_1_PI);
        sfpi::dst_reg++;
    }
}
template <bool approximate, int iterations = 8>
inline void calculate_cosine() {
    for (int i = 0; i < iterations; ++i) {
        sfpi::vFloat x = sfpi::dst_reg[0];
        sfpi::dst_reg[0] = sin_half_turns<approximate>(x * FRAC_1_PI + 0.5f);
        sfpi::dst_reg++;
    }
}

}  // namespace ckernel::sfpu
