#include "host/study/sources.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "host/study/points.hpp"

namespace tessera::accuracy {
namespace {

constexpr long double one = 0x1p23L;  // of the fraction

long double by_factors(long double m, long double d1, long double d2, long double d3) {
    return d1 * (d2 + m) * (d3 + m);
}

long double segments(long double m, long double first) {
    if (m > 0x600000) return by_factors(m, 0.52496276e-7L, 0x81354a, 0x10a440);
    if (m > 0x400000) return by_factors(m, 0.4414393e-7L, 0xcdf4b4, 0x3e4d6);
    if (m > 0x200000) return by_factors(m, 0.37120473e-7L, 0x1113a74, 0x9f16);
    return by_factors(m, 0.31214472e-7L, 0x151d842, first);
}

long double quadratic(long double m, long double c0) {
    return one * (c0 - 1 + m * (7.839635491371155e-08L + m * 4.791750143340323e-15L));
}

long double sextic(long double m) {
    long double sum = 0;
    for (const long double c : {0.0002170391L, 0.001243946L, 0.0096788315L, 0.055483369L, 0.24022982L, 0.69314699L})
        sum = (sum + c) * (m / one);
    return one * sum;
}

constexpr std::array<ExpForm, 8> forms{{
    {"exp_0f", false, 0, [](long double m) { return m; }},
    {"exp_11f", false, 1064986823.0L - 1065353216.0L, [](long double m) { return m; }},
    {"exp_21f", false, 0, [](long double m) { return by_factors(m, 0.40196114e-7L, 0xf94ee7, 0x560e); }},
    {"exp_21f_expanded", true, 0, [](long double m) { return quadratic(m, 1.0017248L); }},
    {"exp_21f_scheduled", true, 0, [](long double m) { return quadratic(m, 1.001953125L); }},
    {"exp_24f", false, 0, [](long double m) { return segments(m, 328); }},
    {"exp_24f_float", false, 0, [](long double m) { return segments(m, 328.83582L); }},
    {"exp_61f", true, 0, sextic},
}};

struct Tally {
    double max_ulp = 0, max_relative = 0, sum_ulp = 0;
    std::size_t count = 0;
    void add(double y, double exact, const Format& format) {
        const double ulp = std::abs(error_in_ulp(y, exact, 0, format, Ulp::goldberg));
        max_ulp = std::max(max_ulp, ulp);
        sum_ulp += ulp;
        max_relative = std::max(max_relative, std::abs(y - exact) / std::abs(exact));
        ++count;
    }
    Source named(std::string name) const {
        return {std::move(name), max_ulp, count == 0 ? 0 : sum_ulp / static_cast<double>(count), max_relative};
    }
};

Source of_points(std::string name, std::span<const Sampled> points, const Format& format) {
    Tally tally;
    for (const Sampled& p : points) tally.add(value_of(p.y), p.exact, format);
    return tally.named(std::move(name));
}

template <class Value>
Source of_values(std::string name, std::span<const Sampled> points, const Format& format, Value given) {
    Tally tally;
    for (const Sampled& p : points) tally.add(given(p), p.exact, format);
    return tally.named(std::move(name));
}

}  // namespace

const ExpForm* find_exp_form(std::string_view function) {
    const auto found = std::ranges::find(forms, function, &ExpForm::name);
    return found == forms.end() ? nullptr : found;
}

double value_by(const ExpForm& form, float x, bool exact_polynomial, bool exact_z) {
    const auto wide = static_cast<long double>(x);
    long double z = wide / std::log(2.0L) * one + 127 * one + form.shift;
    if (!exact_z && form.scaled_first) z = static_cast<long double>(std::fma(x, 1.44269502f, 127.0f)) * one;
    if (!exact_z && !form.scaled_first)
        z = static_cast<long double>(std::fma(x, 12102203.0f, static_cast<float>(127 * one + form.shift)));
    if (exact_polynomial) return static_cast<double>(std::exp2((z - form.shift) / one - 127));
    const long double exponent = std::floor(z / one);
    return static_cast<double>(
        std::ldexp(1 + form.fraction(z - exponent * one) / one, static_cast<int>(exponent) - 127));
}

std::vector<Source> sources_of(const Function& function, const Setting& setting, const Reference& reference,
                               const Request& request) {
    const Format format = result_format(request);
    const auto points_of = [&](sfpu::Lowering lowering, const Request& asked) {
        const Built built = build(function, {setting.arch, lowering, setting.dst});
        return sampled(built.recorded, reference, asked, source_inputs);
    };
    const std::vector<Sampled> points = points_of(setting.lowering, request);
    std::vector<Source> sources{of_values(fmt::format("rounding to {}", format.name), points, format,
                                          [&](const Sampled& p) { return rounded(p.exact, format); })};
    if (const ExpForm* form = function.is_builtin ? find_exp_form(function.name) : nullptr) {
        const auto by = [&](const char* name, bool exact_polynomial, bool exact_z) {
            sources.push_back(of_values(name, points, format, [&](const Sampled& p) {
                return value_by(*form, std::bit_cast<float>(p.x), exact_polynomial, exact_z);
            }));
        };
        by("polynomial", false, true);
        by("reduction: z in fp32", true, false);
        by("both", false, false);
    }
    for (const sfpu::Lowering lowering : {sfpu::Lowering::none, sfpu::Lowering::sfpi_2023, sfpu::Lowering::sfpi_2025})
        sources.push_back(of_points(fmt::format("all, lowering {}", sfpu::name(lowering)),
                                    lowering == setting.lowering ? points : points_of(lowering, request), format));
    if (!request.store.empty()) {
        Request kept = request;
        kept.store.clear();
        sources.push_back(of_points(fmt::format("all, lowering {}, not stored as {}", request.lowering, request.store),
                                    points_of(setting.lowering, kept), format));
    }
    return sources;
}

}  // namespace tessera::accuracy
