// Two's complement and sign-magnitude integers (spec/tensix-core.md 1.1, 4.2, 4.6).
#pragma once

#include <cstdint>

#include "sim/num/fp32.hpp"

namespace tessera::num {

// SFPLOAD mode 12: -0 becomes 0.
[[gnu::always_inline]] inline constexpr std::uint32_t sign_magnitude_to_twos(std::uint32_t x) {
    return sign(x) ? 0u - magnitude(x) : x;
}

// SFPSTORE mode 12, and its inverse but for -0: SFPCAST mode 3 uses it both ways and exchanges 80000000 with itself.
[[gnu::always_inline]] inline constexpr std::uint32_t twos_to_sign_magnitude(std::uint32_t x) {
    return sign(x) ? sign_bit | (0u - x) : x;
}

// SFPCAST mode 2; 80000000 stays.
[[gnu::always_inline]] inline constexpr std::uint32_t twos_abs(std::uint32_t x) { return sign(x) ? 0u - x : x; }

// Sign-magnitude with `bits` of magnitude in a narrow field (the sign just above them) widened to 32 bits, and back.
[[gnu::always_inline]] inline constexpr std::uint32_t widen_sign_magnitude(std::uint32_t x, int bits) {
    return (x >> bits & 1) << 31 | (x & ((1u << bits) - 1));
}
[[gnu::always_inline]] inline constexpr std::uint32_t narrow_sign_magnitude(std::uint32_t x, int bits) {
    return sign(x) << bits | (x & ((1u << bits) - 1));
}

// Clamps the magnitude and keeps the sign (the packer's INT32 to INT8).
[[gnu::always_inline]] inline constexpr std::uint32_t clamp_magnitude(std::uint32_t x, std::uint32_t most) {
    return sign_only(x) | (magnitude(x) < most ? magnitude(x) : most);
}

// Negative becomes 0, the rest is clamped (the packer's INT32 to UINT8).
[[gnu::always_inline]] inline constexpr std::uint32_t clamp_unsigned(std::uint32_t x, std::uint32_t most) {
    return sign(x) ? 0 : (x < most ? x : most);
}

}  // namespace tessera::num
