// The conversions of SFPLOAD and SFPSTORE between a Dst datum and an LReg (spec/tensix-core.md 4.2), datums in ordinary
// bit order (16-bit ones in the low half; dst_bits.hpp has the order inside a cell).
// Mode 1 is fp16_to_fp32 and fp32_to_fp16_truncate(x, false), mode 2 bf16_to_fp32 and fp32_to_bf16_truncate, mode 12
// sign_magnitude_to_twos and twos_to_sign_magnitude; modes 4, 6, 7, 10, 14 and 15 move bits.
#pragma once

#include <cstdint>

#include "sim/num/fp32.hpp"
#include "sim/num/integer.hpp"

namespace tessera::num {

// Mode 3 of SFPSTORE: denormals become a zero of their sign.
[[gnu::always_inline]] inline constexpr std::uint32_t store_fp32(std::uint32_t x) { return flush(x); }

// Mode 5: an fp16 with exponent 16 whose mantissa is the magnitude; `bits` is 7, Blackhole's loads see 8.
[[gnu::always_inline]] inline constexpr std::uint32_t load_int8(std::uint32_t fp16, int bits) {
    return (fp16 & 0x8000) << 16 | (fp16 & ((1u << bits) - 1));
}
[[gnu::always_inline]] inline constexpr std::uint32_t store_int8(std::uint32_t x) {
    return sign(x) << 15 | 16u << 10 | (x & 0x3FF);
}

// Mode 8: sign-magnitude with 15 bits.
[[gnu::always_inline]] inline constexpr std::uint32_t load_int16(std::uint32_t x) {
    return widen_sign_magnitude(x, 15);
}
[[gnu::always_inline]] inline constexpr std::uint32_t store_int16(std::uint32_t x) {
    return narrow_sign_magnitude(x, 15);
}

// Mode 9 of SFPSTORE: the halves exchanged.
[[gnu::always_inline]] inline constexpr std::uint32_t store_lo16(std::uint32_t x) { return x << 16 | x >> 16; }

// Mode 13: ten bits of magnitude, two's complement in the LReg.
[[gnu::always_inline]] inline constexpr std::uint32_t load_int8_twos(std::uint32_t fp16) {
    return sign_magnitude_to_twos(load_int8(fp16, 10));
}
[[gnu::always_inline]] inline constexpr std::uint32_t store_int8_twos(std::uint32_t x) {
    return store_int8(twos_to_sign_magnitude(x));
}

}  // namespace tessera::num
