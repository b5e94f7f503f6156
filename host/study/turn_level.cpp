// The loops behind turns.hpp, built once per x86 level; every level rounds alike, since nothing here is fused.
//
// m, an integer of 24 bits, times the parts of a quarter's share: the first two products are exact (29 bits and 24), k
// is a whole number nearest to their sum, and what they leave, a multiple of 2^-56 of at most 1/2 + 2^-27, is rounded
// once by 2^-53 of itself, or not at all where it is small. The third product is below 2^-32 and off by 2^-85. With
// pi/2 the angle r is off by less than 2^-51 of itself, and |r| <= 0.7855. The sums to r^15 and r^16 leave out less
// than 2^-53 and 2^-58 of the value; Horner's steps and the last sum add less than 2^-52: below 2^-50 in all. Of the
// tangent both errors count, below 2^-49.
#include <cstddef>
#include <cstdint>

#include "host/study/levels.hpp"

namespace tessera::accuracy::TESSERA_LEVEL {

namespace {

template <Wave wave>
[[gnu::always_inline]] inline void each_wave(const QuarterTurns& turns, const double* x, double* f, std::size_t count) {
    constexpr double magic = 0x1.8p52, half_pi = 0x1.921fb54442d18p0;
    const double high = turns.high, middle = turns.middle, low = turns.low;
    for (std::size_t i = 0; i < count; ++i) {
        const double m = number((bits(x[i]) & 0xfffffffffffff) | std::int64_t{1023 + fp32.fraction_bits} << 52);
        const double first = m * high, second = m * middle;
        const double shifted = (first + second) + magic;
        const double k = shifted - magic;
        const double r = (((first - k) + second) + m * low) * half_pi;
        const double s = r * r;
        double odd = -1.0 / 1307674368000.0;
        odd = odd * s + 1.0 / 6227020800.0;
        odd = odd * s - 1.0 / 39916800.0;
        odd = odd * s + 1.0 / 362880.0;
        odd = odd * s - 1.0 / 5040.0;
        odd = odd * s + 1.0 / 120.0;
        odd = odd * s - 1.0 / 6.0;
        const double sine = r + r * (odd * s);
        double even = 1.0 / 20922789888000.0;
        even = even * s - 1.0 / 87178291200.0;
        even = even * s + 1.0 / 479001600.0;
        even = even * s - 1.0 / 3628800.0;
        even = even * s + 1.0 / 40320.0;
        even = even * s - 1.0 / 720.0;
        even = even * s + 1.0 / 24.0;
        even = even * s - 0.5;
        const double cosine = 1.0 + even * s;
        // In the lowest bits of `shifted`: which quarter r counts from.
        const std::int64_t quarter = bits(shifted);
        const Mask is_odd = -(quarter & 1);
        const std::int64_t negative = bits(x[i]) & static_cast<std::int64_t>(0x8000000000000000);
        if constexpr (wave == Wave::sine) {
            const std::int64_t flip = (quarter & 2) << 62;
            f[i] = number(chosen(is_odd, bits(cosine), bits(sine)) ^ flip ^ negative);
        } else if constexpr (wave == Wave::cosine) {
            const std::int64_t flip = ((quarter + 1) & 2) << 62;
            f[i] = number(chosen(is_odd, bits(sine), bits(cosine)) ^ flip);
        } else {
            const double over = chosen(is_odd, cosine, sine), under = chosen(is_odd, sine, cosine);
            f[i] = number(bits(over / under) ^ (quarter & 1) << 63 ^ negative);
        }
    }
}

}  // namespace

void wave(Wave which, const QuarterTurns& turns, const double* x, double* f, std::size_t count) {
    switch (which) {
        case Wave::sine: return each_wave<Wave::sine>(turns, x, f, count);
        case Wave::cosine: return each_wave<Wave::cosine>(turns, x, f, count);
        case Wave::tangent: return each_wave<Wave::tangent>(turns, x, f, count);
    }
}

}  // namespace tessera::accuracy::TESSERA_LEVEL
