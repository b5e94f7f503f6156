// Faults of many cores fit a screen: what waits alike is one note, and places are handed on one by one.
#include "tests/faults/kernels.hpp"

#include "sim/core/machine/core_ranges.hpp"

namespace tessera::faults {
namespace {

using core::cores_text;

std::vector<arch::Coord> rectangle(int x0, int y0, int x1, int y1) {
    std::vector<arch::Coord> out;
    for (int y = y0; y <= y1; ++y)
        for (int x = x0; x <= x1; ++x) out.push_back({x, y});
    return out;
}

TEST(CoreRanges, AreRectangles) {
    EXPECT_EQ(cores_text({{3, 4}}), "core (3,4)");
    EXPECT_EQ(cores_text(rectangle(0, 0, 7, 6)), "cores (0,0) to (7,6)");
    std::vector<arch::Coord> part = rectangle(0, 0, 3, 1);
    part.push_back({0, 2});
    EXPECT_EQ(cores_text(part), "cores (0,0) to (3,1), (0,2)");
    EXPECT_EQ(cores_text({{0, 0}, {2, 0}, {4, 0}, {6, 0}, {0, 2}}), "cores (0,0), (2,0), (4,0) and 2 more");
}

}  // namespace
}  // namespace tessera::faults
