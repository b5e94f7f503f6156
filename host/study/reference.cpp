#include "host/study/reference.hpp"

#include <mpfr.h>

#include <array>
#include <cmath>
#include <limits>

#include "host/study/exp_values.hpp"

namespace tessera::accuracy {
namespace {

constexpr mpfr_prec_t wide = 320;  // for compositions, whose last rounding is the only one that counts

// MPFR keeps constants and freed numbers for each thread and leaves it to us to give them back.
struct ThreadCaches {
    ~ThreadCaches() { mpfr_free_cache2(MPFR_FREE_LOCAL_CACHE); }
    void are_used() const {}
};
thread_local const ThreadCaches caches;

class Number {
  public:
    explicit Number(mpfr_prec_t bits) {
        caches.are_used();
        mpfr_init2(value_, bits);
    }
    explicit Number(double x) : Number(mpfr_prec_t{53}) { mpfr_set_d(value_, x, MPFR_RNDN); }
    Number(const Number&) = delete;
    ~Number() { mpfr_clear(value_); }
    operator mpfr_ptr() { return value_; }

  private:
    mpfr_t value_;
};

double beyond_is_infinite(double value, const Format& format) {
    return std::abs(value) > format.largest() ? std::copysign(std::numeric_limits<double>::infinity(), value) : value;
}

// MPFR rounds each of its functions correctly to any precision.
template <int (*function)(mpfr_ptr, mpfr_srcptr, mpfr_rnd_t)>
double rounded_by(double x, const Format& format) {
    Number argument(x), result(static_cast<mpfr_prec_t>(format.fraction_bits + 1));
    function(result, argument, MPFR_RNDN);
    return beyond_is_infinite(mpfr_get_d(result, MPFR_RNDN), format);
}

int one_over(mpfr_ptr result, mpfr_srcptr x, mpfr_rnd_t mode) { return mpfr_ui_div(result, 1, x, mode); }
int sigmoid_of(mpfr_ptr result, mpfr_srcptr x, mpfr_rnd_t mode) {
    Number e(wide);
    mpfr_neg(e, x, MPFR_RNDN);
    mpfr_exp(e, e, MPFR_RNDN);
    mpfr_add_ui(e, e, 1, MPFR_RNDN);
    return mpfr_ui_div(result, 1, e, mode);
}

int silu_of(mpfr_ptr result, mpfr_srcptr x, mpfr_rnd_t mode) {
    Number share(wide);
    sigmoid_of(share, x, MPFR_RNDN);
    return mpfr_mul(result, x, share, mode);
}
// x / 2 erfc(-x / sqrt(2)).
int gelu_of(mpfr_ptr result, mpfr_srcptr x, mpfr_rnd_t mode) {
    Number root(wide), share(wide);
    mpfr_sqrt_ui(root, 2, MPFR_RNDN);
    mpfr_div(share, x, root, MPFR_RNDN);
    mpfr_neg(share, share, MPFR_RNDN);
    mpfr_erfc(share, share, MPFR_RNDN);
    mpfr_div_2ui(share, share, 1, MPFR_RNDN);
    return mpfr_mul(result, x, share, mode);
}
int softplus_of(mpfr_ptr result, mpfr_srcptr x, mpfr_rnd_t mode) {
    Number e(wide);
    mpfr_exp(e, x, MPFR_RNDN);
    return mpfr_log1p(result, e, mode);
}
int elu_of(mpfr_ptr result, mpfr_srcptr x, mpfr_rnd_t mode) {
    return mpfr_signbit(x) ? mpfr_expm1(result, x, mode) : mpfr_set(result, x, mode);
}

template <int (*function)(mpfr_ptr, mpfr_srcptr, mpfr_srcptr, mpfr_rnd_t)>
double rounded_of_two_by(double x, double y, const Format& format) {
    Number first(x), second(y), result(static_cast<mpfr_prec_t>(format.fraction_bits + 1));
    function(result, first, second, MPFR_RNDN);
    return beyond_is_infinite(mpfr_get_d(result, MPFR_RNDN), format);
}

// x less its nearest even number is exact, and so is the rest up to pi.
double sin_of_half_turns(double x) { return std::sin(M_PI * (x - 2 * std::nearbyint(x / 2))); }
double cos_of_half_turns(double x) {
    const double rest = std::abs(x - 2 * std::nearbyint(x / 2));
    return std::sin(M_PI * (0.5 - rest));
}

}  // namespace

namespace reference {
constinit const Reference exp{
    "exp", [](double x) { return std::exp(x); }, rounded_by<mpfr_exp>, Symmetry::none, nullptr, nullptr, exp_values};
constinit const Reference exp2{"exp2", [](double x) { return std::exp2(x); }, rounded_by<mpfr_exp2>};
constinit const Reference expm1{"expm1", [](double x) { return std::expm1(x); }, rounded_by<mpfr_expm1>};
constinit const Reference reciprocal{"recip", [](double x) { return 1 / x; }, rounded_by<one_over>, Symmetry::odd};
constinit const Reference sqrt{"sqrt", [](double x) { return std::sqrt(x); }, rounded_by<mpfr_sqrt>};
constinit const Reference rsqrt{"rsqrt", [](double x) { return 1 / std::sqrt(x); }, rounded_by<mpfr_rec_sqrt>};
constinit const Reference log{"log", [](double x) { return std::log(x); }, rounded_by<mpfr_log>};
constinit const Reference log1p{"log1p", [](double x) { return std::log1p(x); }, rounded_by<mpfr_log1p>};
constinit const Reference sin{"sin", [](double x) { return std::sin(x); }, rounded_by<mpfr_sin>, Symmetry::odd};
constinit const Reference cos{"cos", [](double x) { return std::cos(x); }, rounded_by<mpfr_cos>, Symmetry::even};
constinit const Reference tan{"tan", [](double x) { return std::tan(x); }, rounded_by<mpfr_tan>, Symmetry::odd};
constinit const Reference asin{"asin", [](double x) { return std::asin(x); }, rounded_by<mpfr_asin>, Symmetry::odd};
constinit const Reference acos{"acos", [](double x) { return std::acos(x); }, rounded_by<mpfr_acos>};
constinit const Reference atan{"atan", [](double x) { return std::atan(x); }, rounded_by<mpfr_atan>, Symmetry::odd};
constinit const Reference sinpi{"sinpi", sin_of_half_turns, rounded_by<mpfr_sinpi>, Symmetry::odd};
constinit const Reference cospi{"cospi", cos_of_half_turns, rounded_by<mpfr_cospi>, Symmetry::even};
constinit const Reference sinh{"sinh", [](double x) { return std::sinh(x); }, rounded_by<mpfr_sinh>, Symmetry::odd};
constinit const Reference cosh{"cosh", [](double x) { return std::cosh(x); }, rounded_by<mpfr_cosh>, Symmetry::even};
constinit const Reference tanh{"tanh", [](double x) { return std::tanh(x); }, rounded_by<mpfr_tanh>, Symmetry::odd};
constinit const Reference sigmoid{"sigmoid", [](double x) { return 1 / (1 + std::exp(-x)); }, rounded_by<sigmoid_of>};
constinit const Reference silu{"silu", [](double x) { return x / (1 + std::exp(-x)); }, rounded_by<silu_of>};
// The error function's argument is not exact, and its relative error grows with x squared.
constinit const Reference gelu{"gelu",
                               [](double x) {
                                   const long double wide_x = x;
                                   return static_cast<double>(wide_x / 2 * std::erfc(-wide_x / std::sqrt(2.0L)));
                               },
                               rounded_by<gelu_of>};
constinit const Reference softplus{
    "softplus", [](double x) { return x > 0 ? x + std::log1p(std::exp(-x)) : std::log1p(std::exp(x)); },
    rounded_by<softplus_of>};
constinit const Reference elu{"elu", [](double x) { return x < 0 ? std::expm1(x) : x; }, rounded_by<elu_of>};
constinit const Reference power{"power",
                                nullptr,
                                nullptr,
                                Symmetry::none,
                                [](double x, double y) { return std::pow(x, y); },
                                rounded_of_two_by<mpfr_pow>};
constinit const Reference quotient{"quotient",
                                   nullptr,
                                   nullptr,
                                   Symmetry::none,
                                   [](double x, double y) { return x / y; },
                                   rounded_of_two_by<mpfr_div>};
}  // namespace reference

namespace {

constexpr std::array all{&reference::exp,   &reference::exp2,    &reference::expm1, &reference::reciprocal,
                         &reference::sqrt,  &reference::rsqrt,   &reference::log,   &reference::log1p,
                         &reference::sin,   &reference::cos,     &reference::tan,   &reference::asin,
                         &reference::acos,  &reference::atan,    &reference::sinpi, &reference::cospi,
                         &reference::sinh,  &reference::cosh,    &reference::tanh,  &reference::sigmoid,
                         &reference::power, &reference::quotient};

}  // namespace

const Reference* find_reference(std::string_view name) {
    for (const Reference* reference : all)
        if (reference->name == name) return reference;
    return nullptr;
}

std::vector<std::string> reference_names() {
    std::vector<std::string> names;
    for (const Reference* reference : all) names.emplace_back(reference->name);
    return names;
}

bool is_undecided(double exact, const Format& format) {
    const double candidate = rounded(exact, format);
    const double off = std::abs(std::abs(exact - candidate) - spacing(exact, format) / 2);
    return off <= std::abs(exact) * 0x1p-45 && std::isfinite(candidate);
}

double nearest(const Reference& reference, double x, double y, double exact, const Format& format) {
    return is_undecided(exact, format) ? reference.nearest_of(x, y, format) : rounded(exact, format);
}

}  // namespace tessera::accuracy
