// The conversions of SFPCAST and SFPSTOCHRND (spec/tensix-core.md 4.6). SFPCAST's other modes are twos_abs and
// twos_to_sign_magnitude of integer.hpp. Integers are sign-magnitude.
#pragma once

#include <cstdint>

#include "sim/num/fp32.hpp"
#include "sim/num/integer.hpp"

namespace tessera::num {

// What the removed bits, scaled to 23 bits, must reach to round up: `round_nearest` (ties away), `round_toward_zero`,
// or 23 random bits.
inline constexpr std::uint32_t round_nearest = 0x400000;
inline constexpr std::uint32_t round_toward_zero = 0x7FFFFF;
[[gnu::always_inline]] inline constexpr std::uint32_t round_stochastic(std::uint32_t prng) { return prng & 0x7FFFFF; }

namespace detail {
// The magnitude with its leading one at bit 31, and the exponent and upper 24 bits of it, whose leading one carries
// into the exponent field.
struct Normalised {
    std::uint32_t all;
    std::uint32_t fp32;
};
[[gnu::always_inline]] inline constexpr Normalised normalise(std::uint32_t x) {
    const auto lz = static_cast<std::uint32_t>(__builtin_clz(magnitude(x)));
    const std::uint32_t all = magnitude(x) << lz;
    return {all, sign_only(x) + ((157 - lz) << 23) + (all >> 8)};
}
}  // namespace detail

// SFPCAST mode 0: ties to even; -0 stays.
[[gnu::always_inline]] inline constexpr std::uint32_t int32_to_fp32_rne(std::uint32_t x) {
    if (magnitude(x) == 0) return x;
    const auto n = detail::normalise(x);
    return n.fp32 + ((n.all & 0x80) != 0 && (n.all & 0x17F) != 0 ? 1 : 0);
}

// SFPCAST mode 1.
[[gnu::always_inline]] inline constexpr std::uint32_t int32_to_fp32_stochastic(std::uint32_t x, std::uint32_t prng) {
    if (magnitude(x) == 0) return x;
    const auto n = detail::normalise(x);
    return n.fp32 + ((n.all & 0xFE) > (prng >> 9 & 0xFE) ? 1 : 0);
}

namespace detail {
// Removes the low `bits` of the fraction; denormals become +0, NaN the infinity of its sign.
[[gnu::always_inline]] inline constexpr std::uint32_t round_fraction(std::uint32_t x, int bits,
                                                                     std::uint32_t threshold) {
    if (exponent(x) == 0) return 0;
    if (exponent(x) == 255) return sign_only(x) | infinity;
    const std::uint32_t removed = x & ((1u << bits) - 1);
    return x - removed + (removed << (23 - bits) >= threshold ? 1u << bits : 0);
}
}  // namespace detail

// SFPSTOCHRND mode 0: ten mantissa bits, in FP32.
[[gnu::always_inline]] inline constexpr std::uint32_t stochrnd_fp16(std::uint32_t x, std::uint32_t threshold) {
    return detail::round_fraction(x, 13, threshold);
}

// SFPSTOCHRND mode 1: bf16 in the high half.
[[gnu::always_inline]] inline constexpr std::uint32_t stochrnd_bf16(std::uint32_t x, std::uint32_t threshold) {
    return detail::round_fraction(x, 16, threshold);
}

// SFPSTOCHRND modes 2, 3, 6, 7: to an integer of at most `most` (255, 127, 65535, 32767). The unsigned targets drop the
// sign, so -3.2 becomes 3; the signed ones keep it beside a magnitude.
[[gnu::always_inline]] inline constexpr std::uint32_t stochrnd_fp32_to_integer(std::uint32_t x, std::uint32_t most,
                                                                               bool is_signed,
                                                                               std::uint32_t threshold) {
    const std::int32_t e = exponent(x) - 127;
    if (e < -1) return 0;
    std::uint32_t mag = most;
    if (e < 16) {
        const std::uint64_t full = hidden_bit | fraction(x);
        const std::uint64_t m = e < 0 ? full >> 1 : full << e;
        mag = static_cast<std::uint32_t>(m >> 23) + ((m & fraction_mask) >= threshold ? 1 : 0);
        if (mag > most) mag = most;
    }
    return is_signed && mag != 0 ? sign_only(x) | mag : mag;
}

// SFPSTOCHRND modes 4, 5: a sign-magnitude integer shifted right (0..31) into 8 bits; `most` is 255 or 127.
[[gnu::always_inline]] inline constexpr std::uint32_t stochrnd_int32_to_int8(std::uint32_t x, std::uint32_t shift,
                                                                             std::uint32_t most, bool is_signed,
                                                                             std::uint32_t threshold) {
    const std::uint64_t scaled = (std::uint64_t{magnitude(x)} << 23) >> shift;
    std::uint32_t mag = static_cast<std::uint32_t>(scaled >> 23) + ((scaled & fraction_mask) >= threshold ? 1 : 0);
    if (mag > most) mag = most;
    return is_signed && mag != 0 ? sign_only(x) | mag : mag;
}

}  // namespace tessera::num
