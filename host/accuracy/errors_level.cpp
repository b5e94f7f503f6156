// Rounds exact results to a format and measures errors against them, on patterns of doubles; built once per x86 level.
// Host functions of <cmath> and <algorithm> are left out: one linked from here would be code of this level elsewhere.
#include <cstddef>
#include <cstdint>

#include "host/accuracy/levels.hpp"

namespace tessera::accuracy::TESSERA_LEVEL {
namespace {

#define TESSERA_INLINE [[gnu::always_inline]] inline

TESSERA_INLINE std::int64_t bits(double x) { return __builtin_bit_cast(std::int64_t, x); }
TESSERA_INLINE double number(std::int64_t x) { return __builtin_bit_cast(double, x); }

constexpr std::int64_t exponent_mask = 0x7ff;

// One over the spacing of the format at x.
TESSERA_INLINE double per_spacing(std::int64_t x, std::int64_t lowest, std::int64_t fraction_bits) {
    std::int64_t exponent = x >> 52 & exponent_mask;
    exponent = exponent < lowest ? lowest : exponent;
    return number((2046 - exponent + fraction_bits) << 52);
}

}  // namespace

bool errors(const ErrorRules& rules, const ErrorLanes& lanes, std::size_t count) {
    const std::int64_t fraction_bits = rules.fraction_bits, lowest = 1023 + rules.least_exponent;
    const std::int64_t cut = 52 - fraction_bits, below = (std::int64_t{1} << cut) - 1,
                       half = std::int64_t{1} << (cut - 1);
    const double largest = rules.largest;
    std::int64_t undecided = 0;
    for (std::size_t i = 0; i < count; ++i) {
        const double y = static_cast<double>(__builtin_bit_cast(float, lanes.y[i])), exact = lanes.exact[i];
        const std::int64_t word = bits(exact);
        // Nearest, ties to even: a carry out of the fraction is the next binade.
        const double near = number((word + half - 1 + (word >> cut & 1)) & ~below);
        const double infinite = number((word & ~0x7fffffffffffffff) | exponent_mask << 52);
        const bool over = near > largest || near < -largest;
        const double best = over ? infinite : near;
        const std::int64_t off = (word & below) - half;
        undecided |= static_cast<std::int64_t>(off <= 256) & static_cast<std::int64_t>(off >= -256);
        lanes.best[i] = best;
        lanes.goldberg[i] = (y - exact) * per_spacing(word, lowest, fraction_bits);
        lanes.at_rounded[i] = (y - exact) * per_spacing(bits(best), lowest, fraction_bits);
        lanes.relative[i] = (y - exact) / exact;
    }
    return undecided != 0;
}

PieceSums sums(const PieceLanes& lanes, std::size_t count) {
    constexpr std::size_t width = 8;
    constexpr double limit[] = {std::get<0>(ulp_limits), std::get<1>(ulp_limits), std::get<2>(ulp_limits)};
    double ulp_signed[width] = {}, ulp_magnitude[width] = {}, ulp_not_exact[width] = {}, ulp_square[width] = {};
    double relative_signed[width] = {}, relative_magnitude[width] = {};
    double max_ulp[width] = {}, max_goldberg[width] = {}, max_at_rounded[width] = {}, max_relative[width] = {};
    double max_absolute[width] = {}, low[width] = {}, high[width] = {}, low_relative[width] = {},
           high_relative[width] = {};
    std::int64_t above[3][width] = {};
    for (std::size_t l = 0; l < width; ++l) {
        low[l] = low_relative[l] = __builtin_inf();
        high[l] = high_relative[l] = -__builtin_inf();
    }
    for (std::size_t i = 0; i < count; i += width)
        for (std::size_t l = 0; l < width; ++l) {
            const bool counts = lanes.compared[i + l] != 0;
            const double error = counts ? lanes.error[i + l] : 0, magnitude = error < 0 ? -error : error;
            const double relative = counts && lanes.exact[i + l] != 0 ? lanes.relative[i + l] : 0;
            const double relative_size = relative < 0 ? -relative : relative;
            const double off = counts ? lanes.y[i + l] - lanes.exact[i + l] : 0, absolute = off < 0 ? -off : off;
            const double goldberg = counts ? lanes.goldberg[i + l] : 0, first = goldberg < 0 ? -goldberg : goldberg;
            const double rounded = counts ? lanes.at_rounded[i + l] : 0, second = rounded < 0 ? -rounded : rounded;
            const double clamped = magnitude > most_ulp ? most_ulp : magnitude;
            const double clamped_relative = relative_size > most_relative ? most_relative : relative_size;
            ulp_magnitude[l] += clamped;
            ulp_signed[l] += error < 0 ? -clamped : clamped;
            ulp_not_exact[l] += clamped * lanes.inexact[i + l];
            ulp_square[l] += clamped * clamped;
            relative_magnitude[l] += clamped_relative;
            relative_signed[l] += relative < 0 ? -clamped_relative : clamped_relative;
            for (std::size_t k = 0; k < 3; ++k) above[k][l] += magnitude > limit[k] ? 1 : 0;
            max_ulp[l] = magnitude > max_ulp[l] ? magnitude : max_ulp[l];
            max_goldberg[l] = first > max_goldberg[l] ? first : max_goldberg[l];
            max_at_rounded[l] = second > max_at_rounded[l] ? second : max_at_rounded[l];
            max_relative[l] = relative_size > max_relative[l] ? relative_size : max_relative[l];
            max_absolute[l] = absolute > max_absolute[l] ? absolute : max_absolute[l];
            low[l] = error < low[l] ? error : low[l];
            high[l] = error > high[l] ? error : high[l];
            low_relative[l] = relative < low_relative[l] ? relative : low_relative[l];
            high_relative[l] = relative > high_relative[l] ? relative : high_relative[l];
        }
    PieceSums all;
    all.low = low[0], all.high = high[0], all.low_relative = low_relative[0], all.high_relative = high_relative[0];
    for (std::size_t l = 0; l < width; ++l) {
        for (std::size_t k = 0; k < 3; ++k) all.above[k] += static_cast<std::uint64_t>(above[k][l]);
        all.ulp_signed += ulp_signed[l];
        all.ulp_magnitude += ulp_magnitude[l];
        all.ulp_not_exact += ulp_not_exact[l];
        all.ulp_square += ulp_square[l];
        all.relative_signed += relative_signed[l];
        all.relative_magnitude += relative_magnitude[l];
        all.max_ulp = max_ulp[l] > all.max_ulp ? max_ulp[l] : all.max_ulp;
        all.max_goldberg = max_goldberg[l] > all.max_goldberg ? max_goldberg[l] : all.max_goldberg;
        all.max_at_rounded = max_at_rounded[l] > all.max_at_rounded ? max_at_rounded[l] : all.max_at_rounded;
        all.max_relative = max_relative[l] > all.max_relative ? max_relative[l] : all.max_relative;
        all.max_absolute = max_absolute[l] > all.max_absolute ? max_absolute[l] : all.max_absolute;
        all.low = low[l] < all.low ? low[l] : all.low;
        all.high = high[l] > all.high ? high[l] : all.high;
        all.low_relative = low_relative[l] < all.low_relative ? low_relative[l] : all.low_relative;
        all.high_relative = high_relative[l] > all.high_relative ? high_relative[l] : all.high_relative;
    }
    return all;
}

}  // namespace tessera::accuracy::TESSERA_LEVEL
