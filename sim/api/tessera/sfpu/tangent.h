// Tangent and the inverse functions on SFPI vectors (sfpu-math.md 4.5), as sin_tile's generation has them.
#pragma once

#include "sim/api/tessera/sfpu/recip.h"
#include "sim/api/tessera/sfpu/trigonometry.h"

namespace tessera::vectors {

// Odd polynomials up to 1; beyond it degree 14 in 4 |x| - 5, which has no pole: next to pi/2 it is far off.
sfpi_inline vFloat tangent_beyond_1(vFloat x) {
    const vFloat r = 4.0f * sfpi::abs(x) - 5.0f;
    const vFloat y =
        PolynomialEvaluator::eval(r, 3.0097759f, 2.514385f, 1.8716435f, 1.4643353f, 1.462757f, 1.1057009f, -1.0665413f,
                                  -0.7137798f, 4.9457364f, 3.658698f, -5.2096696f, -3.9035487f, 2.815174f, 2.1457846f);
    return sfpi::copysgn(y, x);
}
template <bool approximate>
sfpi_inline vFloat tangent_of_reduced(vFloat x) {
    const vFloat s = x * x;
    v_if(sfpi::abs(x) <= 1.0f) {
        if constexpr (approximate)
            x = x * PolynomialEvaluator::eval(s, 1.0000609f, 0.33035427f, 0.1559396f, -0.0031158808f, 0.07407404f);
        else
            x = x * PolynomialEvaluator::eval(s, 0.9999999f, 0.33334994f, 0.1329926f, 0.05659461f, 0.012122508f,
                                              0.02789032f, -0.015764693f, 0.010222361f);
    }
    v_else { x = tangent_beyond_1(x); }
    v_endif;
    return x;
}
// Whole half turns off, as the sine takes them: good below 32767 of them.
template <bool approximate>
sfpi_inline vFloat tangent(vFloat x) {
    vFloat v = x * FRAC_1_PI;
    v -= sfpi::int32_to_float(sfpi::float_to_int16(v, 0), 0);
    return tangent_of_reduced<approximate>(PI * v);
}

// Of 1 / |x| beyond 1, taken from pi/2. Needs _init_sfpu_reciprocal_.
template <bool is_fp32_dest_acc_en>
sfpi_inline vFloat arc_tangent(vFloat x) {
    vFloat a = sfpi::abs(x);
    vFloat y = sfpi::vConst0;
    vInt exponent = sfpi::exexp_nodebias(x), fraction = sfpi::exman9(x);
    v_if(exponent == 255 && fraction != 0) { y = not_a_number(); }
    v_else {
        vFloat beyond = a - sfpi::vConst1;
        v_if(beyond > 0.0f) { a = _sfpu_reciprocal_<2>(a); }
        v_endif;
        vFloat p = a * a;
        if constexpr (is_fp32_dest_acc_en)
            p = PolynomialEvaluator::eval(p, sfpi::vConst1, -0.3333314359188079833984375f, 0.19993579387664794921875f,
                                          -0.14209578931331634521484375f, 0.1066047251224517822265625f,
                                          -7.5408883392810821533203125e-2f, 4.3082617223262786865234375e-2f,
                                          -1.62907354533672332763671875e-2f, 2.90188402868807315826416015625e-3f);
        else
            p = PolynomialEvaluator::eval(p, 0.999787867069244384765625f, -0.325808584690093994140625f,
                                          0.1555790007114410400390625f, -4.4326744973659515380859375e-2f);
        p = p * a;
        v_if(beyond > 0.0f) { p = PI_2 - p; }
        v_endif;
        y = sfpi::copysgn(p, x);
    }
    v_endif;
    return for_dst<is_fp32_dest_acc_en>(y);
}

// The series of asin to x^11, term by term: 0.2 off at 1. Stored as it is.
sfpi_inline vFloat arc_sine_series(vFloat x) {
    vFloat s = x * x;
    vFloat term = x, sum = x;
    term = term * s;
    sum = sum + 0.166666666f * term;
    term = term * s;
    sum = sum + 0.075f * term;
    term = term * s;
    sum = sum + 0.044642857f * term;
    term = term * s;
    sum = sum + 0.03038194f * term;
    term = term * s;
    return sum + 0.02237216f * term;
}
template <bool is_cosine>
sfpi_inline vFloat arc_of_series(vFloat x) {
    vFloat y;
    v_if(x < sfpi::vConstNeg1 || x > sfpi::vConst1) { y = not_a_number(); }
    v_else { y = is_cosine ? PI_2 - arc_sine_series(x) : arc_sine_series(x); }
    v_endif;
    return y;
}

}  // namespace tessera::vectors
