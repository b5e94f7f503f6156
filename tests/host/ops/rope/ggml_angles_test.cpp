// By what each pair of a GGML call turns (rope-variants.md (a)): the position, and what it is multiplied by.
#include "host/ops/rope/ggml/angles.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "host/ops/rope/ggml/inputs.hpp"

namespace tessera::host {
namespace {

using testing::ElementsAre;

std::vector<int> streams(const GgmlParameters& p) {
    std::vector<int> out;
    for (const GgmlStream& one : ggml_streams(p)) out.push_back(one.stream);
    return out;
}
std::vector<std::size_t> exponents(const GgmlParameters& p) {
    std::vector<std::size_t> out;
    for (const GgmlStream& one : ggml_streams(p)) out.push_back(one.exponent);
    return out;
}

// z = k mod S; z < s0 is t, then h, w and e; the exponent is k.
TEST(GgmlStreams, OfMropeRepeatWithTheirSections) {
    const GgmlParameters p{.n_dims = 16, .mode = GgmlMode::mrope, .sections = {2, 1, 1, 1}};
    EXPECT_THAT(streams(p), ElementsAre(0, 0, 1, 2, 3, 0, 0, 1));
    EXPECT_THAT(exponents(p), ElementsAre(0, 1, 2, 3, 4, 5, 6, 7));
}

// z mod 3 says which of t, h and w, as long as z < 3 times its section; else e.
TEST(GgmlStreams, OfImropeTakeTurns) {
    const GgmlParameters p{.n_dims = 20, .mode = GgmlMode::imrope, .sections = {3, 2, 1, 3}};
    EXPECT_THAT(streams(p), ElementsAre(0, 1, 2, 0, 1, 3, 0, 3, 3, 0));
    EXPECT_THAT(exponents(p), ElementsAre(0, 1, 2, 3, 4, 5, 6, 7, 8, 9));
}

// Each stream begins anew with its section, also when the sections come round again.
TEST(GgmlStreams, OfVisionBeginAnew) {
    const GgmlParameters p{.n_dims = 12, .mode = GgmlMode::vision, .sections = {3, 2, 1, 2}};
    EXPECT_THAT(streams(p), ElementsAre(0, 0, 0, 1, 1, 2, 3, 3, 0, 0, 0, 1));
    EXPECT_THAT(exponents(p), ElementsAre(0, 1, 2, 0, 1, 0, 0, 1, 0, 1, 2, 0));
}

// Where a section is empty its beginning is the next one's, and GGML lets only the first of the two begin anew.
TEST(GgmlStreams, OfVisionGoOnBehindAnEmptySection) {
    const GgmlParameters p{.n_dims = 6, .mode = GgmlMode::vision, .sections = {2, 0, 2, 0}};
    EXPECT_THAT(streams(p), ElementsAre(0, 0, 2, 2, 0, 0));
    EXPECT_THAT(exponents(p), ElementsAre(0, 1, 2, 3, 0, 1));
}

// The spec's formula, written once more: base^(-2k/n)/ff * (fs*(1-r) + r), r of the ramp between the correction dims.
TEST(GgmlAngles, AreTheFormula) {
    const std::int32_t n = 32;
    const GgmlParameters p{.n_dims = n,
                           .mode = GgmlMode::neox,
                           .n_ctx_orig = 4096,
                           .freq_base = 5000,
                           .freq_scale = 0.25f,
                           .ext_factor = 0.5f,
                           .beta_fast = 32,
                           .beta_slow = 1};
    const auto dim = [&](double beta) {
        return n * std::log(4096 / (beta * 2 * 3.14159265358979)) / (2 * std::log(5000.0));
    };
    const double low = std::floor(dim(32)), high = std::ceil(dim(1));
    ASSERT_LT(0, low);
    ASSERT_LT(high, n / 2);
    const std::vector<float> factors = ggml_factors(5, 16);
    for (const bool backward : {false, true}) {
        const std::vector<PairAngle> angles = ggml_angles(p, factors, backward);
        ASSERT_EQ(angles.size(), 16u);
        for (int k = 0; k < 16; ++k) {
            const double r = 0.5 * (1 - std::min(1.0, std::max(0.0, (k - low) / (high - low))));
            const double plain =
                std::pow(5000.0, -2.0 * k / n) / static_cast<double>(factors[static_cast<std::size_t>(k)]);
            const double expected = (backward ? -1 : 1) * plain * (0.25 * (1 - r) + r);
            const PairAngle& got = angles[static_cast<std::size_t>(k)];
            EXPECT_NEAR(static_cast<double>(got.frequency) / expected, 1, 1e-14) << k;
            EXPECT_EQ(got.stream, 0);
        }
    }
}

// In vision mode the exponent counts within the section, and factor and ramp go by the pair.
TEST(GgmlAngles, OfVisionTakeFactorAndRampOfThePair) {
    const GgmlParameters p{.n_dims = 4,
                           .mode = GgmlMode::vision,
                           .freq_scale = 0.5f,
                           .ext_factor = 1,
                           .beta_fast = 1,
                           .beta_slow = 1,
                           .sections = {2, 2, 0, 0}};
    const std::vector<PairAngle> angles = ggml_angles(p, std::vector<float>{1, 2, 4, 8}, false);
    const auto expect = [&](std::size_t k, double frequency, int stream) {
        EXPECT_NEAR(static_cast<double>(angles[k].frequency), frequency, 1e-16) << k;
        EXPECT_EQ(angles[k].stream, stream) << k;
    };
    expect(0, 1, 0);  // n_ctx_orig 0: pair 0 alone keeps its frequency
    expect(1, 0.01 / 2 / 2, 0);
    expect(2, 1.0 / 4 / 2, 1);
    expect(3, 0.01 / 8 / 2, 1);
}

// The fast pairs count in whole correction dims, which GGML rounds in fp32; degenerate ones make a step or no ramp.
TEST(GgmlAngles, OfDegenerateRamps) {
    const auto scales = [](std::int32_t n_ctx_orig, float beta_fast, float beta_slow, float ext_factor) {
        const GgmlParameters p{.n_dims = 8,
                               .n_ctx_orig = n_ctx_orig,
                               .freq_base = 16,
                               .freq_scale = 0.5f,
                               .ext_factor = ext_factor,
                               .beta_fast = beta_fast,
                               .beta_slow = beta_slow};
        std::vector<double> out;
        double plain = 1;
        for (const PairAngle& angle : ggml_angles(p, {}, false)) {
            out.push_back(static_cast<double>(angle.frequency) / plain);
            plain /= 2;
        }
        return out;
    };
    EXPECT_THAT(scales(0, 1, 1, 1), ElementsAre(1, 0.5, 0.5, 0.5));
    EXPECT_THAT(scales(0, 0, 0, 0), ElementsAre(0.5, 0.5, 0.5, 0.5)) << "dims that are no numbers, and no ramp";
    EXPECT_THAT(scales(512, 0, 1, 1), ElementsAre(1, 1, 1, 1)) << "the ramp begins at infinity";
}

}  // namespace
}  // namespace tessera::host
