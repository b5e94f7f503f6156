// What is behind each router (timing.md 1): every node has a kind, and Tensix tiles and DRAM are as many as the chip
// has.
#include "sim/arch/nodes.hpp"

#include <gtest/gtest.h>

#include <map>

namespace tessera::arch {
namespace {

std::map<NodeKind, int> counts(const Arch& arch) {
    std::map<NodeKind, int> all;
    for (int y = 0; y < arch.grid.noc_height; ++y)
        for (int x = 0; x < arch.grid.noc_width; ++x) ++all[node_at(arch, {x, y}).kind];
    return all;
}

TEST(Nodes, AreAsManyAsTheChipHas) {
    const auto wormhole = counts(wormhole_b0()), black = counts(blackhole());
    EXPECT_EQ(wormhole, (std::map<NodeKind, int>{{NodeKind::tensix, 80},
                                                 {NodeKind::dram, 18},
                                                 {NodeKind::arc, 1},
                                                 {NodeKind::pcie, 1},
                                                 {NodeKind::ethernet, 16},
                                                 {NodeKind::router, 4}}));
    EXPECT_EQ(black, (std::map<NodeKind, int>{{NodeKind::tensix, 140},
                                              {NodeKind::dram, 24},
                                              {NodeKind::arc, 1},
                                              {NodeKind::pcie, 2},
                                              {NodeKind::ethernet, 14},
                                              {NodeKind::router, 23}}));
}

TEST(Nodes, EveryEndpointReachesItsBank) {
    for (const Arch* arch : all())
        for (int bank = 0; bank < arch->dram.banks; ++bank) {
            const Coord at = arch->dram.endpoint[static_cast<std::size_t>(bank)];
            const Node node = node_at(*arch, at);
            EXPECT_EQ(node.kind, NodeKind::dram);
            EXPECT_TRUE(bank >= node.bank && bank < node.bank + node.banks) << arch->name << " bank " << bank;
            EXPECT_EQ(bank_at(*arch, at, 0), bank);
            EXPECT_TRUE(is_worker_endpoint(*arch, at));
        }
}

// Wormhole's tiles hold two banks each, the second behind the first (timing.md 1).
TEST(Nodes, OtherTilesOfABank) {
    const std::uint64_t gib = 1024 * 1024 * 1024;
    EXPECT_EQ(bank_at(wormhole_b0(), {0, 0}, 0x2000), 0);
    EXPECT_EQ(bank_at(wormhole_b0(), {0, 0}, gib + 0x2000), 1);
    EXPECT_EQ(bank_at(wormhole_b0(), {5, 10}, 5), 6);
    EXPECT_EQ(bank_at(blackhole(), {0, 0}, 3 * gib), 0);
    EXPECT_EQ(bank_at(blackhole(), {9, 10}, 0), 5);
    EXPECT_EQ(bank_at(blackhole(), {8, 0}, 0), -1);
    EXPECT_FALSE(is_worker_endpoint(wormhole_b0(), {0, 0}));
    EXPECT_EQ(described(wormhole_b0(), {0, 0}), "(0,0) is a tile of DRAM banks 0 and 1");
    EXPECT_EQ(described(blackhole(), {0, 0}), "(0,0) is a tile of DRAM bank 0");
    EXPECT_EQ(described(blackhole(), {17, 0}), "(17,0) is outside the NoC, which has 17 x 12 nodes");
}

}  // namespace
}  // namespace tessera::arch
