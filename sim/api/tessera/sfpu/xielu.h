// xIELU, the integral of an ELU with a slope for each sign (arXiv 2411.13010), on SFPI vectors, as tt-metal's
// `ckernel_sfpu_xielu.h` of 2026 has it.
#pragma once

#include "sim/api/tessera/sfpu/arithmetic.h"
#include "sim/api/tessera/sfpu/exp.h"

namespace tessera::vectors {

// Stores slope * term + x / 2, the sum rounded once.
template <bool is_fp32_dest_acc_en>
sfpi_inline void store_xielu(vFloat slope, vFloat term, vFloat x) {
    sfpi::dst_reg[0] = to_even_for_dst<is_fp32_dest_acc_en>(slope * term + rounded(0.5f * x));
}

// Above 0: positive x^2 + x / 2; below: negative (e^x - 1 - x) + x / 2, whose exponential is a constant just below 0
// and a polynomial down to -0.5, where the difference would cancel. Each part stores by itself, or more vectors would
// live at once than there are registers.
template <bool is_fp32_dest_acc_en>
sfpi_inline void xielu(vFloat x, float positive, float negative) {
    v_if(x > 0.0f) { store_xielu<is_fp32_dest_acc_en>(rounded(vFloat(positive) * x), x, x); }
    v_elseif(x >= -1e-6f) { store_xielu<is_fp32_dest_acc_en>(negative, -0.0000009999995427f - x, x); }
    v_elseif(x > -0.5f) {
        vFloat p =
            PolynomialEvaluator::eval(x, 0.500000059604644775390625f, 0.16666667163372039794921875f,
                                      4.16650883853435516357421875e-2f, 8.333188481628894805908203125e-3f,
                                      1.400390756316483020782470703125e-3f, 1.99588379473425447940826416015625e-4f);
        store_xielu<is_fp32_dest_acc_en>(negative, x * x * p, x);
    }
    v_else { store_xielu<is_fp32_dest_acc_en>(negative, _sfpu_exp_f32_accurate_(x) - sfpi::vConst1 - x, x); }
    v_endif;
}

}  // namespace tessera::vectors
