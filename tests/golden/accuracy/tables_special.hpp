// What the tables of `spec/sfpu-math.md` hold that no sweep of one function shows.
#pragma once

#include <bit>
#include <cmath>
#include <string>
#include <vector>

#include "host/job/generate.hpp"
#include "host/ops/rope/growth.hpp"
#include "host/ops/rope/rope.hpp"
#include "host/study/sources.hpp"
#include "tests/golden/accuracy/tables.hpp"

namespace tessera::accuracy::tables {

inline std::vector<float> results(const Recorded& recorded, const std::vector<float>& x,
                                  const std::vector<float>& y = {}) {
    std::vector<std::uint32_t> first, second, out(x.size());
    for (const float value : x) first.push_back(std::bit_cast<std::uint32_t>(value));
    for (const float value : y) second.push_back(std::bit_cast<std::uint32_t>(value));
    recorded.run(first, second, out);
    std::vector<float> all;
    for (const std::uint32_t pattern : out) all.push_back(std::bit_cast<float>(pattern));
    return all;
}

// An expression in x and y that may use kernels/accuracy/functions.hpp.
inline std::vector<float> results_of(const std::string& expression, const std::vector<float>& x,
                                     const std::vector<float>& y = {}) {
    Function function{.name = expression,
                      .file = "accuracy/functions.hpp",
                      .expression = expression,
                      .init = "",
                      .reference = nullptr};
    function.is_builtin = true;
    return results(build(function, {.arch = arch::wormhole_b0(), .lowering = sfpu::Lowering::sfpi_2023}).recorded, x,
                   y);
}

inline std::vector<float> evenly(std::size_t count, double low, double high) {
    const Inputs inputs{.count = count, .kind = Inputs::Kind::even, .low = low, .high = high};
    std::vector<float> all;
    for (std::size_t i = 0; i < count; ++i) all.push_back(std::bit_cast<float>(inputs.at(i)));
    return all;
}

// The polynomial of a form of e^x in exact arithmetic, over one octave of the result.
inline std::vector<double> polynomial_alone(std::string_view form) {
    double worst = 0;
    for (const float x : evenly(400000, 0, std::log(2.0))) {
        const double exact = std::exp(static_cast<double>(x));
        worst = std::max(worst, std::abs(value_by(*find_exp_form(form), x, false, true) / exact - 1));
    }
    return {worst};
}

// Where exp_24f with the integer d3 differs from that with a fraction: the share of inputs, of those with the mantissa
// in the first segment, and the largest distance in mantissa units.
inline std::vector<double> integer_d3() {
    const std::vector<float> x = evenly(400000, -87.3, 88);
    const std::vector<float> whole = results_of("rope::exp_24f(x)", x), part = results_of("study::exp_24f_float(x)", x);
    double differing = 0, in_first = 0, first = 0, farthest = 0;
    for (std::size_t i = 0; i < x.size(); ++i) {
        const auto a = std::bit_cast<std::int32_t>(whole[i]), b = std::bit_cast<std::int32_t>(part[i]);
        const bool is_first = std::fmod(static_cast<double>(x[i]) / std::log(2.0) + 200, 1.0) < 0.25;
        first += is_first;
        differing += a != b;
        in_first += is_first && a != b;
        farthest = std::max(farthest, std::abs(static_cast<double>(a - b)));
    }
    return {100 * differing / static_cast<double>(x.size()), 100 * in_first / first, farthest};
}

// sin(pi v) of phases that the int16 reduction cannot hold: the power of ten of the result.
inline std::vector<double> beyond_int16() {
    const auto power = [](float position) {
        const double y = static_cast<double>(
            results_of("tessera::vectors::sin_half_turns<false>(x)", {position * 0.31830987f}).front());
        return std::pow(10, std::floor(std::log10(std::abs(y))));
    };
    return {power(103000), power(1e6f)};
}

// How many of four powers of two have exactly their reciprocal.
inline std::vector<double> exact_powers() {
    const std::vector<float> x{0.5f, 1.0f, 2.0f, 4.0f}, y = results_of("sfpu::_reciprocal_compat_<4>(x)", x);
    double exact = 0;
    for (std::size_t i = 0; i < x.size(); ++i) exact += y[i] * x[i] == 1.0f;
    return {exact};
}

// From where on the error of the current kernels is no longer that of rounding.
inline std::vector<double> abrupt_loss() {
    const auto first = [](const char* name, float from, float to) {
        const Function& function = *find_builtin(name);
        const Recorded recorded = build(function, {.arch = arch::wormhole_b0()}).recorded;
        const Inputs inputs = between(from, to);
        std::vector<float> x;
        for (std::size_t i = 0; i < inputs.count; ++i) x.push_back(std::bit_cast<float>(inputs.at(i)));
        const std::vector<float> y = results(recorded, x);
        for (std::size_t i = 0; i < x.size(); ++i)
            if (std::abs(static_cast<double>(y[i]) - function.reference->value(static_cast<double>(x[i]))) > 1e-4)
                return std::floor(static_cast<double>(x[i]));
        return 0.0;
    };
    return {first("sin", 260000, 263000), first("cos", 130000, 132000)};
}

// 8.1: 256 columns, base 10000.
inline constexpr std::size_t pairs = 128;
inline double exact_frequency(std::size_t i) { return std::pow(10000.0, -static_cast<double>(i) / pairs); }

inline std::vector<float> columns() {
    std::vector<float> all;
    for (std::size_t i = 0; i < pairs; ++i) all.push_back(static_cast<float>(i));
    return all;
}

inline std::string frequency_by(const std::string& exp) { return exp + "(-(x * 0.0078125f) * 9.210340371976184f)"; }

struct Frequencies {
    double error, at, first;  // largest absolute error, its column, the frequency of column 0
};
inline Frequencies frequencies(const std::string& exp) {
    const std::vector<float> f = results_of(frequency_by(exp), columns());
    Frequencies found{0, 0, static_cast<double>(f.front())};
    for (std::size_t i = 0; i < pairs; ++i) {
        const double error = std::abs(static_cast<double>(f[i]) - exact_frequency(i));
        if (error > found.error) found = {error, static_cast<double>(i), found.first};
    }
    return found;
}
inline constexpr const char* const exp_21f = "sfpu::_sfpu_exp_21f_<true>";
inline constexpr const char* const exp_24f = "rope::exp_24f";

// 512 rows of 128 pairs at position 1000, the angle in radians: the largest error of a rotated element. `kept` is the
// mask of the bits that inputs keep.
inline double radian_form(const std::string& exp, std::uint32_t kept = ~0u) {
    const std::string turns = "(y * " + frequency_by(exp) + ") * sfpu::FRAC_1_PI";
    const std::vector<float> at(pairs, 1000);
    const std::vector<float> sine = results_of("tessera::vectors::sin_half_turns<false>(" + turns + ")", columns(), at);
    const std::vector<float> cosine =
        results_of("tessera::vectors::sin_half_turns<false>(" + turns + " + 0.5f)", columns(), at);
    const std::vector<float> values = host::generate_values(1, 2 * 512 * pairs);
    double worst = 0;
    for (std::size_t i = 0; i < values.size(); i += 2) {
        const auto masked = [&](float v) {
            return static_cast<double>(std::bit_cast<float>(std::bit_cast<std::uint32_t>(v) & kept));
        };
        const std::size_t k = i / 2 % pairs;
        const double angle = 1000 * exact_frequency(k), s = static_cast<double>(sine[k]),
                     c = static_cast<double>(cosine[k]);
        const double x = static_cast<double>(values[i]), y = static_cast<double>(values[i + 1]);
        const double u = masked(values[i]), v = masked(values[i + 1]);
        worst = std::max({worst, std::abs(u * c - v * s - (x * std::cos(angle) - y * std::sin(angle))),
                          std::abs(u * s + v * c - (x * std::sin(angle) + y * std::cos(angle)))});
    }
    return worst;
}

// The same by the kernel, which has the angle in half turns.
inline double kernel_error(host::ExpVariant exp, std::int32_t position, bool through_srca) {
    host::RopeOptions options;
    options.rows = 512;
    options.width = options.rotary_dim = 2 * pairs;
    options.exp = exp;
    options.through_srca = through_srca;
    const host::RopePlan plan = host::plan_rope(options);
    const std::vector<float> x = host::generate_values(1, 512 * 2 * pairs);
    const std::vector<std::int32_t> positions{position};
    host::Device device(arch::wormhole_b0());
    const host::RopeRun run = host::run_rope(device, plan, x, positions);
    return host::compare(run.y, host::rope_reference(plan.problem(positions), x)).max_abs;
}

// The position at which exp_24f's own error, which grows with it, becomes as large as that of TF32 inputs.
inline double tf32_dominates_below() {
    const double floor = kernel_error(host::ExpVariant::exp_fp32, 1, true);
    std::int32_t below = 1, above = 1000;
    while (above - below > 1) {
        const std::int32_t middle = (below + above) / 2;
        (kernel_error(host::ExpVariant::exp_24f, middle, false) < floor ? below : above) = middle;
    }
    return above;
}

// Sine and cosine by the C library in fp32.
inline double library_error(double position) {
    double worst = 0;
    for (std::size_t i = 0; i < pairs; ++i) {
        const float frequency = 1.0f / std::pow(10000.0f, 2.0f * static_cast<float>(i) / 256.0f);
        const float angle = static_cast<float>(position) * frequency;
        const double exact = position * exact_frequency(i);
        worst = std::max({worst, std::abs(static_cast<double>(std::sin(angle)) - std::sin(exact)),
                          std::abs(static_cast<double>(std::cos(angle)) - std::cos(exact))});
    }
    return worst;
}

// 8.2: the largest error of sine and cosine at 1500 positions in P/2..P and 128 columns, P = 1e3 to 1e6; infinite where
// the phase is more than the sine reduces.
inline std::vector<double> growth(const char* exp, const char* remedy) {
    const std::vector<std::string> sines{"phase"}, none;
    const std::vector<AngleVariant> variants = *remedy == '\0'
                                                   ? angle_variants(std::vector<std::string>{exp}, sines, none)
                                                   : angle_variants(none, none, std::vector<std::string>{remedy});
    GrowthRequest request;
    request.seed = 1;
    request.tops = {1'000, 10'000, 100'000, 1'000'000};
    const std::vector<GrowthCurve> curves = growth_of(variants, request, {.arch = arch::wormhole_b0()}, 2);
    std::vector<double> all;
    for (const Growth& g : curves.front().ranges) all.push_back(g.is_beyond ? HUGE_VAL : g.max);
    return all;
}

}  // namespace tessera::accuracy::tables
