// A clock that shares what it knows with others is the clock that keeps all times by itself (spec/memory-order.md 6).
#include "sim/watch/vector_clock.hpp"

#include <gtest/gtest.h>

#include <deque>
#include <map>
#include <random>

namespace tessera::watch {
namespace {

using Plain = std::map<std::uint32_t, std::uint32_t>;

struct Both {
    explicit Both(std::uint32_t core) : clock(core) {}
    Clock clock;
    Plain plain{};
    void raise(Stamp stamp) {
        clock.raise(stamp);
        plain[stamp.part] = std::max(plain[stamp.part], stamp.time);
    }
    void join(const Both& other) {
        clock.join(other.clock);
        for (const auto& [part, time] : other.plain) plain[part] = std::max(plain[part], time);
    }
};

constexpr std::uint32_t cores = 5, agents = 3, made_parts = 200;

std::uint32_t first_difference(const Both& both) {
    const auto is_same = [&](std::uint32_t part) {
        const auto at = both.plain.find(part);
        return both.clock.at(part) == (at == both.plain.end() ? 0 : at->second);
    };
    for (std::uint32_t part = 0; part < cores * parts_of_core; ++part)
        if (!is_same(part)) return part;
    for (std::uint32_t part = 0; part < made_parts; ++part)
        if (!is_same(made_part | part)) return made_part | part;
    return UINT32_MAX;
}

// Agents count on in parts of their own, hand on what they know, also by way of clocks that are nobody's, and learn it
// in any order, the old after the new as well.
TEST(VectorClock, IsTheOneThatKeepsAllTimesByItself) {
    std::mt19937 random(20261129);
    const auto below = [&](std::size_t n) { return static_cast<std::uint32_t>(random() % n); };
    std::deque<Both> live;
    for (std::uint32_t i = 0; i < cores * agents; ++i) live.emplace_back(i / agents);
    std::deque<Both> semaphores;
    for (std::uint32_t core = 0; core < cores; ++core) semaphores.emplace_back(core);
    std::vector<Both> handed_on;
    std::uint32_t time = 0;
    for (int step = 0; step < 20'000; ++step) {
        const std::uint32_t agent = below(live.size());
        Both& who = live[agent];
        switch (below(6)) {
            case 0: who.raise({agent / agents * parts_of_core + 10 * (agent % agents) + below(10), ++time}); break;
            case 1: who.raise({made_part | below(made_parts), ++time}); break;
            case 2: handed_on.push_back(who); break;
            case 3:
                if (!handed_on.empty())
                    who.join(handed_on[handed_on.size() - 1 - below(std::min<std::size_t>(40, handed_on.size()))]);
                break;
            case 4: semaphores[below(cores)].join(who); break;
            default: who.join(semaphores[below(cores)]); break;
        }
        ASSERT_EQ(first_difference(who), UINT32_MAX) << "step " << step;
    }
    for (const Both& one : handed_on) ASSERT_EQ(first_difference(one), UINT32_MAX);
}

TEST(VectorClock, KnowsWhatItHasLearnedOnly) {
    Clock one(0), two(1);
    one.raise({3, 7});
    EXPECT_TRUE(one.covers({3, 7}));
    EXPECT_FALSE(one.covers({3, 8}));
    EXPECT_FALSE(two.covers({3, 1}));
    two.join(one);
    one.raise({3, 9});
    EXPECT_EQ(two.at(3), 7u);
    EXPECT_EQ(one.at(parts_of_core + 3), 0u);
}

}  // namespace
}  // namespace tessera::watch
