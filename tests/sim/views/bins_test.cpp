#include "sim/views/bins.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <numeric>

namespace tessera::views {
namespace {

using testing::ElementsAre;

TEST(Bins, SplitAtTheirBorders) {
    Bins bins(4, 10);
    bins.add(5, 25);
    bins.add(8, 9, 3);
    bins.add(30, 30);
    EXPECT_THAT(bins.sums(), ElementsAre(8, 10, 5));
}

TEST(Bins, DoubleWhenTheRunOutgrowsThemAndLoseNothing) {
    Bins bins(3, 10);
    for (Cycle at = 0; at < 130; at += 10) bins.add(at, at + 4);
    EXPECT_EQ(bins.width(), 80u);
    EXPECT_THAT(bins.sums(), ElementsAre(32, 20));
    bins.widen(160);
    EXPECT_THAT(bins.sums(), ElementsAre(52));
}

}  // namespace
}  // namespace tessera::views
