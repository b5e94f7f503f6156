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

// The fp32 default of 2025-12: z = x / ln 2 rounded by the magic number, ln 2 in two parts, Taylor to degree 7.
sfpi_inline vFloat exp_fp32_2025(vFloat x) {
    vFloat z = x * 1.4426950408889634f;
    vFloat magic = 12582912.0f;
    vFloat shifted = z + magic;
    vFloat k = shifted - magic;
    vFloat r = k * -0.693115234375f + x;
    r = k * -3.19461832987e-05f + r;
    vFloat p =
        sfpu::PolynomialEvaluator::eval(r, 1.0f, 1.0f, 0.5f, 1.0f / 6, 1.0f / 24, 1.0f / 120, 1.0f / 720, 1.0f / 5040);
    vInt exponent = exexp_nodebias(p) + (reinterpret<vInt>(shifted) - reinterpret<vInt>(magic));
    vFloat y = setexp(p, exponent);
    v_if(z >= 128.0f) { y = reinterpret<vFloat>(vInt(0x7f800000)); }
    v_endif;
    v_if(z <= -127.0f) { y = 0.0f; }
    v_endif;
    v_if(exexp_nodebias(x) == 255 && exman9(x) != 0) { y = x; }
    v_endif;
    return y;
}

// Blackhole's scheduled reciprocals (sfpu-math.md 5.1): SFPARECIP's seven bits and what is left of 1 - xy. In fp32, a
// cubic of it; the NaN of 0 times infinity becomes 1 and keeps y as it is.
sfpi_inline vFloat recip_cubic(vFloat x) {
    vFloat y = approx_recip(x);
    vFloat one = 1.0f;
    vFloat e = -x * y + 1.0f;
    vFloat t = e * e + e;
    t = t * e + e;
    vec_min_max(t, one);
    return y * t + y;
}

// In bf16: the middle between y and its neighbour above says which of them is nearer.
sfpi_inline vFloat recip_middle(vFloat x) {
    vInt y = reinterpret<vInt>(approx_recip(x));
    vFloat e = reinterpret<vFloat>(y | 0x8000) * x - 1.0f;
    vInt top = reinterpret<vInt>(reinterpret<vUInt>(y) >> 16) + reinterpret<vInt>(reinterpret<vUInt>(e) >> 31);
    return reinterpret<vFloat>(top << 16);
}

}  // namespace study
