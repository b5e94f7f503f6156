// fp16 in the low 16 bits of a word: s(1) e(5) m(10). The host functions are IEEE binary16; the machine's format has no
// infinity and no NaN: exponent 31 is an ordinary exponent and 31/1023 the saturation value (spec/tensix-core.md 1.2).
#pragma once

#include <cstdint>

#include "sim/num/fp32.hpp"

namespace tessera::num {

inline constexpr std::uint32_t fp16_sign = 0x8000;
inline constexpr std::uint32_t fp16_largest = 0x7FFF;  // 31/1023
inline constexpr std::int32_t fp16_rebias = 112;       // 127 - 15

[[gnu::always_inline]] inline constexpr std::uint32_t fp16_exponent(std::uint32_t x) { return x >> 10 & 0x1F; }

// Sign and mantissa in their fp32 places, with the given fp32 exponent.
[[gnu::always_inline]] inline constexpr std::uint32_t fp16_with_exponent(std::uint32_t x, std::uint32_t e) {
    return (x & fp16_sign) << 16 | e << 23 | (x & 0x3FF) << 13;
}

// SFPLOAD mode 1: exponent 0 stays 0 (a denormal, flushed by later arithmetic); 31/1023 is infinity where configured.
[[gnu::always_inline]] inline constexpr std::uint32_t fp16_to_fp32(std::uint32_t x, bool has_infinity = false) {
    if (has_infinity && (x & fp16_largest) == fp16_largest) return (x & fp16_sign) << 16 | infinity;
    const std::uint32_t e = fp16_exponent(x);
    return fp16_with_exponent(x, e == 0 ? 0 : e + fp16_rebias);
}

// SFPLOADI mode 1 and the lookup tables: exponent 0 is like any other.
[[gnu::always_inline]] inline constexpr std::uint32_t fp16_immediate_to_fp32(std::uint32_t x) {
    return fp16_with_exponent(x, fp16_exponent(x) + fp16_rebias);
}

// Truncates; too large saturates, too small is a signed zero. Exponent field 0 keeps its mantissa in the unpacker and
// the packer (tensix-core.md 1.5, 1.8), and is a signed zero in SFPSTORE mode 1 (tensix-core.md 4.2).
[[gnu::always_inline]] inline constexpr std::uint32_t fp32_to_fp16_truncate(std::uint32_t x, bool keeps_exponent_zero) {
    const std::uint32_t s = sign(x) << 15;
    const std::int32_t e = exponent(x) - fp16_rebias;
    if (e < 0 || (e == 0 && !keeps_exponent_zero)) return s;
    if (e > 31) return s | fp16_largest;
    return s | static_cast<std::uint32_t>(e) << 10 | (x >> 13 & 0x3FF);
}

// Blackhole's Round_10b_mant in front of the truncation: NaN to infinity, ties away from zero, then exponent 0 to +0
// (tensix-core.md 1.8; the last as for bf16, which golden vectors show).
[[gnu::always_inline]] inline constexpr std::uint32_t fp32_round_to_ten_bits(std::uint32_t x,
                                                                             std::uint32_t half = 0x1000) {
    const std::uint32_t rounded = (nan_to_inf(x) + half) & ~0x1FFFu;
    return is_zero_or_denormal(rounded) ? 0 : rounded;
}

// IEEE binary16 to fp32, exact; denormals are normalised, NaN keeps its payload.
[[gnu::always_inline]] inline constexpr std::uint32_t ieee_fp16_to_fp32(std::uint32_t x) {
    const std::uint32_t e = fp16_exponent(x);
    if (e == 31) return fp16_with_exponent(x, 255);
    if (e != 0) return fp16_with_exponent(x, e + fp16_rebias);
    const std::uint32_t m = x & 0x3FF;
    if (m == 0) return (x & fp16_sign) << 16;
    const int up = __builtin_clz(m) - 21;  // brings the leading one to bit 10
    return fp16_with_exponent(x & fp16_sign, static_cast<std::uint32_t>(fp16_rebias + 1 - up)) | (m << up & 0x3FF)
                                                                                                     << 13;
}

// fp32 to IEEE binary16: nearest, ties to even, with denormals and infinity; NaN stays a (quiet) NaN.
[[gnu::always_inline]] inline constexpr std::uint32_t fp32_to_ieee_fp16_rne(std::uint32_t x) {
    const std::uint32_t s = sign(x) << 15;
    if (is_nan(x)) return s | 0x7E00 | (x >> 13 & 0x1FF);
    const std::int32_t e = exponent(x) - fp16_rebias;
    if (e >= 31) return s | 0x7C00;
    if (e < -10) return s;
    // A denormal result is the mantissa with its leading one, shifted further; a carry moves into the exponent by
    // itself.
    const int drop = e > 0 ? 13 : 14 - e;
    const std::uint32_t kept = e > 0 ? static_cast<std::uint32_t>(e) << 23 | fraction(x) : mantissa(x);
    const std::uint32_t half = (1u << (drop - 1)) - 1;
    return s | (kept + half + (kept >> drop & 1)) >> drop;
}

}  // namespace tessera::num
