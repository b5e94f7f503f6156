// Inverse hyperbolic functions, and functions of a logarithm, on SFPI vectors.
#pragma once

#include "sim/api/tessera/sfpu/recip.h"
#include "sim/api/tessera/sfpu/sqrt.h"

namespace tessera::vectors {

// ln x by a cubic on the mantissa and a short ln 2; needs no constants.
sfpi_inline vFloat log_short(vFloat x) {
    vFloat m = sfpi::setexp(x, 127);
    vFloat series = m * (m * (m * 0x2.44734p-4f - 0xd.e712ap-4f) + 0x2.4f5388p+0f) - 0x1.952992p+0f;
    vFloat ln2 = 0.692871f;
    vFloat y = signed_to_float(sfpi::exexp(x)) * ln2 + series;
    v_if(x == 0.0f) { y = sfpi::setsgn(infinity(), 1); }
    v_endif;
    return y;
}

// ln(x + sqrt(x^2 - 1)) and ln(x + sqrt(x^2 + 1)); both need sqrt_init.
template <bool approximate>
sfpi_inline vFloat arc_hyperbolic_cosine(vFloat x) {
    vFloat y;
    v_if(x < 1.0f) { y = not_a_number(); }
    v_elseif(x == 1.0f) { y = 0.0f; }
    v_else {
        vFloat inner = x * x;
        inner = inner - sfpi::vConst1;
        y = log_short(_calculate_sqrt_body_<approximate, false>(inner) + x);
    }
    v_endif;
    return y;
}
template <bool approximate>
sfpi_inline vFloat arc_hyperbolic_sine(vFloat x) {
    vFloat inner = x * x + sfpi::vConst1;
    vFloat y = log_short(_calculate_sqrt_body_<approximate, false>(inner) + sfpi::abs(x));
    v_if(x < 0.0f) { y = -y; }
    v_endif;
    return y;
}
// ln((1 + x) / (1 - x)) / 2. Needs _init_sfpu_reciprocal_.
template <bool approximate, bool is_fp32_dest_acc_en>
sfpi_inline vFloat arc_hyperbolic_tangent(vFloat x) {
    vFloat a = sfpi::abs(x);
    vFloat y;
    v_if(a > 1.0f) { y = not_a_number(); }
    v_elseif(a == 1.0f) { y = sfpi::copysgn(infinity(), x); }
    v_else {
        vFloat above = 1.0f + x;
        vFloat below = 1.0f - x;
        vFloat reciprocal = sfpi::copysgn(_sfpu_reciprocal_<(approximate ? 0 : 2)>(below), below);
        if constexpr (!is_fp32_dest_acc_en && !approximate) reciprocal = for_dst<false>(reciprocal);
        y = 0.5f * log_short(above * reciprocal);
    }
    v_endif;
    return y;
}

// a ln b by the legacy cubic, whose ln 2 and first coefficients are Prgm0 to 2. The logarithm passes through Dst on its
// way, so that in 16 bits it is cut.
sfpi_inline void x_log_y_init() {
    sfpi::vConstFloatPrgm0 = 0.692871f;
    sfpi::vConstFloatPrgm1 = 0.1058f;
    sfpi::vConstFloatPrgm2 = -0.7166f;
}
inline void calculate_x_log_y(uint32_t in0, uint32_t in1, uint32_t out) {
#pragma GCC unroll 1
    for (int i = 0; i < 8; ++i) {
        vFloat a = sfpi::dst_reg[in0 * tile_steps];
        vFloat b = sfpi::dst_reg[in1 * tile_steps];
        vFloat y = 0.0f;
        v_if(b < 0.0f || b == not_a_number()) { y = not_a_number(); }
        v_else {
            vFloat m = sfpi::setexp(b, 127);
            vFloat third = sfpi::vConstFloatPrgm1, second = sfpi::vConstFloatPrgm2;
            vFloat series = m * (m * (m * third + second) + 2.0871f) + -1.4753f;
            vFloat logarithm = signed_to_float(sfpi::exexp(b)) * sfpi::vConstFloatPrgm0 + series;
            v_if(b == 0.0f) { logarithm = sfpi::setsgn(infinity(), 1); }
            v_endif;
            sfpi::dst_reg[out * tile_steps] = logarithm;
            y = sfpi::dst_reg[out * tile_steps] * a;
        }
        v_endif;
        sfpi::dst_reg[out * tile_steps] = y;
        sfpi::dst_reg++;
    }
}

// -ln(1 + e^-x) from x and e^-x: that one above 4, a polynomial around 0, x itself below -4.
sfpi_inline vFloat log_of_sigmoid(vFloat x, vFloat exp_of_minus_x) {
    vFloat y = x;
    x = -x;
    v_if(x < -4.0f) { y = -exp_of_minus_x; }
    v_elseif(x >= -4.0f && x < 4.0f) {
        y = PolynomialEvaluator::eval(x, 0.6924354434013367f, 0.49275708198547363f, 0.12142381817102432f,
                                      0.0031102809589356184f, -0.00330807245336473f, -0.00028794066747650504f,
                                      5.3185409342404455e-05f, 7.1853546614875086e-06f, 7.4961114648886e-08f);
        y = -y;
    }
    v_endif;
    return y;
}

}  // namespace tessera::vectors
