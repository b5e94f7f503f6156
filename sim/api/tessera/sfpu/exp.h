// e^x on SFPI vectors (sfpu-math.md 2 and 3).
#pragma once

#include "tessera/sfpu/convert.h"

namespace ckernel::sfpu {

// Moroz et al., two segments of mantissa folded into one product; about 1.7e-3 relative. 2025 form.
template <bool is_fp32_dest_acc_en>
sfpi_inline sfpi::vFloat _sfpu_exp_21f_(sfpi::vFloat x) {
    sfpi::vFloat y = 0.0f;
    v_if(x > -88.0f) {
        sfpi::vInt z = _float_to_int32_(x * sfpi::vFloat(0x00b8aa3b) + sfpi::vFloat(0x3f800000));
        sfpi::vInt exponent = sfpi::exexp(sfpi::reinterpret<sfpi::vFloat>(z));
        sfpi::vInt mantissa = sfpi::exman9(sfpi::reinterpret<sfpi::vFloat>(z));
        sfpi::vFloat d1 = sfpi::vFloat(0.40196114e-7f);
        sfpi::vFloat d2 = sfpi::int32_to_float(sfpi::vInt(0xf94ee7) + mantissa, 0);
        sfpi::vFloat d3 = sfpi::int32_to_float(sfpi::vInt(0x560e) + mantissa, 0);
        d2 = d1 * d2;
        mantissa = _float_to_int32_(d2 * d3);
        y = sfpi::setexp(sfpi::reinterpret<sfpi::vFloat>(mantissa), exponent + 127);
        if constexpr (!is_fp32_dest_acc_en) y = sfpi::reinterpret<sfpi::vFloat>(sfpi::float_to_fp16b(y, 0));
    }
    v_endif;
    return y;
}

// 2^x with the same polynomial.
template <bool is_fp32_dest_acc_en>
sfpi_inline sfpi::vFloat _sfpu_exp2_21f_(sfpi::vFloat x) {
    return _sfpu_exp_21f_<is_fp32_dest_acc_en>(x * 0.6931471805f);
}

// Degree 6 on the mantissa alone; 1 ULP-class polynomial behind the coarse z of this family (sfpu-math.md 1.4).
sfpi_inline sfpi::vFloat _sfpu_exp_61f_(sfpi::vFloat x) {
    sfpi::vFloat low = 0.0f;
    sfpi::vFloat high = 255.0f;
    sfpi::vFloat t = x * 1.44269502f + 127.0f;
    sfpi::vec_min_max(low, t);
    sfpi::vec_min_max(t, high);
    sfpi::vFloat z = sfpi::reinterpret<sfpi::vFloat>(_float_to_int32_for_exp_21f_(t));
    sfpi::vInt exponent = sfpi::exexp_nodebias(z);
    sfpi::vFloat fraction = sfpi::addexp(sfpi::int32_to_float(sfpi::exman9(z), 0), -23);
    sfpi::vFloat p = PolynomialEvaluator::eval(fraction, 1.0f, 0.69314699f, 0.24022982f, 0.055483369f, 0.0096788315f,
                                               0.001243946f, 0.0002170391f);
    return sfpi::setexp(p, exponent);
}

// Cody-Waite with a degree 6 minimax polynomial, about 1 ULP (2026 form, sfpu-math.md 3 "v2").
sfpi_inline sfpi::vFloat _sfpu_exp_fp32_accurate_(sfpi::vFloat x) {
    sfpi::vInt j = sfpi::reinterpret<sfpi::vInt>(sfpi::float_to_int16(x * 1.442695f, 0));
    sfpi::vFloat k = sfpi::int32_to_float(j, 0);
    sfpi::vFloat f = k * -6.93145752e-1f + x;
    f = k * -1.42860677e-6f + f;
    sfpi::vFloat p = PolynomialEvaluator::eval(f, 1.0f, 1.0f, 4.99999851e-1f, 1.66664720e-1f, 4.16695364e-2f,
                                               8.37312452e-3f, 1.37805939e-3f);
    // j comes as sign and magnitude; the exponent needs two's complement.
    v_if(k < 0.0f) { j = sfpi::vInt(0) - (j & 0x7fffffff); }
    v_endif;
    sfpi::vInt exponent = sfpi::exexp_nodebias(p) + j;
    sfpi::vFloat y = sfpi::setexp(p, exponent);
    v_if(exponent < 1) { y = 0.0f; }
    v_elseif(exponent > 254) { y = sfpi::reinterpret<sfpi::vFloat>(sfpi::vInt(0x7f800000)); }
    v_endif;
    // A NaN leaves all of the above at random: exponent field 255 with a mantissa.
    v_if(sfpi::exexp_nodebias(x) == 255 && sfpi::exman9(x) != 0) { y = x; }
    v_endif;
    return y;
}

template <bool is_fp32_dest_acc_en, int iterations = 8>
inline void calculate_exp() {
#pragma GCC unroll 0
    for (int i = 0; i < iterations; ++i) {
        sfpi::vFloat x = sfpi::dst_reg[0];
        if constexpr (is_fp32_dest_acc_en) {
            sfpi::dst_reg[0] = _sfpu_exp_fp32_accurate_(x);
        } else {
            sfpi::dst_reg[0] = _sfpu_exp_21f_<false>(x);
        }
        sfpi::dst_reg++;
    }
}

}  // namespace ckernel::sfpu
