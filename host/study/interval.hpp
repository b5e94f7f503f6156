// Numbers between two bounds, in MPFR: what an expression is worth for certain, whatever was rounded on the way.
#pragma once

#include "host/expression/mpfr_number.hpp"

namespace tessera::accuracy {

struct Primitive;

struct Interval {
    explicit Interval(mpfr_prec_t bits) : low(bits), high(bits) {}
    Interval(mpfr_prec_t bits, double x);             // exactly, where the precision holds it
    Interval(mpfr_prec_t bits, const char* decimal);  // the decimal number around which it lies
    Number low, high;
    mpfr_prec_t bits() const { return mpfr_get_prec(low); }
    bool is_point() const { return mpfr_equal_p(low, high) != 0 || is_nan(); }
    bool is_nan() const { return mpfr_nan_p(static_cast<mpfr_srcptr>(low)) != 0; }  // the value is no number
    bool is_above(double x) const { return mpfr_cmp_d(low, x) > 0; }
    bool is_below(double x) const { return mpfr_cmp_d(high, x) < 0; }
    bool has_zero() const { return !is_above(0) && !is_below(0); }
};

// With more bits than these no further question is settled: bounds that have not met by then hold the same number.
inline constexpr mpfr_prec_t most_interval_bits = 4096;
// With that many bits the one number of half as many that lies between the bounds, if there is one, where a function
// jumps; else the same.
Interval settled_step(const Interval& x);

Interval everything(mpfr_prec_t bits);  // nothing is known
Interval no_number(mpfr_prec_t bits);
Interval interval_of_pi(mpfr_prec_t bits);

Interval operator-(const Interval& a);
Interval operator+(const Interval& a, const Interval& b);
Interval operator-(const Interval& a, const Interval& b);
Interval operator*(const Interval& a, const Interval& b);
Interval operator/(const Interval& a, const Interval& b);
Interval least(const Interval& a, const Interval& b);
Interval greatest(const Interval& a, const Interval& b);
Interval hull(const Interval& a, const Interval& b);
Interval raised(const Interval& base, const Interval& exponent);
Interval modulo(const Interval& a, const Interval& b);  // as fmod
Interval applied(const Primitive& function, const Interval& x);

}  // namespace tessera::accuracy
