// A set of cycles against one that keeps every cycle by itself.
#include "sim/views/intervals.hpp"

#include <gtest/gtest.h>

#include <random>
#include <set>

namespace tessera::views {
namespace {

TEST(Intervals, CountEveryCycleOnceInWhateverOrderTheyCome) {
    std::mt19937 random(7);
    for (int round = 0; round < 50; ++round) {
        Intervals here, other;
        std::set<Cycle> cycles;
        for (Intervals* set : {&here, &other})
            for (int i = 0; i < 60; ++i) {
                const Cycle begin = random() % 1000, end = begin + random() % 30;
                set->add(begin, end);
                for (Cycle at = begin; at < end; ++at) cycles.insert(at);
            }
        here.join(other);
        for (const Cycle until : {0, 1, 500, 2000})
            EXPECT_EQ(here.covered(until),
                      static_cast<Cycle>(std::distance(cycles.begin(), cycles.lower_bound(until))));
    }
}

TEST(Intervals, StayExactWhenTheyAreMany) {
    Intervals set;
    for (Cycle i = 0; i < 10'000; ++i) set.add(10 * ((i * 7919) % 10'000), 10 * ((i * 7919) % 10'000) + 3);
    EXPECT_EQ(set.covered(never), 30'000u);
    set.add(0, 100'000);
    EXPECT_EQ(set.covered(never), 100'000u);
}

}  // namespace
}  // namespace tessera::views
