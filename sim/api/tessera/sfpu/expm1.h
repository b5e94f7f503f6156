// e^x - 1 on SFPI vectors, as the library of early 2026 has it: a polynomial around 0, beyond it the exponential of the
// width of Dst.
#pragma once

#include "sim/api/tessera/sfpu/exp.h"

namespace tessera::vectors {

// The constants of the fp32 form: where the polynomial ends, and two of its coefficients.
sfpi_inline void expm1_init() {
    sfpi::vConstFloatPrgm0 = 0.5f;
    sfpi::vConstFloatPrgm1 = 0.500000059604644775390625f;
    sfpi::vConstFloatPrgm2 = 1.99588379473425447940826416015625e-4f;
}

sfpi_inline vFloat _sfpu_expm1_f32_accurate_(vFloat x) {
    vFloat y;
    v_if(sfpi::abs(x) < sfpi::vConstFloatPrgm0) {
        y = PolynomialEvaluator::eval(x, sfpi::vConst0, sfpi::vConst1, sfpi::vConstFloatPrgm1,
                                      0.16666667163372039794921875f, 4.16650883853435516357421875e-2f,
                                      8.333188481628894805908203125e-3f, 1.400390756316483020782470703125e-3f,
                                      sfpi::vConstFloatPrgm2);
    }
    v_else { y = _sfpu_exp_f32_accurate_(x) - sfpi::vConst1; }
    v_endif;
    return y;
}

// For a bf16 Dst, and where the kernel asks for speed.
template <bool is_fp32_dest_acc_en>
sfpi_inline vFloat _sfpu_expm1_(vFloat x) {
    vFloat y = sfpi::vConstNeg1;
    v_if(sfpi::abs(x) < sfpi::s2vFloat16b(0.4f)) { y = x * (sfpi::vConst1 + x * (0.5f + x * 0.166f)); }
    v_else { y = _sfpu_exp_21f_bf16_<true>(x) - sfpi::vConst1; }
    v_endif;
    return for_dst<is_fp32_dest_acc_en>(y);
}

template <bool approximate, bool is_fp32_dest_acc_en>
sfpi_inline vFloat expm1(vFloat x) {
    if constexpr (is_fp32_dest_acc_en && !approximate)
        return _sfpu_expm1_f32_accurate_(x);
    else
        return _sfpu_expm1_<is_fp32_dest_acc_en>(x);
}

}  // namespace tessera::vectors

namespace ckernel::sfpu {  // by the library's names

using tessera::vectors::_sfpu_expm1_;
using tessera::vectors::_sfpu_expm1_f32_accurate_;

}  // namespace ckernel::sfpu
