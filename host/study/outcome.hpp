// What became of one input: the one rule, for single points and for loops over many that are built per x86 level. So it
// is free of branches, always inlined, and calls nothing.
#pragma once

#include <cstdint>

#include "host/study/masks.hpp"
#include "host/study/ulp.hpp"

namespace tessera::accuracy {

// Zeros, subnormal and not finite inputs are left out.
enum class Outcome : std::uint8_t {
    left_out,   // special, or outside the domain
    exact,      // the correctly rounded result
    faithful,   // the other neighbour of a true result that is no number of the format
    inexact,    // farther off
    zeroed,     // zero where the result is a normal number
    flushed,    // the result is not zero, but subnormal or less in the format
    overflown,  // infinite or NaN where the result is finite
    beyond,     // the result is not finite
};
inline constexpr std::size_t outcomes = 8;
inline bool is_compared(Outcome outcome) { return outcome >= Outcome::exact && outcome <= Outcome::inexact; }

// Of a format, as loops need it.
struct ErrorRules {
    int fraction_bits, least_exponent;
    double largest;
};
inline ErrorRules rules_of(const Format& format) {
    return {format.fraction_bits, format.least_exponent, format.largest()};
}
struct OutcomeRules {
    ErrorRules format;
    double smallest_normal;
    double low, high;  // domain
};
inline OutcomeRules rules_of(const Format& format, double low, double high) {
    return {rules_of(format), format.smallest_normal(), low, high};
}

constexpr std::int64_t code(Outcome outcome) { return static_cast<std::int64_t>(outcome); }

[[gnu::always_inline]] inline double spacing(double x, const ErrorRules& rules) {
    const std::int64_t exponent = bits(x) >> 52 & 0x7ff, lowest = 1023 + rules.least_exponent;
    return number(((exponent < lowest ? lowest : exponent) - rules.fraction_bits) << 52);
}

// How far `best` is from its neighbour in the format away from zero, and from the one towards it: less below a power of
// two.
[[gnu::always_inline]] inline double step_out(double best, const ErrorRules& rules) { return spacing(best, rules); }
[[gnu::always_inline]] inline double step_in(double best, const ErrorRules& rules) {
    return spacing(number(bits(magnitude(best)) - 1), rules);
}

// Of result y of x, where `exact` was due and `best` is that in the format: the code of an Outcome. Later lines
// overrule earlier ones.
[[gnu::always_inline]] inline std::int64_t outcome_code(double x, double y, double exact, double best,
                                                        const OutcomeRules& rules) {
    const double size = magnitude(best);
    const Mask is_out = mask(magnitude(exact) > size), is_in = mask(magnitude(exact) < size);
    const double other =
        with_sign_of(chosen(is_out, size + step_out(best, rules.format), size - step_in(best, rules.format)), best);
    const Mask is_other = (is_out | is_in) & mask(y == other);
    const Mask fits = mask(magnitude(x) >= 0x1p-126) & mask(magnitude(x) <= 0x1.fffffep127) & mask(x >= rules.low) &
                      mask(x <= rules.high);
    std::int64_t what = chosen(is_other, code(Outcome::faithful), code(Outcome::inexact));
    what = chosen(mask(y == 0), code(Outcome::zeroed), what);
    what = chosen(mask(y == best), code(Outcome::exact), what);
    what = chosen(is_finite(y), what, code(Outcome::overflown));
    what = chosen(mask(exact != 0) & mask(magnitude(best) < rules.smallest_normal), code(Outcome::flushed), what);
    what = chosen(is_finite(exact) & is_finite(best), what, code(Outcome::beyond));
    return chosen(fits, what, code(Outcome::left_out));
}

// Whether the side of `best` that the true result lies on decides between faithful and inexact, and `exact` is too near
// to tell it.
[[gnu::always_inline]] inline Mask has_open_side(std::int64_t what, double y, double exact, double best,
                                                 const OutcomeRules& rules) {
    const Mask is_off = mask(what == code(Outcome::faithful)) | mask(what == code(Outcome::inexact));
    return is_off & mask(magnitude(exact - best) <= magnitude(best) * (2 * reference_error)) &
           mask(magnitude(y - best) <= step_out(best, rules.format));
}

}  // namespace tessera::accuracy
