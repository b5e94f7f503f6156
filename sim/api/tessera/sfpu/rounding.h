// Rounding to whole numbers on SFPI vectors.
#pragma once

#include "sim/api/tessera/sfpu/each.h"

namespace ckernel::sfpu {

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
sfpi_inline vFloat _floor_body_(vFloat x) {
    vFloat y = _trunc_body_(x);
    v_if(x < y) { y = y - 1.0f; }
    v_endif;
    return y;
}
sfpi_inline vFloat _ceil_body_(vFloat x) {
    vFloat y = _trunc_body_(x);
    v_if(x > y) { y = y + 1.0f; }
    v_endif;
    return y;
}
sfpi_inline vFloat _frac_body_(vFloat x) { return x - _trunc_body_(x); }

// To even: 2^23 added leaves no place for a fraction.
sfpi_inline vFloat _round_even_(vFloat x) {
    vFloat all_whole = in_register(8388608.0f);
    vFloat a = sfpi::setsgn(x, 0);
    vFloat y = x;
    v_if(a < all_whole) { y = sfpi::copysgn(a + all_whole - all_whole, x); }
    v_endif;
    return y;
}

// To `decimals` places: scaled by a power of ten, rounded, scaled back.
sfpi_inline vFloat round_to(vFloat x, float scale, float scale_reciprocal) {
    return _round_even_(x * scale) * scale_reciprocal;
}
// 10^n, n from -38 to 38.
inline float power_of_ten(int n) {
    float power = 1.0f;
    const int steps = n < 0 ? -n : n;
    for (int i = 0; i < steps && i < 38; ++i) power *= 10.0f;
    return n < 0 ? 1.0f / power : power;
}

}  // namespace ckernel::sfpu
