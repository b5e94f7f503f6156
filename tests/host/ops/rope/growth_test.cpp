// The growth of RoPE's errors: what the study promises of itself. The figures of spec/sfpu-math.md 8.2 are in
// tests/golden/accuracy.
#include "host/ops/rope/growth.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace tessera::accuracy {
namespace {

GrowthRequest small_request() {
    GrowthRequest request;
    request.last = 1'000'000;
    request.sample = 100;
    return request;
}

class RopeGrowth : public testing::TestWithParam<const arch::Arch*> {};

// The polynomial of the sine is off by 1.3e-7 at most, and the fixed-point angle adds nothing that shows.
TEST_P(RopeGrowth, FixedPointTurnsAreAsGoodAtAnyPosition) {
    GrowthRequest request = small_request();
    request.last = 0x7fffffff;
    const std::vector<std::string> none, turns{"turns"};
    const auto curves = growth_of(angle_variants(none, none, turns), request, {*GetParam()}, 2);
    for (const Growth& growth : curves[0].ranges) {
        EXPECT_LT(growth.max, 2e-7) << growth.range.high;
        EXPECT_FALSE(growth.is_beyond);
    }
}

TEST_P(RopeGrowth, ThreadsChangeNothing) {
    GrowthRequest request = small_request();
    request.last = 5000;
    const std::vector<std::string> exps{"exp_24f"}, sines{"phase"}, remedies{"split"};
    const auto ways = angle_variants(exps, sines, remedies);
    const auto one = growth_of(ways, request, {*GetParam()}, 1), three = growth_of(ways, request, {*GetParam()}, 3);
    ASSERT_EQ(one.size(), 2u);
    for (std::size_t v = 0; v < one.size(); ++v)
        for (std::size_t i = 0; i < one[v].ranges.size(); ++i) {
            EXPECT_EQ(one[v].ranges[i].max, three[v].ranges[i].max);
            EXPECT_EQ(one[v].ranges[i].rms, three[v].ranges[i].rms);
            EXPECT_EQ(one[v].ranges[i].worst_position, three[v].ranges[i].worst_position);
            EXPECT_EQ(one[v].ranges[i].max_by_pair, three[v].ranges[i].max_by_pair);
        }
}

INSTANTIATE_TEST_SUITE_P(Both, RopeGrowth, testing::Values(&arch::wormhole_b0(), &arch::blackhole()),
                         [](const auto& which) { return std::string(which.param->name); });

TEST(RopeGrowthPositions, AreAllWhereTheyAreFewAndHoldTheEndsElsewhere) {
    GrowthRequest request;
    request.sample = 4;
    EXPECT_EQ(positions_of({2, 4}, request), (std::vector<std::uint32_t>{2, 3, 4}));
    const auto sampled = positions_of({500, 1000}, request);
    EXPECT_EQ(sampled.size(), 4u);
    EXPECT_EQ(sampled[2], 500u);
    EXPECT_EQ(sampled[3], 1000u);
    EXPECT_EQ(sampled, positions_of({500, 1000}, request));
    request.last = 20;
    std::vector<std::uint32_t> tops;
    for (const PositionRange& range : ranges_of(request)) tops.push_back(range.high);
    EXPECT_EQ(tops, (std::vector<std::uint32_t>{1, 2, 4, 8, 10, 16, 20}));
}

TEST(PairFrequency, BothPartsAddUpToIt) {
    const auto pairs = pair_frequencies(256, 10000);
    ASSERT_EQ(pairs.size(), 128u);
    for (const PairFrequency& f : pairs) {
        const double exact = static_cast<double>(f.half_turns);
        EXPECT_NEAR(double{f.rounded} + double{f.rest}, exact, exact * 0x1p-47);
        EXPECT_NEAR(static_cast<double>(f.turns) * 0x1p-63, exact, 0x1p-50);
    }
}

}  // namespace
}  // namespace tessera::accuracy
