// Cards have the cores and banks that spec/timing.md 1 gives them.
#include "sim/arch/boards.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "sim/arch/harvest.hpp"
#include "sim/arch/nodes.hpp"

namespace tessera::arch {
namespace {

// The lines that are left are those of kernels and one that dispatches.
TEST(Boards, HaveALineLeftForDispatch) {
    for (const Board& board : boards()) {
        SCOPED_TRACE(board.name);
        const Arch arch = arch_of(board);
        const bool rows = arch.grid.die.harvests_rows;
        const std::array<int, 16>& left = rows ? arch.grid.tensix_rows : arch.grid.tensix_columns;
        const auto count = std::ranges::count_if(left, [](int line) { return line >= 0; });
        EXPECT_EQ(count, (rows ? board.compute_height : board.compute_width) + 1);
        EXPECT_EQ(find_board(board.name), &board);
    }
    EXPECT_EQ(find_board("n200"), nullptr);
}

TEST(Boards, HarvestOtherLinesButAsMany) {
    const Arch arch = arch_of(*find_board("n150"));
    EXPECT_EQ(harvested(arch).size(), 1u);
    EXPECT_EQ(cannot_harvest(arch, std::array{3}), "");
    EXPECT_EQ(cannot_harvest(arch, std::array{3, 4}), "wormhole_b0 harvests 1 of its rows, not 2");
}

TEST(Boards, ABankThatIsMissingIsNowhere) {
    const Coord eighth = blackhole().dram.endpoint[7];
    EXPECT_EQ(node_at(blackhole(), eighth).bank, 7);
    const Arch p100 = arch_of(*find_board("p100"));
    EXPECT_EQ(bank_at(p100, eighth, 0), -1);
    EXPECT_EQ(bank_at(p100, p100.dram.endpoint[6], 0), 6);
}

}  // namespace
}  // namespace tessera::arch
