// The multiply-add of the SFPU, exact on every input (spec/tensix-core.md 4.1). Partially fused: the product keeps
// 26 to 27 fraction bits and a sticky bit.
#pragma once

#include <cstdint>

#include "sim/num/fp32.hpp"
#include "sim/num/rules.hpp"

namespace tessera::num {

// Shifts right with a sticky bit in the result's lowest place; the sticky bit is lost when the result becomes zero.
[[gnu::always_inline]] inline constexpr std::uint32_t shift_right_sticky(std::uint32_t v, std::int32_t k) {
    std::uint32_t w = k >= 32 ? 0 : v >> k;
    if (w != 0 && (w << k) != v) w |= 1;
    return w;
}

[[gnu::always_inline]] inline constexpr std::uint32_t mad(MadRules rules, std::uint32_t x, std::uint32_t y,
                                                          std::uint32_t z) {
    constexpr std::uint32_t leaking_nan = 0x7F800001;
    const std::uint32_t product_sign = sign_only(x ^ y);
    std::int32_t product_exponent = exponent(x) + exponent(y) - 127;
    const std::uint64_t q = std::uint64_t{mantissa(x)} * mantissa(y);
    auto p = static_cast<std::uint32_t>(q >> 20) | ((q & 0xFFFFF) != 0 ? 1u : 0u);  // unit 2^(product_exponent - 153)
    std::uint32_t addend = mantissa(z) << 3;                                        // unit 2^(E(z) - 153)

    std::uint32_t nan = 0;  // what leaks into the result when NaNs are not canonical
    if (exponent(x) == 255 || exponent(y) == 255 || exponent(z) == 255 || product_exponent >= 255) {
        const bool factor_nan =
            is_nan(x) || is_nan(y) || (is_inf(x) && mantissa(y) == 0) || (is_inf(y) && mantissa(x) == 0);
        const bool product_inf =
            exponent(x) == 255 || exponent(y) == 255 || (!rules.canonical_nan && product_exponent >= 255);
        const bool clash = is_inf(z) && product_inf && sign_only(z) != product_sign;
        if (rules.canonical_nan) {
            if (factor_nan || is_nan(z) || clash) return canonical_nan;
        } else if (factor_nan || clash) {
            nan = product_sign | leaking_nan;
        } else if (is_nan(z)) {
            nan = sign_only(z) | leaking_nan;
        }
        if (nan == 0) return is_inf(z) ? z : product_sign | infinity;
        if (product_exponent > 255) product_exponent = 255;
    }

    const std::uint32_t both_negative = rules.keeps_zero_sign ? product_sign & sign_only(z) : 0;
    if (p == 0 || product_exponent < 0) {
        if (nan == 0) return mantissa(z) != 0 ? z : both_negative;
        p = 0;
        product_exponent = 0;
    }

    std::int32_t e = product_exponent > exponent(z) ? product_exponent : exponent(z);
    p = shift_right_sticky(p, e - product_exponent);
    addend = shift_right_sticky(addend, e - exponent(z));
    const bool same_sign = product_sign == sign_only(z);
    const std::uint32_t result_sign = p >= addend ? product_sign : sign_only(z);
    std::uint32_t r = same_sign ? p + addend : (p >= addend ? p - addend : addend - p);
    if (r == 0) return nan != 0 ? nan : both_negative;

    std::int32_t n = 5 - __builtin_clz(r);
    e += n;
    if (e >= 255) return nan != 0 ? nan : result_sign | infinity;
    const std::uint32_t flushed = nan != 0 ? nan : (rules.keeps_zero_sign ? result_sign : 0);
    if (rules.rounds_subnormal) {
        if (e <= 0) {
            n += 1;
            e = 0;
        }
    } else if (e < 0) {
        return flushed;
    }
    if (n <= 0) {
        r <<= -n;
    } else {
        const std::uint32_t lost = r & (rules.full_sticky ? static_cast<std::uint32_t>(n) | 1u : 1u);
        r = r >> n | (lost != 0 ? 1u : 0u);
    }
    std::uint32_t o = (static_cast<std::uint32_t>(e) << 23) + (r >> 3 & fraction_mask);
    if ((r & 7) + (o & 1) > 4) o += 1;  // ties to even
    if (o >> 23 == 0) return flushed;
    return (nan != 0 ? nan : result_sign) | o;
}

}  // namespace tessera::num
