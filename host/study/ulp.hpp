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

// A number format by the bits of its fraction and the exponents of its normal numbers. That of fp16 is the machine's,
// which has normal numbers where IEEE has infinities (spec/tensix-core.md 1.5).
struct Format {
    std::string_view name;
    int fraction_bits;
    int least_exponent = -126, greatest_exponent = 127;
    double smallest_normal() const { return std::ldexp(1.0, least_exponent); }
    double largest() const { return (2 - std::ldexp(1.0, -fraction_bits)) * std::ldexp(1.0, greatest_exponent); }
    friend bool operator==(const Format&, const Format&) = default;
};
inline constexpr Format fp32{"fp32", 23}, bf16{"bf16", 7}, tf32{"tf32", 10}, fp16{"fp16", 10, -14, 16};

enum class Ulp : std::uint8_t {
    goldberg,    // |y - f| over the spacing of the binade that the exact f is in
    at_rounded,  // |y - f| over the spacing above f rounded to the format
    of_rounded,  // |y - f rounded to the format| over the spacing above that: whole numbers
};
std::string_view name(Ulp ulp);

// Up to so many ULP a function is called usable, in one report or another.
inline constexpr std::array<double, 3> ulp_limits{1, 2, 10};

// Distance of neighbouring values of the format in the binade of `value`; that of the lowest binade below it.
inline double spacing(double value, const Format& format) {
    const auto exponent = static_cast<std::int64_t>(std::bit_cast<std::uint64_t>(value) >> 52 & 0x7ff);
    const std::int64_t lowest = 1023 + format.least_exponent;
    return std::bit_cast<double>(static_cast<std::uint64_t>(std::max(exponent, lowest) - format.fraction_bits) << 52);
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
