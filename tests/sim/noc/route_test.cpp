#include "sim/noc/route.hpp"

#include <gtest/gtest.h>

#include <vector>

namespace tessera::noc {
namespace {

const arch::Grid& wormhole_grid = arch::wormhole_b0().grid;

std::vector<arch::Coord> way(int noc, arch::Coord from, arch::Coord to) {
    std::vector<arch::Coord> visited;
    while (from != to) visited.push_back(from = end_of(wormhole_grid, noc, next_link(noc, from, to)));
    return visited;
}

TEST(Route, Noc0GoesRightThenDown) {
    EXPECT_EQ(way(0, {1, 1}, {3, 2}), (std::vector<arch::Coord>{{2, 1}, {3, 1}, {3, 2}}));
}

TEST(Route, Noc1GoesUpThenLeft) {
    EXPECT_EQ(way(1, {3, 2}, {1, 1}), (std::vector<arch::Coord>{{3, 1}, {2, 1}, {1, 1}}));
}

TEST(Route, BothWrapAtTheEdges) {
    EXPECT_EQ(way(0, {9, 11}, {0, 0}), (std::vector<arch::Coord>{{0, 11}, {0, 0}}));
    EXPECT_EQ(way(1, {0, 0}, {9, 11}), (std::vector<arch::Coord>{{0, 11}, {9, 11}}));
}

// Each torus moves one way only, so a round trip goes once around in every direction in which the ends differ,
// whatever the distance (spec/timing.md 1).
TEST(Route, ARoundTripDoesNotDependOnTheDistance) {
    const auto round_trip = [](const arch::Grid& grid, arch::Coord a, arch::Coord b) {
        EXPECT_EQ(hops(grid, 0, a, b) + hops(grid, 0, b, a), hops(grid, 1, a, b) + hops(grid, 1, b, a));
        return hops(grid, 0, a, b) + hops(grid, 0, b, a);
    };
    EXPECT_EQ(round_trip(wormhole_grid, {1, 1}, {1, 1}), 0);
    EXPECT_EQ(round_trip(wormhole_grid, {1, 1}, {9, 1}), 10);
    EXPECT_EQ(round_trip(wormhole_grid, {1, 1}, {1, 2}), 12);
    EXPECT_EQ(round_trip(wormhole_grid, {1, 1}, {9, 11}), 22);
    EXPECT_EQ(round_trip(arch::blackhole().grid, {1, 2}, {2, 3}), 29);
}

TEST(Route, HopsCountTheLinks) {
    for (const int noc : {0, 1})
        EXPECT_EQ(static_cast<std::size_t>(hops(wormhole_grid, noc, {7, 3}, {2, 9})), way(noc, {7, 3}, {2, 9}).size());
}

}  // namespace
}  // namespace tessera::noc
