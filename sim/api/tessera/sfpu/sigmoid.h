// Sigmoid and what is built on it, on SFPI vectors (sfpu-math.md 5.2). The forms without a table need
// _init_sfpu_reciprocal_.
#pragma once

#include "sim/api/tessera/sfpu/expm1.h"

namespace ckernel::sfpu {

// The default since 2025: 1 / (1 + e^-x).
template <bool is_fp32_dest_acc_en>
sfpi_inline vFloat _sfpu_sigmoid_(vFloat x) {
    return _sfpu_reciprocal_<(is_fp32_dest_acc_en ? 2 : 1)>(_sfpu_exp_fp32_accurate_(-x) + 1.0f);
}
template <bool is_fp32_dest_acc_en>
sfpi_inline vFloat sigmoid(vFloat x) {
    return for_dst<is_fp32_dest_acc_en>(_sfpu_sigmoid_<is_fp32_dest_acc_en>(x));
}

template <bool is_fp32_dest_acc_en>
sfpi_inline vFloat silu(vFloat x) {
    return for_dst<is_fp32_dest_acc_en>(x * _sfpu_sigmoid_<true>(x));
}

// An fp16 of SFPLUTFP32, which reads all ones in the exponent as 0 and has no subnormals.
constexpr uint32_t lut_fp16(float value) {
    if (value == 0) return 0x7C00;
    const uint32_t bits = __builtin_bit_cast(uint32_t, value);
    const uint32_t rounded_bits = bits + 0x0FFF + (bits >> 13 & 1);
    return (rounded_bits >> 16 & 0x8000) | (((rounded_bits & 0x7FFFFFFF) >> 13) - (112 << 10));
}
constexpr uint32_t lut_pair(float low, float high) { return lut_fp16(low) | lut_fp16(high) << 16; }

// tt-llk's sigmoid of older kernels and of the fast form: six lines for |x| below 0.5, 1, 1.5, 2, 4 and beyond.
sfpi_inline vFloat sigmoid_by_lut(vFloat x) {
    vFloat odd = sfpi::lut2(x, vUInt(lut_pair(0.2452f, 0.2173f)), vUInt(lut_pair(0.1731f, 0.1262f)),
                            vUInt(lut_pair(0.0485f, 0.0f)), vUInt(lut_pair(-0.0004997f, 0.0152f)),
                            vUInt(lut_pair(0.05988f, 0.1298f)), vUInt(lut_pair(0.2998f, 0.4998f)), 0);
    return odd + 0.5f;
}

// Legacy tanh: three lines for |x| below 1, 2 and beyond, in the eight-bit numbers of SFPLUT.
sfpi_inline vFloat tanh_by_lut(vFloat x) {
    constexpr uint32_t line0 = 0x1DFF, line1 = 0x481A, line2 = 0xFF00;  // 0.90625 x, 0.09375 x + 0.8125, 1
    return sfpi::lut(x, vUInt(line0), vUInt(line1), vUInt(line2));
}

// x times the share of a normal distribution below x. Approximate: the tanh form, as a sigmoid; the vendor's tables are
// not in the specs.
sfpi_inline vFloat gelu_approximate(vFloat x) {
    vFloat u = x * x * 0.044715f * x + x;
    return x * _sfpu_sigmoid_<true>(u * 1.5957691216f);
}

// Accurate: half of erfc(|x| / sqrt(2)) by Abramowitz and Stegun 7.1.26, 1.5e-7 absolute.
sfpi_inline vFloat gelu_accurate(vFloat x) {
    vFloat tail = _sfpu_exp_fp32_accurate_(x * x * -0.5f) * 0.5f;
    vFloat t = _sfpu_reciprocal_<2>(sfpi::setsgn(x, 0) * 0.231641888f + 1.0f);
    tail =
        PolynomialEvaluator::eval(t, 0.254829592f, -0.284496736f, 1.421413741f, -1.453152027f, 1.061405429f) * t * tail;
    v_if(x >= 0.0f) { tail = 1.0f - tail; }
    v_endif;
    return x * tail;
}
template <bool approximate, bool is_fp32_dest_acc_en>
sfpi_inline vFloat gelu(vFloat x) {
    return for_dst<is_fp32_dest_acc_en>(approximate ? gelu_approximate(x) : gelu_accurate(x));
}

}  // namespace ckernel::sfpu
