// The logarithm of the gamma function in the vendor's parts (tt-metal, `ckernel_sfpu_lgamma.h` of mid-2026; its
// polynomials change from tree to tree): of z = x, or 1 - x below 0.5, by Stirling's series, and the reflection of what
// is below.
#pragma once

#include "sim/api/tessera/sfpu/recip.h"

namespace tessera::vectors {

inline constexpr float half_log_two_pi = 0.9189385332046727f;

sfpi_inline vFloat away_from_poles(vFloat x) {
    vFloat z = x;
    v_if(x < 0.5f) { z = 1.0f - x; }
    v_endif;
    return z;
}

// ln z of z >= 0.5 by a cubic on the mantissa.
sfpi_inline vFloat log_for_gamma(vFloat z) {
    vFloat m = sfpi::setexp(z, 127);
    vFloat p = m * (m * (m * 0x2.44734p-4f - 0xd.e712ap-4f) + 0x2.4f5388p+0f) - 0x1.952992p+0f;
    return signed_to_float(sfpi::exexp(z)) * 0.692871f + p;
}

// Both need _init_sfpu_reciprocal_. This one is meant for a bf16 Dst.
template <bool is_fp32_dest_acc_en>
sfpi_inline vFloat log_gamma_short(vFloat x) {
    vFloat z = away_from_poles(x);
    vFloat y = (z - 0.5f) * log_for_gamma(z) - z + half_log_two_pi;
    vFloat r = _sfpu_reciprocal_<2>(z);
    y = y + r * (0.0833333333f + (r * r) * -0.0027777777f);
    v_if(x == 1.0f || x == 2.0f) { y = 0.0f; }
    v_endif;
    return for_dst<is_fp32_dest_acc_en>(y);
}
// With ln z given; near 1 and 2 by Taylor's polynomials.
sfpi_inline vFloat log_gamma_long(vFloat x, vFloat log_z) {
    vFloat z = away_from_poles(x);
    vFloat from_1 = z - 1.0f, from_2 = z - 2.0f;
    vFloat y;
    v_if(sfpi::abs(from_1) < 0.25f) {
        y = from_1 *
            PolynomialEvaluator::eval(from_1, -0.57721566f, 0.82246703f, -0.40068563f, 0.27058081f, -0.20738555f);
    }
    v_elseif(sfpi::abs(from_2) < 0.25f) {
        y = from_2 *
            PolynomialEvaluator::eval(from_2, 0.42278434f, 0.32246703f, -0.06735230f, 0.02058081f, -0.00738555f);
    }
    v_else {
        y = (z - 0.5f) * log_z - z + half_log_two_pi;
        vFloat r = _sfpu_reciprocal_<2>(z);
        y = y + r * PolynomialEvaluator::eval(r * r, 0.0833333333f, -0.0027777777f, 0.0007936507f, -0.0005952380f);
    }
    v_endif;
    v_if(sfpi::abs(z - 0.5f) < 0.01f) { y = 0.57236494f; }
    v_endif;
    return y;
}

// Of x, from that of z and ln |sin(pi x)|: below 0.5 ln pi less both.
template <bool is_fp32_dest_acc_en>
sfpi_inline vFloat log_gamma_adjusted(vFloat of_z, vFloat log_sine, vFloat x) {
    vFloat y = of_z;
    v_if(x < 0.5f) { y = (1.1447298858f - log_sine) - of_z; }
    v_endif;
    if constexpr (is_fp32_dest_acc_en) {
        v_if(sfpi::exexp(x) == 128 && sfpi::exman9(x) == 0) { y = infinity(); }
        v_endif;
    }
    return for_dst<is_fp32_dest_acc_en>(y);
}

}  // namespace tessera::vectors
