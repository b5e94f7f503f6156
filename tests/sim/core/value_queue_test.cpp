// Work of a core is done in order, whoever does it, and all of it before anybody looks.
#include "sim/core/value_queue.hpp"

#include <gtest/gtest.h>

#include <array>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <thread>

namespace tessera::core {
namespace {

TEST(ValueQueue, IsDoneAtOnceWithoutHelp) {
    ValueQueue queue;
    int done = 0;
    queue.add([&] { ++done; });
    EXPECT_EQ(done, 1);
    EXPECT_FALSE(queue.is_helped());
}

// Each piece depends on the one before it; queues do not know of each other. More pieces than a queue keeps.
TEST(ValueQueue, KeepsTheOrderOfEachCore) {
    for (const unsigned threads : {1u, 3u}) {
        ValueWorkers workers(threads);
        constexpr std::size_t cores = 7;
        std::array<std::uint64_t, cores> sum{};
        std::array<ValueQueue, cores> queues;
        for (ValueQueue& queue : queues) queue.be_helped_by(&workers);
        std::uint64_t expected = 0;
        for (std::uint64_t i = 1; i <= 2000; ++i) {
            expected = 31 * expected + i;
            for (std::size_t core = 0; core < cores; ++core)
                queues[core].add([&, core, i] { sum[core] = 31 * sum[core] + i; });
            if (i % 300 == 0) {
                queues[i % cores].join();
                EXPECT_EQ(sum[i % cores], expected);
            }
        }
        for (std::size_t core = 0; core < cores; ++core) {
            queues[core].join();
            EXPECT_EQ(sum[core], expected);
        }
    }
}

TEST(ValueQueue, JoinsWhatAnotherThreadWorksOn) {
    ValueWorkers workers(1);
    std::atomic<bool> begun = false;
    bool done = false;
    ValueQueue queue;
    queue.be_helped_by(&workers);
    queue.add([&] {
        begun = true;
        std::this_thread::sleep_for(std::chrono::milliseconds(20));
        done = true;
    });
    while (!begun) std::this_thread::yield();
    queue.join();
    EXPECT_TRUE(done);
}

TEST(ValueQueue, LosesNothingWhenItsHelpGoes) {
    int done = 0;
    {
        ValueWorkers workers(2);
        ValueQueue queue;
        queue.be_helped_by(&workers);
        for (int i = 0; i < 40; ++i) queue.add([&] { ++done; });
        queue.be_helped_by(nullptr);
        EXPECT_EQ(done, 40);
        queue.add([&] { ++done; });
    }
    EXPECT_EQ(done, 41);
}

}  // namespace
}  // namespace tessera::core
