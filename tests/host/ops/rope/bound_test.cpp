#include "host/ops/rope/bound.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <random>

#include "sim/fault/fault.hpp"

namespace tessera::host {
namespace {

using fault::InputError;
using std::numbers::pi;

// The kernel in ordinary floats, with the error of exp and the data path as parameters (rope-ladder.md R3, phase form;
// sfpu-math.md 4.1 for the polynomial).
struct FloatKernel {
    double exp_error = 0;  // relative, of either sign
    bool tf32 = false;
    float extra_angle = 0;

    static float sine(float phase) {
        const float whole = std::round(phase);
        const float v = phase - whole, s = v * v;
        const float p =
            ((((0x1.406628p-4f * s - 0x9.93f86p-4f) * s + 0x2.8cd64p+0f) * s - 0x5.2aef6p+0f) * s + 0x3.243f6cp+0f) * v;
        return std::fmod(std::abs(whole), 2.0f) == 1.0f ? -p : p;
    }
    float load(float x) const { return tf32 ? std::bit_cast<float>(std::bit_cast<std::uint32_t>(x) & 0xFFFFE000u) : x; }
    void rotate(const RopeProblem& p, std::size_t k, std::int32_t position, float& x, float& y) const {
        const float two_over = static_cast<float>(2.0 / static_cast<double>(p.rotary_dim));
        const float ln_base = static_cast<float>(std::log(p.base)), ln_pi = static_cast<float>(std::log(pi));
        const float product = static_cast<float>(k) * two_over * ln_base;
        const float argument = -product - ln_pi;
        const float q = static_cast<float>(std::exp(static_cast<double>(argument)) * (1 + exp_error));
        const float phase = static_cast<float>(position) * q + extra_angle;
        const float s = sine(phase), c = sine(0.5f - phase), a = load(x), b = load(y);
        x = a * c - b * s;
        y = a * s + b * c;
    }
    std::vector<float> run(const RopeProblem& p, std::vector<float> x) const {
        const auto pairs = static_cast<std::size_t>(p.rotary_dim / 2), width = static_cast<std::size_t>(p.width);
        for (std::size_t row = 0; row < x.size() / width; ++row)
            for (std::size_t k = 0; k < pairs; ++k)
                rotate(p, k, p.position(static_cast<std::int64_t>(row)), x[row * width + k],
                       x[row * width + k + pairs]);
        return x;
    }
};

RopeProblem problem(std::int32_t largest, std::int64_t rotary_dim = 256, double base = 10000) {
    std::mt19937 random(1);
    RopeProblem p{
        .batch = 200, .width = rotary_dim + 32, .rotary_dim = rotary_dim, .base = base, .positions = {}, .factors = {}};
    for (int i = 0; i < 200; ++i)
        p.positions.push_back(i == 0 ? largest
                                     : static_cast<std::int32_t>(random() % (static_cast<unsigned>(largest) + 1)));
    return p;
}
std::vector<float> data(const RopeProblem& p) {
    std::mt19937 random(2);
    std::vector<float> x(p.elements());
    for (float& v : x) v = static_cast<float>(random()) * 0x1p-31f - 1;
    return x;
}

constexpr auto variants = exp_variants;

// An honest kernel whose exp is as wrong as documented stays inside; the bound is not vacuous either: the worst element
// uses a good part of it.
TEST(RopeBound, HoldsForAKernelAsWrongAsDocumented) {
    for (ExpVariant variant : variants)
        for (bool tf32 : {false, true})
            for (std::int32_t largest : {1, 100, 1000, 30000, 102000})
                for (double sign : {1.0, -1.0}) {
                    const RopeProblem p = problem(largest);
                    const RopeBound bound{variant, tf32, p.rotary_dim, p.base};
                    const FloatKernel kernel{sign * relative_error(variant), tf32};
                    const auto x = data(p);
                    const views::Check verdict = judge(p, bound, x, kernel.run(p, x));
                    EXPECT_TRUE(verdict.within) << name(variant) << " " << largest << " " << verdict.worst_ratio;
                    EXPECT_GT(verdict.worst_ratio, 0.3) << name(variant) << " " << largest;
                }
}

TEST(RopeBound, HoldsForOtherBasesAndDimensions) {
    for (std::int64_t dim : {64, 192, 320, 2048})
        for (double base : {1.5, 500000.0, 1e10, 1e30}) {
            const RopeProblem p = problem(5000, dim, base);
            const RopeBound bound{ExpVariant::exp_61f, true, dim, base};
            const auto x = data(p);
            const views::Check verdict = judge(p, bound, x, FloatKernel{relative_error(bound.exp), true}.run(p, x));
            EXPECT_TRUE(verdict.within) << dim << " " << base << " " << verdict.worst_ratio;
        }
}

// What it must catch: an exp of the next worse kind, a hidden TF32 truncation, a small constant angle.
TEST(RopeBound, CatchesAWorseKernel) {
    const RopeProblem p = problem(1000);
    const auto x = data(p);
    const auto within = [&](ExpVariant variant, bool tf32, const FloatKernel& kernel) {
        return judge(p, {variant, tf32, p.rotary_dim, p.base}, x, kernel.run(p, x)).within;
    };
    EXPECT_FALSE(within(ExpVariant::exp_24f, true, {relative_error(ExpVariant::exp_21f), true}));
    EXPECT_FALSE(within(ExpVariant::exp_61f, true, {relative_error(ExpVariant::exp_24f), true}));
    EXPECT_FALSE(within(ExpVariant::exp_fp32, true, {relative_error(ExpVariant::exp_61f), true}));
    EXPECT_FALSE(within(ExpVariant::exp_fp32, false, {0, true}));
    EXPECT_FALSE(within(ExpVariant::exp_fp32, false, {0, false, 1e-3f}));
    EXPECT_TRUE(within(ExpVariant::exp_fp32, false, {0, false, 0}));
}

TEST(RopeBound, CatchesAChangedPassiveColumnAndNaN) {
    const RopeProblem p = problem(10);
    const auto x = data(p);
    const RopeBound bound{ExpVariant::exp_fp32, true, p.rotary_dim, p.base};
    const auto good = FloatKernel{0, true}.run(p, x);
    ASSERT_TRUE(judge(p, bound, x, good).within);
    auto bad = good;
    bad[5 * 288 + 287] = std::nextafter(bad[5 * 288 + 287], 2.0f);
    EXPECT_FALSE(judge(p, bound, x, bad).within);
    EXPECT_EQ(judge(p, bound, x, bad).worst, 5u * 288 + 287);
    bad = good;
    bad[3] = NAN;
    EXPECT_FALSE(judge(p, bound, x, bad).within);
    EXPECT_EQ(judge(p, bound, x, bad).worst, 3u);
}

// rope-variants.md (d): 102942 with an exact exp; an exp that is too large reaches the int16 earlier.
TEST(RopeBound, RangeOfPositions) {
    const auto most = [](ExpVariant v) { return RopeBound{v, true, 256, 10000}.max_position(); };
    EXPECT_EQ(most(ExpVariant::exp_fp32), 102942);
    EXPECT_EQ(most(ExpVariant::exp_61f), 102941);
    EXPECT_EQ(most(ExpVariant::exp_24f), 102938);
    EXPECT_EQ(most(ExpVariant::exp_21f), 102763);
    for (ExpVariant v : variants) EXPECT_LT(static_cast<double>(most(v)) * (1 + relative_error(v)) / pi, 32767.5);
}

TEST(RopeBound, TermsAddUpAndAreCapped) {
    const RopeBound bound{ExpVariant::exp_21f, true, 256, 10000};
    const RopeBoundTerms t = bound.terms(0, 100000, 3, 4);
    EXPECT_DOUBLE_EQ(t.angle, 2 * 5);
    EXPECT_DOUBLE_EQ(t.data, 5.0 / 1024);
    EXPECT_DOUBLE_EQ(t.sine, 7 * 1.31e-7);
    EXPECT_DOUBLE_EQ(bound.bound(0, 100000, 3, 4),
                     t.angle + t.cosine_argument + t.sine + t.data + t.rotation + t.underflow);
    EXPECT_EQ((RopeBound{ExpVariant::exp_21f, false, 256, 10000}.terms(0, 1, 3, 4).data), 0);
    EXPECT_GT(bound.angle_error(0, 1000), bound.angle_error(1, 1000));
    EXPECT_NEAR(bound.angle_error(0, 1000), 1.734, 0.001);
}

TEST(RopeBound, SummaryNamesEveryTerm) {
    const std::string text = RopeBound{ExpVariant::exp_24f, true, 256, 10000}.summary(1000);
    for (const char* word : {"position 1000", "angle", "exp_24f 3.631e-05", "cosine argument", "sine", "SrcA as TF32",
                             "rotation", "pair 0"})
        EXPECT_THAT(text, testing::HasSubstr(word));
}

// Growth is what tells the phases apart: a frequency in fp32, the rest of one, none.
TEST(RopeBound, PhasesGrowWithThePositionOrNot) {
    const auto bound = [](RopePhase phase) {
        return RopeBound{.through_srca = false, .rotary_dim = 256, .base = 10000, .phase = phase};
    };
    const RopeBound computed = bound(RopePhase::computed), split = bound(RopePhase::split),
                    turns = bound(RopePhase::turns);
    const auto at = [](const RopeBound& b, double position) { return b.bound(1, position, 1, 0); };
    EXPECT_GT(at(computed, 1e5), 1e3 * at(split, 1e5) / 2);
    EXPECT_GT(at(split, 1e6), 5 * at(split, 1e5));
    EXPECT_LT(at(split, 100), 6e-7);
    EXPECT_LT(at(turns, 0x1p31), 3e-7);
    EXPECT_NEAR(at(turns, 0x1p31), at(turns, 0), 3e-9) << "only what the frequency itself loses grows";
    EXPECT_NEAR(turns.angle_error(0, 0), 2 * pi * 0x1p-32, 1e-20);
    EXPECT_EQ(split.max_position(), 1 << 24);
    EXPECT_EQ(split.min_position(), -(1 << 24));
    EXPECT_EQ(turns.max_position(), INT32_MAX);
    EXPECT_EQ(turns.min_position(), INT32_MIN);
    EXPECT_EQ(computed.min_position(), 0);
    EXPECT_THAT(split.summary(1e6), testing::HasSubstr("position times the rest of the frequency"));
    EXPECT_THAT(turns.summary(1e6), testing::HasSubstr("2^-32 turns"));
}

TEST(RopeBound, RefusesAnotherProblem) {
    const RopeProblem p = problem(10);
    const auto x = data(p);
    EXPECT_THROW(judge(p, {ExpVariant::exp_fp32, true, 128, p.base}, x, x), InputError);
    EXPECT_THROW(judge(p, {ExpVariant::exp_fp32, true, p.rotary_dim, 9999}, x, x), InputError);
    EXPECT_THROW(judge(p, {ExpVariant::exp_fp32, true, p.rotary_dim, p.base}, x, std::vector<float>(1)), InputError);
}

}  // namespace
}  // namespace tessera::host
