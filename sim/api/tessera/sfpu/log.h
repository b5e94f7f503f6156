// Logarithms on SFPI vectors (sfpu-math.md 5.2).
#pragma once

#include "sim/api/tessera/sfpu/each.h"

namespace ckernel::sfpu {

// x = m 2^e with m in [1, 2): e as a number.
sfpi_inline vFloat exponent_of(vFloat x) { return signed_to_float(sfpi::exexp(x)); }

// What holds for every form: -infinity of 0, infinity and NaN of themselves, NaN below 0.
sfpi_inline vFloat with_log_specials(vFloat y, vFloat x) {
    v_if(magnitude(x) >= 0x7f800000) { y = x; }
    v_endif;
    v_if(x < 0.0f) { y = not_a_number(); }
    v_endif;
    v_if(x == 0.0f) { y = sfpi::setsgn(infinity(), 1); }
    v_endif;
    return y;
}

// The legacy cubic, 2e-2 relative near 1.6.
sfpi_inline vFloat log_cubic(vFloat x) {
    vFloat m = sfpi::setexp(x, 127);
    vFloat y = PolynomialEvaluator::eval(m, -1.4753f, 2.0871f, -0.7166f, 0.1058f);
    return exponent_of(x) * 0.692871f + y;
}

// f + f^2 Q(f) for log(1 + f), sqrt(1/2) - 1 <= f <= sqrt(2) - 1: a minimax polynomial of tessera's own (relative error
// 3e-8; the specs only say that the vendor's is good to 1 ULP).
sfpi_inline vFloat log_of_one_plus(vFloat f, vFloat more) {
    vFloat q = PolynomialEvaluator::eval(f, -0.499999821f, 0.333339304f, -0.250025809f, 0.199635342f, -0.165518552f,
                                         0.148831934f, -0.144263878f, 0.0898034647f);
    return f * f * q + more + f;
}

// ln 2 in two parts, the first short enough that its product with an exponent is exact.
inline constexpr float ln2_high = 0x1.62ep-1f, ln2_low = 0x1.0bfbe8p-15f;

sfpi_inline vFloat _sfpu_log_(vFloat x) {
    vFloat m = sfpi::setexp(x, 127);
    vFloat e = exponent_of(x);
    v_if(m > 1.41421354f) {
        m = sfpi::addexp(m, -1);
        e = e + 1.0f;
    }
    v_endif;
    vFloat y = log_of_one_plus(m - 1.0f, e * ln2_low);
    return e * ln2_high + y;
}

template <bool approximate, bool is_fp32_dest_acc_en>
sfpi_inline vFloat logarithm(vFloat x) {
    vFloat y = approximate ? log_cubic(x) : _sfpu_log_(x);
    return for_dst<is_fp32_dest_acc_en>(with_log_specials(y, x));
}

// Times 1 / ln(base), which the caller passes as the bits of an fp16 or, when they do not fit 16 bits, of an fp32.
template <bool approximate, bool is_fp32_dest_acc_en>
sfpi_inline vFloat logarithm_with_base(vFloat x, float scale) {
    vFloat y = (approximate ? log_cubic(x) : _sfpu_log_(x)) * scale;
    return for_dst<is_fp32_dest_acc_en>(with_log_specials(y, x));
}
inline float base_scale(uint32_t bits) {
    if (bits > 0xFFFF) return Converter::as_float(bits);
    return Converter::as_float((bits & 0x8000) << 16 | (((bits & 0x7FFF) << 13) + (112u << 23)));
}

// log(1 + x).
template <bool is_fp32_dest_acc_en>
sfpi_inline vFloat log1p(vFloat x) {
    vFloat one_plus = x + 1.0f;
    vFloat y = _sfpu_log_(one_plus);
    vFloat near = limited(x, -0.29f, 0.41f);
    near = log_of_one_plus(near, vFloat(0.0f));
    v_if(x >= -0.29f) {
        v_if(x < 0.41f) { y = near; }
        v_endif;
    }
    v_endif;
    v_if(one_plus == 0.0f) { y = sfpi::setsgn(infinity(), 1); }
    v_endif;
    v_if(one_plus < 0.0f) { y = not_a_number(); }
    v_endif;
    v_if(magnitude(x) >= 0x7f800000) { y = x; }
    v_endif;
    return for_dst<is_fp32_dest_acc_en>(y);
}

}  // namespace ckernel::sfpu
