// A datum of SrcA or SrcB: 19 bits s(1) e(8) m(10), the reach of TF32 (spec/tensix-core.md 1.3).
// bf16 and BFP_b leave the low three mantissa bits zero; fp16 and BFPa hold a 5-bit exponent with bias 15 in the low
// five exponent bits; an 8-bit integer is an fp16 with exponent 16 and its magnitude in the mantissa.
#pragma once

#include <cstdint>

#include "sim/num/fp32.hpp"

namespace tessera::num {

inline constexpr std::uint32_t src_sign = 0x40000;
inline constexpr std::uint32_t src_all_ones = 0x7FFFF;

[[gnu::always_inline]] inline constexpr std::uint32_t src_exponent(std::uint32_t x) { return x >> 10 & 0xFF; }
[[gnu::always_inline]] inline constexpr std::uint32_t src_mantissa(std::uint32_t x) { return x & 0x3FF; }

// fp32 to TF32: truncation to ten mantissa bits; infinity, NaN and denormal bits are kept.
[[gnu::always_inline]] inline constexpr std::uint32_t fp32_to_src(std::uint32_t x) { return x >> 13; }
[[gnu::always_inline]] inline constexpr std::uint32_t src_to_fp32(std::uint32_t x) { return x << 13; }

[[gnu::always_inline]] inline constexpr std::uint32_t bf16_to_src(std::uint32_t x) { return x << 3; }
[[gnu::always_inline]] inline constexpr std::uint32_t src_to_bf16(std::uint32_t x) { return x >> 3; }

[[gnu::always_inline]] inline constexpr std::uint32_t fp16_to_src(std::uint32_t x) {
    return (x & 0x8000) << 3 | (x & 0x7FFF);
}
[[gnu::always_inline]] inline constexpr std::uint32_t src_to_fp16(std::uint32_t x) {
    return (x & src_sign) >> 3 | (x & 0x7FFF);
}

// 8-bit integers: sign-magnitude with `bits` = 7, or unsigned with `bits` = 8.
[[gnu::always_inline]] inline constexpr std::uint32_t int8_to_src(std::uint32_t x, int bits) {
    const std::uint32_t m = x & ((1u << bits) - 1);
    return (x >> bits & 1) << 18 | (m != 0 ? 16u << 10 : 0) | m;
}

}  // namespace tessera::num
