// Fields and classes of an FP32 bit pattern (spec/tensix-core.md 1.2, with the notation S E F).
// Everything in sim/num is always inlined: files built per x86 level use it, and an out-of-line copy made for one level
// must not be linked into another.
#pragma once

#include <cstdint>

namespace tessera::num {

inline constexpr std::uint32_t sign_bit = 0x80000000;
inline constexpr std::uint32_t fraction_mask = 0x007FFFFF;
inline constexpr std::uint32_t hidden_bit = 0x00800000;
inline constexpr std::uint32_t infinity = 0x7F800000;
inline constexpr std::uint32_t canonical_nan = 0x7FC00000;
inline constexpr std::uint32_t one = 0x3F800000;

[[gnu::always_inline]] inline constexpr std::uint32_t sign(std::uint32_t x) { return x >> 31; }
[[gnu::always_inline]] inline constexpr std::uint32_t sign_only(std::uint32_t x) { return x & sign_bit; }
[[gnu::always_inline]] inline constexpr std::uint32_t magnitude(std::uint32_t x) { return x & ~sign_bit; }
[[gnu::always_inline]] inline constexpr std::int32_t exponent(std::uint32_t x) {
    return static_cast<std::int32_t>(x >> 23 & 0xFF);
}
[[gnu::always_inline]] inline constexpr std::uint32_t fraction(std::uint32_t x) { return x & fraction_mask; }

[[gnu::always_inline]] inline constexpr bool is_nan(std::uint32_t x) { return magnitude(x) > infinity; }
[[gnu::always_inline]] inline constexpr bool is_inf(std::uint32_t x) { return magnitude(x) == infinity; }
[[gnu::always_inline]] inline constexpr bool is_zero_or_denormal(std::uint32_t x) { return exponent(x) == 0; }

// The mantissa with its leading one; denormals count as zero (DAZ).
[[gnu::always_inline]] inline constexpr std::uint32_t mantissa(std::uint32_t x) {
    return is_zero_or_denormal(x) ? 0 : hidden_bit | fraction(x);
}

// Denormals become a zero of the same sign.
[[gnu::always_inline]] inline constexpr std::uint32_t flush(std::uint32_t x) {
    return is_zero_or_denormal(x) ? sign_only(x) : x;
}

// NaN becomes the infinity of the same sign, as the packer does.
[[gnu::always_inline]] inline constexpr std::uint32_t nan_to_inf(std::uint32_t x) {
    return is_nan(x) ? sign_only(x) | infinity : x;
}

}  // namespace tessera::num
