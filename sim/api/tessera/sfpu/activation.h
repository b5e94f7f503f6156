// Activations on SFPI vectors that need a comparison and at most one exponential. Parameters are numbers of run time.
// Those that return nothing leave alone the lanes that keep their number (each.h).
#pragma once

#include "sim/api/tessera/sfpu/arithmetic.h"
#include "sim/api/tessera/sfpu/exp.h"

namespace tessera::vectors {

// Wormhole's clamps are SFPSWAPs, by whose order a NaN with its sign set is below every bound; Blackhole compares.
sfpi_inline void relu_min(vFloat x, float least) {
    const vFloat bound = least;
    if constexpr (sfpi::tessera_detail::has_extensions) {
        v_if(x < bound) { sfpi::dst_reg[0] = bound; }
        v_endif;
    } else {
        sfpi::dst_reg[0] = larger(x, bound);
    }
}
sfpi_inline void relu(vFloat x) { relu_min(x, 0.0f); }
sfpi_inline vFloat relu_max(vFloat x, float most) {
    const vFloat bound = most;
    v_if(x > bound) { x = bound; }
    v_endif;
    v_if(x < 0.0f) { x = 0.0f; }
    v_endif;
    return x;
}
sfpi_inline vFloat leaky_relu(vFloat x, float slope) {
    v_if(sfpi::reinterpret<vInt>(x) < 0) { x = x * slope; }
    v_endif;
    return x;
}
sfpi_inline vFloat prelu(vFloat x, float slope) {
    v_if(x < 0.0f) { x = x * slope; }
    v_endif;
    return x;
}

// alpha (e^x - 1) below 0, the exponential that of a bf16 Dst in fp32 too.
template <bool is_fp32_dest_acc_en>
sfpi_inline void elu(vFloat x, float alpha) {
    const vFloat factor = alpha;
    v_if(x < 0.0f) {
        vFloat y = _sfpu_exp_21f_bf16_<true>(x) - sfpi::vConst1;
        sfpi::dst_reg[0] = for_dst<is_fp32_dest_acc_en>(factor * y);
    }
    v_endif;
}
// The same of x / alpha.
template <bool is_fp32_dest_acc_en>
sfpi_inline void celu(vFloat x, float alpha, float alpha_reciprocal) {
    const vFloat factor = alpha, reciprocal = alpha_reciprocal;
    v_if(x < 0.0f) {
        vFloat y = _sfpu_exp_21f_bf16_<true>(x * reciprocal) - sfpi::vConst1;
        sfpi::dst_reg[0] = for_dst<is_fp32_dest_acc_en>(factor * y);
    }
    v_endif;
}
// What is not negative is scaled and stored as it is.
template <bool is_fp32_dest_acc_en>
sfpi_inline vFloat selu(vFloat x, float scale, float alpha) {
    const vFloat by = scale, factor = alpha;
    vFloat y;
    v_if(x >= 0.0f) { y = x * by; }
    v_else {
        y = _sfpu_exp_21f_bf16_<true>(x) - sfpi::vConst1;
        y = for_dst<is_fp32_dest_acc_en>(y * factor * by);
    }
    v_endif;
    return y;
}

// log(1 + e^x): the exponential in bf16 below -5, degree 8 up to 4, x itself above.
sfpi_inline vFloat softplus_of_scaled(vFloat x) {
    vFloat y = x;
    v_if(x < -5.0f) { y = _sfpu_exp_21f_bf16_<false>(x); }
    v_elseif(x < 4.0f) {
        y = PolynomialEvaluator::eval(x, 0.6924354434013367f, 0.49275708198547363f, 0.12142381817102432f,
                                      0.0031102809589356184f, -0.00330807245336473f, -0.00028794066747650504f,
                                      5.3185409342404455e-05f, 7.1853546614875086e-06f, 7.4961114648886e-08f);
    }
    v_endif;
    return y;
}
// Of beta x, over beta; from the threshold on x. Stored as it is.
sfpi_inline void softplus(vFloat x, float beta, float beta_reciprocal, float threshold) {
    vFloat scaled = beta * x;
    v_if(scaled < threshold) { sfpi::dst_reg[0] = beta_reciprocal * softplus_of_scaled(scaled); }
    v_endif;
}

// Of the vector where dst_reg stands, for kernels that walk Dst themselves.
template <bool approximate>
sfpi_inline void calculate_softplus_body(float beta, float beta_reciprocal, float threshold) {
    softplus(sfpi::dst_reg[0], beta, beta_reciprocal, threshold);
}

// By the order of SFPSWAP.
sfpi_inline vFloat clamped(vFloat x, float low, float high) { return limited(x, low, high); }

// x / 6 + 1/2 between 0 and 1; both constants are programmed.
sfpi_inline void hardsigmoid_init() {
    sfpi::vConstFloatPrgm0 = 0.1666666716337204f;
    sfpi::vConstFloatPrgm1 = 0.5f;
}
sfpi_inline vFloat hardsigmoid(vFloat x) { return relu_max(x * sfpi::vConstFloatPrgm0 + sfpi::vConstFloatPrgm1, 1.0f); }

// 0 below zero, and at -0; 1 above; the parameter at 0.
sfpi_inline vFloat heaviside(vFloat x, float at_zero) {
    const vFloat here = at_zero;
    v_if(x < 0.0f) { x = 0.0f; }
    v_elseif(x > 0.0f) { x = 1.0f; }
    v_else { x = here; }
    v_endif;
    return x;
}

}  // namespace tessera::vectors

namespace ckernel::sfpu {  // by the library's names

using tessera::vectors::calculate_softplus_body;

}  // namespace ckernel::sfpu
