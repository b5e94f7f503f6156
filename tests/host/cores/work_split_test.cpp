#include "host/cores/work_split.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>

#include "sim/fault/fault.hpp"

namespace tessera::host {
namespace {

using fault::InputError;
using testing::ElementsAre;

// kernel-api.md 5.3: down the columns, whole columns as one range.
TEST(NumCoresToCoreRangeSet, TakesRestThenWholeColumnsThenPart) {
    EXPECT_THAT(num_cores_to_corerangeset({1, 5}, 2 + 14 + 3, {8, 7}).ranges(),
                ElementsAre(CoreRange({1, 5}, {1, 6}), CoreRange({2, 0}, {3, 6}), CoreRange({4, 0}, {4, 2})));
    EXPECT_THAT(num_cores_to_corerangeset(7, {8, 7}).ranges(), ElementsAre(CoreRange({0, 0}, {0, 6})));
    EXPECT_THAT(num_cores_to_corerangeset(14, {8, 7}).ranges(), ElementsAre(CoreRange({0, 0}, {1, 6})));
    EXPECT_THAT(num_cores_to_corerangeset({0, 3}, 4, {8, 7}).ranges(), ElementsAre(CoreRange({0, 3}, {0, 6})));
    EXPECT_TRUE(num_cores_to_corerangeset(0, {8, 7}).empty());
}

TEST(NumCoresToCoreRangeSet, RowWiseSwapsXAndY) {
    EXPECT_THAT(num_cores_to_corerangeset({5, 1}, 3 + 16 + 2, {8, 7}, true).ranges(),
                ElementsAre(CoreRange({5, 1}, {7, 1}), CoreRange({0, 2}, {7, 3}), CoreRange({0, 4}, {1, 4})));
}

TEST(NumCoresToCoreRangeSet, RefusesMoreThanThereAre) {
    EXPECT_THROW(num_cores_to_corerangeset(57, {8, 7}), InputError);
    EXPECT_THROW(num_cores_to_corerangeset({7, 6}, 2, {8, 7}), InputError);
    EXPECT_THROW(num_cores_to_corerangeset({8, 0}, 1, {8, 7}), InputError);
    EXPECT_THROW(num_cores_to_corerangeset(1, {0, 7}), InputError);
}

TEST(GridToCores, EnumeratesColumnsOrRows) {
    EXPECT_THAT(grid_to_cores(3, 2, 2), ElementsAre(CoreCoord(0, 0), CoreCoord(0, 1), CoreCoord(1, 0)));
    EXPECT_THAT(grid_to_cores(3, 2, 2, true), ElementsAre(CoreCoord(0, 0), CoreCoord(1, 0), CoreCoord(0, 1)));
    EXPECT_THROW(grid_to_cores(5, 2, 2), InputError);
}

TEST(CoreRangeToCores, WalksRangesInTheirOrder) {
    const CoreRangeSet set(std::vector<CoreRange>{{{4, 4}, {5, 5}}, {{0, 0}, {0, 1}}});
    EXPECT_THAT(corerange_to_cores(set), ElementsAre(CoreCoord(4, 4), CoreCoord(4, 5), CoreCoord(5, 4), CoreCoord(5, 5),
                                                     CoreCoord(0, 0), CoreCoord(0, 1)));
    EXPECT_THAT(corerange_to_cores(set, 2, true), ElementsAre(CoreCoord(4, 4), CoreCoord(5, 4)));
    EXPECT_TRUE(corerange_to_cores(set, 0).empty());
}

void expect_fair(const WorkSplit& split, const CoreRangeSet& available, std::uint32_t units, bool row_wise) {
    const auto& [n, all, group1, group2, each1, each2] = split;
    EXPECT_EQ(n, std::min<std::size_t>(units, available.num_cores()));
    EXPECT_EQ(all.num_cores(), n);
    EXPECT_EQ(group1.num_cores() * each1 + group2.num_cores() * each2, units);  // every unit once
    EXPECT_EQ(group1.num_cores() + group2.num_cores(), n);
    EXPECT_FALSE(group1.intersects(group2));
    EXPECT_EQ(group1.merge(group2), all.merge_ranges());
    EXPECT_TRUE(available.contains(all));
    if (units != 0 && !group2.empty()) {
        EXPECT_EQ(each1, each2 + 1);
        EXPECT_EQ(group1.num_cores(), units % n);
    } else {
        EXPECT_EQ(each2, 0u);
    }
    // Group 1 is the first part of the same walk over the cores.
    auto walk = corerange_to_cores(available, n, row_wise);
    walk.resize(group1.num_cores());
    EXPECT_EQ(group1.merge_ranges(), CoreRangeSet(std::span<const CoreCoord>(walk)));
}

TEST(SplitWork, IsFairOnEveryGridForEveryCount) {
    for (const CoreCoord grid : {CoreCoord(1, 1), CoreCoord(8, 7), CoreCoord(7, 8), CoreCoord(1, 9), CoreCoord(9, 1)})
        for (std::uint32_t units = 0; units < 200; ++units)
            for (bool row_wise : {false, true})
                expect_fair(split_work_to_cores(grid, units, row_wise),
                            CoreRangeSet(CoreRange({0, 0}, {grid.x - 1, grid.y - 1})), units, row_wise);
}

TEST(SplitWork, IsFairOnSetsOfRanges) {
    const CoreRangeSet set(std::vector<CoreRange>{{{3, 1}, {5, 4}}, {{0, 0}, {1, 6}}, {{7, 7}, {7, 7}}});
    for (std::uint32_t units = 0; units < 100; ++units)
        for (bool row_wise : {false, true})
            expect_fair(split_work_to_cores(set, units, row_wise), set, units, row_wise);
}

TEST(SplitWork, ASetOfOneGridSplitsLikeTheGrid) {
    const CoreRangeSet set(CoreRange({0, 0}, {7, 6}));
    for (std::uint32_t units = 0; units < 150; ++units)
        EXPECT_EQ(split_work_to_cores(set, units), split_work_to_cores({8, 7}, units));
}

// 64 pairs over the 56 cores of the article: 8 cores take two, down the columns.
TEST(SplitWork, WorkedExample) {
    const auto [n, all, group1, group2, each1, each2] = split_work_to_cores({8, 7}, 64);
    EXPECT_EQ(n, 56u);
    EXPECT_THAT(all.ranges(), ElementsAre(CoreRange({0, 0}, {7, 6})));
    EXPECT_THAT(group1.ranges(), ElementsAre(CoreRange({0, 0}, {0, 6}), CoreRange({1, 0}, {1, 0})));
    EXPECT_THAT(group2.ranges(), ElementsAre(CoreRange({1, 1}, {1, 6}), CoreRange({2, 0}, {7, 6})));
    EXPECT_EQ(each1, 2u);
    EXPECT_EQ(each2, 1u);
}

TEST(SplitWork, RefusesAnEmptyGrid) {
    EXPECT_THROW(split_work_to_cores({0, 7}, 3), InputError);
    EXPECT_THROW(split_work_to_cores(CoreRangeSet(), 3), InputError);
}

}  // namespace
}  // namespace tessera::host
