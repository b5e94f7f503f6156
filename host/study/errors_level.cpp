// Rounds exact results to a format and measures errors against them, on patterns of doubles; built once per x86 level.
// Host functions of <cmath> and <algorithm> are left out: one linked from here would be code of this level elsewhere.
#include <cstddef>
#include <cstdint>

#include "host/study/levels.hpp"

namespace tessera::accuracy::TESSERA_LEVEL {
namespace {

#define TESSERA_INLINE [[gnu::always_inline]] inline

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

bool are_near_binades(const double* exact, std::size_t count) {
    constexpr std::int64_t fraction = (std::int64_t{1} << 52) - 1, reach = 32;
    Mask any = 0;
    for (std::size_t i = 0; i < count; ++i) any |= mask(((bits(exact[i]) + reach) & fraction) <= 2 * reach);
    return any != 0;
}

bool outcomes(const OutcomeRules& rules, const OutcomeLanes& lanes, std::size_t count) {
    const OutcomeRules r = rules;
    const OutcomeLanes of = lanes;
    Mask is_open = 0;
#pragma GCC ivdep
    for (std::size_t i = 0; i < count; ++i) {
        const std::int64_t what = outcome_code(of.x[i], of.y[i], of.exact[i], of.best[i], r);
        const Mask is_exact = mask(what == code(Outcome::exact));
        const Mask is_off = mask(what == code(Outcome::faithful)) | mask(what == code(Outcome::inexact));
        of.outcome[i] = what;
        of.compared[i] = or_zero(is_exact | is_off, 1.0);
        of.inexact[i] = or_zero(is_off, 1.0);
        is_open |= has_open_side(what, of.y[i], of.exact[i], of.best[i], r);
    }
    return is_open != 0;
}

}  // namespace tessera::accuracy::TESSERA_LEVEL
