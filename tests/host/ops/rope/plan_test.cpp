#include "host/ops/rope/plan.hpp"
#include "host/job/generate.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "sim/fault/fault.hpp"
#include "tests/host/ops/rope/plans.hpp"

namespace tessera::host {
namespace {

using fault::InputError;
using testing::ElementsAre;

// The article's single-core workload: 4 pairs and 56 passive tiles.
TEST(RopePlan, ArticleWorkload) {
    const RopePlan plan = plan_rope({});
    EXPECT_EQ(plan.width_tiles, 64);
    EXPECT_EQ(plan.row_tiles, 1);
    EXPECT_EQ(plan.active_tiles, 8);
    EXPECT_EQ(plan.units, 4);
    EXPECT_EQ(plan.passive_tiles, 56);
    EXPECT_EQ(plan.tiles, 64);
}

TEST(RopePlan, PadsRowsAndWidthToTiles) {
    const RopePlan plan = plan_rope({.batch = 3, .rows = 33, .width = 100, .rotary_dim = 64});
    EXPECT_EQ(plan.width_tiles, 4);
    EXPECT_EQ(plan.row_tiles, 2);
    EXPECT_EQ(plan.units_per_row, 1);
    EXPECT_EQ(plan.passive_per_row, 2);
    EXPECT_EQ(plan.units, 6);
    EXPECT_EQ(plan.passive_tiles, 12);
    EXPECT_EQ(2 * plan.units + plan.passive_tiles, plan.tiles);
    EXPECT_EQ(plan.position_count(), 3u);
    EXPECT_EQ(plan_rope({.batch = 3, .rows = 33, .width = 100, .rotary_dim = 64, .per_row = true}).position_count(),
              99u);
    EXPECT_EQ(plan_rope({.rows = 1, .width = 33, .rotary_dim = 64}).passive_tiles, 0);  // reaches into the padding
}

TEST(RopePlan, RefusesEachBrokenRuleWithTheNearestValue) {
    expect_no_plan({.batch = 0}, "batch 0 is below 1", "nearest: 1");
    expect_no_plan({.rows = -5}, "rows -5 is below 1", "nearest: 1");
    expect_no_plan({.width = 0}, "width 0 is below 1", "nearest: 1");
    expect_no_plan({.rotary_dim = 0}, "rotary_dim 0 is not a multiple of 64", "nearest: 64");
    expect_no_plan({.rotary_dim = -64}, "rotary_dim -64", "nearest: 64");
    expect_no_plan({.rotary_dim = 90}, "rotary_dim 90 is not a multiple of 64", "nearest: 64");
    expect_no_plan({.rotary_dim = 97}, "rotary_dim 97", "nearest: 128");
    expect_no_plan({.width = 64, .rotary_dim = 127}, "rotary_dim 127", "nearest: 64");
    expect_no_plan({.width = 100, .rotary_dim = 192}, "above the width 100 padded to 128", "nearest: 128");
    expect_no_plan({.width = 130, .rotary_dim = 192}, "above the width 130 padded to 160", "nearest: 128");
    expect_no_plan({.width = 32, .rotary_dim = 64}, "width 32 holds no pair of tiles", "above 32");
    expect_no_plan({.base = 1}, "base 1 is not above 1", "10000");
    expect_no_plan({.base = std::nan("")}, "base nan", "10000");
    expect_no_plan({.base = INFINITY}, "base inf is above 1e+36", "nearest: 1e+36");
}

TEST(RopePlan, RefusesSizesBeyondAnyDevice) {
    constexpr std::int64_t huge = std::numeric_limits<std::int64_t>::max();
    expect_no_plan({.batch = huge}, "batch", "nearest: 2147483648");
    expect_no_plan({.rows = huge}, "rows", "nearest");
    expect_no_plan({.width = huge}, "width", "nearest");
    expect_no_plan({.batch = 1 << 30, .rows = 1 << 30, .width = 1 << 30}, "more than 2147483648 elements",
                   "nearest batch: 1");
    expect_no_plan({.batch = 40000, .rows = 32, .width = 2048}, "more than", "nearest batch: 32768");
    EXPECT_NO_THROW(plan_rope({.batch = 32768, .rows = 32, .width = 2048}));
}

TEST(RopePositions, MustBeInRange) {
    const RopePlan plan = plan_rope({.batch = 2});
    const auto refused = [&](std::vector<std::int64_t> positions, const char* rule, const char* nearest) {
        expect_input_error([&] { check_positions(plan, positions); }, rule, nearest);
    };
    refused({1}, "1 positions given", "2 expected (one per batch entry)");
    refused({1, -1}, "position -1 at index 1 is negative; the kernel's integer cast reads sign and magnitude",
            "nearest: 0");
    refused({102943, 0}, "position 102943 at index 0 is above 102942", "nearest: 102942");
    refused({0, std::int64_t{1} << 40}, "position 1099511627776", "nearest: 102942");
    EXPECT_NO_THROW(check_positions(plan, std::vector<std::int64_t>{0, 102942}));
    EXPECT_THROW(check_positions(plan_rope({.exp = ExpVariant::exp_21f}), std::vector<std::int64_t>{102942}),
                 InputError);
    EXPECT_THROW(plan.problem({0, -1}), InputError);
    EXPECT_EQ(plan.problem({4, 5}).positions[1], 5);
    EXPECT_EQ(plan.problem({4, 5}).rotary_dim, 256);
}

TEST(RopePositions, ComeFromAnyIntegerArray) {
    const RopePlan plan = plan_rope({.batch = 3});
    EXPECT_THAT(positions_from(plan, npy_array<std::int64_t>(std::vector<std::int64_t>{1, 2, 3}, {3})),
                ElementsAre(1, 2, 3));
    EXPECT_THAT(positions_from(plan, npy_array<std::uint8_t>(std::vector<std::uint8_t>{1, 2, 255}, {3})),
                ElementsAre(1, 2, 255));
    const auto refused = [&](const NpyArray& array, const char* why) {
        expect_input_error([&] { positions_from(plan, array); }, why, "");
    };
    refused(npy_array<float>(std::vector<float>{1, 2, 3}, {3}), "positions are <f4; an integer type");
    refused(npy_array<std::uint64_t>(std::vector<std::uint64_t>{1, 2, ~0ull}, {3}), "position 18446744073709551615");
    refused(npy_array<std::int8_t>(std::vector<std::int8_t>{1, 2, -3}, {3}), "position -3 at index 2");
}

TEST(RopeShapes, FollowTheGivenArrays) {
    const std::vector<float> x(2 * 3 * 4);
    RopeOptions options;
    take_input_shape(options, npy_array<float>(x, {2, 3, 4}));
    EXPECT_THAT((std::vector{options.batch, options.rows, options.width}), ElementsAre(2, 3, 4));
    const std::vector<std::int32_t> positions(6);
    take_position_shape(options, npy_array<std::int32_t>(positions, {2, 3}));
    EXPECT_TRUE(options.per_row);
    take_position_shape(options, npy_array<std::int32_t>(std::span(positions).first(2), {2}));
    EXPECT_FALSE(options.per_row);
    expect_input_error([&] { take_position_shape(options, npy_array<std::int32_t>(positions, {6})); },
                       "the positions' shape is (6,)", "(2,) for one per batch entry or (2, 3) for one per row");
    take_input_shape(options, npy_array<float>(x, {6, 4}));
    EXPECT_THAT((std::vector{options.batch, options.rows, options.width}), ElementsAre(1, 6, 4));
    take_input_shape(options, npy_array<float>(x, {24}));
    EXPECT_THAT((std::vector{options.batch, options.rows, options.width}), ElementsAre(1, 1, 24));
    expect_input_error(
        [&] {
            take_input_shape(options, npy_array<float>(x, {1, 2, 3, 4}));
        },
        "(1, 2, 3, 4)", "[batch, rows, width]");
    expect_input_error([&] { take_input_shape(options, npy_array<std::int32_t>(positions, {6})); }, "<i4",
                       "<f4 is expected");
}

TEST(RopeData, DependsOnSeedAndIndexOnly) {
    const auto a = generate_values(1, 1000), longer = generate_values(1, 2000), other = generate_values(2, 1000);
    EXPECT_TRUE(std::equal(a.begin(), a.end(), longer.begin()));
    EXPECT_NE(a, other);
    // First outputs of splitmix64 with seed 0: e220a8397b1dcdaf, 6e789e6aa1b965f4.
    EXPECT_THAT(generate_values(0, 2), ElementsAre(0xe220a8p-23f - 1, 0x6e789ep-23f - 1));
}

TEST(RopeData, IsUniform) {
    const auto values = generate_values(42, 100000);
    double sum = 0, squares = 0;
    for (float v : values) {
        ASSERT_GE(v, -1.0f);
        ASSERT_LT(v, 1.0f);
        sum += v;
        squares += static_cast<double>(v) * v;
    }
    EXPECT_NEAR(sum / 100000, 0, 0.01);  // five standard errors of 0.0018
    EXPECT_NEAR(squares / 100000, 1.0 / 3, 0.01);
}

TEST(RopeData, Positions) {
    const RopePlan plan = plan_rope({.batch = 2, .rows = 3, .per_row = true});
    EXPECT_THAT(generate_positions(plan, PositionKind::iota, 9), ElementsAre(0, 1, 2, 0, 1, 2));
    EXPECT_THAT(generate_positions(plan_rope({.batch = 4}), PositionKind::iota, 9), ElementsAre(0, 1, 2, 3));
    const RopePlan many = plan_rope({.batch = 4096});
    const auto random = generate_positions(many, PositionKind::random, 9);
    EXPECT_EQ(*std::min_element(random.begin(), random.end()), 0);
    EXPECT_EQ(*std::max_element(random.begin(), random.end()), 511);
    EXPECT_EQ(random, generate_positions(many, PositionKind::random, 9));
    EXPECT_NE(random, generate_positions(many, PositionKind::random, 10));
}

}  // namespace
}  // namespace tessera::host
