// Rounding to whole numbers on SFPI vectors.
#pragma once

#include "sim/api/tessera/sfpu/each.h"

namespace tessera::vectors {

// Fraction bits masked off; everything from 2^23 on is whole already, infinities and NaN among it.
sfpi_inline vFloat _trunc_body_(vFloat x) {
    vInt exponent = sfpi::exexp(x);
    vInt mask = sfpi::shft(vInt(-1), vInt(23) - exponent);
    v_if(exponent < 0) { mask = static_cast<int>(0x80000000); }
    v_endif;
    v_if(exponent > 22) { mask = -1; }
    v_endif;
    return sfpi::reinterpret<vFloat>(sfpi::reinterpret<vInt>(x) & mask);
}
// Whether a fraction was there is a question to the bits, which a NaN has, too.
sfpi_inline vFloat _floor_body_(vFloat x) {
    vFloat y = _trunc_body_(x);
    vInt bits = sfpi::reinterpret<vInt>(x);
    v_if(bits < 0 && bits != sfpi::reinterpret<vInt>(y)) { y = y - 1.0f; }
    v_endif;
    return y;
}
sfpi_inline vFloat _ceil_body_(vFloat x) {
    vFloat y = _trunc_body_(x);
    vInt bits = sfpi::reinterpret<vInt>(x);
    v_if(bits >= 0 && bits != sfpi::reinterpret<vInt>(y)) { y = y + 1.0f; }
    v_endif;
    return y;
}
sfpi_inline vFloat _frac_body_(vFloat x) { return x - _trunc_body_(x); }

// To even: 2^23 added leaves no place for a fraction. From 2^23 on everything is whole.
sfpi_inline vFloat _round_even_(vFloat x) {
    vFloat y = sfpi::setsgn(x, 0);
    y = y + 8388608.0f;
    vInt exponent = sfpi::exexp(x);
    y = y + -8388608.0f;
    v_if(exponent < 23) { x = sfpi::copysgn(y, x); }
    v_endif;
    return x;
}

// To `decimals` places: scaled by a power of ten, rounded, scaled back.
sfpi_inline vFloat round_to(vFloat x, float scale, float scale_reciprocal) {
    return scale_reciprocal * _round_even_(x * scale);
}

// 10^n rounded to fp32; by doubles, whose powers are exact up to 10^22.
struct PowersOfTen {
    static constexpr int least = -45, most = 38;
    float values[most - least + 1];
    constexpr PowersOfTen() : values{} {
        double power = 1;
        for (int n = 0; n <= -least; ++n, power *= 10) {
            if (n <= most) values[n - least] = static_cast<float>(power);
            values[-n - least] = static_cast<float>(1 / power);
        }
    }
};
inline constexpr PowersOfTen powers_of_ten;
// Infinite above 10^38, 0 below 10^-45.
inline float power_of_ten(int n) {
    if (n > PowersOfTen::most) return __builtin_inff();
    return n < PowersOfTen::least ? 0.0f : powers_of_ten.values[n - PowersOfTen::least];
}

}  // namespace tessera::vectors

namespace ckernel::sfpu {  // by the library's names

using tessera::vectors::_ceil_body_;
using tessera::vectors::_floor_body_;
using tessera::vectors::_round_even_;
using tessera::vectors::_trunc_body_;

}  // namespace ckernel::sfpu
