// Which number of cores is found, of trials whose cycles are known.
#include "host/sweep/best_cores.hpp"

#include <gtest/gtest.h>

#include <mutex>
#include <set>

namespace tessera::host {
namespace {

Cycle away_from(std::uint32_t cores, std::uint32_t best) {
    return 1000 + (cores > best ? 10 * (cores - best) : 1000 * (best - cores));
}

TEST(BestOf, ComesToTheLeastOfACurve) {
    for (const std::uint32_t best : {1u, 5u, 29u, 56u})
        for (const unsigned jobs : {1u, 4u}) {
            const CoresTried found = best_of(56, jobs, [&](std::uint32_t cores) { return away_from(cores, best); });
            EXPECT_EQ(found.cores, best);
            EXPECT_EQ(found.cycles, 1000u);
        }
}

TEST(BestOf, EndsTheWayDownWhereItCostsTwice) {
    std::mutex noting;
    std::set<std::uint32_t> asked;
    best_of(120, 2, [&](std::uint32_t cores) -> Cycle {
        const std::lock_guard lock(noting);
        asked.insert(cores);
        return 12'000 / cores;
    });
    EXPECT_TRUE(asked.contains(120));
    EXPECT_GE(*asked.begin(), 30u);
}

TEST(BestOf, GoesPastNumbersThatCannotBeRun) {
    const CoresTried found = best_of(56, 1, [](std::uint32_t cores) { return cores > 8 ? never : Cycle{80} / cores; });
    EXPECT_EQ(found.cores, 8u);
    // Some of the fewest cannot be run either, which is no end.
    EXPECT_EQ(best_of(56, 1, [](std::uint32_t cores) { return cores == 42 ? never : 900 + Cycle{cores}; }).cores, 1u);
}

TEST(BestOf, TakesTheFewestOfEquals) {
    EXPECT_EQ(best_of(56, 1, [](std::uint32_t) { return Cycle{7}; }).cores, 1u);
    const CoresTried none = best_of(56, 1, [](std::uint32_t) { return never; });
    EXPECT_EQ(none.cores, 1u);
    EXPECT_EQ(none.cycles, never);
}

}  // namespace
}  // namespace tessera::host
