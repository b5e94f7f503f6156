#include "host/expression/special_functions.hpp"

#include <cmath>
#include <limits>

#include "host/expression/mpfr_number.hpp"

namespace tessera::accuracy {
namespace {

constexpr long double unknown = std::numeric_limits<long double>::quiet_NaN();

// Beyond this both functions are more than 2^16384, and the series would take too long.
constexpr double bessel_end = 11500;

// The sum of (x/2)^(2k) / (k! (k + order)!) over k, times (x/2)^order; a term less than 2^-66 of the sum, that falls by
// more than half each step, ends it.
long double bessel_64(long double x, int order) {
    if (!(std::abs(x) <= bessel_end))
        return std::abs(x) > bessel_end ? (order == 0 ? HUGE_VALL : std::copysign(HUGE_VALL, x)) : x;
    const long double quarter = x * x / 4;
    long double term = order == 0 ? 1 : x / 2, sum = term;
    for (int k = 1;; ++k) {
        term *= quarter / (static_cast<long double>(k) * (k + order));
        sum += term;
        if (std::abs(term) <= 0x1p-70L * std::abs(sum) && quarter < 0.5L * k * (k + order)) return sum;
    }
}

// Widened by 2^-(bits + 16) in the direction of the mode.
int widened(mpfr_ptr result, Number& value, mpfr_rnd_t mode) {
    Number off(value);
    mpfr_div_2si(off, off, mpfr_get_prec(result) + 16, MPFR_RNDN);
    mpfr_abs(off, off, MPFR_RNDU);
    if (mode == MPFR_RNDU) return mpfr_add(result, value, off, MPFR_RNDU);
    if (mode == MPFR_RNDD) return mpfr_sub(result, value, off, MPFR_RNDD);
    return mpfr_set(result, value, mode);
}

// Where the series is too long: it lies between e^|x| / (2 sqrt(2 pi |x|)) and e^|x|.
int beyond_bessel(mpfr_ptr result, mpfr_srcptr x, int order, mpfr_rnd_t mode) {
    const bool negative = order == 1 && mpfr_signbit(x) != 0;
    const bool larger = negative ? mode == MPFR_RNDD : mode == MPFR_RNDU;
    Number size(mpfr_get_prec(result)), root(mpfr_get_prec(result));
    mpfr_abs(size, x, MPFR_RNDN);
    mpfr_mul_ui(root, size, 32, MPFR_RNDU);  // more than 8 pi
    mpfr_sqrt(root, root, MPFR_RNDU);
    mpfr_exp(size, size, larger ? MPFR_RNDU : MPFR_RNDD);
    if (!larger) mpfr_div(size, size, root, MPFR_RNDD);
    return negative ? mpfr_neg(result, size, mode) : mpfr_set(result, size, mode);
}

int bessel_rounded(mpfr_ptr result, mpfr_srcptr x, int order, mpfr_rnd_t mode) {
    if (mpfr_nan_p(x) != 0) return mpfr_set(result, x, mode);
    if (mpfr_inf_p(x) != 0) return order == 0 ? mpfr_abs(result, x, mode) : mpfr_set(result, x, mode);
    if (mpfr_cmp_d(x, bessel_end) > 0 || mpfr_cmp_d(x, -bessel_end) < 0) return beyond_bessel(result, x, order, mode);
    const mpfr_prec_t bits = mpfr_get_prec(result) + 64;
    Number quarter(bits), term(bits), sum(bits);
    mpfr_sqr(quarter, x, MPFR_RNDN);
    mpfr_div_2ui(quarter, quarter, 2, MPFR_RNDN);
    if (order == 0)
        mpfr_set_ui(term, 1, MPFR_RNDN);
    else
        mpfr_div_2ui(term, x, 1, MPFR_RNDN);
    if (mpfr_zero_p(static_cast<mpfr_srcptr>(term)) != 0) return mpfr_set(result, term, mode);
    mpfr_set(sum, term, MPFR_RNDN);
    for (unsigned long k = 1;; ++k) {
        mpfr_mul(term, term, quarter, MPFR_RNDN);
        mpfr_div_ui(term, term, k * (k + static_cast<unsigned long>(order)), MPFR_RNDN);
        mpfr_add(sum, sum, term, MPFR_RNDN);
        const bool falls = mpfr_cmp_ui(quarter, k * k / 2) < 0;
        if (mpfr_zero_p(static_cast<mpfr_srcptr>(term)) != 0 ||
            (falls && mpfr_get_exp(term) < mpfr_get_exp(sum) - bits))
            break;
    }
    return widened(result, sum, mode);
}

}  // namespace

long double bessel_i0_64(long double x) { return bessel_64(x, 0); }
long double bessel_i1_64(long double x) { return bessel_64(x, 1); }
int bessel_i0_rounded(mpfr_ptr result, mpfr_srcptr x, mpfr_rnd_t mode) { return bessel_rounded(result, x, 0, mode); }
int bessel_i1_rounded(mpfr_ptr result, mpfr_srcptr x, mpfr_rnd_t mode) { return bessel_rounded(result, x, 1, mode); }

// Winitzki's formula is good to 2e-3, and each of Halley's steps makes three times as many digits. From 1/2 on the
// complement, which is exact, is what is matched.
long double erfinv_64(long double x) {
    const long double size = std::abs(x);
    if (!(size < 1)) return size == 1 ? std::copysign(HUGE_VALL, x) : unknown;
    if (size < 0x1p-40L) return x * 0.886226925452758013649083741670572591L;
    const long double log = std::log1p(-size * size), a = 4.3307467508L + log / 2;
    long double y = std::sqrt(std::sqrt(a * a - log / 0.147L) - a);
    for (int step = 0; step < 4; ++step) {
        const long double off = size < 0.5L ? std::erf(y) - size : (1 - size) - std::erfc(y);
        const long double newton = off * std::exp(y * y) * 0.886226925452758013649083741670572591L;
        y -= newton / (1 + y * newton);
    }
    return std::copysign(y, x);
}

int erfinv_rounded(mpfr_ptr result, mpfr_srcptr x, mpfr_rnd_t mode) {
    if (mpfr_nan_p(x) != 0 || mpfr_zero_p(x) != 0) return mpfr_set(result, x, mode);
    if (mpfr_cmpabs_ui(x, 1) >= 0) {
        if (mpfr_cmpabs_ui(x, 1) > 0) {
            mpfr_set_nan(result);
            return 0;
        }
        mpfr_set_inf(result, mpfr_sgn(x));
        return 0;
    }
    // Bits that x lacks to 1 and that it is small by come on top.
    const mpfr_prec_t bits = mpfr_get_prec(result) + mpfr_get_prec(x) + 128;
    Number y(bits), off(bits), slope(bits);
    mpfr_set_ld(y, erfinv_64(mpfr_get_ld(x, MPFR_RNDZ)), MPFR_RNDN);
    if (mpfr_number_p(static_cast<mpfr_srcptr>(y)) == 0) mpfr_set_d(y, mpfr_sgn(x) * 6.0, MPFR_RNDN);
    mpfr_const_pi(slope, MPFR_RNDN);
    mpfr_sqrt(slope, slope, MPFR_RNDN);
    const Number half_root_pi = [&] {
        mpfr_div_2ui(slope, slope, 1, MPFR_RNDN);
        return slope;
    }();
    const auto take_offset = [&] {  // (erf(y) - x) sqrt(pi) / 2 e^(y y)
        mpfr_erf(off, y, MPFR_RNDN);
        mpfr_sub(off, off, x, MPFR_RNDN);
        mpfr_sqr(slope, y, MPFR_RNDN);
        mpfr_exp(slope, slope, MPFR_RNDN);
        mpfr_mul(off, off, slope, MPFR_RNDN);
        mpfr_mul(off, off, half_root_pi, MPFR_RNDN);
    };
    for (int step = 0; step < 64; ++step) {
        take_offset();
        if (mpfr_zero_p(static_cast<mpfr_srcptr>(off)) != 0 ||
            mpfr_get_exp(off) < mpfr_get_exp(y) - mpfr_get_prec(result) - 24)
            break;
        mpfr_sub(y, y, off, MPFR_RNDN);
    }
    return widened(result, y, mode);
}

// Shifted up to where the asymptotic series leaves out less than 2^-66.
long double digamma_64(long double x) {
    if (!(x > 0) || (x > 1.2L && x < 1.8L)) return unknown;
    long double sum = 0;
    for (; x < 24; ++x) sum -= 1 / x;
    const long double s = 1 / (x * x);
    constexpr long double c[] = {1.0L / 12,       -1.0L / 120, 1.0L / 252,      -1.0L / 240,     1.0L / 132,
                                 -691.0L / 32760, 1.0L / 12,   -3617.0L / 8160, 43867.0L / 14364};
    long double series = 0;
    for (int i = 8; i >= 0; --i) series = (series + c[i]) * s;
    return sum + std::log(x) - 1 / (2 * x) - series;
}

}  // namespace tessera::accuracy
