#include "host/study/function.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "host/compile/toolchain.hpp"
#include "host/study/tile_functions.hpp"
#include "sim/fault/fault.hpp"
#include "sim/sfpu/analysis.hpp"
#include "sim/sfpu/isa.hpp"

namespace tessera::accuracy {
namespace {

// Where the forms of e^x in phase tricks end: beyond, the exponent field overflows.
constexpr double exp_low = -87.33, exp_high = 88.72;
constexpr double phase = int16_reach;
const double pi = std::acos(-1.0);

std::vector<Function> functions() {
    using namespace reference;
    const std::string rope = "rope/exp.hpp", study = "accuracy/functions.hpp";
    const std::string recip_init = "tessera::vectors::_init_sfpu_reciprocal_()";
    const std::string polynomial_init = "tessera::vectors::reciprocal_polynomial_init()";
    const std::string sine_init = "tessera::vectors::trigonometry_init()";
    const auto library = [](const std::string& call) { return "tessera::vectors::" + call; };
    // Of a function that stores by itself.
    const auto in_place = [&](const std::string& call) {
        return fmt::format("({}, vFloat(dst_reg[0]))", library(call));
    };
    constexpr std::string_view bh = "blackhole";
    return {
        {"exp_0f", study, "study::exp_0f(x)", "", &exp, exp_low, exp_high, "", "a line on the mantissa"},
        {"exp_11f", study, "study::exp_11f(x)", "", &exp, exp_low, exp_high, "", "the same line, centred"},
        {"exp_21f", "", library("_sfpu_exp_21f_<true>(x)"), "", &exp, exp_low, exp_high, "",
         "two linear factors on the mantissa, 2025"},
        {"exp_21f_typo", study, "study::exp_21f_typo(x)", "", &exp, exp_low, exp_high, "",
         "with the last digit of d3 lost, as first released"},
        {"exp_21f_expanded", rope, "rope::exp_21f(x)", "", &exp, exp_low, exp_high, "", "the same as a quadratic"},
        {"exp_21f_scheduled", "", library("exp_21f_scheduled<true>(x)"), "", &exp, exp_low, exp_high, "",
         "with the fp16 constant of the hand-scheduled kernel"},
        {"exp_24f", rope, "rope::exp_24f(x)", "", &exp, exp_low, exp_high, "", "four segments, integer d3"},
        {"exp_24f_float", study, "study::exp_24f_float(x)", "", &exp, exp_low, exp_high, "",
         "four segments, the paper's d3"},
        {"exp_61f", "", library("_sfpu_exp_61f_(x)"), "", &exp, exp_low, exp_high, "", "degree 6 behind the coarse z"},
        {"exp_fast", "", library("exp_fast_approximate(x)"), library("exp_fast_approximate_init()"), &exp, exp_low,
         exp_high, "", "fast and approximate: Schraudolph with eight fraction bits"},
        {"exp_approx", "", library("exp_piecewise_approximate<false>(x)"), "", &exp, -42, 44.3, "",
         "approximate: a line with 16 fraction bits"},
        {"exp_legacy", "", library("_calculate_exponential_body_(x)"), recip_init, &exp, -64, 64, "",
         "squarings of a quadratic"},
        {"exp_fp32_2025", "", library("_sfpu_exp_f32_accurate_(x)"), "", &exp, exp_low, exp_high, "",
         "fp32 default of exp_tile (2025-12), Taylor 7"},
        {"exp_fp32", "", library("_sfpu_exp_fp32_accurate_(x)"), "", &exp, exp_low, exp_high, "",
         "fp32 default of later 2026, minimax 6"},
        {"exp_bf16", "", library("_sfpu_exp_21f_bf16_<false>(x)"), "", &exp, exp_low, exp_high, "",
         "bf16 default, rounded to bf16"},
        {"exp2", "", library("_calculate_exp2_body_<true>(x)"), "", &exp2, -126, 127.99, "", "through e^x, fp32"},
        {"exp2_bf16", "", library("_calculate_exp2_body_<false>(x)"), "", &exp2, -126, 127.99, "", "through e^x, bf16"},
        {"expm1", "", library("expm1<false, true>(x)"), library("expm1_init()"), &expm1, exp_low, exp_high, "", "fp32"},
        {"expm1_bf16", "", library("expm1<false, false>(x)"), "", &expm1, exp_low, exp_high, "", "bf16"},
        {"sinpi", "", library("sin_half_turns<false>(x)"), "", &sinpi, -phase, phase, "",
         "phase form with the int16 reduction, degree 9"},
        {"sinpi_approx", "", library("sin_half_turns<true>(x)"), "", &sinpi, -phase, phase, "", "the same, degree 5"},
        {"sinpi_reduced", "", library("sfpu_sinpi<false>(x)"), "", &sinpi, -0.5, 0.5, "", "the polynomial alone"},
        {"sin_2025", "", library("sin_half_turns<false>(x * tessera::vectors::FRAC_1_PI)"), "", &sin, -phase * pi,
         phase * pi, "", "radians: 1/pi, int16 reduction, degree 9"},
        {"cos_2025", "", library("sin_half_turns<false>(x * tessera::vectors::FRAC_1_PI + 0.5f)"), "", &cos,
         -phase * pi, phase * pi, "", "radians: the same half a turn on"},
        {"sin", "", library("sine<true>(x)"), sine_init, &sin, -1e5, 1e5, "", "2026: pi in four parts, fp32"},
        {"sin_fused", "", library("sine<true, true>(x)"), sine_init, &sin, -1e5, 1e5, "",
         "the same without a product rounded on its own"},
        {"cos", "", library("cosine<true>(x)"), sine_init, &cos, -5e4, 5e4, "", "2026: pi in four parts, fp32"},
        {"sin_bf16", "", library("sine<false>(x)"), sine_init, &sin, -2.6e5, 2.6e5, "", "2026, bf16"},
        {"cos_bf16", "", library("cosine<false>(x)"), sine_init, &cos, -1.3e5, 1.3e5, "", "2026, bf16"},
        {"sin_legacy", "", library("by_maclaurin<false, false>(x)"), "", &sin, -phase * pi, phase * pi, "",
         "odd series to x^11"},
        {"sin_legacy_approx", "", library("by_maclaurin<true, false>(x)"), "", &sin, -phase * pi, phase * pi, "",
         "odd series to x^7"},
        {"cos_legacy", "", library("by_maclaurin<false, true>(x)"), "", &cos, -phase * pi, phase * pi, "",
         "even series to x^10"},
        {"tan", "", library("tangent<false>(x)"), "", &tan, -phase * pi, phase * pi, "",
         "int16 reduction, two polynomials"},
        {"atan", "", library("arc_tangent<true>(x)"), recip_init, &atan, -0x1p128, 0x1p128, "", "fp32"},
        {"atan_bf16", "", library("arc_tangent<false>(x)"), recip_init, &atan, -0x1p128, 0x1p128, "", "bf16"},
        {"asin", "", library("arc_of_series<false>(x)"), "", &asin, -1, 1, "", "a series to x^11"},
        {"acos", "", library("arc_of_series<true>(x)"), "", &acos, -1, 1, "", "the same from pi/2"},
        {"sinh", "", library("sinh<true>(x)"), "", &reference::sinh, exp_low, -exp_low, "", "two exponentials of 2e-3"},
        {"cosh", "", library("cosh<true>(x)"), "", &reference::cosh, exp_low, -exp_low, "", "two exponentials of 2e-3"},
        {"recip_compat_2", "", library("_reciprocal_compat_<2>(x)"), "", &reciprocal, 0, 0x1p128, "",
         "legacy, one Newton step, x > 0"},
        {"recip_compat_3", "", library("_reciprocal_compat_<3>(x)"), "", &reciprocal, 0, 0x1p128, "",
         "legacy, two Newton steps, x > 0"},
        {"recip_compat_4", "", library("_reciprocal_compat_<4>(x)"), "", &reciprocal, 0, 0x1p128, "",
         "legacy, three Newton steps, x > 0"},
        {"recip_1", "", library("reciprocal_by_polynomial<1>(x)"), polynomial_init, &reciprocal, -0x1p128, 0x1p128, "",
         "Wormhole's of 2025, one Newton step"},
        {"recip_2", "", library("reciprocal_by_polynomial<2>(x)"), polynomial_init, &reciprocal, -0x1p128, 0x1p128, "",
         "Wormhole's of 2025, two Newton steps"},
        {"recip_table", "", library("reciprocal_by_table<0>(x)"), "", &reciprocal, -0x1p128, 0x1p128, bh,
         "the table of SFPARECIP"},
        {"recip_table_1", "", library("reciprocal_by_table<1>(x)"), recip_init, &reciprocal, -0x1p128, 0x1p128, bh,
         "the table and a Newton step"},
        {"recip_table_2", "", library("reciprocal_by_table<2>(x)"), recip_init, &reciprocal, -0x1p128, 0x1p128, bh,
         "the table and two Newton steps"},
        {"recip_cubic", "", library("reciprocal_by_cubic(x)"), "", &reciprocal, -0x1p128, 0x1p128, bh,
         "the scheduled fp32 form: the table and a cubic"},
        {"recip_middle", "", library("reciprocal_by_middle(x)"), "", &reciprocal, -0x1p128, 0x1p128, bh,
         "the scheduled bf16 form: the table and a choice between neighbours"},
        {"recip", "", library("_sfpu_reciprocal_<2>(x)"), recip_init, &reciprocal, -0x1p128, 0x1p128, "",
         "the architecture's default, fp32"},
        {"recip_tile", "", library("reciprocal<false, true>(x)"), recip_init, &reciprocal, -0x1p128, 0x1p128, "",
         "the architecture's own, of a tile, fp32"},
        {"recip_tile_bf16", "", library("reciprocal<false, false>(x)"), recip_init, &reciprocal, -0x1p128, 0x1p128, "",
         "the same, bf16"},
        {"sqrt", "", library("square_root<false, false, true>(x)"), library("sqrt_init<false>()"), &reference::sqrt, 0,
         0x1p128, "", "a guess, a cubic step, a Newton step"},
        {"sqrt_bf16", "", library("square_root<false, false, false>(x)"), library("sqrt_init<false>()"),
         &reference::sqrt, 0, 0x1p128, "", "the same, bf16"},
        {"sqrt_approx", "", library("square_root<true, false, true>(x)"), library("sqrt_init<true>()"),
         &reference::sqrt, 0, 0x1p128, "", "a guess and one step"},
        {"sqrt_legacy", "", library("_sqrt_compat_<false, 2>(x)"), "", &reference::sqrt, 0, 0x1p128, "",
         "an older guess, two Newton steps"},
        {"rsqrt", "", library("square_root<false, true, true>(x)"), library("sqrt_init<false>()"), &rsqrt, 0, 0x1p128,
         "", "a guess, a cubic step, a Newton step"},
        {"rsqrt_bf16", "", library("square_root<false, true, false>(x)"), library("sqrt_init<false>()"), &rsqrt, 0,
         0x1p128, "", "the same, bf16"},
        {"rsqrt_approx", "", library("square_root<true, true, true>(x)"), library("sqrt_init<true>()"), &rsqrt, 0,
         0x1p128, "", "a guess and one step"},
        {"log", "", library("logarithm<false, true>(x)"), library("log_init<true>()"), &log, 0, 0x1p128, "", "fp32"},
        {"log_bf16", "", library("logarithm<false, false>(x)"), library("log_init<false>()"), &log, 0, 0x1p128, "",
         "bf16: degree 5 on the mantissa"},
        {"log_legacy", "", library("log_cubic(x)"), "", &log, 0, 0x1p128, "", "a cubic"},
        {"log1p", "", library("log1p<false, true>(x)"), library("log_init<true>()"), &log1p, -1, 0x1p128, "", "fp32"},
        {"log1p_bf16", "", library("log1p<false, false>(x)"), library("log_init<false>()"), &log1p, -1, 0x1p128, "",
         "bf16"},
        {"tanh", "", library("tanh<true>(x)"), library("tanh_init<true>()"), &reference::tanh, -0x1p128, 0x1p128, "",
         "fp32"},
        {"tanh_bf16", "", library("tanh<false>(x)"), library("tanh_init<false>()"), &reference::tanh, -0x1p128, 0x1p128,
         "", "bf16: degree 6"},
        {"tanh_legacy", "", library("tanh_by_lut_alone(x)"), "", &reference::tanh, -0x1p128, 0x1p128, "",
         "three lines"},
        {"sigmoid", "", library("sigmoid<true>(x)"), recip_init, &sigmoid, exp_low, exp_high, "",
         "e^x and reciprocal, fp32"},
        {"sigmoid_bf16", "", library("sigmoid<false>(x)"), recip_init, &sigmoid, exp_low, exp_high, "",
         "e^x and reciprocal, bf16"},
        {"sigmoid_fast", "", library("sigmoid_by_lut_alone(x)"), "", &sigmoid, -0x1p128, 0x1p128, "", "three lines"},
        {"sigmoid_legacy", "", library("sigmoid_by_six_lines(x)"), "", &sigmoid, -0x1p128, 0x1p128, "", "six lines"},
        {"silu", "", library("silu<true>(x)"), recip_init, &silu, exp_low, 0x1p128, "", "x sigmoid(x), fp32"},
        {"silu_bf16", "", library("silu<false>(x)"), recip_init, &silu, exp_low, 0x1p128, "", "x sigmoid(x), bf16"},
        {"gelu", "", library("gelu(x)"), "", &gelu, -5.5, 0x1p128, "", "degree 15 below 3"},
        {"gelu_fast", "", library("gelu_by_lut_alone(x)"), library("gelu_by_lut_init()"), &gelu, -5.5, 0x1p128, "",
         "six lines"},
        {"softplus", "", in_place("softplus(x, 1.0f, 1.0f, 20.0f)"), "", &softplus, exp_low, 0x1p128, "",
         "bf16 exponential below -5, degree 8 up to 4"},
        {"elu", "", in_place("elu<true>(x, 1.0f)"), "", &elu, -0x1p128, 0x1p128, "", "alpha of 1, fp32"},
        {"power", "", library("power<true>(x, y)"), library("power_init(1.442695f)"), &power, 0, 0x1p128, "",
         "x^y, two arguments, fp32"},
        {"power_bf16", "", library("power<false>(x, y)"), library("power_init(1.442695f)"), &power, 0, 0x1p128, "",
         "x^y, two arguments, bf16"},
        {"exp", "", library("exponential<false, true, DST_ACCUM_MODE, false, false>(x, 1.0f)"), recip_init, &exp,
         exp_low, exp_high, "", "exp_tile as it is by default"},
        {"log2", "", library("logarithm_with_base<false, DST_ACCUM_MODE>(x, 1.442695f)"),
         library("log_init<DST_ACCUM_MODE>()"), find_reference("log2"), 0, 0x1p128, "", "log_with_base_tile of 2"},
        {"log10", "", library("logarithm_with_base<false, DST_ACCUM_MODE>(x, 0.43429447f)"),
         library("log_init<DST_ACCUM_MODE>()"), find_reference("log10"), 0, 0x1p128, "", "log_with_base_tile of 10"},
        {"acosh", "", library("arc_hyperbolic_cosine<false>(x)"), library("sqrt_init<false>()"),
         find_reference("acosh"), 1, 0x1p128, "", "root and a cubic logarithm"},
        {"asinh", "", library("arc_hyperbolic_sine<false>(x)"), library("sqrt_init<false>()"), find_reference("asinh"),
         -0x1p128, 0x1p128, "", "root and a cubic logarithm"},
        {"atanh", "", library("arc_hyperbolic_tangent<false, DST_ACCUM_MODE>(x)"), recip_init, find_reference("atanh"),
         -1, 1, "", "reciprocal and a cubic logarithm"},
        {"cbrt", "", library("cube_root<DST_ACCUM_MODE>(x)"), library("power_init(1.442695f)"), find_reference("cbrt"),
         0, 0x1p128, "", "a power of |x|: the sign is the caller's"},
        {"erf", "", library("error_function(x)"), "", find_reference("erf"), -0x1p128, 0x1p128, "",
         "two quartics below 3"},
        {"erfc", "", library("complementary_error_function(x)"), "", find_reference("erfc"), -0x1p128, 9.19, "",
         "1 less the same"},
        {"erfinv", "", library("inverse_error_function(x)"), library("log_quintic_init()"), find_reference("erfinv"),
         -1, 1, "", "Winitzki's formula"},
        {"i0", "", library("bessel_0(x)"), "", find_reference("i0"), -10, 10, "", "eleven terms of the series"},
        {"i1", "", library("bessel_1(x)"), "", find_reference("i1"), -10, 10, "",
         "twelve terms of the series, all behind x / 2 doubled, as in the vendor's of early 2026"},
        {"logsigmoid", "",
         library(
             "log_of_sigmoid(x, tessera::vectors::exponential<false, true, DST_ACCUM_MODE, false, false>(-x, 1.0f))"),
         recip_init, find_reference("logsigmoid"), exp_low, -exp_low, "", "of x and exp_tile of -x, degree 8 within 4"},
        {"relu", "", in_place("relu(x)"), "", find_reference("relu"), -0x1p128, 0x1p128, "", "max(x, 0)"},
        {"relu6", "", library("relu_max(x, 6.0f)"), "", find_reference("relu6"), -0x1p128, 0x1p128, "",
         "relu_max_tile of 6"},
        {"leaky_relu", "", library("leaky_relu(x, 0.01f)"), "", find_reference("leaky_relu"), -0x1p128, 0x1p128, "",
         "a slope of 0.01"},
        {"selu", "", library("selu<DST_ACCUM_MODE>(x, 1.050701f, 1.6732632f)"), "", find_reference("selu"), -0x1p128,
         0x1p128, "", "bf16 exponential below 0"},
        {"celu", "", in_place("celu<DST_ACCUM_MODE>(x, 1.0f, 1.0f)"), "", find_reference("celu"), -0x1p128, 0x1p128, "",
         "alpha of 1, bf16 exponential below 0"},
        {"hardsigmoid", "", library("hardsigmoid(x)"), library("hardsigmoid_init()"), find_reference("hardsigmoid"),
         -0x1p128, 0x1p128, "", "x / 6 + 1/2 within 0 and 1"},
        {"hardmish", "", library("hardmish(x)"), "", find_reference("hardmish"), -0x1p128, 0x1p128, "",
         "x times (x + 2.8 within 0 and 5) / 5"},
        {"hardtanh", "", library("clamped(x, -1.0f, 1.0f)"), "", find_reference("hardtanh"), -0x1p128, 0x1p128, "",
         "clamp_tile of -1 and 1"},
        {"softsign", "", library("softsign<false>(x)"), recip_init, find_reference("softsign"), -0x1p128, 0x1p128, "",
         ""},
        {"softshrink", "", library("softshrink(x, 0.5f)"), "", find_reference("softshrink"), -0x1p128, 0x1p128, "",
         "lambda of 0.5"},
        {"abs", "", library("absolute(x)"), "", find_reference("abs"), -0x1p128, 0x1p128, "", "the sign bit cleared"},
        {"negative", "", library("negative(x)"), "", find_reference("negative"), -0x1p128, 0x1p128, "",
         "the sign bit flipped"},
        {"square", "", library("square(x)"), "", find_reference("square"), -0x1p128, 0x1p128, "", "one product"},
        {"sign", "", library("sign(x)"), "", find_reference("sign"), -0x1p128, 0x1p128, "", "of a normal number"},
        {"identity", "", library("identity(x)"), "", find_reference("identity"), -0x1p128, 0x1p128, "",
         "through Dst and back"},
        {"floor", "", library("_floor_body_(x)"), "", find_reference("floor"), -0x1p128, 0x1p128, "",
         "by the fraction's bits"},
        {"ceil", "", library("_ceil_body_(x)"), "", find_reference("ceil"), -0x1p128, 0x1p128, "",
         "by the fraction's bits"},
        {"trunc", "", library("_trunc_body_(x)"), "", find_reference("trunc"), -0x1p128, 0x1p128, "",
         "by the fraction's bits"},
        {"frac", "", library("_frac_body_(x)"), "", find_reference("frac"), -0x1p128, 0x1p128, "", "x less trunc(x)"},
        {"round", "", library("round_to(x, 1.0f, 1.0f)"), "", find_reference("round"), -0x1p128, 0x1p128, "",
         "round_tile to 0 decimals"},
        {"rdiv", "", library("quotient_of<false, DST_ACCUM_MODE, RoundingMode::None>(x, 1.0f)"), recip_init,
         &reciprocal, -0x1p128, 0x1p128, "", "rdiv_tile of 1"},
        {"rpow", "", library("power_of_base<DST_ACCUM_MODE>(x, 2.0f)"), library("power_init(1.442695f)"), &exp2, -126,
         127.99, "", "rpow_tile of 2"},
        {"add_binary", "", library("of_two<tessera::vectors::BinaryOp::add, DST_ACCUM_MODE>(x, y)"), "",
         find_reference("sum"), -0x1p128, 0x1p128, "", "two arguments"},
        {"sub_binary", "", library("of_two<tessera::vectors::BinaryOp::sub, DST_ACCUM_MODE>(x, y)"), "",
         find_reference("difference"), -0x1p128, 0x1p128, "", "two arguments"},
        {"mul_binary", "", library("of_two<tessera::vectors::BinaryOp::mul, DST_ACCUM_MODE>(x, y)"), "",
         find_reference("product"), -0x1p128, 0x1p128, "", "two arguments"},
        {"div_binary", "", library("of_two<tessera::vectors::BinaryOp::div, DST_ACCUM_MODE>(x, y)"), recip_init,
         &quotient, -0x1p128, 0x1p128, "", "two arguments, through the reciprocal"},
        {"binary_max", "", library("larger(x, y)"), "", find_reference("maximum"), -0x1p128, 0x1p128, "",
         "two arguments"},
        {"binary_min", "", library("smaller(x, y)"), "", find_reference("minimum"), -0x1p128, 0x1p128, "",
         "two arguments"},
    };
}

std::vector<sfpu::Program> programs_of(const host::KernelTrace& trace) {
    std::vector<sfpu::Program> programs;
    for (const host::SegmentRun& segment : trace.segments) {
        programs.push_back(*trace.listings[segment.listing].program);
        sfpu::bind(programs.back(), segment.recording);
    }
    return programs;
}

}  // namespace

std::span<const Function> builtin_functions() {
    static const std::vector<Function> all = [] {
        std::vector<Function> list = functions();
        for (Function& function : list) {
            function.is_builtin = true;
            if (const TileAccuracy* tile = find_tile_function(function.name))
                function.about +=
                    fmt::format("; {} with a Dst of {}: {} {:.3g} ULP on wormhole_b0, {:.3g} on blackhole", tile->tile,
                                tile->dst.name, tile->dst == fp32 ? "of 2^17 inputs the worst is off by" : "at most",
                                tile->ulp_wormhole, tile->ulp_blackhole);
        }
        return list;
    }();
    return all;
}

const Function* find_builtin(std::string_view name) {
    const auto all = builtin_functions();
    const auto found = std::find_if(all.begin(), all.end(), [&](const Function& f) { return f.name == name; });
    return found == all.end() ? nullptr : &*found;
}

Built build(const Function& function, const Setting& setting) {
    if (!function.arch.empty() && function.arch != setting.arch.name)
        throw fault::InputError(fmt::format("{} exists on {} only", function.name, function.arch));
    host::TraceRequest request;
    request.arch = &setting.arch;
    request.lowering = setting.lowering;
    request.fp32_dest_acc = setting.dst == fp32;
    request.defines = function.defines;
    const auto home = host::find_toolchain().api.parent_path().parent_path() / "kernels";
    request.path = function.file.empty() ? "" : function.is_builtin ? (home / function.file).string() : function.file;
    std::vector<sfpu::Program> init;
    if (!function.init.empty()) {
        request.function = function.init;
        request.may_be_empty = true;
        init = programs_of(host::trace_kernel(request));
    }
    request.function = function.expression;
    request.may_be_empty = false;
    host::KernelTrace trace = host::trace_kernel(request);
    Cost cost;
    for (const host::SegmentRun& segment : trace.segments) {
        const host::Listing& listing = trace.listings[segment.listing];
        const sfpu::Program& program = *listing.program;
        cost.instructions += program.code.size();
        cost.nops += static_cast<std::size_t>(
            std::ranges::count_if(program.code, [](const sfpu::Instr& i) { return i.op == sfpu::Op::nop; }));
        cost.cycles += sfpu::analyse(program, setting.arch.sfpu).cycles;
        cost.push_cycles += static_cast<double>(listing.push_cycles);
        cost.registers = std::max(cost.registers, program.peak);
    }
    return {Recorded(setting, init, programs_of(trace)), std::move(trace), cost};
}

}  // namespace tessera::accuracy
