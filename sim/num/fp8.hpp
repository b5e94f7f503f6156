// fp8 to fp16 (spec/tensix-core.md 1.5).
#pragma once

#include <cstdint>

#include "sim/num/rules.hpp"

namespace tessera::num {

[[gnu::always_inline]] inline constexpr std::uint32_t fp8_e5m2_to_fp16(UnpackRules rules, std::uint32_t x) {
    if (rules.fp8_keeps_all_ones && (x & 0x7F) == 0x7F) return (x & 0x80) << 8 | 0x7FFF;
    return (x & 0xFF) << 8;
}

// Exponents differ by 8 (bias 7 against 15); exponent 0 is not rebiased.
[[gnu::always_inline]] inline constexpr std::uint32_t fp8_e4m3_to_fp16(std::uint32_t x) {
    const std::uint32_t s = (x & 0x80) << 8;
    if ((x & 0x7F) == 0x7F) return s | 0x7FFF;
    const std::uint32_t e = x >> 3 & 0xF;
    return s | (e == 0 ? 0 : e + 8) << 10 | (x & 7) << 7;
}

}  // namespace tessera::num
