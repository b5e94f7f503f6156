// Block floating point: 16 datums share an exponent, each holds a sign and 7, 3 or 1 bits of magnitude without a hidden
// one (spec/tensix-core.md 1.2, 1.5, 1.8). Datums are sign-magnitude: the sign is the top bit of the 8, 4 or 2.
#pragma once

#include <cstdint>

namespace tessera::num {

// An 8-bit BFP datum and its exponent as bf16 (b family). 4- and 2-bit datums are shifted left by 4 or 6 before.
// The exponent wraps modulo 256; "minus zero" is minus infinity.
[[gnu::always_inline]] inline constexpr std::uint32_t bfp_to_bf16(std::uint32_t datum, std::uint32_t exponent) {
    const std::uint32_t s = (datum & 0x80) << 8;
    const std::uint32_t mag = datum << 1 & 0xFF;
    if (mag == 0) return s ? 0xFF80 : 0;
    const int lz = __builtin_clz(mag) - 24;
    return s | ((exponent - static_cast<std::uint32_t>(lz)) & 0xFF) << 7 | (mag << lz & 0x7F);
}

// The same for the a family: a 5-bit exponent, and fp16, where "minus zero" is -2^16.
[[gnu::always_inline]] inline constexpr std::uint32_t bfp_to_fp16(std::uint32_t datum, std::uint32_t exponent) {
    const std::uint32_t s = (datum & 0x80) << 8;
    const std::uint32_t mag = datum << 1 & 0xFF;
    if (mag == 0) return s ? 0xFC00 : 0;
    const int lz = __builtin_clz(mag) - 24;
    return s | ((exponent - static_cast<std::uint32_t>(lz)) & 0x1F) << 10 | (mag << lz & 0x7F) << 3;
}

// One bf16-like value (s, e8, m7; 255 is an ordinary exponent) as a datum of `bits` (8, 4, 2) under the block's largest
// exponent: rounded to seven bits, ties away or by random bits, then truncated; the sign only beside a magnitude.
[[gnu::always_inline]] inline constexpr std::uint32_t bf16_to_bfp(std::uint32_t x, std::uint32_t block_exponent,
                                                                  int bits, std::uint32_t stochastic = ~0u) {
    const std::uint32_t e = x >> 7 & 0xFF;
    const std::uint32_t m = e != 0 ? 0x80 | (x & 0x7F) : x & 0x7F;
    const std::uint32_t k = block_exponent - e;
    const std::uint32_t half = stochastic == ~0u ? 1u << (k & 7) : stochastic & ((2u << (k & 7)) - 1);
    std::uint32_t mag = k >= 8 ? 0 : (m + half) >> (k + 1);
    if (mag > 127) mag = 127;
    mag >>= 8 - bits;
    return mag != 0 ? (x >> 15 & 1) << (bits - 1) | mag : 0;
}

}  // namespace tessera::num
