// Hyperbolic functions on SFPI vectors (sfpu-math.md 5.2).
#pragma once

#include "sim/api/tessera/sfpu/sigmoid.h"

namespace tessera::vectors {

// fp32: an odd polynomial below 0.6, beyond it 2 sigmoid(2x) - 1. Needs _init_sfpu_reciprocal_.
template <bool is_fp32_dest_acc_en = true>
sfpi_inline vFloat _sfpu_tanh_fp32_accurate_(vFloat x) {
    vFloat y = sfpi::vConst0;
    v_if(sfpi::abs(x) < 0.6f) {
        vFloat s = x * x;
        y = x * PolynomialEvaluator::eval(s, 0.999999940395355224609375f, -0.33332359790802001953125f,
                                          0.13310669362545013427734375f, -5.21197654306888580322265625e-2f,
                                          1.5497927553951740264892578125e-2f);
    }
    v_else { y = 2.0f * _sfpu_sigmoid_<is_fp32_dest_acc_en>(2.0f * x) - sfpi::vConst1; }
    v_endif;
    return y;
}

// bf16: degree 6 on |x|, at most 1. Its three last coefficients: tanh_polynomial_init.
sfpi_inline void tanh_polynomial_init() {
    sfpi::vConstFloatPrgm0 = 5.876733921468257904052734375e-3f;
    sfpi::vConstFloatPrgm1 = -6.6649019718170166015625e-2f;
    sfpi::vConstFloatPrgm2 = 0.281917631626129150390625f;
}
template <bool is_fp32_dest_acc_en = false>
sfpi_inline vFloat _sfpu_tanh_polynomial_(vFloat x) {
    vFloat y = PolynomialEvaluator::eval(vFloat(sfpi::abs(x)), sfpi::vConst0, 0.999004364013671875f,
                                         3.0897438526153564453125e-2f, -0.4890659749507904052734375f,
                                         sfpi::vConstFloatPrgm2, sfpi::vConstFloatPrgm1, sfpi::vConstFloatPrgm0);
    vFloat most = sfpi::vConst1;
    sfpi::vec_min_max(y, most);
    return sfpi::copysgn(y, x);
}

template <bool is_fp32_dest_acc_en>
sfpi_inline void tanh_init() {
    if constexpr (is_fp32_dest_acc_en)
        _init_sfpu_reciprocal_();
    else
        tanh_polynomial_init();
}
template <bool is_fp32_dest_acc_en>
sfpi_inline vFloat tanh(vFloat x) {
    if constexpr (is_fp32_dest_acc_en)
        return _sfpu_tanh_fp32_accurate_<true>(x);
    else
        return for_dst<false>(_sfpu_tanh_polynomial_<false>(x));
}

// Where the kernel asks for speed: 0.90625 x for |x| below 1, 0.09375 x + 0.8125 below 2, 1 beyond.
inline constexpr ThreeLines tanh_lines{{0x1DFF, 0x481A, 0xFF00}};
sfpi_inline vFloat tanh_by_lut(const vFloat& x, const vUInt& line0, const vUInt& line1, const vUInt& line2) {
    return sfpi::lut(x, line0, line1, line2);
}
sfpi_inline vFloat tanh_by_lut_alone(vFloat x) { return by_lines<tanh_by_lut>(tanh_lines, x); }

// Half the sum and half the difference of two exponentials of 2e-3, in fp32 too: around 0 sinh has no digits.
template <bool is_fp32_dest_acc_en>
sfpi_inline vFloat cosh(vFloat x) {
    return (_sfpu_exp_21f_bf16_<is_fp32_dest_acc_en>(x) + _sfpu_exp_21f_bf16_<is_fp32_dest_acc_en>(-x)) * 0.5f;
}
template <bool is_fp32_dest_acc_en>
sfpi_inline vFloat sinh(vFloat x) {
    return (_sfpu_exp_21f_bf16_<is_fp32_dest_acc_en>(x) - _sfpu_exp_21f_bf16_<is_fp32_dest_acc_en>(-x)) * 0.5f;
}

}  // namespace tessera::vectors

namespace ckernel::sfpu {  // by the library's names

using tessera::vectors::_sfpu_tanh_fp32_accurate_;
using tessera::vectors::_sfpu_tanh_polynomial_;

}  // namespace ckernel::sfpu
