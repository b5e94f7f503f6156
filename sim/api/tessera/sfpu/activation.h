// Activations on SFPI vectors that need a comparison and at most one exponential. Parameters are numbers of run time.
#pragma once

#include "sim/api/tessera/sfpu/expm1.h"
#include "sim/api/tessera/sfpu/log.h"

namespace ckernel::sfpu {

sfpi_inline vFloat relu(vFloat x) {
    v_if(x < 0.0f) { x = 0.0f; }
    v_endif;
    return x;
}
sfpi_inline vFloat relu_min(vFloat x, float least) {
    v_if(x < least) { x = least; }
    v_endif;
    return x;
}
sfpi_inline vFloat relu_max(vFloat x, float most) {
    v_if(x > most) { x = most; }
    v_endif;
    return relu(x);
}
sfpi_inline vFloat leaky_relu(vFloat x, float slope) {
    v_if(x < 0.0f) { x = x * slope; }
    v_endif;
    return x;
}

// alpha (e^x - 1) below 0.
template <bool is_fp32_dest_acc_en>
sfpi_inline vFloat elu(vFloat x, float alpha) {
    vFloat below = _sfpu_expm1_(x) * alpha;
    v_if(x < 0.0f) { x = below; }
    v_endif;
    return for_dst<is_fp32_dest_acc_en>(x);
}
// The same of x / alpha.
template <bool is_fp32_dest_acc_en>
sfpi_inline vFloat celu(vFloat x, float alpha, float alpha_reciprocal) {
    vFloat below = _sfpu_expm1_(x * alpha_reciprocal) * alpha;
    v_if(x < 0.0f) { x = below; }
    v_endif;
    return for_dst<is_fp32_dest_acc_en>(x);
}
template <bool is_fp32_dest_acc_en>
sfpi_inline vFloat selu(vFloat x) {
    vFloat below = _sfpu_expm1_(x) * 1.67326324f;
    v_if(x < 0.0f) { x = below; }
    v_endif;
    return for_dst<is_fp32_dest_acc_en>(x * 1.05070099f);
}

// log(1 + e^(beta x)) / beta, x itself above the threshold: max(bx, 0) + log(1 + e^-|bx|), with 1 + e halved where it
// leaves the range of the polynomial.
template <bool is_fp32_dest_acc_en>
sfpi_inline vFloat softplus(vFloat x, float beta, float beta_reciprocal, float threshold) {
    vFloat scaled = x * beta;
    vFloat e = _sfpu_exp_fp32_accurate_(sfpi::setsgn(scaled, 1));
    vFloat more = 0.0f;
    v_if(e > 0.41421354f) {
        e = e * 0.5f - 0.5f;
        more = 0.693147182f;
    }
    v_endif;
    vFloat y = (log_of_one_plus(e, more) + relu(scaled)) * beta_reciprocal;
    v_if(scaled > threshold) { y = x; }
    v_endif;
    return for_dst<is_fp32_dest_acc_en>(y);
}

sfpi_inline vFloat clamped(vFloat x, float low, float high) {
    v_if(x < low) { x = low; }
    v_endif;
    v_if(x > high) { x = high; }
    v_endif;
    return x;
}
template <bool is_fp32_dest_acc_en>
sfpi_inline vFloat hardsigmoid(vFloat x) {
    return for_dst<is_fp32_dest_acc_en>(clamped(x * 0.166666672f + 0.5f, 0.0f, 1.0f));
}

// 0 below zero, 1 above, the parameter at it; adding 0 makes -0 one.
sfpi_inline vFloat heaviside(vFloat x, float at_zero) {
    vFloat y = at_zero;
    x = x + 0.0f;
    v_if(x < 0.0f) { y = 0.0f; }
    v_endif;
    v_if(x > 0.0f) { y = 1.0f; }
    v_endif;
    return y;
}

}  // namespace ckernel::sfpu
