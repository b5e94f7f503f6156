// Logarithms on SFPI vectors (sfpu-math.md 5.2).
#pragma once

#include "sim/api/tessera/sfpu/each.h"
#include "sim/api/tessera/sfpu/recip.h"

namespace tessera::vectors {

inline constexpr float ln_2 = 0.69314718246459961f;

// An exponent as a number; SFPCAST takes sign and magnitude.
sfpi_inline vFloat exponent_to_float(vInt exponent) {
    v_if(exponent < 0) { exponent = sfpi::setsgn(~exponent + 1, 1); }
    v_endif;
    return sfpi::int32_to_float(exponent, 0);
}
sfpi_inline vFloat minus_infinity() { return sfpi::reinterpret<vFloat>(vInt(static_cast<int>(0xff800000))); }

// What a logarithm in another base is multiplied by, 1 / ln(base), comes as the bits of an fp16 or, when they do not
// fit 16 bits, of an fp32.
inline float base_scale(uint32_t bits) {
    if (bits > 0xFFFF) return Converter::as_float(bits);
    return Converter::as_float((bits & 0x8000) << 16 | (((bits & 0x7FFF) << 13) + (112u << 23)));
}

// x = m 2^e with m in [1, 2): degree 5 in m, and e ln 2. Without the check, infinities, NaN and negative numbers give
// numbers. Needs log_polynomial_init.
sfpi_inline void log_polynomial_init() {
    sfpi::vConstFloatPrgm0 = ln_2;
    sfpi::vConstFloatPrgm1 = -2.0069785118103027f;
    sfpi::vConstFloatPrgm2 = 3.767500400543213f;
}
template <bool unchecked, bool scaled>
sfpi_inline vFloat log_polynomial(vFloat x, float scale) {
    vFloat m = sfpi::setexp(x, 127);
    vFloat p = PolynomialEvaluator::eval(m, sfpi::vConstFloatPrgm1, sfpi::vConstFloatPrgm2, -2.800232410430908f,
                                         1.3681391477584839f, -0.3706687390804291f, 0.04224011301994324f);
    vFloat e = exponent_to_float(sfpi::exexp(x));
    vFloat y = e * sfpi::vConstFloatPrgm0 + p;
    if constexpr (scaled) y = y * scale;
    v_if(x == 0.0f) { y = minus_infinity(); }
    v_endif;
    if constexpr (!unchecked) {
        vInt exponent = sfpi::exexp(x);
        v_if(sfpi::reinterpret<vInt>(x) == 0x7f800000) { y = infinity(); }
        v_elseif(exponent == 128 || x < 0.0f) { y = not_a_number(); }
        v_endif;
    }
    return y;
}

// fp32: ln(m 2^e) with m between sqrt(1/2) and sqrt(2), by z = (m - 1) / (m + 1) and the series of 2 artanh(z) to z^11.
// Needs _init_sfpu_reciprocal_.
sfpi_inline vFloat log_by_quotient(vFloat m, vInt exponent) {
    v_if(m >= 1.4142135381698608f) {
        m = m * 0.5f;
        exponent = exponent + 1;
    }
    v_endif;
    vFloat below = m - sfpi::vConst1;
    vFloat above = m + sfpi::vConst1;
    vFloat z = below * _sfpu_reciprocal_<2>(above);
    vFloat s = z * z;
    vFloat p = PolynomialEvaluator::eval(s, sfpi::vConst1, 0.3333333333333333f, 0.2f, 0.14285714285714285f,
                                         0.1111111111111111f, 0.09090909090909091f);
    vFloat of_m = 2.0f * (z * p);
    return exponent_to_float(exponent) * ln_2 + of_m;
}
template <bool scaled>
sfpi_inline vFloat log_fp32(vFloat x, float scale) {
    vFloat y;
    vInt exponent = sfpi::exexp(x);
    v_if(sfpi::reinterpret<vInt>(x) == 0x7f800000) { y = infinity(); }
    v_elseif(exponent == 128 || x < 0.0f) { y = not_a_number(); }
    v_elseif(x == 0.0f) { y = minus_infinity(); }
    v_else {
        y = log_by_quotient(sfpi::setexp(x, 127), exponent);
        if constexpr (scaled) y = y * scale;
    }
    v_endif;
    return y;
}

template <bool is_fp32_dest_acc_en>
sfpi_inline void log_init() {
    if constexpr (is_fp32_dest_acc_en)
        _init_sfpu_reciprocal_();
    else
        log_polynomial_init();
}
template <bool unchecked, bool is_fp32_dest_acc_en, bool scaled = true>
sfpi_inline vFloat logarithm_with_base(vFloat x, float scale) {
    if constexpr (is_fp32_dest_acc_en)
        return log_fp32<scaled>(x, scale);
    else
        return for_dst<false>(log_polynomial<unchecked, scaled>(x, scale));
}
template <bool unchecked, bool is_fp32_dest_acc_en>
sfpi_inline vFloat logarithm(vFloat x) {
    return logarithm_with_base<unchecked, is_fp32_dest_acc_en, false>(x, 1.0f);
}

// log(1 + x). fp32: degree 9 in x below 0.3, else by the quotient above.
sfpi_inline vFloat log1p_fp32(vFloat x) {
    vFloat y = sfpi::vConst0;
    vInt exponent = sfpi::exexp(x);
    v_if(sfpi::reinterpret<vInt>(x) == 0x7f800000) { y = infinity(); }
    v_elseif(exponent == 128 || x < -1.0f) { y = not_a_number(); }
    v_elseif(x == -1.0f) { y = minus_infinity(); }
    v_else {
        v_if(sfpi::abs(x) < 0.3f) {
            y = PolynomialEvaluator::eval(
                x, sfpi::vConst0, sfpi::vConst1, -0.4999997317790985107421875f, 0.333332836627960205078125f,
                -0.250040113925933837890625f, 0.20005328953266143798828125f, -0.1650786101818084716796875f,
                0.14109231531620025634765625f, -0.14774705469608306884765625f, 0.133655369281768798828125f);
        }
        v_else {
            vFloat one_plus = sfpi::vConst1 + x;
            y = log_by_quotient(sfpi::setexp(one_plus, 127), sfpi::exexp(one_plus));
        }
        v_endif;
    }
    v_endif;
    return y;
}
// bf16: x itself where its square is beyond the last digit.
template <bool unchecked>
sfpi_inline vFloat log1p_polynomial(vFloat x) {
    vFloat y;
    v_if(sfpi::abs(x) < 0.0078125f) { y = x; }
    v_else { y = log_polynomial<unchecked, false>(x + sfpi::vConst1, 1.0f); }
    v_endif;
    return y;
}
template <bool unchecked, bool is_fp32_dest_acc_en>
sfpi_inline vFloat log1p(vFloat x) {
    if constexpr (is_fp32_dest_acc_en)
        return log1p_fp32(x);
    else
        return for_dst<false>(log1p_polynomial<unchecked>(x));
}

// The cubic of older kernels, 2e-2 relative near 1.6. Its caller deals with what has no logarithm.
sfpi_inline vFloat log_cubic(vFloat x) {
    vFloat m = sfpi::setexp(x, 127);
    vFloat y = PolynomialEvaluator::eval(m, -1.4753f, 2.0871f, -0.7166f, 0.1058f);
    y = exponent_to_float(sfpi::exexp(x)) * 0.692871f + y;
    v_if(x == 0.0f) { y = minus_infinity(); }
    v_endif;
    return y;
}

}  // namespace tessera::vectors
