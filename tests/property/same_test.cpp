// Equal inputs give equal outputs (design.md 1, sameness): on another device, on a used one, beside another thread.
#include <gtest/gtest.h>

#include <bit>
#include <exception>
#include <thread>

#include "tests/property/rope_runs.hpp"

namespace tessera::property {
namespace {

void expect_same(const host::RopeRun& a, const host::RopeRun& b) {
    EXPECT_EQ(a.cycles, b.cycles);
    ASSERT_EQ(a.y.size(), b.y.size());
    for (std::size_t i = 0; i < a.y.size(); ++i)
        ASSERT_EQ(std::bit_cast<std::uint32_t>(a.y[i]), std::bit_cast<std::uint32_t>(b.y[i])) << "element " << i;
}

TEST(Same, TwoDevicesOfOneProcess) {
    for (const arch::Arch* arch : arch::all())
        for (const bool per_row : {false, true}) {
            SCOPED_TRACE(std::string(arch->name) + (per_row ? " per row" : ""));
            const Work w = work(per_row, 5);
            host::Device first(*arch), second(*arch);  // both alive
            const host::RopeRun a = run(first, w), b = run(second, w);
            expect_same(a, b);
        }
}

// A device keeps lowered programs and vector registers between runs; neither shows.
TEST(Same, ADeviceThatRanBefore) {
    for (const arch::Arch* arch : arch::all())
        for (const bool per_row : {false, true}) {
            SCOPED_TRACE(std::string(arch->name) + (per_row ? " per row" : ""));
            const Work w = work(per_row, 6), other = work(!per_row, 7);
            host::Device used(*arch);
            run(used, other);
            const host::RopeRun second = run(used, w), third = run(used, w);
            expect_same(run(*arch, w), second);
            expect_same(second, third);
        }
}

// How many cores share the work changes the time and nothing else.
TEST(Same, ResultsOfManyCores) {
    for (const arch::Arch* arch : arch::all())
        for (const bool per_row : {false, true}) {
            SCOPED_TRACE(std::string(arch->name) + (per_row ? " per row" : ""));
            Work w = work(per_row, 9);
            const host::RopeRun one = run(*arch, w);
            for (const std::uint32_t cores : {2u, 3u, 20u}) {
                w.plan.options.cores = cores;
                const host::RopeRun many = run(*arch, w);
                EXPECT_EQ(one.y, many.y) << cores << " cores";
                EXPECT_LT(many.cycles, one.cycles) << cores << " cores";
            }
        }
}

TEST(Same, TwoThreadsAtOnce) {
    struct Job {
        const arch::Arch* arch;
        bool per_row;
        host::RopeRun alone, beside{};
        std::exception_ptr failed{};
    };
    std::vector<Job> jobs;
    for (const arch::Arch* arch : arch::all())
        for (const bool per_row : {false, true}) jobs.push_back({arch, per_row, run(*arch, work(per_row, 8))});
    std::vector<std::thread> threads;
    for (Job& job : jobs)
        threads.emplace_back([&job] {
            try {
                for (int i = 0; i < 3; ++i) job.beside = run(*job.arch, work(job.per_row, 8));
            } catch (...) {
                job.failed = std::current_exception();
            }
        });
    for (std::thread& thread : threads) thread.join();
    for (const Job& job : jobs) {
        SCOPED_TRACE(std::string(job.arch->name) + (job.per_row ? " per row" : ""));
        ASSERT_FALSE(job.failed);
        expect_same(job.alone, job.beside);
    }
}

}  // namespace
}  // namespace tessera::property
