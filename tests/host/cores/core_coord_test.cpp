#include "host/cores/core_coord.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <random>
#include <set>

#include "sim/fault/fault.hpp"

namespace tessera::host {
namespace {

using fault::InputError;
using testing::ElementsAre;

std::vector<CoreCoord> cores_of(const CoreRangeSet& set) {
    std::vector<CoreCoord> out;
    for (const CoreRange& range : set) out.insert(out.end(), range.begin(), range.end());
    return out;
}
std::set<CoreCoord> as_set(const CoreRangeSet& set) {
    const auto cores = cores_of(set);
    return {cores.begin(), cores.end()};
}

TEST(CoreCoord, IsOrderedByXThenYAndPrints) {
    EXPECT_LT(CoreCoord(0, 9), CoreCoord(1, 0));
    EXPECT_LT(CoreCoord(1, 0), CoreCoord(1, 1));
    EXPECT_EQ(fmt::format("{}", CoreCoord(1, 2)), "(x=1,y=2)");
}

TEST(CoreRange, IsInclusiveAndRowMajor) {
    const CoreRange range({1, 2}, {2, 3});
    EXPECT_EQ(range.size(), 4u);
    EXPECT_EQ(range.grid_size(), CoreCoord(2, 2));
    EXPECT_THAT(std::vector<CoreCoord>(range.begin(), range.end()),
                ElementsAre(CoreCoord(1, 2), CoreCoord(2, 2), CoreCoord(1, 3), CoreCoord(2, 3)));
    EXPECT_EQ(range.str(), "[(x=1,y=2) - (x=2,y=3)]");
    EXPECT_THROW(CoreRange({1, 2}, {0, 3}), InputError);
    EXPECT_THROW(CoreRange({1, 2}, {1, 1}), InputError);
}

TEST(CoreRange, ContainsIntersectsTouches) {
    const CoreRange range({1, 1}, {3, 3});
    EXPECT_TRUE(range.contains(CoreCoord(3, 3)));
    EXPECT_FALSE(range.contains(CoreCoord(4, 3)));
    EXPECT_TRUE(range.contains(CoreRange({2, 2}, {3, 3})));
    EXPECT_FALSE(range.contains(CoreRange({2, 2}, {3, 4})));
    EXPECT_EQ(range.intersection(CoreRange({3, 0}, {5, 1})), CoreRange({3, 1}, {3, 1}));
    EXPECT_FALSE(range.intersects(CoreRange({4, 1}, {5, 3})));
    EXPECT_TRUE(range.adjacent(CoreRange({4, 3}, {5, 9})));
    EXPECT_TRUE(range.adjacent(CoreRange({0, 0}, {5, 0})));
    EXPECT_FALSE(range.adjacent(CoreRange({4, 4}, {5, 5})));  // corners do not touch
    EXPECT_FALSE(range.adjacent(CoreRange({3, 3}, {5, 5})));
}

TEST(CoreRange, MergesOnlyAlignedNeighbours) {
    const CoreRange range({0, 0}, {1, 1});
    EXPECT_EQ(range.merge(CoreRange({0, 2}, {1, 4})), CoreRange({0, 0}, {1, 4}));
    EXPECT_EQ(range.merge(CoreRange({1, 0}, {3, 1})), CoreRange({0, 0}, {3, 1}));
    EXPECT_FALSE(range.merge(CoreRange({0, 2}, {2, 4})));
    EXPECT_FALSE(range.merge(CoreRange({0, 3}, {1, 4})));
}

TEST(CoreRangeSet, KeepsTheOrderGivenAndRefusesOverlap) {
    const CoreRangeSet set(std::vector<CoreRange>{{{5, 5}, {6, 6}}, {{0, 0}, {1, 0}}});
    EXPECT_EQ(set.str(), "{[(x=5,y=5) - (x=6,y=6)], [(x=0,y=0) - (x=1,y=0)]}");
    EXPECT_EQ(set.num_cores(), 6u);
    EXPECT_EQ(set.bounding_box(), CoreRange({0, 0}, {6, 6}));
    EXPECT_THROW(CoreRangeSet(std::vector<CoreRange>{{{0, 0}, {2, 2}}, {{2, 2}, {3, 3}}}), InputError);
    EXPECT_THROW(CoreRangeSet().bounding_box(), InputError);
    EXPECT_EQ(CoreRangeSet().str(), "{}");
}

TEST(CoreRangeSet, ContainsARangeThatSpansTwoOfItsOwn) {
    const CoreRangeSet set(std::vector<CoreRange>{{{0, 0}, {1, 3}}, {{2, 0}, {3, 3}}});
    EXPECT_TRUE(set.contains(CoreRange({1, 1}, {2, 2})));
    EXPECT_FALSE(set.contains(CoreRange({1, 1}, {4, 2})));
}

// Column-major work groups whose union is a rectangle become one range, so that loops over it run row-major.
TEST(CoreRangeSet, UnionThatIsARectangleMergesToOne) {
    const CoreRangeSet group1(std::vector<CoreRange>{{{0, 0}, {1, 6}}, {{2, 0}, {2, 2}}});
    const CoreRangeSet group2(std::vector<CoreRange>{{{2, 3}, {2, 6}}, {{3, 0}, {7, 6}}});
    EXPECT_THAT(group1.merge(group2).ranges(), ElementsAre(CoreRange({0, 0}, {7, 6})));
}

TEST(CoreRangeSet, RunsFuseOnlyWhenTheyLineUp) {
    // ###.     rows 0 and 1 line up, row 2 is longer, row 3 has two runs, row 5 follows a gap
    // ###.
    // ####
    // #.##
    //
    // #...
    const CoreRangeSet set(std::vector<CoreRange>{
        {{0, 0}, {2, 2}}, {{3, 2}, {3, 3}}, {{0, 3}, {0, 3}}, {{2, 3}, {2, 3}}, {{0, 5}, {0, 5}}});
    EXPECT_THAT(set.merge_ranges().ranges(),
                ElementsAre(CoreRange({0, 0}, {2, 1}), CoreRange({0, 2}, {3, 2}), CoreRange({0, 3}, {0, 3}),
                            CoreRange({0, 5}, {0, 5}), CoreRange({2, 3}, {3, 3})));
}

TEST(CoreRangeSet, AListOfCoresMergesItself) {
    const std::vector<CoreCoord> cores{{1, 1}, {0, 0}, {1, 0}, {0, 1}, {0, 0}};
    EXPECT_EQ(CoreRangeSet(std::span<const CoreCoord>(cores)), CoreRangeSet(CoreRange({0, 0}, {1, 1})));
}

// Against sets of cores as the independent model.
TEST(CoreRangeSet, SetOperationsAgreeWithSetsOfCores) {
    std::mt19937 random(7);
    for (int round = 0; round < 300; ++round) {
        const auto draw = [&] {
            std::vector<CoreCoord> cores;
            for (std::size_t x = 0; x < 6; ++x)
                for (std::size_t y = 0; y < 6; ++y)
                    if (random() % 3 != 0) cores.emplace_back(x, y);
            return CoreRangeSet(std::span<const CoreCoord>(cores));
        };
        const CoreRangeSet a = draw(), b = draw();
        const std::set<CoreCoord> sa = as_set(a), sb = as_set(b);
        std::set<CoreCoord> all = sa, both, only;
        all.insert(sb.begin(), sb.end());
        for (const CoreCoord& core : sa) (sb.count(core) ? both : only).insert(core);
        EXPECT_EQ(as_set(a.merge(b)), all);
        EXPECT_EQ(as_set(a.intersection(b)), both);
        EXPECT_EQ(as_set(a.subtract(b)), only);
        EXPECT_EQ(a.num_cores(), sa.size());
        EXPECT_EQ(a.merge_ranges().ranges(), a.ranges());  // merged already
        EXPECT_EQ(a.intersects(b), !both.empty());
        EXPECT_EQ(a.contains(b), std::includes(sa.begin(), sa.end(), sb.begin(), sb.end()));
        EXPECT_TRUE(a.merge(b).contains(a));
    }
}

}  // namespace
}  // namespace tessera::host
