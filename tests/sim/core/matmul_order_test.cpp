// The order of a block's tiles and products, as spec/timing.md 2.3 gives it for either chip.
#include "sim/core/matmul_order.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <numeric>
#include <set>

namespace tessera::core {
namespace {

using testing::ElementsAre;

// What T1 finds in Src: every tile that it multiplies has been unpacked, in the bank whose turn it is or the one after.
void expect_played(std::uint32_t rows, std::uint32_t columns, std::uint32_t banks) {
    const MatmulOrder order = matmul_order(rows, columns, 4, banks);
    std::vector<std::uint32_t> kept, streamed;  // as unpacked
    for (const MatmulOrder::Tile& tile : order.tiles)
        (tile.operand == order.kept ? kept : streamed).push_back(tile.index);
    std::size_t kept_turn = 0, streamed_turn = 0;
    std::set<std::pair<std::uint32_t, std::uint32_t>> made;
    for (const MatmulOrder::Product& product : order.products) {
        ASSERT_LT(product.bank, 2);
        const bool keeps_b = order.kept == src_b;
        EXPECT_EQ(kept.at(kept_turn + static_cast<std::size_t>(product.bank)), keeps_b ? product.row : product.column);
        EXPECT_EQ(streamed.at(streamed_turn), keeps_b ? product.column : product.row);
        EXPECT_TRUE(made.emplace(product.row, product.column).second) << "twice";
        kept_turn += product.frees_kept;
        streamed_turn += product.frees_streamed;
    }
    EXPECT_EQ(made.size(), std::size_t{rows} * columns);
    EXPECT_EQ(kept_turn, kept.size()) << "all banks are given back";
    EXPECT_EQ(streamed_turn, streamed.size());
}

TEST(MatmulOrder, EveryProductIsMadeOnceOfTilesInTheirTurn) {
    for (std::uint32_t banks : {1u, 2u})
        for (std::uint32_t rows = 1; rows <= 5; ++rows)
            for (std::uint32_t columns = 1; columns <= 5; ++columns) {
                SCOPED_TRACE(testing::Message() << rows << "x" << columns << ", " << banks << " kept");
                expect_played(rows, columns, banks);
            }
}

std::size_t instructions(const MatmulOrder& order) {
    return std::accumulate(order.products.begin(), order.products.end(), std::size_t{0},
                           [](std::size_t sum, const MatmulOrder::Product& p) { return sum + p.instructions; });
}

// 66 + 1/n, 34 + 1/n and 17 + 1/n a product.
TEST(MatmulOrder, OneKeptTileCostsOneInstructionMoreAfterItsLastProduct) {
    EXPECT_EQ(instructions(matmul_order(4, 2, 4, 1)), 8u * 66 + 2);
    EXPECT_EQ(instructions(matmul_order(4, 2, 2, 1)), 8u * 34 + 2);
    EXPECT_EQ(instructions(matmul_order(4, 2, 1, 1)), 8u * 17 + 2);
    EXPECT_EQ(instructions(matmul_order(1, 8, 4, 2)), 8u * 66 + 1) << "one kept tile goes alike on either chip";
}

TEST(MatmulOrder, TwoKeptTilesTurnAfterEachProductAndHalveTheUnpacking) {
    const MatmulOrder two = matmul_order(4, 2, 4, 2), one = matmul_order(4, 2, 4, 1);
    EXPECT_EQ(instructions(two), 8u * 67 + 1);
    EXPECT_EQ(two.tiles.size(), 6u);
    EXPECT_EQ(one.tiles.size(), 10u);
    std::vector<bool> gives_back;
    for (const MatmulOrder::Product& p : two.products) gives_back.push_back(p.frees_kept);
    EXPECT_THAT(gives_back, ElementsAre(false, false, false, false, false, false, true, true))
        << "the first before the last product";
}

}  // namespace
}  // namespace tessera::core
