// The oldest sine and cosine, kept for kernels that name them (sfpu-math.md 4.4): one constant for the reduction, which
// loses everything at multiples of pi, and a Maclaurin series summed term by term.
#pragma once

#include "sim/api/tessera/sfpu/trigonometry.h"

namespace tessera::vectors {

// x - x^3/3! + x^5/5! ..., to x^7 or x^11.
template <bool approximate>
sfpi_inline vFloat _sfpu_sine_maclaurin_series_(vFloat x) {
    vFloat s = x * x;
    vFloat term = x * s;
    vFloat sum = term * -0.166666666f + x;
    term = term * s;
    sum = term * 0.0083333333f + sum;
    term = term * s;
    sum = term * -0.0001984126f + sum;
    if constexpr (!approximate) {
        term = term * s;
        sum = term * 0.0000027557f + sum;
        term = term * s;
        sum = term * -0.00000002505f + sum;
    }
    return sum;
}

// 1 - x^2/2! + x^4/4! ..., to x^6 or x^10.
template <bool approximate>
sfpi_inline vFloat _sfpu_cosine_maclaurin_series_(vFloat x) {
    vFloat s = x * x;
    vFloat sum = s * in_register(-0.5f) + 1.0f;
    vFloat term = s * s;
    sum = term * 0.0416666666f + sum;
    term = term * s;
    sum = term * -0.0013888888f + sum;
    if constexpr (!approximate) {
        term = term * s;
        sum = term * 0.0000248015f + sum;
        term = term * s;
        sum = term * -0.0000002755f + sum;
    }
    return sum;
}

// The angle less its nearest whole number of half turns, whose parity gives the sign.
template <bool approximate, bool is_cosine>
sfpi_inline vFloat by_maclaurin(vFloat x) {
    vFloat v = x * 0.318309886183791f;
    vInt whole = sfpi::reinterpret<vInt>(sfpi::float_to_int16(v, 0));
    v -= sfpi::int32_to_float(whole, 0);
    v = v * 3.141592653589793f;
    v = is_cosine ? _sfpu_cosine_maclaurin_series_<approximate>(v) : _sfpu_sine_maclaurin_series_<approximate>(v);
    v_if(whole & 1) { v = -v; }
    v_endif;
    return v;
}

template <bool approximate, int iterations = 8>
inline void _calculate_sine_() {
    each<by_maclaurin<approximate, false>, iterations>();
}
template <bool approximate, int iterations = 8>
inline void _calculate_cosine_() {
    each<by_maclaurin<approximate, true>, iterations>();
}

}  // namespace tessera::vectors

namespace ckernel::sfpu {  // by the library's names

using tessera::vectors::_calculate_cosine_;
using tessera::vectors::_calculate_sine_;
using tessera::vectors::_sfpu_cosine_maclaurin_series_;
using tessera::vectors::_sfpu_sine_maclaurin_series_;

}  // namespace ckernel::sfpu
