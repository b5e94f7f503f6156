// What was published about functions on silicon, and the same measured here (spec/sfpu-math.md 6.3). A study is one
// function over a set of inputs; its figures stand beside the published ones. Small studies run as tests, large ones in
// bench/accuracy_tables.cpp, of which the tests repeat the neighbourhood of the worst point.
#pragma once

#include <fmt/format.h>

#include <bit>
#include <string>
#include <vector>

#include "host/study/sweep.hpp"
#include "tests/golden/accuracy/printed.hpp"

// Nested v_if blocks each name their predicate.
#pragma GCC diagnostic ignored "-Wshadow"
#pragma GCC diagnostic ignored "-Wshadow=compatible-local"
#include "sim/api/tessera/sfpu/exp_approx.h"
#include "sim/api/tessera/sfpu/recip.h"
#include "sim/api/tessera/sfpu/trigonometry.h"

namespace tessera::accuracy::anchors {

namespace fn = tessera::vectors;
using fn::vFloat;

struct Figure {
    std::string what;
    std::string published;  // in brackets: by an emulation of the chip, not by the chip
    std::string (*measured)(const Statistics&);
    bool local = false;  // the neighbourhood of the worst point alone shows it
};

struct Study {
    std::string function;
    Setting setting;
    std::string set;  // the inputs in words
    std::vector<Inputs> inputs;
    std::vector<Inputs> worst;  // of a large study: where its figures are decided
    const Reference* reference;
    Options options;
    void (*init)();
    vFloat (*body)(vFloat);
    std::vector<Figure> figures;
};

inline bool is_large(const Study& study) { return !study.worst.empty(); }

inline Statistics measure(const Study& study, const std::vector<Inputs>& inputs, unsigned threads = 1) {
    const Recorded recorded(study.setting, study.init,
                            [&] { sfpi::dst_reg[0] = study.body(vFloat(sfpi::dst_reg[0])); });
    Options options = study.options;
    options.threads = threads;
    Statistics all;
    for (const Inputs& part : inputs) all.append(sweep(recorded, *study.reference, part, options));
    return all;
}

namespace text {
inline double number(std::uint32_t pattern) { return static_cast<double>(std::bit_cast<float>(pattern)); }
inline std::string max(const Statistics& s) { return fmt::format("{:.7g}", s.max_ulp()); }
inline std::string max_short(const Statistics& s) { return fmt::format("{:.4g}", s.max_ulp()); }
inline std::string relative(const Statistics& s) { return fmt::format("{:.4g}", s.max_relative()); }
inline std::string share(const Statistics& s) { return fmt::format("{:.4f}", s.share_exact()); }
inline std::string mean(const Statistics& s) { return fmt::format("{:.3f}", s.mean_not_exact()); }
inline std::string not_exact(const Statistics& s) { return fmt::format("{}", s.not_exact()); }
inline std::string exact(const Statistics& s) { return fmt::format("{}", s.of(Outcome::exact)); }
inline std::string flushed(const Statistics& s) { return fmt::format("{}", s.of(Outcome::flushed)); }
inline std::string zeroed(const Statistics& s) { return fmt::format("{}", s.of(Outcome::zeroed)); }
inline std::string worst(const Statistics& s) {
    return fmt::format("{:.7g} -> {:.7g}", number(s.worst.x()), number(s.worst.y()));
}
inline std::string worst_result(const Statistics& s) { return fmt::format("{:.9g}", number(s.worst.y())); }
inline std::string beyond(const Statistics& s) {
    return s.first_beyond() ? fmt::format("{:.8g}", number(*s.first_beyond())) : "none";
}
// The last bf16 before the first one above the limit.
inline std::string usable_bf16(const Statistics& s) {
    return s.first_beyond() ? fmt::format("{:.8g}", number(*s.first_beyond() - 0x10000)) : "all";
}
}  // namespace text

// A published range ends with a row of 2^16 codes in which nothing is beyond the limit: that before the row of `first`.
inline bool ends_in_the_group_before(const std::string& published, std::uint32_t first) {
    const std::uint32_t group = first & 0xffff0000;
    const double end = std::stod(published), unit = printed::half_unit(published) * 1.0001;
    return end >= text::number(group - 0x10000) - unit && end <= text::number(group) + unit;
}

// Whether what was measured is what was published, in the digits that were.
inline bool agrees(const Figure& figure, const Statistics& statistics) {
    if (figure.measured == text::worst) return figure.published == figure.measured(statistics);
    if (figure.measured == text::beyond)
        return statistics.first_beyond() && ends_in_the_group_before(figure.published, *statistics.first_beyond());
    return printed::is_shown_as(std::stod(figure.measured(statistics)), figure.published);
}

// 2^15 patterns on either side.
inline Inputs around(std::uint32_t pattern) { return {pattern - 0x8000, 0x10000, 1}; }
inline Inputs at(std::uint32_t pattern) { return {pattern, 1, 1}; }

inline std::vector<Study> studies() {
    const Setting wh32{.arch = arch::wormhole_b0()}, wh16{.arch = arch::wormhole_b0(), .dst = bf16};
    const Setting bh32{.arch = arch::blackhole()}, bh16{.arch = arch::blackhole(), .dst = bf16};
    const auto constants = fn::reciprocal_polynomial_init;
    const auto none = [] {};
    const auto fast_constants = [] { fn::exp_fast_approximate_init(); };
    const auto recip = [](vFloat x) { return fn::reciprocal_by_polynomial<2>(x); };
    const auto recip_bf16 = [](vFloat x) { return fn::for_dst<false>(fn::reciprocal_by_polynomial<1>(x)); };
    const auto table = [](vFloat x) { return fn::reciprocal_by_table<0>(x); };
    const auto exp = [](vFloat x) { return fn::exp_21f_scheduled<false>(x); };
    const auto exp_compiled = [](vFloat x) { return fn::_sfpu_exp_21f_bf16_<false>(x); };
    const auto exp2 = [](vFloat x) { return fn::_calculate_exp2_body_<false>(x); };
    const auto fast = [](vFloat x) { return fn::exp_fast_approximate(x); };
    const auto approximate = [](vFloat x) { return fn::exp_piecewise_approximate<false>(x); };
    const auto exp_61f = [](vFloat x) { return fn::_sfpu_exp_61f_(x); };
    const Options plain{}, whole{.ulp = Ulp::of_rounded}, fractional{.ulp = Ulp::at_rounded};
    const Options whole_bf16{.ulp = Ulp::of_rounded, .result = bf16};
    const std::vector<Inputs> exp_range{between(0x1p-30f, 87.33f), between(-0x1p-30f, -87.33f)};
    // Below -42 the fast form is 22 ULP worse than the published emulation, which must have left that out.
    const std::vector<Inputs> fast_range{between(0x1p-30f, 88.72f), between(-0x1p-30f, -42.0f)};
    const std::vector<Inputs> positive{between(0x1p-20f, 300000.0f)}, every_bf16{all_bf16};
    const std::vector<Inputs> positive_bf16{{0x00800000, 0x7f00, 1 << 16}};

    return {
        {"recip",
         wh32,
         "all fp32",
         {all_fp32},
         {around(0x00802a47)},
         &reference::reciprocal,
         plain,
         constants,
         recip,
         {{"max ULP", "0.892", text::max_short, true},
          {"worst point", "1.177011e-38 -> 8.496097e+37", text::worst, true}}},
        {"recip",
         wh32,
         "all mantissas",
         {all_mantissas},
         {},
         &reference::reciprocal,
         plain,
         constants,
         recip,
         {{"max relative error", "8.25e-8", text::relative}, {"correctly rounded", "0.902", text::share}}},
        {"recip",
         wh16,
         "all bf16",
         every_bf16,
         {},
         &reference::reciprocal,
         plain,
         constants,
         recip_bf16,
         {{"exact", "63504", text::exact},
          {"not exact", "1008", text::not_exact},
          {"zeroed", "2", text::zeroed},
          {"max ULP", "0.512", text::max_short}}},
        {"recip, bare table",
         bh32,
         "all mantissas",
         {all_mantissas},
         {},
         &reference::reciprocal,
         plain,
         none,
         table,
         {{"max ULP", "9.02e4", text::max}}},
        {"exp",
         wh16,
         "all bf16",
         every_bf16,
         {},
         &reference::exp,
         whole,
         none,
         exp,
         {{"exact", "47909", text::exact},
          {"not exact", "1153", text::not_exact},
          {"flushed", "396", text::flushed},
          {"mean whole ULP of those", "0.856", text::mean}}},
        {"exp",
         bh16,
         "all bf16",
         every_bf16,
         {},
         &reference::exp,
         fractional,
         none,
         exp,
         {{"max ULP at the rounded result", "0.892", text::max_short}}},
        {"exp, compiled constant",
         wh16,
         "all bf16",
         every_bf16,
         {},
         &reference::exp,
         whole,
         none,
         exp_compiled,
         {{"not exact", "(1216)", text::not_exact}, {"mean whole ULP of those", "(0.836)", text::mean}}},
        {"exp2",
         wh16,
         "all bf16",
         every_bf16,
         {},
         &reference::exp2,
         whole,
         none,
         exp2,
         {{"mean whole ULP of the not exact", "0.843", text::mean}}},
        {"exp2",
         bh16,
         "all bf16",
         every_bf16,
         {},
         &reference::exp2,
         fractional,
         none,
         exp2,
         {{"max ULP at the rounded result", "0.898", text::max_short}}},
        {"exp, fast and approximate",
         wh32,
         "all fp32 from -42 to 88.72",
         fast_range,
         {around(0xba62a8be)},
         &reference::exp,
         plain,
         fast_constants,
         fast,
         {{"max ULP", "3.79e5", text::max, true}}},
        {"exp, fast and approximate",
         wh32,
         "x = 2^-60",
         {at(0x21800000)},
         {},
         &reference::exp,
         plain,
         fast_constants,
         fast,
         {{"f(0)", "0.9785", text::worst_result}}},
        {"exp, fast and approximate",
         wh16,
         "all bf16",
         every_bf16,
         {},
         &reference::exp,
         whole,
         fast_constants,
         fast,
         {{"exact", "15383", text::exact},
          {"not exact", "33679", text::not_exact},
          {"mean whole ULP of those", "3.05", text::mean}}},
        {"exp, approximate",
         wh32,
         "all fp32 from -42 to 44.3",
         {between(0x1p-30f, 44.3f), between(-0x1p-30f, -42.0f)},
         {around(0xc21f583a)},
         &reference::exp,
         plain,
         none,
         approximate,
         {{"max ULP", "7.2e5", text::max, true}}},
        {"exp, 61f",
         wh32,
         "all fp32 from -87.33 to 87.33",
         exp_range,
         {around(0x42abe675)},
         &reference::exp,
         plain,
         none,
         exp_61f,
         {{"max ULP", "150", text::max_short, true}}},
        {"sin",
         wh32,
         "x = 534117.875",
         {at(0x4902665e)},
         {},
         &reference::sin,
         plain,
         fn::trigonometry_init,
         fn::sine<true>,
         {{"result", "0.015624433", text::worst_result}}},
        {"sin",
         wh32,
         "x = 762090.6875",
         {at(0x493a0eab)},
         {},
         &reference::sin,
         plain,
         fn::trigonometry_init,
         fn::sine<true>,
         {{"result", "-0.015623898", text::worst_result}}},
        {"sin",
         wh32,
         "fp32 upwards",
         positive,
         {around(0x47cd246f)},
         &reference::sin,
         whole,
         fn::trigonometry_init,
         fn::sine<true>,
         {{"first above 2 whole ULP", "1.04e5", text::beyond, true}}},
        {"cos",
         wh32,
         "fp32 upwards",
         positive,
         {around(0x474d246f)},
         &reference::cos,
         whole,
         fn::trigonometry_init,
         fn::cosine<true>,
         {{"first above 2 whole ULP", "5.23e4", text::beyond, true}}},
        {"sin",
         wh32,
         "fp32 upwards",
         positive,
         {around(0x41e1f1d4)},
         &reference::sin,
         fractional,
         fn::trigonometry_init,
         fn::sine<true>,
         {{"first above 2 ULP at the rounded result", "28", text::beyond, true}}},
        {"cos",
         wh32,
         "fp32 upwards",
         positive,
         {around(0x42b97a9e)},
         &reference::cos,
         fractional,
         fn::trigonometry_init,
         fn::cosine<true>,
         {{"first above 2 ULP at the rounded result", "92.4", text::beyond, true}}},
        {"sin, bf16 kernel",
         wh32,
         "fp32 upwards",
         positive,
         {around(0x48800000)},
         &reference::sin,
         whole_bf16,
         fn::trigonometry_init,
         fn::sine<false>,
         {{"first above 2 whole ULP of bf16", "2.62e5", text::beyond, true}}},
        {"cos, bf16 kernel",
         wh32,
         "fp32 upwards",
         positive,
         {around(0x48000000)},
         &reference::cos,
         whole_bf16,
         fn::trigonometry_init,
         fn::cosine<false>,
         {{"first above 2 whole ULP of bf16", "1.31e5", text::beyond, true}}},
        {"sin",
         wh16,
         "bf16 upwards",
         positive_bf16,
         {},
         &reference::sin,
         whole,
         fn::trigonometry_init,
         fn::sine<false>,
         {{"usable to, 2 whole ULP", "2.62e5", text::usable_bf16}}},
        {"cos",
         wh16,
         "bf16 upwards",
         positive_bf16,
         {},
         &reference::cos,
         whole,
         fn::trigonometry_init,
         fn::cosine<false>,
         {{"usable to, 2 whole ULP", "1.31e5", text::usable_bf16}}},
    };
}

}  // namespace tessera::accuracy::anchors
