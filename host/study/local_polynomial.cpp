#include "host/study/local_polynomial.hpp"

#include <algorithm>
#include <bit>
#include <cmath>

#include "host/study/series.hpp"
#include "sim/num/fp32.hpp"

namespace tessera::accuracy {
namespace {

constexpr mpfr_prec_t bits_in_the_middle = 120, bits_of_the_remainder = 64;
constexpr double most_off = 0x1p-49;

double most_of(const Interval& a) {
    return std::max(std::abs(mpfr_get_d(a.low, MPFR_RNDA)), std::abs(mpfr_get_d(a.high, MPFR_RNDA)));
}

bool is_zero(const Interval& a) {
    return mpfr_zero_p(static_cast<mpfr_srcptr>(a.low)) != 0 && mpfr_zero_p(static_cast<mpfr_srcptr>(a.high)) != 0;
}

// Times a power of two, which is exact: powers of x are no doubles where coefficients and powers together are.
Interval scaled(Interval a, long exponent) {
    mpfr_mul_2si(a.low, a.low, exponent, MPFR_RNDD);
    mpfr_mul_2si(a.high, a.high, exponent, MPFR_RNDU);
    return a;
}

// One double for all of a stretch: where the function saturates, or is not defined.
std::optional<Polynomial> plateau(const Interval& value) {
    const double low = mpfr_get_d(value.low, MPFR_RNDN), high = mpfr_get_d(value.high, MPFR_RNDN);
    if (!(low == high) && !value.is_nan()) return std::nullopt;
    Polynomial constant;
    constant.a[0] = low;
    constant.used = 1;
    return constant;
}

}  // namespace

std::optional<Polynomial> local_polynomial(const Formula& formula, float first, float last) {
    const double low = std::min(first, last), high = std::max(first, last);
    Interval stretch(bits_of_the_remainder);
    mpfr_set_d(stretch.low, low, MPFR_RNDN);
    mpfr_set_d(stretch.high, high, MPFR_RNDN);
    if (const auto constant = plateau(formula.over(stretch, stretch))) return constant;
    const auto around = series_of(formula, stretch, Polynomial::terms + 1);
    if (!around) return std::nullopt;

    Polynomial p;
    p.middle = low + (high - low) / 2;  // exact: both have 24 bits
    const double half = high == low ? std::abs(low) : std::exp2(std::ceil(std::log2((high - low) / 2)));
    p.scale = 1 / half;
    const auto at_middle = series_of(formula, Interval(bits_in_the_middle, p.middle), Polynomial::terms);
    if (!at_middle) return std::nullopt;
    // Where all slopes are zero the value in the middle is that of the stretch.
    if (std::all_of(around->begin() + 1, around->end(), is_zero)) return plateau(at_middle->front());
    // Absolute: what the series leaves out, the intervals' widths, the rounding of coefficients and of Horner's steps,
    // two for each power below.
    const auto to_power = [&](const Interval& c, std::size_t k) {
        return scaled(c, long{std::ilogb(half)} * static_cast<long>(k));
    };
    double off = around->size() <= Polynomial::terms ? 0 : most_of(to_power(around->back(), Polynomial::terms));
    double rest = 0;
    for (std::size_t k = 0; k < at_middle->size(); ++k) {
        const Interval c = to_power((*at_middle)[k], k);
        p.a[k] = mpfr_get_d(c.low, MPFR_RNDN);
        if (k == 0) continue;
        off += most_of(c - Interval(bits_in_the_middle, p.a[k]));
        off += std::abs(p.a[k]) * static_cast<double>(2 * k + 4) * 0x1p-53;
        rest += std::abs(p.a[k]);
    }
    const Interval low_part = (*at_middle)[0] - Interval(bits_in_the_middle, p.a[0]);
    p.a0_low = mpfr_get_d(low_part.low, MPFR_RNDN);
    off += most_of(low_part - Interval(bits_in_the_middle, p.a0_low));
    const double least = std::abs(p.a[0]) - rest - off;
    if (!(least > 0x1p-900) || !std::isfinite(off)) return std::nullopt;
    // Powers that add nothing are left out.
    while (p.used > 1 && std::abs(p.a[p.used - 1]) < least * 0x1p-58) off += std::abs(p.a[--p.used]);
    std::fill(p.a + p.used, std::end(p.a), 0.0);
    if (!(off <= least * (most_off - 0x1p-52))) return std::nullopt;
    return p;
}

// Stretches are halved until one has a polynomial, and grow again where a larger one begins. A block that takes too
// many attempts is not worth more.
void LocalReference::find_stretch(std::uint32_t pattern) {
    constexpr int most_bits = 16, least_bits = 7, most_attempts = 20;
    State& s = state_;
    s.polynomial.reset();
    const std::uint32_t exponent = pattern >> 23 & 0xff;
    const bool is_left_out = exponent == 0 || exponent == 255;
    const auto is_begin = [&](int bits) { return (pattern & ((1u << bits) - 1)) == 0; };
    if (s.bits < most_bits && is_begin(s.bits + 1)) ++s.bits;
    for (; !is_left_out && s.attempts < most_attempts; --s.bits) {
        const std::uint32_t mask = (1u << s.bits) - 1;
        s.first = pattern & ~mask;
        s.last = pattern | mask;
        ++s.attempts;
        s.polynomial = local_polynomial(formula_, std::bit_cast<float>(s.first), std::bit_cast<float>(s.last));
        if (s.polynomial || s.bits == least_bits) return;
    }
    s.first = pattern;
    s.last = pattern | ((1u << most_bits) - 1);
}

// f(-x) is f(x) or -f(x), and so are all products and sums of the polynomial's.
bool LocalReference::take_mirrored(std::uint32_t pattern) {
    const auto mirrored = std::ranges::find_if(before_, [&](const State& s) {
        return (pattern ^ num::sign_bit) >= s.first && (pattern ^ num::sign_bit) <= s.last;
    });
    if (mirrored == before_.end()) return false;
    state_ = *mirrored;
    state_.first ^= num::sign_bit;
    state_.last ^= num::sign_bit;
    if (!state_.polynomial) return true;
    Polynomial& p = *state_.polynomial;
    p.middle = -p.middle;
    const double even = reference_.symmetry == Symmetry::odd ? -1 : 1;
    for (std::size_t k = 0; k < Polynomial::terms; ++k) p.a[k] *= k % 2 == 0 ? even : -even;
    p.a0_low *= even;
    return true;
}

void LocalReference::begin(bool is_mirror) {
    state_ = {};
    before_.clear();
    if (is_mirror && reference_.symmetry != Symmetry::none) before_.swap(found_);
    found_.clear();
}

void LocalReference::values(const std::uint32_t* patterns, const double* x, double* f, std::size_t count) {
    for (std::size_t i = 0; i < count;) {
        if (patterns[i] < state_.first || patterns[i] > state_.last) {
            if (!take_mirrored(patterns[i])) find_stretch(patterns[i]);
            found_.push_back(state_);
        }
        std::size_t end = i + 1;
        while (end < count && patterns[end] <= state_.last) ++end;
        if (state_.polynomial)
            loops().polynomial(*state_.polynomial, x + i, f + i, end - i);
        else
            for (std::size_t k = i; k < end; ++k) f[k] = reference_.of(x[k], 0);
        i = end;
    }
}

}  // namespace tessera::accuracy
