// Functions that only accuracy studies want: forms of e^x that no kernel here uses (spec/sfpu-math.md 2, 3).
#pragma once

#include "../rope/exp.hpp"

namespace study {

using namespace sfpi;

// What the family of Moroz et al. has in common: e^x = 2^E * (1 + P(m) / 2^23), E and m the fields of x K + M.
template <class Fraction>
sfpi_inline vFloat exp_by_fields(vFloat x, float bias, Fraction fraction_of) {
    vFloat y = 0.0f;
    vFloat in_register = bias;
    v_if(x > -88.0f) {
        vFloat z = reinterpret<vFloat>(sfpu::_float_to_int32_(x * 12102203.0f + in_register));
        vInt exponent = exexp(z);
        y = setexp(reinterpret<vFloat>(fraction_of(exman9(z))), exponent + 127);
    }
    v_endif;
    return y;
}

// P(m) = m: a line, 6e-2 relative.
sfpi_inline vFloat exp_0f(vFloat x) {
    return exp_by_fields(x, 1065353216.0f, [](vInt m) { return m; });
}

// The same line, lowered so that its error is centred: 3e-2.
sfpi_inline vFloat exp_11f(vFloat x) {
    return exp_by_fields(x, 1064986823.0f, [](vInt m) { return m; });
}

// exp_21f of its first days, the last digit of d3 lost (sfpu-math.md 2.3).
sfpi_inline vFloat exp_21f_typo(vFloat x) {
    return exp_by_fields(x, 1065353216.0f, [](vInt m) {
        vFloat d1 = 0.40196114e-7f;
        vFloat d2 = int32_to_float(m + 0xf94ee7, 0);
        vFloat d3 = int32_to_float(m + 0x560, 0);
        return sfpu::_float_to_int32_(d1 * d2 * d3);
    });
}

// exp_24f with the paper's d3 of the first segment, a fraction added after the conversion (sfpu-math.md 2.2).
sfpi_inline vFloat exp_24f_float(vFloat x) {
    return exp_by_fields(x, 1065353216.0f, [](vInt m) {
        vFloat d1 = 0.31214472e-7f;
        vInt c2 = 0x151d842;
        vFloat d3 = int32_to_float(m, 0) + 328.83582f;
        v_if(m > 0x600000) {
            d1 = 0.52496276e-7f;
            c2 = 0x81354a;
            d3 = int32_to_float(m + 0x10a440, 0);
        }
        v_elseif(m > 0x400000) {
            d1 = 0.4414393e-7f;
            c2 = 0xcdf4b4;
            d3 = int32_to_float(m + 0x3e4d6, 0);
        }
        v_elseif(m > 0x200000) {
            d1 = 0.37120473e-7f;
            c2 = 0x1113a74;
            d3 = int32_to_float(m + 0x9f16, 0);
        }
        v_endif;
        return sfpu::_float_to_int32_(d1 * int32_to_float(c2 + m, 0) * d3);
    });
}

}  // namespace study
