// Sine and cosine on SFPI vectors (sfpu-math.md 4.1, 4.3).
#pragma once

#include "sim/api/tessera/sfpu/each.h"

namespace tessera::vectors {

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

// Newer kernels (2026), by name only: whole half turns off in four parts, of which only the first product is rounded on
// its own, because its constant is an SFPMULI on silicon (sfpu-math.md 1.2). The parts and 1/pi: trigonometry_init.
inline constexpr float round_to_integer = 12582912.0f;  // 1.5 * 2^23: added, the fraction is gone
sfpi_inline void trigonometry_init() {
    sfpi::vConstFloatPrgm0 = -0x1.51p-21f;
    sfpi::vConstFloatPrgm1 = -0x1.0b4612p-33f;
    sfpi::vConstFloatPrgm2 = FRAC_1_PI;
}

// sin(a) with its sign flipped where bit 31 of `flip` is set, |a| <= pi/2.
template <bool is_fp32_dest_acc_en>
sfpi_inline vFloat sine_of_reduced(vFloat a, vInt flip) {
    vFloat s = a * a;
    a = sfpi::reinterpret<vFloat>(sfpi::reinterpret<vInt>(a) ^ flip);
    vFloat p;
    if constexpr (is_fp32_dest_acc_en)
        p = PolynomialEvaluator::eval(s, -0x1.55554cp-3f, 0x1.110edap-7f, -0x1.9f70fp-13f, 0x1.5dc908p-19f);
    else
        p = PolynomialEvaluator::eval(s, -0x1.5554a4p-3f, 0x1.10c2a2p-7f, -0x1.8b10a4p-13f);
    return for_dst<is_fp32_dest_acc_en>(a * s * p + a);
}

// All in one instruction with the addition where `is_fused`, as no silicon was seen to have it.
template <bool is_fused>
sfpi_inline vFloat first_part(vFloat j, float part, vFloat x) {
    if constexpr (is_fused)
        return j * in_register(part) + x;
    else
        return rounded(j * part) + x;
}

template <bool is_fp32_dest_acc_en, bool is_fused = false>
sfpi_inline vFloat sine(vFloat x) {
    vFloat bias = in_register(round_to_integer);
    vFloat biased = x * sfpi::vConstFloatPrgm2 + bias;
    vInt flip = sfpi::reinterpret<vInt>(biased) << 31;
    vFloat j = biased - bias;
    vFloat a = first_part<is_fused>(j, -0x1.92p+1f, x);
    a = j * -0x1.fbp-11f + a;
    a = j * sfpi::vConstFloatPrgm0 + a;
    a = j * sfpi::vConstFloatPrgm1 + a;
    return sine_of_reduced<is_fp32_dest_acc_en>(a, flip);
}

// x is an odd number of quarter turns and a sine: every part is half that of the sine.
template <bool is_fp32_dest_acc_en>
sfpi_inline vFloat cosine(vFloat x) {
    vFloat bias = in_register(round_to_integer);
    vFloat biased = x * sfpi::vConstFloatPrgm2 + 0.5f + bias;
    vInt flip = sfpi::reinterpret<vInt>(biased) << 31;
    vFloat j = (biased - bias) * in_register(2.0f) + sfpi::vConstNeg1;
    vFloat a = rounded(j * -0x1.92p+0f) + x;
    a = j * -0x1.fbp-12f + a;
    a = j * sfpi::addexp(vFloat(sfpi::vConstFloatPrgm0), -1) + a;
    a = j * sfpi::addexp(vFloat(sfpi::vConstFloatPrgm1), -1) + a;
    return sine_of_reduced<is_fp32_dest_acc_en>(a, flip);
}

template <bool approximate, bool is_fp32_dest_acc_en, int iterations>
inline void calculate_sine() {
    each<sine<is_fp32_dest_acc_en>, iterations>();
}
template <bool approximate, bool is_fp32_dest_acc_en, int iterations>
inline void calculate_cosine() {
    each<cosine<is_fp32_dest_acc_en>, iterations>();
}

// The forms of sin_tile and cos_tile, which the library had to early 2026: good below 32767 half turns.
template <bool approximate, bool is_cosine>
sfpi_inline vFloat by_half_turns(vFloat x) {
    if constexpr (is_cosine)
        return sin_half_turns<approximate>(x * FRAC_1_PI + 0.5f);
    else
        return sin_half_turns<approximate>(x * FRAC_1_PI);
}
template <bool approximate, int iterations = 8>
inline void calculate_sine() {
    each<by_half_turns<approximate, false>, iterations>();
}
template <bool approximate, int iterations = 8>
inline void calculate_cosine() {
    each<by_half_turns<approximate, true>, iterations>();
}

}  // namespace tessera::vectors

namespace ckernel::sfpu {  // by the library's names

using tessera::vectors::calculate_cosine;
using tessera::vectors::calculate_sine;
using tessera::vectors::FRAC_1_PI;
using tessera::vectors::sfpu_sinpi;

}  // namespace ckernel::sfpu
