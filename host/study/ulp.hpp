// Errors in units of the last place. Several definitions are in use and differ near powers of two, so each has a name
// here and every figure says which it is in (spec/sfpu-math.md 6.1, 7).
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <string_view>

namespace tessera::accuracy {

// The number that an fp32 pattern is.
inline double value_of(std::uint32_t pattern) { return static_cast<double>(std::bit_cast<float>(pattern)); }

// Neither zero nor subnormal, infinite or no number.
inline bool is_normal(std::uint32_t pattern) {
    const std::uint32_t exponent = pattern >> 23 & 0xff;
    return exponent != 0 && exponent != 255;
}

// A number format by the bits of its fraction and the exponents of its normal numbers. That of fp16 is the machine's,
// which has normal numbers where IEEE has infinities (spec/tensix-core.md 1.5).
struct Format {
    std::string_view name;
    int fraction_bits;
    int least_exponent = -126, greatest_exponent = 127;
    bool to_odd = false;  // see `odd_double`
    double smallest_normal() const { return std::ldexp(1.0, least_exponent); }
    double largest() const { return (2 - std::ldexp(1.0, -fraction_bits)) * std::ldexp(1.0, greatest_exponent); }
    friend bool operator==(const Format&, const Format&) = default;
};
inline constexpr Format fp32{"fp32", 23}, bf16{"bf16", 7}, tf32{"tf32", 10}, fp16{"fp16", 10, -14, 16};
// Double, rounded to odd: a value that is no double becomes the neighbour whose last bit is 1. Numbers of the formats
// above have even ones, so it lies on the same side of each of them, and in the same binade, as the value.
inline constexpr Format odd_double{"double", 52, -1022, 1023, true};

enum class Ulp : std::uint8_t {
    goldberg,    // |y - f| over the spacing of the binade that the exact f is in
    at_rounded,  // |y - f| over the spacing above f rounded to the format
    of_rounded,  // |y - f rounded to the format| over the spacing above that: whole numbers
};
std::string_view name(Ulp ulp);

// Up to so many ULP a function is called usable, in one report or another.
inline constexpr std::array<double, 3> ulp_limits{1, 2, 10};

// The relative error of a reference's double form (reference.hpp): no error is known better than this share of the
// result.
inline constexpr double reference_error = 0x1p-48;
// An error of at most so many ULP, by what the reference leaves open in ULP of the format.
inline double at_most(double limit, const Format& format) {
    return limit + std::ldexp(2 * reference_error, format.fraction_bits);
}

// Distance of neighbouring values of the format in the binade of `value`; that of the lowest binade below it.
inline double spacing(double value, const Format& format) {
    const auto exponent = static_cast<std::int64_t>(std::bit_cast<std::uint64_t>(value) >> 52 & 0x7ff);
    const std::int64_t lowest = 1023 + format.least_exponent;
    return std::bit_cast<double>(static_cast<std::uint64_t>(std::max(exponent, lowest) - format.fraction_bits) << 52);
}

// What a double that was cut off is when rounded to odd, where something was lost.
inline double odd_neighbour(double cut_off) { return std::bit_cast<double>(std::bit_cast<std::uint64_t>(cut_off) | 1); }

// Whether a reference's error may have put its double form across a power of two, where the spacing changes.
inline bool is_near_binade(double value) {
    constexpr std::uint64_t fraction = (std::uint64_t{1} << 52) - 1, reach = 32;  // units of the last place
    const auto word = std::bit_cast<std::uint64_t>(value);
    const std::uint64_t exponent = word >> 52 & 0x7ff;
    return exponent != 0 && exponent != 0x7ff && ((word + reach) & fraction) <= 2 * reach;
}
// The power of two that such a number is near.
inline double near_power(double value) {
    constexpr std::uint64_t half = std::uint64_t{1} << 51, upper = ~((std::uint64_t{1} << 52) - 1);
    return std::bit_cast<double>((std::bit_cast<std::uint64_t>(value) + half) & upper);
}

// Nearest value of the format, ties to even; beyond the largest one infinity. Subnormals are kept.
double rounded(double value, const Format& format);

// Signed; `nearest` is `exact` correctly rounded.
inline double error_in_ulp(double y, double exact, double nearest, const Format& format, Ulp ulp) {
    switch (ulp) {
        case Ulp::goldberg: return (y - exact) / spacing(exact, format);
        case Ulp::at_rounded: return (y - exact) / spacing(nearest, format);
        case Ulp::of_rounded: return (y - nearest) / spacing(nearest, format);
    }
    return 0;
}

}  // namespace tessera::accuracy
