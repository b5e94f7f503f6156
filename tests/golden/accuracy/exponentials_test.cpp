// The exponentials of Moroz et al. and the built-in ones against their measured errors (spec/sfpu-math.md 2.1, 3), and
// the other functions against the errors the specs give, over samples. Where the specs give none, the bound is what the
// library's algorithm was measured to have here.
#include <gtest/gtest.h>

#include <cmath>

#include "tests/golden/accuracy/anchors.hpp"

#include "sim/api/tessera/sfpu/expm1.h"
#include "sim/api/tessera/sfpu/hyperbolic.h"
#include "sim/api/tessera/sfpu/log.h"
#include "sim/api/tessera/sfpu/sqrt.h"
#include "sim/api/tessera/sfpu/tangent.h"
#include "sim/api/tessera/sfpu/trigonometry_legacy.h"

namespace tessera::accuracy {
namespace {

namespace fn = tessera::vectors;
using fn::vFloat;

struct Row {
    const char* name;
    vFloat (*body)(vFloat);
    void (*init)();
    const Reference* reference;
    float from, to;
    double max_ulp, max_relative;  // no more than this, and no less than 0.9 of it where it is a published figure
    bool published;
    sfpu::Lowering lowering = sfpu::Lowering::sfpi_2025;
};

void PrintTo(const Row& row, std::ostream* out) { *out << row.name; }

using reference::acos, reference::asin, reference::atan, reference::log1p, reference::sinpi;

constexpr auto none = [] {};
constexpr auto constants = fn::reciprocal_polynomial_init;
constexpr double any = 1e300;

const Row rows[] = {
    {"exp_21f", [](vFloat x) { return fn::_sfpu_exp_21f_<true>(x); }, none, &reference::exp, 0x1p-12f, 88.0f, 29067,
     1.734e-3, true},
    {"exp_21f_expanded", fn::_sfpu_exp_21f_bf16_<true>, none, &reference::exp, 0x1p-12f, 88.0f, 29100, 1.735e-3, true},
    {"exp_21f_scheduled", fn::exp_21f_scheduled<true>, none, &reference::exp, 0x1p-12f, 88.0f, any, 1.959e-3, true},
    {"exp_61f_split", fn::_sfpu_exp_61f_, none, &reference::exp, 0x1p-12f, 88.0f, 152.2, 9.14e-6, true},
    {"exp_61f_fused", fn::_sfpu_exp_61f_, none, &reference::exp, 0x1p-12f, 88.0f, 108.2, 6.5e-6, true,
     sfpu::Lowering::sfpi_2023},
    {"exp_fp32", fn::_sfpu_exp_fp32_accurate_, none, &reference::exp, 0x1p-12f, 88.0f, 1.0, 9.4e-8, false},
    {"exp_fp32_negative", fn::_sfpu_exp_fp32_accurate_, none, &reference::exp, -0x1p-12f, -87.0f, 1.0, 9.4e-8, false},
    {"exp_legacy", fn::_sfpu_exp_, none, &reference::exp, 0x1p-12f, 1.0f, any, 1.35e-2, true},
    {"sinpi", fn::sfpu_sinpi<false>, none, &sinpi, 0x1p-10f, 0.5f, 2.2, any, false},
    {"sin", fn::sine<true>, fn::trigonometry_init, &reference::sin, 0x1p-12f, 1.5707f, 2.11, any, false},
    {"sin_legacy", fn::by_maclaurin<false, false>, none, &reference::sin, 0x1p-12f, 1.5707f, 4.6, any, false},
    {"sin_legacy_approximate", fn::by_maclaurin<true, false>, none, &reference::sin, 0x1p-12f, 1.5707f, any, 1.6e-4,
     true},
    {"cos_legacy", fn::by_maclaurin<false, true>, none, &reference::cos, 0x1p-12f, 1.0f, 4.6, any, false},
    {"recip_compat", fn::_reciprocal_compat_<4>, none, &reference::reciprocal, 1.0f, 2.0f, 19.08, 2.28e-6, true,
     sfpu::Lowering::sfpi_2023},
    {"sqrt", fn::square_root<false, false, true>, fn::sqrt_init<false>, &reference::sqrt, 1.0f, 4.0f, 0.87, any, true},
    {"rsqrt", fn::square_root<false, true, true>, fn::sqrt_init<false>, &reference::rsqrt, 1.0f, 4.0f, 1.12, any, true},
    {"sqrt_approximate", fn::square_root<true, false, true>, fn::sqrt_init<true>, &reference::sqrt, 1.0f, 4.0f, any,
     0x1p-10, false},
    {"exp_fp32_2025", fn::_sfpu_exp_f32_accurate_, none, &reference::exp, 0x1p-12f, 88.0f, 1.0, 9.9e-8, false},
    {"exp_fp32_2025_negative", fn::_sfpu_exp_f32_accurate_, none, &reference::exp, -0x1p-12f, -87.0f, 1.0, 9.9e-8,
     false},
    {"log", fn::logarithm<false, true>, constants, &reference::log, 0x1p-126f, 3e38f, 2.44, any, false},
    {"log_bf16", fn::logarithm<false, false>, fn::log_init<false>, &reference::log, 0x1p-126f, 0.5f, any, 0x1p-8,
     false},
    {"expm1", fn::expm1<false, true>, fn::expm1_init, &reference::expm1, 0x1p-20f, 88.0f, 2.1, any, false},
    {"expm1_negative", fn::expm1<false, true>, fn::expm1_init, &reference::expm1, -0x1p-20f, -88.0f, 1.3, any, false},
    {"tanh", fn::tanh<true>, constants, &reference::tanh, 0x1p-20f, 20.0f, 3.9, any, false},
    {"tanh_bf16", fn::tanh<false>, fn::tanh_init<false>, &reference::tanh, 0x1p-8f, 20.0f, any, 4.9e-3, false},
    {"sigmoid", fn::sigmoid<true>, constants, &reference::sigmoid, -0x1p-20f, -80.0f, 2.7, any, false},
    {"tan", fn::tangent<false>, none, &reference::tan, 0x1p-20f, 1.0f, 4.53, any, false},
    {"asin", fn::arc_of_series<false>, none, &asin, 0x1p-20f, 0.25f, 3, any, false},
    {"acos", fn::arc_of_series<true>, none, &acos, -0x1p-20f, -0.25f, 2, any, false},
    {"atan", fn::arc_tangent<true>, constants, &atan, 0x1p-20f, 1e20f, 2.07, any, false},
    {"log1p", fn::log1p<false, true>, constants, &log1p, -0x1p-20f, -0.999f, 3.28, any, false},
};

class Errors : public ::testing::TestWithParam<Row> {};

TEST_P(Errors, AreThoseOfTheSpecs) {
    const Row& row = GetParam();
    const Setting setting{.arch = arch::wormhole_b0(), .lowering = row.lowering};
    const Recorded recorded(setting, row.init, [&] { sfpi::dst_reg[0] = row.body(vFloat(sfpi::dst_reg[0])); });
    Inputs inputs = between(row.from, row.to);
    inputs.step = static_cast<std::uint32_t>(inputs.count / 400000) | 1;
    inputs.count /= inputs.step;
    const Statistics statistics = sweep(recorded, *row.reference, inputs, {});
    EXPECT_EQ(statistics.of(Outcome::overflown) + statistics.of(Outcome::zeroed), 0u);
    EXPECT_LE(statistics.max_ulp(), row.max_ulp);
    EXPECT_LE(statistics.max_relative(), row.max_relative);
    if (!row.published) return;
    if (row.max_ulp < any) {
        EXPECT_GE(statistics.max_ulp(), 0.9 * row.max_ulp);
    }
    if (row.max_relative < any) {
        EXPECT_GE(statistics.max_relative(), 0.9 * row.max_relative);
    }
}

INSTANTIATE_TEST_SUITE_P(Function, Errors, ::testing::ValuesIn(rows),
                         [](const auto& param) { return param.param.name; });

// Every bf16 root is the correctly rounded one, as silicon's (spec/sfpu-math.md 6.2).
TEST(Roots, OfBfloat16AreCorrectlyRounded) {
    const Setting setting{.arch = arch::wormhole_b0(), .dst = bf16};
    for (const bool reciprocal : {false, true}) {
        const Recorded recorded(setting, fn::sqrt_init<false>, [&] {
            const vFloat x = sfpi::dst_reg[0];
            sfpi::dst_reg[0] =
                reciprocal ? fn::square_root<false, true, false>(x) : fn::square_root<false, false, false>(x);
        });
        const Statistics statistics =
            sweep(recorded, reciprocal ? reference::rsqrt : reference::sqrt, {0x00800000, 0x7f00, 1 << 16}, {});
        EXPECT_EQ(statistics.of(Outcome::exact), 0x7f00u) << reciprocal;
    }
}

// What no reference function shows: ends of ranges and values that are not numbers.
TEST(Specials, AreThoseOfTheFunctions) {
    constexpr std::uint32_t zero = 0, one = 0x3f800000, infinity = 0x7f800000, nan = 0x7fc00000, minus = 0x80000000;
    struct Special {
        const char* name;
        vFloat (*body)(vFloat);
        void (*init)();
        std::uint32_t x, y;
    };
    const Special specials[] = {
        {"exp(-inf)", fn::_sfpu_exp_fp32_accurate_, none, infinity | minus, zero},
        {"exp(inf)", fn::_sfpu_exp_fp32_accurate_, none, infinity, infinity},
        {"exp(nan)", fn::_sfpu_exp_fp32_accurate_, none, nan, nan},
        {"expm1(inf)", fn::expm1<false, true>, fn::expm1_init, infinity, infinity},
        {"expm1(-inf)", fn::expm1<false, true>, fn::expm1_init, infinity | minus, one | minus},
        {"recip(0)", fn::reciprocal_by_polynomial<2>, constants, zero, infinity},
        {"recip(-inf)", fn::reciprocal_by_polynomial<2>, constants, infinity | minus, minus},
        {"sqrt(0)", fn::square_root<false, false, true>, fn::sqrt_init<false>, zero, zero},
        {"sqrt(inf)", fn::square_root<false, false, true>, fn::sqrt_init<false>, infinity, infinity},
        {"sqrt(-1)", fn::square_root<false, false, true>, fn::sqrt_init<false>, one | minus, nan},
        {"rsqrt(0)", fn::square_root<false, true, true>, fn::sqrt_init<false>, zero, infinity},
        {"rsqrt(inf)", fn::square_root<false, true, true>, fn::sqrt_init<false>, infinity, zero},
        {"log(0)", fn::logarithm<false, true>, constants, zero, infinity | minus},
        {"log(inf)", fn::logarithm<false, true>, constants, infinity, infinity},
        {"log(-1)", fn::logarithm<false, true>, constants, one | minus, nan},
        {"log1p(-1)", fn::log1p<false, true>, constants, one | minus, infinity | minus},
        {"tanh(inf)", fn::tanh<true>, constants, infinity, one},
        {"tanh(-inf)", fn::tanh<true>, constants, infinity | minus, one | minus},
        {"sigmoid(-inf)", fn::sigmoid<true>, constants, infinity | minus, zero},
        {"atan(inf)", fn::arc_tangent<true>, constants, infinity, 0x3fc90fdb},
    };
    for (const Special& special : specials) {
        const Recorded recorded({.arch = arch::wormhole_b0()}, special.init,
                                [&] { sfpi::dst_reg[0] = special.body(vFloat(sfpi::dst_reg[0])); });
        std::uint32_t y = 0;
        recorded.run({&special.x, 1}, {&y, 1});
        EXPECT_EQ(y, special.y) << special.name << std::hex << " gives " << y;
    }
}

}  // namespace
}  // namespace tessera::accuracy
