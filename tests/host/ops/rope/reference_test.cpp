#include "host/ops/rope/reference.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <filesystem>

#include "host/ops/rope/bound.hpp"
#include "sim/fault/fault.hpp"
#include "tests/golden/rope/cases.hpp"

namespace tessera::host {
namespace {

namespace fs = std::filesystem;
using fault::InputError;

constexpr double infinity = std::numeric_limits<double>::infinity();

// x is exact and |x| is of order 1, so 1e-12 is what a double-precision script and this judge may differ by at
// positions of a few thousand: an angle of 4096 rounded to double is 5e-13 off, and larger angles in proportion.
void expect_agreement(const fs::path& folder, std::size_t at_least) {
    const auto cases = golden::rope_cases(folder);
    ASSERT_GE(cases.size(), at_least);
    for (const golden::RopeCase& g : cases) {
        SCOPED_TRACE(g.name);
        double largest = 1;
        for (float v : g.x.as<float>()) largest = std::max(largest, std::abs(static_cast<double>(v)));
        const std::vector<double> mine = rope_reference(g.problem, g.x.as<float>());
        const auto theirs = g.exact.as<double>();
        ASSERT_EQ(mine.size(), theirs.size());
        double worst = 0;
        for (std::size_t i = 0; i < mine.size(); ++i) worst = std::max(worst, std::abs(mine[i] - theirs[i]));
        const double angle = *std::max_element(g.problem.positions.begin(), g.problem.positions.end());
        EXPECT_LT(worst, 1e-12 * largest * std::max(1.0, angle / 4096));
        const views::Deviation ggml = compare(g.y.as<float>(), mine);
        EXPECT_NEAR(ggml.nmse, g.nmse, 1e-6 * g.nmse);
    }
}

TEST(RopeReference, AgreesWithTheKeptGgmlCases) { expect_agreement(golden::small_rope_folder(), 13); }

TEST(RopeReference, AgreesWithAllGgmlCases) {
    const fs::path folder = golden::whole_rope_folder();
    if (!fs::exists(folder)) GTEST_SKIP() << "the whole set of vectors is not here";
    expect_agreement(folder, 1);
}

// The article's example: all ones, D 2048, n_dims 256, position 1.
TEST(RopeReference, ArticleExample) {
    const RopeProblem problem{.width = 2048, .rotary_dim = 256, .positions = {1}};
    const std::vector<float> ones(2048, 1.0f);
    const std::vector<double> y = rope_reference(problem, ones);
    // Printed by the device, whose exp_24f may be off by its bound, with four digits.
    const RopeBound device{ExpVariant::exp_24f, true, 256, 10000};
    EXPECT_NEAR(y[0], -0.3011, 5e-5 + device.terms(0, 1, 1, 1).angle);
    EXPECT_NEAR(y[1], -0.2046, 5e-5 + device.terms(1, 1, 1, 1).angle);
    EXPECT_DOUBLE_EQ(y[0], std::cos(1.0) - std::sin(1.0));
    EXPECT_DOUBLE_EQ(y[128], std::cos(1.0) + std::sin(1.0));
    for (std::size_t c = 256; c < 2048; ++c) EXPECT_EQ(y[c], 1.0);
}

TEST(RopeReference, OnePositionPerRowOrPerBatchEntry) {
    std::vector<float> x(2 * 3 * 4);
    for (std::size_t i = 0; i < x.size(); ++i) x[i] = static_cast<float>(i) - 7.5f;
    RopeProblem by_row{
        .batch = 2, .rows = 3, .width = 4, .rotary_dim = 4, .per_row = true, .positions = {5, 5, 5, 9, 9, 9}};
    RopeProblem by_batch = by_row;
    by_batch.per_row = false;
    by_batch.positions = {5, 9};
    EXPECT_EQ(rope_reference(by_row, x), rope_reference(by_batch, x));
    by_row.positions[1] = 6;
    const auto changed = rope_reference(by_row, x), same = rope_reference(by_batch, x);
    for (std::size_t i = 0; i < x.size(); ++i) EXPECT_EQ(changed[i] != same[i], i / 4 == 1) << i;
}

TEST(RopeReference, BackwardUndoesForwardAndPairingOnlyPermutes) {
    const std::vector<float> x{0.5f, -1, 2, 3, -4, 0.25f};
    RopeProblem forward{.width = 6, .rotary_dim = 6, .positions = {123}};
    RopeProblem backward = forward;
    backward.backward = true;
    const auto there = rope_reference(forward, x);
    const std::vector<float> rounded(there.begin(), there.end());
    const auto back = rope_reference(backward, rounded);
    for (std::size_t i = 0; i < x.size(); ++i) EXPECT_NEAR(back[i], x[i], 1e-6);
    RopeProblem normal = forward;
    normal.pairing = RopePairing::normal;
    const std::vector<float> interleaved{x[0], x[3], x[1], x[4], x[2], x[5]};
    const auto y = rope_reference(normal, interleaved);
    EXPECT_THAT((std::vector{y[0], y[2], y[4], y[1], y[3], y[5]}), testing::ElementsAreArray(there));
}

// rotary_dim may reach into the padding of the last tile; the partners there are zero.
TEST(RopeReference, PartnersInThePaddingAreZero) {
    const std::vector<float> x(50, 1.0f);
    const auto y = rope_reference({.width = 50, .rotary_dim = 64, .positions = {1}}, x);
    EXPECT_DOUBLE_EQ(y[0], std::cos(1.0) - std::sin(1.0));
    EXPECT_DOUBLE_EQ(y[20], std::cos(std::pow(10000.0, -40.0 / 64)));
}

TEST(RopeReference, KeepsNoStaleAnglesOverManyPositions) {
    RopeProblem problem{.batch = 9000, .width = 2, .rotary_dim = 2, .positions = {}};
    for (std::int32_t i = 0; i < 9000; ++i) problem.positions.push_back(i * 7 % 9000);
    std::vector<float> x(2 * 9000);
    for (std::size_t i = 0; i < x.size(); i += 2) x[i] = 1;
    const auto y = rope_reference(problem, x);
    for (std::size_t i = 0; i < 9000; ++i) ASSERT_DOUBLE_EQ(y[2 * i], std::cos(problem.positions[i])) << i;
}

TEST(RopeReference, RefusesContradictions) {
    const std::vector<float> x(8);
    EXPECT_THROW(rope_reference({.width = 8, .rotary_dim = 3, .positions = {1}}, x), InputError);
    EXPECT_THROW(rope_reference({.width = 8, .rotary_dim = 4, .positions = {}}, x), InputError);
    EXPECT_THROW(rope_reference({.width = 0, .rotary_dim = 4, .positions = {1}}, x), InputError);
    EXPECT_THROW(rope_reference({.width = 4, .rotary_dim = 4, .positions = {1}}, x), InputError);
}

TEST(Compare, FindsTheWorstElementAndTheEnergyRatio) {
    const std::vector<float> got{1, 2, 3};
    const std::vector<double> expected{1, 2.5, 2.75};
    const views::Deviation c = compare(got, expected);
    EXPECT_EQ(c.max_abs, 0.5);
    EXPECT_EQ(c.worst, 1u);
    EXPECT_EQ(c.got, 2);
    EXPECT_EQ(c.expected, 2.5);
    EXPECT_DOUBLE_EQ(c.nmse, (0.25 + 0.0625) / 14);
    EXPECT_THROW(compare(got, std::vector<double>{1}), InputError);
}

// rope-variants.md (e): NaN on either side fails, infinities must match in sign.
TEST(Compare, NothingHidesBehindNaNOrInfinity) {
    const float nan = NAN, inf = INFINITY;
    const auto of = [](float got, double expected) {
        return compare(std::vector<float>{1, got, 2}, std::vector<double>{1, expected, 2});
    };
    for (const auto& [got, expected] :
         std::vector<std::pair<float, float>>{{nan, 1}, {1, nan}, {nan, nan}, {inf, -inf}, {inf, 1}, {1, inf}}) {
        EXPECT_EQ(of(got, expected).max_abs, infinity);
        EXPECT_EQ(of(got, expected).nmse, infinity);
        EXPECT_EQ(of(got, expected).worst, 1u);
        EXPECT_EQ(ggml_nmse(std::vector<float>{got}, std::vector<float>{expected}), infinity);
    }
    EXPECT_EQ(of(inf, inf).max_abs, 0);
    EXPECT_EQ(of(inf, inf).nmse, 0);
    EXPECT_EQ(ggml_nmse(std::vector<float>{inf, 1}, std::vector<float>{inf, 1}), 0);
}

TEST(Compare, AllZeroResultIsInfinitelyWrongUnlessRight) {
    EXPECT_EQ(compare(std::vector<float>{0}, std::vector<double>{1}).nmse, infinity);
    EXPECT_EQ(compare(std::vector<float>{0}, std::vector<double>{0}).nmse, 0);
}

TEST(Compare, GgmlCriterionWorksInFloat) {
    EXPECT_DOUBLE_EQ(ggml_nmse(std::vector<float>{1, 2}, std::vector<float>{1, 2.5f}), 0.25 / 5);
    const float third = 1.0f / 3;
    EXPECT_EQ(ggml_nmse(std::vector<float>{1}, std::vector<float>{third}),
              static_cast<double>((1 - third) * (1 - third)));
}

}  // namespace
}  // namespace tessera::host
