// Rounding of weights to the format they are stored in, to nearest even, T1 only. Unlike stored_as.hpp, denormals of
// fp16 count: small weights have them, and the packer keeps the mantissa of an fp32 number whose exponent is just below
// those of fp16 as that of a denormal (tensix-core.md 1.8).
#pragma once

#include "sfpi.h"

namespace dequantise {

using namespace sfpi;

enum class Format { fp32, bf16, fp16 };

template <uint32_t dropped>
sfpi_inline vUInt nearest_even(const vUInt& word) {
    vUInt odd = (word >> dropped) & 1;
    return word + odd + ((1 << (dropped - 1)) - 1);
}

sfpi_inline vFloat nearest_bf16(const vFloat& value) {
    return reinterpret<vFloat>((nearest_even<16>(reinterpret<vUInt>(value)) >> 16) << 16);
}

sfpi_inline vFloat nearest_fp16(const vFloat& value) {
    constexpr int denormal = 112, infinite = 143;  // exponents in fp32; what would be infinite is the largest number
    vFloat result = reinterpret<vFloat>(nearest_even<13>(reinterpret<vUInt>(value)));
    vInt exponent = exexp_nodebias(result);
    v_if(exponent >= infinite) { result = setsgn(vFloat(65504.0f), value); }
    v_elseif(exponent <= denormal) {
        vFloat steps = abs(value) + 0.5f;  // of 2^-24, in the low bits
        vUInt word = (reinterpret<vUInt>(steps) << 13) + (denormal << 23);
        result = setsgn(reinterpret<vFloat>(word), value);
    }
    v_endif;
    return result;
}

template <Format format>
sfpi_inline vFloat nearest(const vFloat& value) {
    if constexpr (format == Format::bf16) return nearest_bf16(value);
    if constexpr (format == Format::fp16) return nearest_fp16(value);
    return value;
}

}  // namespace dequantise
