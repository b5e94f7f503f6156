#include "host/ops/rope/cores.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "sim/fault/fault.hpp"

namespace tessera::host {
namespace {

constexpr CoreCoord grid{8, 7};

// The workload of the article's multi-core figure: 16 pairs, 224 passive tiles (spec/timing.md 6.1).
TEST(RopeCores, PairsAndPassiveTilesAreSplitIndependently) {
    const auto shares = article_layout(first_cores(grid, 56), 16, 224).shares;
    EXPECT_EQ(shares.size(), 56u);
    int with_pairs = 0;
    for (const auto& [core, share] : shares) {
        EXPECT_EQ(share.passive.end - share.passive.begin, 4u);
        with_pairs += share.active.end == share.active.begin + 1;
    }
    EXPECT_EQ(with_pairs, 16);
    EXPECT_EQ(shares.at({0, 0}).active.end, 1u) << "cores are taken down the columns";
    EXPECT_EQ(shares.at({1, 0}).active.begin, 7u);
}

TEST(RopeCores, EveryUnitIsDoneOnce) {
    for (const std::uint32_t cores : {1u, 5u, 8u, 55u, 56u})
        for (const auto& [pairs, passive] : {std::pair{1u, 0u}, {7u, 100u}, {57u, 3u}, {1024u, 999u}}) {
            std::uint32_t sum_pairs = 0, sum_passive = 0;
            std::vector<bool> seen(pairs);
            const RopeLayout layout = article_layout(first_cores(grid, cores), pairs, passive);
            for (const auto& [core, share] : layout.shares) {
                sum_pairs += share.active.end - share.active.begin;
                sum_passive += share.passive.end - share.passive.begin;
                for (std::uint32_t i = share.active.begin; i < share.active.end; ++i) {
                    EXPECT_FALSE(seen.at(i)) << i;
                    seen[i] = true;
                }
            }
            EXPECT_EQ(sum_pairs, pairs);
            EXPECT_EQ(sum_passive, passive);
        }
}

TEST(RopeCores, TheGridIsTheLimit) {
    for (const std::uint32_t cores : {0u, 57u})
        EXPECT_THAT([&] { first_cores(grid, cores); },
                    testing::ThrowsMessage<fault::InputError>(testing::HasSubstr("the grid has 8 x 7 = 56")));
}

}  // namespace
}  // namespace tessera::host
