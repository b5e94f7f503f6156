// The loop behind exp_values.hpp, built once per x86 level; every level rounds alike, since nothing here is fused.
//
// x = k ln 2 + r, |r| <= 0.347: ln 2 is split so that k times its upper part is exact (33 bits and 11), and r is off by
// at most 2^-54. The Taylor sum to r^13 leaves out less than 4.2e-18 = 2^-57.7. Horner's steps round once each; the
// last two dominate: the sum 1 + r(...) by 2^-53 and the product below it by 0.35 * 2^-53, all earlier ones by less
// than 2^-54 together. In all below 2^-51.3 relative to a result of at least 0.7.
#include <cstddef>
#include <cstdint>

#include "host/study/levels.hpp"

namespace tessera::accuracy::TESSERA_LEVEL {

namespace {

// Where e^x is one double; the ends are not part of it.
struct Plateau {
    double low, high, value;
};
constexpr Plateau plateaus[] = {
    {-__builtin_inf(), -745.13, 0.0}, {-0x1p-54, 0x1p-54, 1.0}, {700, __builtin_inf(), __builtin_inf()}};

[[gnu::always_inline]] inline bool are_within(const double* x, std::size_t count, const Plateau& plateau) {
    std::int64_t outside = 0;
    for (std::size_t i = 0; i < count; ++i) outside |= ~(mask(x[i] > plateau.low) & mask(x[i] < plateau.high));
    return outside == 0;
}

[[gnu::always_inline]] inline void each(const double* x, double* f, std::size_t count) {
    constexpr double magic = 0x1.8p52, log2_e = 0x1.71547652b82fep0;
    constexpr double ln2_high = 0x1.62e42fefp-1, ln2_low = 0x1.473de6af278edp-34;
    for (std::size_t i = 0; i < count; ++i) {
        const Mask is_above = mask(x[i] > 700), is_below = mask(x[i] < -700);
        const double at = chosen(is_below, -700.0, chosen(is_above, 700.0, x[i]));
        const double shifted = at * log2_e + magic;
        const double k = shifted - magic;
        const double r = (at - k * ln2_high) - k * ln2_low;
        double p = 1.0 / 6227020800.0;
        p = p * r + 1.0 / 479001600.0;
        p = p * r + 1.0 / 39916800.0;
        p = p * r + 1.0 / 3628800.0;
        p = p * r + 1.0 / 362880.0;
        p = p * r + 1.0 / 40320.0;
        p = p * r + 1.0 / 5040.0;
        p = p * r + 1.0 / 720.0;
        p = p * r + 1.0 / 120.0;
        p = p * r + 1.0 / 24.0;
        p = p * r + 1.0 / 6.0;
        p = p * r + 0.5;
        p = p * r + 1.0;
        p = p * r + 1.0;
        const std::uint64_t exponent = __builtin_bit_cast(std::uint64_t, shifted) << 52;
        const double y = __builtin_bit_cast(double, __builtin_bit_cast(std::uint64_t, p) + exponent);
        const double small = or_zero(mask(x[i] >= -745.13), 0x1p-1074);  // zero where a double is
        const double inside = chosen(is_below, small, chosen(is_above, __builtin_inf(), y));
        f[i] = chosen(mask(x[i] == x[i]), inside, x[i]);
    }
}

}  // namespace

void exp_values(const double* x, double* f, std::size_t count) {
    constexpr std::size_t chunk = 256;
    for (std::size_t from = 0; from < count; from += chunk) {
        const std::size_t here = count - from < chunk ? count - from : chunk;
        const Plateau* on = nullptr;
        for (const Plateau& plateau : plateaus)
            if (x[from] > plateau.low && x[from] < plateau.high) on = &plateau;
        if (on == nullptr || !are_within(x + from, here, *on))
            each(x + from, f + from, here);
        else
            for (std::size_t i = from; i < from + here; ++i) f[i] = on->value;
    }
}

}  // namespace tessera::accuracy::TESSERA_LEVEL
