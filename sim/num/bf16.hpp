// bf16 in the low 16 bits of a word: s(1) e(8) m(7).
#pragma once

#include <cstdint>

#include "sim/num/fp32.hpp"

namespace tessera::num {

inline constexpr std::uint32_t bf16_sign = 0x8000;
inline constexpr std::uint32_t bf16_infinity = 0x7F80;

[[gnu::always_inline]] inline constexpr std::uint32_t bf16_exponent(std::uint32_t x) { return x >> 7 & 0xFF; }
[[gnu::always_inline]] inline constexpr std::uint32_t bf16_to_fp32(std::uint32_t x) { return x << 16; }

// The host's rounding: nearest, ties to even; denormals kept, NaN stays a (quiet) NaN.
[[gnu::always_inline]] inline constexpr std::uint32_t fp32_to_bf16_rne(std::uint32_t x) {
    if (is_nan(x)) return x >> 16 | 0x0040;
    return (x + 0x7FFF + (x >> 16 & 1)) >> 16;
}

// SFPSTORE mode 2 and the unpacker: denormals become signed zero, the rest is truncated (a NaN may become infinity).
[[gnu::always_inline]] inline constexpr std::uint32_t fp32_to_bf16_truncate(std::uint32_t x) { return flush(x) >> 16; }

// Exponent 0 becomes +0.
[[gnu::always_inline]] inline constexpr std::uint32_t bf16_flush_to_plus_zero(std::uint32_t x) {
    return bf16_exponent(x) == 0 ? 0 : x;
}

// The packer: NaN to infinity, ties away from zero (may reach infinity), exponent 0 to +0 (tensix-core.md 1.8).
[[gnu::always_inline]] inline constexpr std::uint32_t fp32_to_bf16_rna(std::uint32_t x, std::uint32_t half = 0x8000) {
    return bf16_flush_to_plus_zero((nan_to_inf(x) + half) >> 16);
}

// The packer's reading of a bf16 datum: NaN to infinity, exponent 0 to +0.
[[gnu::always_inline]] inline constexpr std::uint32_t bf16_to_packer(std::uint32_t x) {
    const bool nan = (x & ~bf16_sign) > bf16_infinity;
    return bf16_flush_to_plus_zero(nan ? (x & bf16_sign) | bf16_infinity : x);
}

// Six mantissa bits, ties away: what an 8-bit BFP intermediate leaves of a bf16 (tensix-core.md 1.8).
[[gnu::always_inline]] inline constexpr std::uint32_t bf16_to_six_bits(std::uint32_t x, std::uint32_t half = 1) {
    return (x + half) & ~1u;
}

}  // namespace tessera::num
