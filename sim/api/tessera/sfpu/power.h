// x^y on SFPI vectors: 2^(y log2|x|), the logarithm a polynomial of the mantissa (sfpu-math.md 5.2). A negative base
// gives the sign by the parity of the exponent, NaN where the exponent is not whole.
#pragma once

#include "sim/api/tessera/sfpu/log.h"

namespace tessera::vectors {

// 1 / ln 2, the least power of two, and NaN.
sfpi_inline void power_init(float ln_2_reciprocal) {
    sfpi::vConstFloatPrgm0 = ln_2_reciprocal;
    sfpi::vConstFloatPrgm1 = -127.0f;
    sfpi::vConstFloatPrgm2 = __builtin_bit_cast(float, 0x7fc00000u);
}

// y log2|x| with log2(m 2^e) = e + ln(m) / ln 2, at least -127, and as an integer with 23 fraction bits and the bias.
sfpi_inline vInt power_as_integer(vFloat exponent_of_base, vFloat ln_of_mantissa, vFloat y) {
    vFloat log2 = exponent_of_base + ln_of_mantissa * sfpi::vConstFloatPrgm0;
    vFloat z = y * log2;
    const vFloat least = sfpi::vConstFloatPrgm1;
    v_if(z < least) { z = least; }
    v_endif;
    z = sfpi::addexp(z, 23);
    const vFloat bias = vFloat(0x3f800000);
    return _float_to_int32_positive_(z + bias);
}

// The two factors of exp_21f on the fraction of z.
sfpi_inline vFloat power_of_two_21f(vInt z) {
    vInt exponent = sfpi::exexp(sfpi::reinterpret<vFloat>(z));
    vInt fraction = sfpi::exman9(sfpi::reinterpret<vFloat>(z));
    vFloat d1 = 0.40196114e-7f;
    vFloat d2 = sfpi::int32_to_float(vInt(0xf94ee7) + fraction, 0);
    vFloat d3 = sfpi::int32_to_float(vInt(0x560e) + fraction, 0);
    d2 = d1 * d2;
    fraction = _float_to_int32_positive_(d2 * d3);
    return sfpi::setexp(sfpi::reinterpret<vFloat>(fraction), exponent + 127);
}
// The polynomial of exp_61f on it.
sfpi_inline vFloat power_of_two_61f(vInt z) {
    vInt exponent = sfpi::exexp(sfpi::reinterpret<vFloat>(z));
    vFloat fraction = sfpi::int32_to_float(sfpi::exman9(sfpi::reinterpret<vFloat>(z)), 0) * vFloat(1.1920929e-7f);
    vFloat p = PolynomialEvaluator::eval(fraction, 1.0000000018f, 0.69314699f, 0.24022982f, 0.055483369f, 0.0096788315f,
                                         0.001243946f, 0.0002170391f);
    return sfpi::setexp(p, exponent + 127);
}

// ln of the mantissa by a cubic, and by degree 5.
sfpi_inline vFloat ln_of_mantissa_3(vFloat m) {
    return PolynomialEvaluator::eval(m, -0x1.952992p0f, 0x2.4f5388p0f, -0xd.e712ap-4f, 0x2.44734p-4f);
}
sfpi_inline vFloat ln_of_mantissa_5(vFloat m) {
    return PolynomialEvaluator::eval(m, -1.94046315f, 3.5271965f, -2.45830873f, 1.1286426f, -0.28807408f, 0.03101577f);
}

// The result for a negative base: of a whole exponent its lowest bit, moved up, is the sign.
sfpi_inline vFloat with_sign_of_power(vFloat result, vFloat x, vFloat y, vInt whole, vFloat rounded_y) {
    v_if(x < 0.0f) {
        result = sfpi::copysgn(result, whole << 31);
        v_if(rounded_y != y) { result = sfpi::vConstFloatPrgm2; }
        v_endif;
    }
    v_endif;
    return result;
}

template <bool is_fp32_dest_acc_en>
sfpi_inline vFloat power(vFloat x, vFloat y) {
    vFloat magnitude_of_x = sfpi::abs(x);
    vFloat m = sfpi::setexp(magnitude_of_x, 127);
    vFloat ln = is_fp32_dest_acc_en ? ln_of_mantissa_5(m) : ln_of_mantissa_3(m);
    vInt z = power_as_integer(exponent_to_float(sfpi::exexp(x)), ln, y);
    vFloat result = is_fp32_dest_acc_en ? power_of_two_61f(z) : power_of_two_21f(z);
    vInt whole = sfpi::reinterpret<vInt>(sfpi::float_to_int16(y, 0));
    vFloat rounded_y = sfpi::int32_to_float(whole, 0);
    v_if(magnitude_of_x == 0.0f && y < 0.0f) { result = sfpi::vConstFloatPrgm2; }
    v_endif;
    return for_dst<is_fp32_dest_acc_en>(with_sign_of_power(result, x, y, whole, rounded_y));
}

template <bool is_fp32_dest_acc_en>
sfpi_inline vFloat power_of_base(vFloat exponent, float base) {
    return power<is_fp32_dest_acc_en>(vFloat(base), exponent);
}
// Of |x|, as the vendor's: the sign is the caller's.
template <bool is_fp32_dest_acc_en>
sfpi_inline vFloat cube_root(vFloat x) {
    return power<is_fp32_dest_acc_en>(sfpi::abs(x), vFloat(1.0f / 3.0f));
}

// With one exponent for all lanes; rounded to bf16 in an fp32 Dst too.
template <bool is_positive>
sfpi_inline vFloat power_of_scalar(vFloat x, float exponent) {
    const vFloat y = exponent;
    vFloat magnitude_of_x = sfpi::abs(x);
    vFloat ln = ln_of_mantissa_3(sfpi::setexp(magnitude_of_x, 127));
    vInt e = sfpi::exexp(x);
    vInt sign = vInt(0) - sfpi::reinterpret<vInt>(sfpi::reinterpret<vUInt>(e) >> 31);
    vInt magnitude_of_e = (e ^ sign) - sign;
    vFloat e_as_float = sfpi::int32_to_float(sfpi::copysgn(magnitude_of_e, sign), 0);
    vFloat result = power_of_two_21f(power_as_integer(e_as_float, ln, y));
    if constexpr (!is_positive) {
        v_if(magnitude_of_x == 0.0f) { result = sfpi::vConstFloatPrgm2; }
        v_endif;
    }
    vInt whole = sfpi::reinterpret<vInt>(sfpi::float_to_int16(y, 0));
    return for_dst<false>(with_sign_of_power(result, x, y, whole, sfpi::int32_to_float(whole, 0)));
}

// A whole number of factors, by squaring; stored as it is.
sfpi_inline vFloat power_of_whole(vFloat x, uint32_t exponent) {
    vFloat y = 1.0f;
    for (; exponent != 0; exponent >>= 1) {
        if (exponent & 1) y = y * x;
        x = x * x;
    }
    return y;
}

}  // namespace tessera::vectors
