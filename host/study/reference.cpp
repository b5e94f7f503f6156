#include "host/study/reference.hpp"

#include <cmath>
#include <limits>
#include <map>
#include <mutex>

#include "host/expression/mpfr_number.hpp"
#include "host/study/exp_values.hpp"
#include "host/study/formula.hpp"
#include "host/study/turns.hpp"

namespace tessera::accuracy {
namespace {

double beyond_is_infinite(double value, const Format& format) {
    return std::abs(value) > format.largest() ? std::copysign(std::numeric_limits<double>::infinity(), value) : value;
}

mpfr_rnd_t mode_of(const Format& format) { return format.to_odd ? MPFR_RNDZ : MPFR_RNDN; }

// What MPFR rounded in that mode, and by how much, as a number of the format.
double finished(mpfr_srcptr result, int off, const Format& format) {
    const double value = mpfr_get_d(result, MPFR_RNDN);
    if (format.to_odd && off != 0 && std::isfinite(value)) return odd_neighbour(value);
    return beyond_is_infinite(value, format);
}

// MPFR rounds each of its functions correctly to any precision.
template <int (*function)(mpfr_ptr, mpfr_srcptr, mpfr_rnd_t)>
double rounded_by(double x, const Format& format) {
    Number argument(x), result(static_cast<mpfr_prec_t>(format.fraction_bits + 1));
    const int off = function(result, argument, mode_of(format));
    return finished(result, off, format);
}

int one_over(mpfr_ptr result, mpfr_srcptr x, mpfr_rnd_t mode) { return mpfr_ui_div(result, 1, x, mode); }

template <int (*function)(mpfr_ptr, mpfr_srcptr, mpfr_srcptr, mpfr_rnd_t)>
double rounded_of_two_by(double x, double y, const Format& format) {
    Number first(x), second(y), result(static_cast<mpfr_prec_t>(format.fraction_bits + 1));
    const int off = function(result, first, second, mode_of(format));
    return finished(result, off, format);
}

}  // namespace

namespace reference {
constinit const Reference exp{
    "exp",   [](double x) { return std::exp(x); }, rounded_by<mpfr_exp>, Symmetry::none, nullptr, nullptr, exp_values,
    "exp(x)"};
constinit const Reference exp2{.name = "exp2",
                               .value = [](double x) { return std::exp2(x); },
                               .rounded = rounded_by<mpfr_exp2>,
                               .symmetry = Symmetry::none,
                               .expression = "exp2(x)"};
constinit const Reference expm1{.name = "expm1",
                                .value = [](double x) { return std::expm1(x); },
                                .rounded = rounded_by<mpfr_expm1>,
                                .symmetry = Symmetry::none,
                                .expression = "expm1(x)"};
constinit const Reference reciprocal{.name = "recip",
                                     .value = [](double x) { return 1 / x; },
                                     .rounded = rounded_by<one_over>,
                                     .symmetry = Symmetry::odd,
                                     .expression = find_formula("recip")->expression};
constinit const Reference sqrt{.name = "sqrt",
                               .value = [](double x) { return std::sqrt(x); },
                               .rounded = rounded_by<mpfr_sqrt>,
                               .symmetry = Symmetry::none,
                               .expression = "sqrt(x)"};
constinit const Reference rsqrt{.name = "rsqrt",
                                .value = [](double x) { return 1 / std::sqrt(x); },
                                .rounded = rounded_by<mpfr_rec_sqrt>,
                                .symmetry = Symmetry::none,
                                .expression = find_formula("rsqrt")->expression};
constinit const Reference log{.name = "log",
                              .value = [](double x) { return std::log(x); },
                              .rounded = rounded_by<mpfr_log>,
                              .symmetry = Symmetry::none,
                              .expression = "log(x)"};
constinit const Reference log1p{.name = "log1p",
                                .value = [](double x) { return std::log1p(x); },
                                .rounded = rounded_by<mpfr_log1p>,
                                .symmetry = Symmetry::none,
                                .expression = "log1p(x)"};
constinit const Reference sin{.name = "sin",
                              .value = [](double x) { return std::sin(x); },
                              .rounded = rounded_by<mpfr_sin>,
                              .symmetry = Symmetry::odd,
                              .values = sin_values,
                              .expression = "sin(x)"};
constinit const Reference cos{.name = "cos",
                              .value = [](double x) { return std::cos(x); },
                              .rounded = rounded_by<mpfr_cos>,
                              .symmetry = Symmetry::even,
                              .values = cos_values,
                              .expression = "cos(x)"};
constinit const Reference tan{.name = "tan",
                              .value = [](double x) { return std::tan(x); },
                              .rounded = rounded_by<mpfr_tan>,
                              .symmetry = Symmetry::odd,
                              .values = tan_values,
                              .expression = "tan(x)"};
constinit const Reference asin{.name = "asin",
                               .value = [](double x) { return std::asin(x); },
                               .rounded = rounded_by<mpfr_asin>,
                               .symmetry = Symmetry::odd,
                               .expression = "asin(x)"};
constinit const Reference acos{.name = "acos",
                               .value = [](double x) { return std::acos(x); },
                               .rounded = rounded_by<mpfr_acos>,
                               .symmetry = Symmetry::none,
                               .expression = "acos(x)"};
constinit const Reference atan{.name = "atan",
                               .value = [](double x) { return std::atan(x); },
                               .rounded = rounded_by<mpfr_atan>,
                               .symmetry = Symmetry::odd,
                               .expression = "atan(x)"};
constinit const Reference sinpi{.name = "sinpi",
                                .value = sin_of_half_turns,
                                .rounded = rounded_by<mpfr_sinpi>,
                                .symmetry = Symmetry::odd,
                                .values = sinpi_values,
                                .expression = "sinpi(x)"};
constinit const Reference cospi{.name = "cospi",
                                .value = cos_of_half_turns,
                                .rounded = rounded_by<mpfr_cospi>,
                                .symmetry = Symmetry::even,
                                .values = cospi_values,
                                .expression = "cospi(x)"};
constinit const Reference sinh{.name = "sinh",
                               .value = [](double x) { return std::sinh(x); },
                               .rounded = rounded_by<mpfr_sinh>,
                               .symmetry = Symmetry::odd,
                               .expression = "sinh(x)"};
constinit const Reference cosh{.name = "cosh",
                               .value = [](double x) { return std::cosh(x); },
                               .rounded = rounded_by<mpfr_cosh>,
                               .symmetry = Symmetry::even,
                               .expression = "cosh(x)"};
constinit const Reference tanh{.name = "tanh",
                               .value = [](double x) { return std::tanh(x); },
                               .rounded = rounded_by<mpfr_tanh>,
                               .symmetry = Symmetry::odd,
                               .expression = "tanh(x)"};
constinit const Reference sigmoid{.name = "sigmoid",
                                  .value = [](double x) { return 1 / (1 + std::exp(-x)); },
                                  .rounded = nullptr,
                                  .symmetry = Symmetry::none,
                                  .expression = find_formula("sigmoid")->expression};
constinit const Reference silu{.name = "silu",
                               .value = [](double x) { return x / (1 + std::exp(-x)); },
                               .rounded = nullptr,
                               .symmetry = Symmetry::none,
                               .expression = find_formula("silu")->expression};
// The error function's argument is not exact, and its relative error grows with x squared.
constinit const Reference gelu{.name = "gelu",
                               .value =
                                   [](double x) {
                                       const long double wide_x = x;
                                       return static_cast<double>(wide_x / 2 * std::erfc(-wide_x / std::sqrt(2.0L)));
                                   },
                               .rounded = nullptr,
                               .expression = find_formula("gelu")->expression};
constinit const Reference softplus{
    .name = "softplus",
    .value = [](double x) { return x > 0 ? x + std::log1p(std::exp(-x)) : std::log1p(std::exp(x)); },
    .rounded = nullptr,
    .symmetry = Symmetry::none,
    .expression = find_formula("softplus")->expression};
constinit const Reference elu{.name = "elu",
                              .value = [](double x) { return x < 0 ? std::expm1(x) : x; },
                              .rounded = nullptr,
                              .symmetry = Symmetry::none,
                              .expression = find_formula("elu")->expression};
constinit const Reference power{.name = "power",
                                .value = nullptr,
                                .rounded = nullptr,
                                .value_of_two = [](double x, double y) { return std::pow(x, y); },
                                .rounded_of_two = rounded_of_two_by<mpfr_pow>};
constinit const Reference quotient{.name = "quotient",
                                   .value = nullptr,
                                   .rounded = nullptr,
                                   .value_of_two = [](double x, double y) { return x / y; },
                                   .rounded_of_two = rounded_of_two_by<mpfr_div>};
}  // namespace reference

const Formula* formula_of(const Reference& reference) {
    if (reference.exact != nullptr) return dynamic_cast<const Formula*>(reference.exact);
    if (reference.expression.empty()) return nullptr;
    static std::mutex reading;
    static std::map<std::string_view, Formula> read;
    const std::lock_guard lock(reading);
    return &read.try_emplace(reference.expression, reference.expression).first->second;
}

double Reference::nearest_of(double x, double y, const Format& format) const {
    if (exact != nullptr) return exact->nearest(x, y, format);
    if (rounded_of_two != nullptr) return rounded_of_two(x, y, format);
    return rounded != nullptr ? rounded(x, format) : formula_of(*this)->nearest(x, y, format);
}

int Reference::side_of(double x, double y, double number) const {
    const double odd = nearest_of(x, y, odd_double);
    return odd > number ? 1 : odd < number ? -1 : 0;
}

double in_own_binade(const Reference& reference, double x, double y, double exact) {
    if (!is_near_binade(exact)) return exact;
    const double power = near_power(exact);
    return moved_to_side(exact, power, reference.side_of(x, y, power));
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
