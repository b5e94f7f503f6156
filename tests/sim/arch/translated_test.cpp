// Translated coordinates of Wormhole: columns left to right, surviving rows top to bottom, harvested ones behind them
// (spec/timing.md 1).
#include "sim/arch/translated.hpp"

#include <gtest/gtest.h>

#include "sim/arch/harvest.hpp"

namespace tessera::arch {
namespace {

TEST(Translated, NamesEveryTensixCore) {
    Arch arch = wormhole_b0();
    harvest(arch, std::array{2, 11});
    EXPECT_EQ(noc0_of(arch, {18, 18}), (Coord{1, 1}));
    EXPECT_EQ(noc0_of(arch, {21, 19}), (Coord{4, 3}));
    EXPECT_EQ(noc0_of(arch, {22, 25}), (Coord{6, 10}));
    EXPECT_EQ(noc0_of(arch, {25, 26}), (Coord{9, 2}));
    EXPECT_EQ(noc0_of(arch, {25, 27}), (Coord{9, 11}));
}

TEST(Translated, LeavesTheOthers) {
    for (const Coord at : {Coord{1, 1}, Coord{9, 11}, Coord{17, 18}, Coord{18, 17}, Coord{26, 18}, Coord{18, 28}})
        EXPECT_EQ(noc0_of(wormhole_b0(), at), at);
    EXPECT_EQ(noc0_of(blackhole(), {16, 11}), (Coord{16, 11}));
    EXPECT_EQ(noc0_of(blackhole(), {18, 18}), (Coord{18, 18}));
}

}  // namespace
}  // namespace tessera::arch
