// Tangent and the inverse functions on SFPI vectors. The reduction of the tangent is the vendor's (sfpu-math.md 4.5);
// polynomials are minimax fits of tessera's own, in the shapes the specs name.
#pragma once

#include "sim/api/tessera/sfpu/recip.h"
#include "sim/api/tessera/sfpu/sqrt.h"
#include "sim/api/tessera/sfpu/trigonometry.h"

namespace ckernel::sfpu {

// Quarter turns off in four parts (half those of the sine), an odd polynomial, and in odd quadrants -1 / tan. Needs
// _init_sfpu_reciprocal_.
template <bool is_fp32_dest_acc_en>
sfpi_inline vFloat tangent(vFloat x) {
    vFloat bias = in_register(round_to_integer);
    vFloat biased = x * 0.636619747f + bias;
    vInt odd = sfpi::reinterpret<vInt>(biased) & 1;
    vFloat j = biased - bias;
    vFloat a = rounded(j * -0x1.92p+0f) + x;
    a = j * -0x1.fbp-12f + a;
    a = j * -0x1.51p-22f + a;
    a = j * -0x1.0b4612p-34f + a;
    vFloat s = a * a;
    vFloat p = PolynomialEvaluator::eval(s, 0.333331436f, 0.133391574f, 0.0533832908f, 0.0245242454f, 0.00297726039f,
                                         0.00946552027f);
    vFloat y = a * s * p + a;
    v_if(odd != 0) { y = -_sfpu_reciprocal_<2>(y); }
    v_endif;
    return for_dst<is_fp32_dest_acc_en>(y);
}

// Of 1 / |x| beyond 1, taken from pi/2. Needs _init_sfpu_reciprocal_.
template <bool is_fp32_dest_acc_en>
sfpi_inline vFloat arc_tangent(vFloat x) {
    vFloat a = sfpi::setsgn(x, 0);
    v_if(a > 1.0f) { a = _sfpu_reciprocal_<2>(a); }
    v_endif;
    vFloat s = a * a;
    vFloat p = PolynomialEvaluator::eval(s, -0.333333015f, 0.199986637f, -0.142654851f, 0.109587319f, -0.0842262432f,
                                         0.0582859255f, -0.0315046497f, 0.0110897338f, -0.00183268322f);
    vFloat y = a * s * p + a;
    v_if(sfpi::setsgn(x, 0) > 1.0f) { y = PI_2 - y; }
    v_endif;
    v_if(magnitude(x) > 0x7f800000) { y = x; }
    v_endif;
    return for_dst<is_fp32_dest_acc_en>(sfpi::copysgn(y, x));
}

// asin(x) = x + x^3 P(x^2) up to 1/2; beyond it from sqrt((1 - |x|) / 2). Needs sqrt_init<false>.
sfpi_inline vFloat arc_sine_half(vFloat a, vFloat s) {
    vFloat p = PolynomialEvaluator::eval(s, 0.166667506f, 0.0749534369f, 0.0454662628f, 0.0241947863f, 0.0421461239f);
    return a * s * p + a;
}

// The angle whose sine is min(|x|, sqrt((1 - |x|) / 2)).
sfpi_inline vFloat arc_sine_core(vFloat magnitude_of_x) {
    vFloat s = magnitude_of_x * magnitude_of_x;
    vFloat a = magnitude_of_x;
    v_if(magnitude_of_x > 0.5f) {
        s = magnitude_of_x * -0.5f + in_register(0.5f);
        a = _calculate_sqrt_body_<false, false>(s);
    }
    v_endif;
    return arc_sine_half(a, s);
}

template <bool is_fp32_dest_acc_en>
sfpi_inline vFloat arc_sine(vFloat x) {
    vFloat a = sfpi::setsgn(x, 0);
    vFloat y = arc_sine_core(a);
    v_if(a > 0.5f) { y = y * -2.0f + in_register(PI_2); }
    v_endif;
    y = sfpi::copysgn(y, x);
    v_if(a > 1.0f) { y = not_a_number(); }
    v_endif;
    return for_dst<is_fp32_dest_acc_en>(y);
}

template <bool is_fp32_dest_acc_en>
sfpi_inline vFloat arc_cosine(vFloat x) {
    vFloat a = sfpi::setsgn(x, 0);
    vFloat y = arc_sine_core(a);
    v_if(a > 0.5f) {
        y = y + y;
        v_if(x < 0.0f) { y = PI - y; }
        v_endif;
    }
    v_else { y = PI_2 - sfpi::copysgn(y, x); }
    v_endif;
    v_if(a > 1.0f) { y = not_a_number(); }
    v_endif;
    return for_dst<is_fp32_dest_acc_en>(y);
}

}  // namespace ckernel::sfpu
