#include "host/ops/rope/yarn.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "host/ops/rope/bound.hpp"

namespace tessera::host {
namespace {

// Correction dims that the golden manifest names (rope_ggml: yarn_x16_neox, yarn_x4_normal_f16, neox_fs_ef_af).
TEST(Yarn, RampOfTheGoldenCases) {
    const YarnRamp x16 = yarn_ramp({.freq_scale = 0.0625, .ext_factor = 1, .ctx_orig = 4096}, 128, 10000);
    EXPECT_EQ(x16.first, 20);
    EXPECT_EQ(x16.width, 26);
    EXPECT_EQ(x16.kept(0), 1);
    EXPECT_EQ(x16.kept(20), 1);
    EXPECT_EQ(x16.kept(33), 0.5);
    EXPECT_EQ(x16.kept(46), 0);
    EXPECT_EQ(x16.kept(63), 0);
    const YarnRamp x4 = yarn_ramp({.freq_scale = 0.25, .ext_factor = 1, .ctx_orig = 8192}, 128, 10000);
    EXPECT_EQ(x4.first, 25);
    EXPECT_EQ(x4.width, 25);
}

// Without a training context the ramp is a step behind pair 0, and it does not reach behind the last pair of all.
TEST(Yarn, RampAtItsEnds) {
    const YarnRamp step =
        yarn_ramp({.freq_scale = 1.4245, .ext_factor = 0.7465, .beta_fast = 1, .beta_slow = 1}, 64, 10000);
    EXPECT_EQ(step.first, 0);
    EXPECT_EQ(step.kept(0), 1);
    EXPECT_EQ(step.kept(1), 0);
    const YarnRamp late = yarn_ramp({.freq_scale = 0.5, .ext_factor = 1, .ctx_orig = 1 << 30}, 64, 10000);
    EXPECT_EQ(late.first + late.width, 63);
}

TEST(Yarn, ScaleAndMagnitude) {
    const Yarn yarn{.freq_scale = 0.25, .ext_factor = 0.5, .attn_factor = 2, .ctx_orig = 4096};
    const YarnRamp ramp = yarn_ramp(yarn, 128, 10000);
    EXPECT_EQ(frequency_scale(yarn, ramp, 0), 0.25 * 0.5 + 0.5);
    EXPECT_EQ(frequency_scale(yarn, ramp, 63), 0.25);
    EXPECT_DOUBLE_EQ(magnitude(yarn), 2 * (1 + 0.1 * std::log(4.0)));
    EXPECT_EQ(magnitude({.freq_scale = 0.25, .attn_factor = 2}), 2) << "only YaRN adds a magnitude of its own";
    // ggml passes zeros where it uses no ramp; they must not become NaN.
    const Yarn zeros{.freq_scale = 0.25, .beta_fast = 0, .beta_slow = 0};
    EXPECT_EQ(frequency_scale(zeros, yarn_ramp(zeros, 128, 10000), 3), 0.25);
}

// What the bound must catch: each term of the variants wrong by a little more than rounding.
TEST(Yarn, TheBoundCatchesAWrongTerm) {
    const Yarn yarn{.freq_scale = 0.25, .ext_factor = 1, .ctx_orig = 4096};
    RopeProblem problem{.batch = 64, .width = 128, .rotary_dim = 128, .positions = {}, .yarn = yarn, .factors = {}};
    for (std::int32_t i = 0; i < 64; ++i) problem.positions.push_back(37 * i + 5);
    for (int k = 0; k < 64; ++k) problem.factors.push_back(1 + 0.001f * static_cast<float>(k));
    std::vector<float> x(problem.elements());
    for (std::size_t i = 0; i < x.size(); ++i) x[i] = static_cast<float>(i % 17) / 16 - 0.5f;
    const RopeBound bound{.exp = ExpVariant::exp_fp32,
                          .through_srca = false,
                          .rotary_dim = 128,
                          .base = 10000,
                          .yarn = yarn,
                          .factors = problem.factors};
    const auto within = [&](const RopeProblem& computed) {
        const std::vector<double> exact = rope_reference(computed, x);
        return judge(problem, bound, x, std::vector<float>(exact.begin(), exact.end())).within;
    };
    EXPECT_TRUE(within(problem));
    RopeProblem wrong = problem;
    wrong.yarn.ctx_orig = 4300;  // the ramp one pair further
    EXPECT_FALSE(within(wrong));
    wrong = problem;
    wrong.yarn.attn_factor = 1 + 1e-5;
    EXPECT_FALSE(within(wrong));
    wrong = problem;
    wrong.yarn.freq_scale *= 1 + 1e-5;
    EXPECT_FALSE(within(wrong));
    wrong = problem;
    wrong.factors[10] *= 1 + 5e-6f;  // what three Newton steps would leave
    EXPECT_FALSE(within(wrong));
    wrong = problem;
    wrong.pairing = RopePairing::normal;
    EXPECT_FALSE(within(wrong));
}

TEST(Yarn, TheBoundIsMadeForOneProblem) {
    const std::vector<float> x(128);
    const RopeProblem problem{.width = 128, .rotary_dim = 128, .positions = {1}, .factors = std::vector<float>(64, 2)};
    RopeBound bound{ExpVariant::exp_fp32, true, 128, 10000};
    EXPECT_THROW(judge(problem, bound, x, x), std::runtime_error);
    bound.factors = problem.factors;
    EXPECT_NO_THROW(judge(problem, bound, x, x));
    bound.yarn.freq_scale = 2;
    EXPECT_THROW(judge(problem, bound, x, x), std::runtime_error);
}

}  // namespace
}  // namespace tessera::host
