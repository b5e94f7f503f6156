#include "host/study/interval.hpp"

#include <algorithm>
#include <cmath>
#include <optional>

#include "host/expression/primitive.hpp"

namespace tessera::accuracy {
namespace {

using Round = int (*)(mpfr_ptr, mpfr_srcptr, mpfr_srcptr, mpfr_rnd_t);

bool is_negative(mpfr_srcptr x) { return mpfr_sgn(x) < 0; }
enum class Side { negative, both, positive };  // of zero, which either side holds too
Side side_of(const Interval& a) {
    if (!is_negative(a.low)) return Side::positive;
    return mpfr_sgn(static_cast<mpfr_srcptr>(a.high)) <= 0 ? Side::negative : Side::both;
}
bool has_nan(const Interval& a) {
    return mpfr_nan_p(static_cast<mpfr_srcptr>(a.low)) != 0 || mpfr_nan_p(static_cast<mpfr_srcptr>(a.high)) != 0;
}

// What comes of no number is none; of bounds that gave none between others nothing is known.
Interval settled(Interval result, bool from_points) {
    if (!has_nan(result)) return result;
    return from_points ? no_number(result.bits()) : everything(result.bits());
}

Interval between_corners(const Interval& a, const Interval& b, Round f) {
    Interval result(a.bits());
    Number corner(a.bits());
    const mpfr_srcptr first[] = {a.low, a.high}, second[] = {b.low, b.high};
    for (int i = 0; i < 4; ++i) {
        f(corner, first[i & 1], second[i >> 1], MPFR_RNDD);
        if (i == 0 || mpfr_nan_p(static_cast<mpfr_srcptr>(corner)) != 0 || mpfr_less_p(corner, result.low) != 0)
            mpfr_set(result.low, corner, MPFR_RNDD);
        f(corner, first[i & 1], second[i >> 1], MPFR_RNDU);
        if (i == 0 || mpfr_nan_p(static_cast<mpfr_srcptr>(corner)) != 0 || mpfr_greater_p(corner, result.high) != 0)
            mpfr_set(result.high, corner, MPFR_RNDU);
        if (has_nan(result)) break;
    }
    return settled(std::move(result), a.is_point() && b.is_point());
}

Interval at_ends(const Primitive& f, mpfr_srcptr low, mpfr_srcptr high, mpfr_prec_t bits, bool is_point) {
    Interval result(bits);
    f.rounded(result.low, low, MPFR_RNDD);
    f.rounded(result.high, high, MPFR_RNDU);
    return settled(std::move(result), is_point);
}

// f at the middle of x, give or take the width of x times the slope.
Interval by_slope(const Primitive& f, const Interval& x, const Interval& slope) {
    Interval middle(x.bits()), width = x;
    mpfr_sub(width.high, x.high, x.low, MPFR_RNDU);
    mpfr_neg(width.low, width.high, MPFR_RNDD);
    mpfr_add(middle.low, x.low, x.high, MPFR_RNDN);
    mpfr_div_2ui(middle.low, middle.low, 1, MPFR_RNDN);
    mpfr_set(middle.high, middle.low, MPFR_RNDN);
    return at_ends(f, middle.low, middle.high, x.bits(), false) + width * slope;
}

bool are_in_one_branch_of_gamma(const Interval& x) {
    if (x.is_above(0)) return true;
    if (!x.is_below(0)) return false;
    Number low(x.bits()), high(x.bits());
    mpfr_floor(low, x.low);
    mpfr_floor(high, x.high);
    return mpfr_equal_p(low, high) != 0 && mpfr_equal_p(low, x.low) == 0;
}

Interval tangent_of(const Primitive& f, const Interval& x) {
    Number width(x.bits());
    mpfr_sub(width, x.high, x.low, MPFR_RNDU);
    if (!(mpfr_cmp_ui(width, 3) < 0)) return everything(x.bits());
    Interval result = at_ends(f, x.low, x.high, x.bits(), false);
    // Across a pole, within less than half a turn, it falls.
    return mpfr_lessequal_p(result.low, result.high) != 0 ? result : everything(x.bits());
}

// Within a quarter turn of 0 a sine rises, and within half a turn a cosine falls with |x|: each end has its value.
std::optional<Interval> wave_near_0(const Primitive& f, const Interval& x) {
    const double turn = f.name.ends_with("pi") ? 2 : 6;
    if (f.name.starts_with("sin"))
        return x.is_above(-turn / 4) && x.is_below(turn / 4) ? std::optional(at_ends(f, x.low, x.high, x.bits(), false))
                                                             : std::nullopt;
    if (x.has_zero() || !x.is_above(-turn / 2) || !x.is_below(turn / 2)) return std::nullopt;
    return x.is_above(0) ? at_ends(f, x.high, x.low, x.bits(), false) : at_ends(f, x.low, x.high, x.bits(), false);
}

Interval wave_of(const Primitive& f, const Interval& x) {
    if (const std::optional<Interval> near = wave_near_0(f, x)) return *near;
    Interval steepest(x.bits(), f.name.ends_with("pi") ? 4.0 : 1.0);
    return greatest(least(by_slope(f, x, steepest), Interval(x.bits(), 1.0)), Interval(x.bits(), -1.0));
}

Interval lgamma_between(const Primitive& f, const Interval& x) {
    if (!are_in_one_branch_of_gamma(x)) return everything(x.bits());
    const Interval slope = applied(*find_primitive("digamma"), x);
    return by_slope(f, x, greatest(slope, -slope));
}

}  // namespace

Interval::Interval(mpfr_prec_t bits, double x) : low(bits), high(bits) {
    mpfr_set_d(low, x, MPFR_RNDD);
    mpfr_set_d(high, x, MPFR_RNDU);
}

Interval::Interval(mpfr_prec_t bits, const char* decimal) : low(bits), high(bits) {
    mpfr_set_str(low, decimal, 10, MPFR_RNDD);
    mpfr_set_str(high, decimal, 10, MPFR_RNDU);
}

Interval everything(mpfr_prec_t bits) { return hull(Interval(bits, -HUGE_VAL), Interval(bits, HUGE_VAL)); }
Interval no_number(mpfr_prec_t bits) { return Interval(bits, std::nan("")); }

Interval interval_of_pi(mpfr_prec_t bits) {
    Interval result(bits);
    mpfr_const_pi(result.low, MPFR_RNDD);
    mpfr_const_pi(result.high, MPFR_RNDU);
    return result;
}

Interval hull(const Interval& a, const Interval& b) {
    Interval result(a.bits());
    mpfr_min(result.low, a.low, b.low, MPFR_RNDD);
    mpfr_max(result.high, a.high, b.high, MPFR_RNDU);
    return result;
}

Interval operator-(const Interval& a) {
    Interval result(a.bits());
    mpfr_neg(result.low, a.high, MPFR_RNDD);
    mpfr_neg(result.high, a.low, MPFR_RNDU);
    return result;
}

Interval operator+(const Interval& a, const Interval& b) {
    Interval result(a.bits());
    mpfr_add(result.low, a.low, b.low, MPFR_RNDD);
    mpfr_add(result.high, a.high, b.high, MPFR_RNDU);
    return settled(std::move(result), a.is_point() && b.is_point());
}

Interval operator-(const Interval& a, const Interval& b) {
    Interval result(a.bits());
    mpfr_sub(result.low, a.low, b.high, MPFR_RNDD);
    mpfr_sub(result.high, a.high, b.low, MPFR_RNDU);
    return settled(std::move(result), a.is_point() && b.is_point());
}

Interval operator*(const Interval& a, const Interval& b) {
    const Side side_a = side_of(a), side_b = side_of(b);
    if (side_a == Side::both && side_b == Side::both) return between_corners(a, b, mpfr_mul);
    // By the one that has one sign: which end of the other makes the least and the most of it, and of it which end.
    const Interval &one = side_a == Side::both ? b : a, &other = side_a == Side::both ? a : b;
    const Side side = side_a == Side::both ? side_b : side_a, of_other = side_of(other);
    const mpfr_srcptr to_low = side == Side::positive ? other.low : other.high;
    const mpfr_srcptr to_high = side == Side::positive ? other.high : other.low;
    const mpfr_srcptr near = side == Side::positive ? one.low : one.high;
    const mpfr_srcptr far = side == Side::positive ? one.high : one.low;
    const bool low_is_far = side == Side::positive ? of_other != Side::positive : of_other != Side::negative;
    const bool high_is_far = side == Side::positive ? of_other != Side::negative : of_other != Side::positive;
    Interval result(a.bits());
    mpfr_mul(result.low, to_low, low_is_far ? far : near, MPFR_RNDD);
    mpfr_mul(result.high, to_high, high_is_far ? far : near, MPFR_RNDU);
    return has_nan(result) ? between_corners(a, b, mpfr_mul) : result;
}

Interval operator/(const Interval& a, const Interval& b) {
    if (b.has_zero()) return a.is_point() && b.is_point() ? between_corners(a, b, mpfr_div) : everything(a.bits());
    const Side side_a = side_of(a);
    const bool is_positive = side_of(b) == Side::positive;
    const mpfr_srcptr to_low = is_positive ? a.low : a.high, to_high = is_positive ? a.high : a.low;
    const mpfr_srcptr near = is_positive ? b.low : b.high, far = is_positive ? b.high : b.low;
    const bool low_is_far = side_a == (is_positive ? Side::positive : Side::negative);
    const bool high_is_far = side_a == (is_positive ? Side::negative : Side::positive);
    Interval result(a.bits());
    mpfr_div(result.low, to_low, low_is_far ? far : near, MPFR_RNDD);
    mpfr_div(result.high, to_high, high_is_far ? far : near, MPFR_RNDU);
    return has_nan(result) ? between_corners(a, b, mpfr_div) : result;
}

Interval least(const Interval& a, const Interval& b) {
    if (has_nan(a) || has_nan(b)) return no_number(a.bits());
    Interval result(a.bits());
    mpfr_min(result.low, a.low, b.low, MPFR_RNDD);
    mpfr_min(result.high, a.high, b.high, MPFR_RNDU);
    return result;
}
Interval greatest(const Interval& a, const Interval& b) {
    if (has_nan(a) || has_nan(b)) return no_number(a.bits());
    Interval result(a.bits());
    mpfr_max(result.low, a.low, b.low, MPFR_RNDD);
    mpfr_max(result.high, a.high, b.high, MPFR_RNDU);
    return result;
}

// It runs one way in both where the base is positive, and where it has one sign and the exponent is a whole number.
Interval raised(const Interval& base, const Interval& exponent) {
    const bool is_whole = exponent.is_point() && mpfr_integer_p(static_cast<mpfr_srcptr>(exponent.low)) != 0;
    if (base.is_above(0) || (base.is_point() && exponent.is_point()) || (base.is_below(0) && is_whole))
        return between_corners(base, exponent, mpfr_pow);
    if (!is_whole || mpfr_sgn(static_cast<mpfr_srcptr>(exponent.low)) <= 0) return everything(base.bits());
    Interval result = between_corners(base, exponent, mpfr_pow);
    Number half(base.bits());
    mpfr_div_2ui(half, exponent.low, 1, MPFR_RNDN);
    if (mpfr_integer_p(static_cast<mpfr_srcptr>(half)) != 0) mpfr_set_zero(result.low, 1);
    return result;
}

// Where both are exact MPFR's own, which is; else what the whole quotient leaves, if its bounds agree on that.
Interval modulo(const Interval& a, const Interval& b) {
    if (a.is_point() && b.is_point()) return between_corners(a, b, mpfr_fmod);
    if (has_nan(a) || has_nan(b)) return no_number(a.bits());
    if (b.has_zero()) return everything(a.bits());
    const Interval quotient = settled_step(a / b);
    Interval whole(a.bits());
    mpfr_trunc(whole.low, quotient.low);
    mpfr_trunc(whole.high, quotient.high);
    if (!whole.is_point() || mpfr_number_p(static_cast<mpfr_srcptr>(whole.low)) == 0) {
        // Of the sign of a, and nearer to zero than b and than a.
        const Interval most = least(greatest(a, -a), greatest(b, -b));
        Interval bound(a.bits(), 0.0);
        if (!a.is_below(0)) mpfr_set(bound.high, most.high, MPFR_RNDU);
        if (!a.is_above(0)) mpfr_neg(bound.low, most.high, MPFR_RNDD);
        return bound;
    }
    if (mpfr_zero_p(static_cast<mpfr_srcptr>(whole.low)) != 0) return a;
    // A quotient that is whole leaves nothing, whatever the bounds of a and b leave.
    if (quotient.is_point() && mpfr_equal_p(quotient.low, whole.low) != 0) return Interval(a.bits(), 0.0);
    return a - whole * b;
}

Interval settled_step(const Interval& x) {
    if (x.bits() < most_interval_bits || x.is_point()) return x;
    const mpfr_prec_t half = x.bits() / 2;
    Interval point(x.bits(), 0.0);
    if (has_nan(x)) return x;
    if (x.has_zero()) {
        Number least(half);
        mpfr_set_ui_2exp(least, 1, -half, MPFR_RNDN);
        return mpfr_cmpabs(x.low, least) < 0 && mpfr_cmpabs(x.high, least) < 0 ? point : x;
    }
    Number only(half);
    mpfr_set(only, x.low, MPFR_RNDU);
    mpfr_set(point.low, only, MPFR_RNDN);
    mpfr_set(point.high, only, MPFR_RNDN);
    mpfr_nextabove(only);
    return mpfr_cmp(point.low, x.high) <= 0 && mpfr_cmp(only, x.high) > 0 ? point : x;
}

Interval applied(const Primitive& f, const Interval& x) {
    if (x.is_point()) return at_ends(f, x.low, x.high, x.bits(), true);
    if (f.is_step())
        if (const Interval settled = settled_step(x); settled.is_point()) return applied(f, settled);
    if (has_nan(x) || x.is_below(f.low) || x.is_above(f.high)) return no_number(x.bits());
    switch (f.course) {
        case Course::rises: return at_ends(f, x.low, x.high, x.bits(), false);
        case Course::falls: return at_ends(f, x.high, x.low, x.bits(), false);
        case Course::rises_from_0: {
            if (!is_negative(x.low)) return at_ends(f, x.low, x.high, x.bits(), false);
            if (is_negative(x.high)) return at_ends(f, x.high, x.low, x.bits(), false);
            const Interval far = greatest(x, -x);
            return hull(applied(f, Interval(x.bits(), 0.0)), at_ends(f, far.high, far.high, x.bits(), false));
        }
        case Course::waves: return wave_of(f, x);
        case Course::tangent: return tangent_of(f, x);
        case Course::digamma:
            return are_in_one_branch_of_gamma(x) ? at_ends(f, x.low, x.high, x.bits(), false) : everything(x.bits());
        case Course::lgamma: return lgamma_between(f, x);
    }
    return everything(x.bits());
}

}  // namespace tessera::accuracy
