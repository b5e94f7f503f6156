// Sigmoid and what is built on it, on SFPI vectors (sfpu-math.md 5.2). The forms without a table need
// _init_sfpu_reciprocal_.
#pragma once

#include "sim/api/tessera/sfpu/exp.h"
#include "sim/api/tessera/sfpu/lines.h"
#include "sim/api/tessera/sfpu/recip.h"

namespace tessera::vectors {

// 1 / (1 + e^-x), exponential and reciprocal as good as Dst is wide.
template <bool is_fp32_dest_acc_en = true>
sfpi_inline vFloat _sfpu_sigmoid_(vFloat x) {
    vFloat e;
    if constexpr (is_fp32_dest_acc_en)
        e = _sfpu_exp_f32_accurate_(-x);
    else
        e = _sfpu_exp_21f_bf16_<true>(-x);
    return _sfpu_reciprocal_<(is_fp32_dest_acc_en ? 2 : 1)>(sfpi::vConst1 + e);
}
template <bool is_fp32_dest_acc_en>
sfpi_inline vFloat sigmoid(vFloat x) {
    return for_dst<is_fp32_dest_acc_en>(_sfpu_sigmoid_<is_fp32_dest_acc_en>(x));
}

template <bool is_fp32_dest_acc_en>
sfpi_inline vFloat silu(vFloat x) {
    return for_dst<is_fp32_dest_acc_en>(x * _sfpu_sigmoid_<is_fp32_dest_acc_en>(x));
}

// Where the kernel asks for speed: three lines, moved up by a half.
inline constexpr ThreeLines sigmoid_lines{{0x3DFF, 0x21D8, 0xFF10}};
sfpi_inline vFloat sigmoid_by_lut(const vFloat& x, const vUInt& line0, const vUInt& line1, const vUInt& line2) {
    return sfpi::lut(x, line0, line1, line2) + 0.5f;
}
sfpi_inline vFloat sigmoid_by_lut_alone(vFloat x) { return by_lines<sigmoid_by_lut>(sigmoid_lines, x); }

// An fp16 of SFPLUTFP32, which reads all ones in the exponent as 0 and has no subnormals.
constexpr uint32_t lut_fp16(float value) {
    if (value == 0) return 0x7C00;
    const uint32_t bits = __builtin_bit_cast(uint32_t, value);
    const uint32_t rounded_bits = bits + 0x0FFF + (bits >> 13 & 1);
    return (rounded_bits >> 16 & 0x8000) | (((rounded_bits & 0x7FFFFFFF) >> 13) - (112 << 10));
}
constexpr uint32_t lut_pair(float low, float high) { return lut_fp16(low) | lut_fp16(high) << 16; }

// tt-llk's sigmoid of older kernels: six lines for |x| below 0.5, 1, 1.5, 2, 4 and beyond.
sfpi_inline vFloat sigmoid_by_six_lines(vFloat x) {
    vFloat odd = sfpi::lut2(x, vUInt(lut_pair(0.2452f, 0.2173f)), vUInt(lut_pair(0.1731f, 0.1262f)),
                            vUInt(lut_pair(0.0485f, 0.0f)), vUInt(lut_pair(-0.0004997f, 0.0152f)),
                            vUInt(lut_pair(0.05988f, 0.1298f)), vUInt(lut_pair(0.2998f, 0.4998f)), 0);
    return odd + 0.5f;
}

}  // namespace tessera::vectors

namespace ckernel::sfpu {  // by the library's names

using tessera::vectors::_sfpu_sigmoid_;

}  // namespace ckernel::sfpu
