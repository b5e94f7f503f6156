// The growth of RoPE's errors: the figures of spec/sfpu-math.md 8.2, and what the study promises of itself.
#include "host/accuracy/rope_growth.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace tessera::accuracy {
namespace {

const Growth& up_to(const GrowthCurve& curve, std::uint32_t top) {
    return *std::ranges::find(curve.ranges, top, [](const Growth& g) { return g.range.high; });
}

GrowthRequest small_request() {
    GrowthRequest request;
    request.last = 1'000'000;
    request.sample = 100;
    return request;
}

class RopeGrowth : public testing::TestWithParam<const arch::Arch*> {};

// The spec's maxima are of 1500 positions; a hundred find most of each. The spec calls what no int16 holds overflow.
TEST_P(RopeGrowth, EqualsThePublishedTable) {
    struct Row {
        std::string exp, remedy;
        double at_1e3, at_1e4, at_1e5, at_1e6;  // 0: overflow
    };
    const std::vector<Row> table{{"exp_24f", "", 2.2e-2, 2.2e-1, 1.8, 0},
                                 {"exp_21f", "", 1.4, 2, 2, 0},
                                 {"exp_fp32", "", 9.9e-5, 9.9e-4, 9.3e-3, 0},
                                 {"table", "", 8.4e-5, 7.8e-4, 6.9e-3, 0},
                                 {"", "compensated", 1.2e-5, 9.6e-5, 7.7e-4, 1.2e-2},
                                 {"", "split", 2.9e-7, 6.1e-7, 3.0e-6, 2.5e-5},
                                 {"", "turns_32", 8.8e-7, 7.3e-6, 7.2e-5, 7.3e-4}};
    for (const Row& row : table) {
        const std::vector<std::string> exps{row.exp}, sines{"phase"}, remedies{row.remedy};
        const std::vector<std::string> none;
        const auto ways = row.remedy.empty() ? angle_variants(exps, sines, none) : angle_variants(none, none, remedies);
        const auto curves = growth_of(ways, small_request(), {*GetParam()}, 2);
        ASSERT_EQ(curves.size(), 1u);
        const double published[] = {row.at_1e3, row.at_1e4, row.at_1e5, row.at_1e6};
        for (int i = 0; i < 4; ++i) {
            const Growth& growth = up_to(curves[0], static_cast<std::uint32_t>(std::pow(10, 3 + i)));
            EXPECT_EQ(growth.is_beyond, published[i] == 0) << ways[0].name << " 1e" << 3 + i;
            if (growth.is_beyond) continue;
            EXPECT_LT(growth.max, 1.08 * published[i]) << ways[0].name << " 1e" << 3 + i;
            EXPECT_GT(growth.max, 0.6 * published[i]) << ways[0].name << " 1e" << 3 + i;
        }
    }
}

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
