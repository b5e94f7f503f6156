// Conditions on numbers as masks, all ones or zero: g++ vectorises these where it gives up on conditions and selects of
// floating point. Always inlined, for loops that are built per x86 level.
#pragma once

#include <cstdint>

namespace tessera::accuracy {

using Mask = std::int64_t;

[[gnu::always_inline]] inline Mask mask(bool condition) { return -static_cast<Mask>(condition); }
[[gnu::always_inline]] inline std::int64_t bits(double x) { return __builtin_bit_cast(std::int64_t, x); }
[[gnu::always_inline]] inline double number(std::int64_t x) { return __builtin_bit_cast(double, x); }
[[gnu::always_inline]] inline std::int64_t chosen(Mask when, std::int64_t a, std::int64_t b) {
    return b ^ ((a ^ b) & when);
}
[[gnu::always_inline]] inline double chosen(Mask when, double a, double b) {
    return number(chosen(when, bits(a), bits(b)));
}
[[gnu::always_inline]] inline double or_zero(Mask when, double a) { return number(bits(a) & when); }

[[gnu::always_inline]] inline double magnitude(double x) { return number(bits(x) & 0x7fffffffffffffff); }
[[gnu::always_inline]] inline double with_sign_of(double size, double x) {
    return number(bits(size) | (bits(x) & ~0x7fffffffffffffff));
}
[[gnu::always_inline]] inline Mask is_finite(double x) { return mask(magnitude(x) <= 0x1.fffffffffffffp1023); }

}  // namespace tessera::accuracy
