#include "host/expression/primitive.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "host/expression/special_functions.hpp"

namespace tessera::accuracy {
namespace {

using Wide = long double;

constexpr Wide pi_64 = 3.14159265358979323846264338327950288L;
constexpr Wide two_over_root_pi = 1.12837916709551257389615890312154517L;

int sign_of(mpfr_ptr result, mpfr_srcptr x, mpfr_rnd_t mode) {
    if (mpfr_nan_p(x) != 0 || mpfr_zero_p(x) != 0) return mpfr_set(result, x, mode);
    return mpfr_set_si(result, mpfr_signbit(x) != 0 ? -1 : 1, mode);
}
int magnitude_of(mpfr_ptr result, mpfr_srcptr x, mpfr_rnd_t mode) { return mpfr_abs(result, x, mode); }
int lgamma_of(mpfr_ptr result, mpfr_srcptr x, mpfr_rnd_t mode) {
    int sign = 0;
    return mpfr_lgamma(result, &sign, x, mode);
}

Wide level(Wide, Wide) { return 0; }
Wide steady(Wide, Wide) { return 1; }
Wide more_than_one(Wide, Wide f) { return 1 + std::abs(f); }
Wide own(Wide, Wide f) { return std::abs(f); }
Wide bell(Wide x, Wide) { return two_over_root_pi * std::exp(-x * x); }
Wide by_arc(Wide x, Wide) { return 1 / std::sqrt((1 - x) * (1 + x)); }
Wide digamma_bound(Wide x) { return std::abs(std::log(x)) + 1 / x; }  // of x > 0

// What is left of x beside the nearest whole number of turns, and the rest up to a quarter: both are exact.
Wide sine_of_half_turns(Wide x) {
    Wide rest = x - 2 * std::nearbyint(x / 2);
    if (std::abs(rest) > 0.5L) rest = std::copysign(1 - std::abs(rest), rest);
    return std::sin(pi_64 * rest);
}
Wide cosine_of_half_turns(Wide x) {
    const Wide rest = std::abs(x - 2 * std::nearbyint(x / 2));
    return rest < 0.25L ? std::cos(pi_64 * rest) : std::sin(pi_64 * (0.5L - rest));
}

constexpr int of_libm = units_of_libm;
const Primitive table[] = {
    {"exp", Course::rises, mpfr_exp, [](Wide x) { return std::exp(x); }, of_libm, own},
    {"exp2", Course::rises, mpfr_exp2, [](Wide x) { return std::exp2(x); }, of_libm, own},
    {"expm1", Course::rises, mpfr_expm1, [](Wide x) { return std::expm1(x); }, of_libm, more_than_one},
    {"log", Course::rises, mpfr_log, [](Wide x) { return std::log(x); }, of_libm, [](Wide x, Wide) { return 1 / x; },
     0},
    {"log1p", Course::rises, mpfr_log1p, [](Wide x) { return std::log1p(x); }, of_libm,
     [](Wide x, Wide) { return 1 / (1 + x); }, -1},
    {"log2", Course::rises, mpfr_log2, [](Wide x) { return std::log2(x); }, of_libm,
     [](Wide x, Wide) { return 1.5L / x; }, 0},
    {"log10", Course::rises, mpfr_log10, [](Wide x) { return std::log10(x); }, of_libm,
     [](Wide x, Wide) { return 0.5L / x; }, 0},
    {"sqrt", Course::rises, mpfr_sqrt, [](Wide x) { return std::sqrt(x); }, 1, [](Wide, Wide f) { return 0.5L / f; },
     0},
    {"cbrt", Course::rises, mpfr_cbrt, [](Wide x) { return std::cbrt(x); }, of_libm,
     [](Wide x, Wide f) { return f / (3 * x); }},
    {"sin", Course::waves, mpfr_sin, [](Wide x) { return std::sin(x); }, of_libm, steady},
    {"cos", Course::waves, mpfr_cos, [](Wide x) { return std::cos(x); }, of_libm, steady},
    {"tan", Course::tangent, mpfr_tan, [](Wide x) { return std::tan(x); }, of_libm,
     [](Wide, Wide f) { return 1 + f * f; }},
    {"asin", Course::rises, mpfr_asin, [](Wide x) { return std::asin(x); }, of_libm, by_arc, -1, 1},
    {"acos", Course::falls, mpfr_acos, [](Wide x) { return std::acos(x); }, of_libm, by_arc, -1, 1},
    {"atan", Course::rises, mpfr_atan, [](Wide x) { return std::atan(x); }, of_libm,
     [](Wide x, Wide) { return 1 / (1 + x * x); }},
    {"sinpi", Course::waves, mpfr_sinpi, sine_of_half_turns, of_libm, [](Wide, Wide) { return pi_64; }},
    {"cospi", Course::waves, mpfr_cospi, cosine_of_half_turns, of_libm, [](Wide, Wide) { return pi_64; }},
    {"sinh", Course::rises, mpfr_sinh, [](Wide x) { return std::sinh(x); }, of_libm, more_than_one},
    {"cosh", Course::rises_from_0, mpfr_cosh, [](Wide x) { return std::cosh(x); }, of_libm, own},
    {"tanh", Course::rises, mpfr_tanh, [](Wide x) { return std::tanh(x); }, of_libm, steady},
    {"asinh", Course::rises, mpfr_asinh, [](Wide x) { return std::asinh(x); }, of_libm, steady},
    {"acosh", Course::rises, mpfr_acosh, [](Wide x) { return std::acosh(x); }, of_libm,
     [](Wide x, Wide) { return 1 / std::sqrt((x - 1) * (x + 1)); }, 1},
    {"atanh", Course::rises, mpfr_atanh, [](Wide x) { return std::atanh(x); }, of_libm,
     [](Wide x, Wide) { return 1 / ((1 - x) * (1 + x)); }, -1, 1},
    {"erf", Course::rises, mpfr_erf, [](Wide x) { return std::erf(x); }, of_libm, bell},
    {"erfc", Course::falls, mpfr_erfc, [](Wide x) { return std::erfc(x); }, of_libm, bell},
    {"erfinv", Course::rises, erfinv_rounded, erfinv_64, 32,
     [](Wide, Wide f) { return std::exp(f * f) / two_over_root_pi * 1.01L; }, -1, 1},
    {"i0", Course::rises_from_0, bessel_i0_rounded, bessel_i0_64, 32, own},
    {"i1", Course::rises, bessel_i1_rounded, bessel_i1_64, 32, more_than_one},
    {"lgamma", Course::lgamma, lgamma_of,
     [](Wide x) { return x > 0 ? std::lgamma(x) : std::numeric_limits<Wide>::quiet_NaN(); }, of_libm + 1,
     [](Wide x, Wide) { return digamma_bound(x); }},
    {"digamma", Course::digamma, mpfr_digamma, digamma_64, 64, [](Wide x, Wide) { return (1 + 1 / x) / x; }},
    {"abs", Course::rises_from_0, magnitude_of, [](Wide x) { return std::abs(x); }, 0, steady},
    {"sign", Course::rises, sign_of, [](Wide x) { return x > 0   ? 1
                                                         : x < 0 ? -1
                                                                 : x; }, 0, level},
    {"floor", Course::rises, mpfr_rint_floor, [](Wide x) { return std::floor(x); }, 0, level},
    {"ceil", Course::rises, mpfr_rint_ceil, [](Wide x) { return std::ceil(x); }, 0, level},
    {"trunc", Course::rises, mpfr_rint_trunc, [](Wide x) { return std::trunc(x); }, 0, level},
    {"round", Course::rises, mpfr_rint_roundeven, [](Wide x) { return std::nearbyint(x); }, 0, level},
};

}  // namespace

std::span<const Primitive> primitives() { return table; }

const Primitive* find_primitive(std::string_view name) {
    const auto found = std::ranges::find(table, name, &Primitive::name);
    return found == std::end(table) ? nullptr : found;
}

}  // namespace tessera::accuracy
