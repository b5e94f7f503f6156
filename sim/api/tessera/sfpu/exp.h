// e^x on SFPI vectors: the forms that tile functions use today (sfpu-math.md 2 and 3).
#pragma once

#include "sim/api/tessera/sfpu/each.h"

namespace tessera::vectors {

// Moroz et al., two linear factors on the mantissa; about 1.7e-3 relative. Form of 2025-08.
template <bool is_fp32_dest_acc_en>
sfpi_inline vFloat _sfpu_exp_21f_(vFloat x) {
    vFloat y = 0.0f;
    v_if(x > -88.0f) {
        vInt z = _float_to_int32_(x * vFloat(0x00b8aa3b) + vFloat(0x3f800000));
        vInt exponent = sfpi::exexp(sfpi::reinterpret<vFloat>(z));
        vInt mantissa = sfpi::exman9(sfpi::reinterpret<vFloat>(z));
        vFloat d1 = vFloat(0.40196114e-7f);
        vFloat d2 = sfpi::int32_to_float(vInt(0xf94ee7) + mantissa, 0);
        vFloat d3 = sfpi::int32_to_float(vInt(0x560e) + mantissa, 0);
        d2 = d1 * d2;
        mantissa = _float_to_int32_(d2 * d3);
        y = sfpi::setexp(sfpi::reinterpret<vFloat>(mantissa), exponent + 127);
        if constexpr (!is_fp32_dest_acc_en) y = for_dst<false>(y);
    }
    v_endif;
    return y;
}

// 2^x with the same polynomial.
template <bool is_fp32_dest_acc_en>
sfpi_inline vFloat _sfpu_exp2_21f_(vFloat x) {
    return _sfpu_exp_21f_<is_fp32_dest_acc_en>(x * 0.6931471805f);
}

// The same polynomial expanded, of t = x / ln 2 + 127. What is above 255 ends at 255, whose pattern is a NaN's.
sfpi_inline vFloat exp_21f_expanded(vFloat t, float c0) {
    t = limited(t, 0.0f, 255.0f);
    vFloat z = sfpi::reinterpret<vFloat>(_float_to_int32_for_exp_21f_(t));
    vInt exponent = sfpi::exexp_nodebias(z);
    vFloat fraction = sfpi::int32_to_float(sfpi::exman9(z), 0);
    vFloat p = PolynomialEvaluator::eval(fraction, c0, 7.839635491371155e-08f, 4.791750143340323e-15f);
    return sfpi::setexp(p, exponent);
}

// The default of a bf16 Dst since late 2025, as the compiled form has it: 127 is an immediate, so the product before it
// is rounded.
template <bool is_fp32_dest_acc_en = false>
sfpi_inline vFloat _sfpu_exp_21f_bf16_(vFloat x) {
    return for_dst<is_fp32_dest_acc_en>(exp_21f_expanded(x * 1.4426950216293335f + 127.0f, 1.0017248f));
}
// As the hand-scheduled kernel of 2026 has it, with which silicon was measured (sfpu-math.md 6.3): one SFPMAD, and a
// constant term that fits an fp16 immediate.
template <bool is_fp32_dest_acc_en = false>
sfpi_inline vFloat exp_21f_scheduled(vFloat x) {
    vFloat t = x * 1.4426950216293335f + in_register(127.0f);
    return for_dst<is_fp32_dest_acc_en>(exp_21f_expanded(t, 1.001953125f));
}

// Degree 6 on the mantissa alone; a 1 ULP-class polynomial behind the coarse z of this family (sfpu-math.md 1.4).
sfpi_inline vFloat _sfpu_exp_61f_(vFloat x) {
    vFloat t = limited(x * 1.44269502f + 127.0f, 0.0f, 255.0f);
    vFloat z = sfpi::reinterpret<vFloat>(_float_to_int32_for_exp_21f_(t));
    vInt exponent = sfpi::exexp_nodebias(z);
    vFloat fraction = sfpi::addexp(sfpi::int32_to_float(sfpi::exman9(z), 0), -23);
    vFloat p = PolynomialEvaluator::eval(fraction, 1.0f, 0.69314699f, 0.24022982f, 0.055483369f, 0.0096788315f,
                                         0.001243946f, 0.0002170391f);
    return sfpi::setexp(p, exponent);
}

// Cody-Waite with a degree 6 minimax polynomial, about 1 ULP (2026 form, sfpu-math.md 3 "v2").
sfpi_inline vFloat _sfpu_exp_fp32_accurate_(vFloat x) {
    vInt j = sfpi::reinterpret<vInt>(sfpi::float_to_int16(x * 1.442695f, 0));
    vFloat k = sfpi::int32_to_float(j, 0);
    vFloat f = k * -6.93145752e-1f + x;
    f = k * -1.42860677e-6f + f;
    vFloat p = PolynomialEvaluator::eval(f, 1.0f, 1.0f, 4.99999851e-1f, 1.66664720e-1f, 4.16695364e-2f, 8.37312452e-3f,
                                         1.37805939e-3f);
    // j comes as sign and magnitude; the exponent needs two's complement.
    v_if(k < 0.0f) { j = vInt(0) - (j & 0x7fffffff); }
    v_endif;
    vInt exponent = sfpi::exexp_nodebias(p) + j;
    vFloat y = sfpi::setexp(p, exponent);
    v_if(exponent < 1) { y = 0.0f; }
    v_elseif(exponent > 254) { y = sfpi::reinterpret<vFloat>(vInt(0x7f800000)); }
    v_endif;
    // A NaN leaves all of the above at random: exponent field 255 with a mantissa.
    v_if(sfpi::exexp_nodebias(x) == 255 && sfpi::exman9(x) != 0) { y = x; }
    v_endif;
    return y;
}

// The form before it (2025-12, sfpu-math.md 3 "v1"): the quotient by ln 2 rounded by a magic number, ln 2 in two
// parts, Taylor to degree 7. Bounds are tested on the quotient; a NaN goes by its sign. The test for NaN never
// succeeds, since an exponent without its bias is at most 128: it is here for its time, which silicon's form takes too.
sfpi_inline vFloat _sfpu_exp_f32_accurate_(vFloat x) {
    vFloat y = 0.0f;
    vFloat quotient = x * 1.4426950408889634f;
    vInt exponent = sfpi::exexp(quotient);
    v_if(quotient >= 128.0f) { y = infinity(); }
    v_elseif(quotient <= -127.0f) { y = 0.0f; }
    v_elseif(exponent == 255) { y = not_a_number(); }
    v_else {
        vFloat magic = 12582912.0f;
        vFloat shifted = quotient + magic;
        vFloat k = shifted - magic;
        vInt octaves = sfpi::reinterpret<vInt>(shifted) - sfpi::reinterpret<vInt>(magic);
        vFloat r = k * -0.693115234375f + x;
        r = k * -3.19461832987e-05f + r;
        vFloat p = PolynomialEvaluator::eval(r, 1.0f, 1.0f, 0.5f, 1.0f / 6.0f, 1.0f / 24.0f, 1.0f / 120.0f,
                                             1.0f / 720.0f, 1.0f / 5040.0f);
        y = sfpi::setexp(p, sfpi::exexp_nodebias(p) + octaves);
    }
    v_endif;
    return y;
}

// The default of exp_tile for each width of Dst.
template <bool is_fp32_dest_acc_en>
sfpi_inline vFloat _sfpu_exp_improved_(vFloat x) {
    if constexpr (is_fp32_dest_acc_en)
        return _sfpu_exp_f32_accurate_(x);
    else
        return _sfpu_exp_21f_bf16_<false>(x);
}

// 2^x through e^x.
template <bool is_fp32_dest_acc_en>
sfpi_inline vFloat _calculate_exp2_body_(vFloat x) {
    return _sfpu_exp_improved_<is_fp32_dest_acc_en>(x * 0.6931471805f);
}

template <bool is_fp32_dest_acc_en, int iterations = 8>
inline void calculate_exp() {
    each<_sfpu_exp_improved_<is_fp32_dest_acc_en>, iterations>();
}
template <bool approximate, bool is_fp32_dest_acc_en, int iterations = 8>
inline void calculate_exp2() {
    each<_calculate_exp2_body_<is_fp32_dest_acc_en>, iterations>();
}

}  // namespace tessera::vectors

#if !defined(TESSERA_VENDOR_LIBRARY)
namespace ckernel::sfpu {  // by the library's names

using tessera::vectors::_sfpu_exp_21f_;
using tessera::vectors::_sfpu_exp_61f_;
using tessera::vectors::_sfpu_exp_f32_accurate_;
using tessera::vectors::_sfpu_exp_fp32_accurate_;
using tessera::vectors::_sfpu_exp_improved_;
using tessera::vectors::calculate_exp2;

}  // namespace ckernel::sfpu
#endif
