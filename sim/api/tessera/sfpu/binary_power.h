// a^b on SFPI vectors as 2^(b log2 a), after Moroz et al. (sfpu-math.md 2): a polynomial for the logarithm, and the
// fields of the product for the power of two. Prgm0 is 1 / ln 2, Prgm1 the least exponent, Prgm2 NaN.
#pragma once

#include "sim/api/tessera/sfpu/each.h"

namespace ckernel::sfpu {

sfpi_inline void binary_power_init() {
    sfpi::vConstFloatPrgm0 = 1.442695f;
    sfpi::vConstFloatPrgm1 = -127.0f;
    sfpi::vConstFloatPrgm2 = not_a_number();
}

// Of x >= 0, truncated; 2^31 - 1 beyond.
sfpi_inline vInt whole_of_positive(vFloat x) {
    vInt y;
    vInt exponent = sfpi::exexp(x);
    v_if(exponent < 0) { y = 0; }
    v_elseif(exponent > 30) { y = 0x7fffffff; }
    v_else {
        vInt shift = exponent - 23;
        y = sfpi::reinterpret<vInt>(sfpi::shft(sfpi::reinterpret<vUInt>(sfpi::exman8(x)), shift));
    }
    v_endif;
    return y;
}

// 2^23 (127 + b log2 |a|) as an integer, whose fields are exponent and fraction of |a|^b. Below 2^-127 the result is
// held at 0: it would come back from overflow.
sfpi_inline vInt power_fields(vFloat a, vFloat b, vFloat log_of_mantissa) {
    vFloat exponent = signed_to_float(sfpi::exexp(a));
    vFloat log2 = exponent + log_of_mantissa * sfpi::vConstFloatPrgm0;
    vFloat z = b * log2;
    vFloat least = sfpi::vConstFloatPrgm1;
    v_if(z < least) { z = least; }
    v_endif;
    z = sfpi::addexp(z, 23);
    const vFloat bias = vFloat(0x3f800000);
    return whole_of_positive(z + bias);
}

// What |a|^b says of signs: nothing for a negative power of 0, the parity of b for a < 0, NaN where b is not whole.
sfpi_inline vFloat with_power_signs(vFloat y, vFloat a, vFloat b) {
    vInt whole = sfpi::reinterpret<vInt>(sfpi::float_to_int16(b, 0));
    vFloat rounded_b = sfpi::int32_to_float(whole, 0);
    v_if(sfpi::setsgn(a, 0) == 0.0f && b < 0.0f) { y = sfpi::vConstFloatPrgm2; }
    v_endif;
    v_if(a < 0.0f) {
        y = sfpi::copysgn(y, whole << 31);
        v_if(rounded_b != b) { y = sfpi::vConstFloatPrgm2; }
        v_endif;
    }
    v_endif;
    return y;
}

// For bf16: a cubic for the logarithm, two integer factors for the power, rounded.
sfpi_inline vFloat binary_power_bf16(vFloat a, vFloat b) {
    vFloat m = sfpi::setexp(sfpi::setsgn(a, 0), 127);
    vFloat series = m * (m * (m * 0x2.44734p-4f - 0xd.e712ap-4f) + 0x2.4f5388p+0f) - 0x1.952992p+0f;
    vFloat z = sfpi::reinterpret<vFloat>(power_fields(a, b, series));
    vInt exponent = sfpi::exexp(z);
    vInt fraction = sfpi::exman9(z);
    vFloat d2 = sfpi::int32_to_float(vInt(0xf94ee7) + fraction, 0);
    vFloat d3 = sfpi::int32_to_float(vInt(0x560e) + fraction, 0);
    d2 = vFloat(0.40196114e-7f) * d2;
    fraction = whole_of_positive(d2 * d3);
    vFloat y = sfpi::setexp(sfpi::reinterpret<vFloat>(fraction), 127 + exponent);
    return for_dst<false>(with_power_signs(y, a, b));
}

// For fp32: a quintic and a polynomial of degree 6.
sfpi_inline vFloat binary_power_fp32(vFloat a, vFloat b) {
    vFloat m = sfpi::setexp(sfpi::abs(a), 127);
    vFloat series =
        m * (m * (m * (m * (m * 0.03101577f - 0.28807408f) + 1.1286426f) - 2.45830873f) + 3.5271965f) - 1.94046315f;
    vFloat z = sfpi::reinterpret<vFloat>(power_fields(a, b, series));
    vInt exponent = sfpi::exexp(z);
    vFloat fraction = sfpi::int32_to_float(sfpi::exman9(z), 0) * vFloat(1.1920929e-7f);
    vFloat p = PolynomialEvaluator::eval(fraction, 1.0000000018f, 0.69314699f, 0.24022982f, 0.055483369f, 0.0096788315f,
                                         0.001243946f, 0.0002170391f);
    return with_power_signs(sfpi::setexp(p, 127 + exponent), a, b);
}

template <bool is_fp32_dest_acc_en>
sfpi_inline vFloat binary_power(vFloat a, vFloat b) {
    if constexpr (is_fp32_dest_acc_en)
        return binary_power_fp32(a, b);
    else
        return binary_power_bf16(a, b);
}

template <bool is_fp32_dest_acc_en>
sfpi_inline vFloat power_of_base(vFloat exponent, float base) {
    return binary_power<is_fp32_dest_acc_en>(vFloat(base), exponent);
}
// Of |x|, as the vendor's: the sign is the caller's.
template <bool is_fp32_dest_acc_en>
sfpi_inline vFloat cube_root(vFloat x) {
    return binary_power<is_fp32_dest_acc_en>(sfpi::abs(x), vFloat(1.0f / 3.0f));
}

}  // namespace ckernel::sfpu
