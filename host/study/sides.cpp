#include "host/study/sides.hpp"

#include <algorithm>
#include <bit>

namespace tessera::accuracy {

int side_over(const Formula& formula, float first, float last, double number) {
    // The second precision tells what the smallest fp32 adds to 1.
    for (const mpfr_prec_t bits : {128, 320}) {
        Interval stretch(bits);
        mpfr_set_d(stretch.low, static_cast<double>(std::min(first, last)), MPFR_RNDN);
        mpfr_set_d(stretch.high, static_cast<double>(std::max(first, last)), MPFR_RNDN);
        const Interval found = formula.over(stretch, stretch);
        if (found.is_nan()) return 0;
        if (found.is_above(number)) return 1;
        if (found.is_below(number)) return -1;
    }
    return 0;
}

Sides::Sides(const Reference& reference)
    : reference_(reference), formula_(reference.arguments() == 1 ? formula_of(reference) : nullptr), octaves_(512) {}

int Sides::of(std::uint32_t x, std::uint32_t second, double number) {
    if (!is_normal(x)) return 0;  // left out, whatever it gives
    const int side = over_octave(x, number);
    return side != 0 ? side : reference_.side_of(value_of(x), value_of(second), number);
}

int Sides::over_octave(std::uint32_t x, double number) {
    constexpr int most_looks = 4;
    constexpr std::uint32_t fraction = (1u << 23) - 1;
    Octave& octave = octaves_[x >> 23];
    if (!is_normal(x)) return 0;
    if (formula_ != nullptr && octave.number != number && octave.looks < most_looks) {
        ++octave.looks;
        octave.number = number;
        octave.side =
            side_over(*formula_, std::bit_cast<float>(x & ~fraction), std::bit_cast<float>(x | fraction), number);
    }
    return octave.number == number ? octave.side : 0;
}

}  // namespace tessera::accuracy
