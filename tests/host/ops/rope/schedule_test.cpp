// Schedules (host/schedule, host/ops/rope/schedule.hpp): what a plan must be for any problem, and that it changes when
// work is done but never what comes of it.
#include <gtest/gtest.h>

#include <random>

#include "host/job/generate.hpp"
#include "host/ops/rope/job.hpp"
#include "host/ops/rope/schedule.hpp"
#include "host/run/execute.hpp"
#include "sim/fault/fault.hpp"

namespace tessera::host {
namespace {

Problem problem(const arch::Arch& arch, std::mt19937& random) {
    const auto up_to = [&](std::uint32_t most) {
        return std::uniform_int_distribution<std::uint32_t>(1, most)(random);
    };
    Problem out;
    out.arch = &arch;
    out.cores = up_to(56);
    out.page_bytes = 4096;
    out.buffer_pages = 300;
    out.start = 300;
    out.read_issue = out.write_issue = 30;
    out.classes.push_back({.name = "pairs",
                           .count = up_to(60),
                           .pages = 2,
                           .page = [](std::uint32_t unit, std::uint32_t i) { return 9 * unit + 4 * i; },
                           .compute = up_to(5000),
                           .first = 200});
    out.classes.push_back({.name = "passive tiles",
                           .count = up_to(300),
                           .page = [](std::uint32_t unit, std::uint32_t) { return 3 * unit + 1; },
                           .by_bank = true});
    return out;
}

std::vector<std::uint32_t> times_done(const Plan& plan, std::size_t work, std::uint32_t count) {
    std::vector<std::uint32_t> out(count);
    for (const auto& [core, shares] : plan.shares)
        for (std::uint32_t i = shares[work].begin; i < shares[work].end; ++i) ++out.at(i);
    return out;
}

TEST(Schedule, EveryUnitOnceAndNeverWorseThanTheArticles) {
    std::mt19937 random(7);
    for (const char* name : {"wormhole_b0", "blackhole"})
        for (int i = 0; i < 6; ++i) {
            const Problem given = problem(*arch::find(name), random);
            const std::vector<std::uint32_t> buffered{2, 4};
            const Planned article = weighed(given, article_plan(given, buffered));
            const Planned planned = best_plan(given, article.plan), again = best_plan(given, article.plan);
            EXPECT_LE(planned.estimate, article.estimate);
            EXPECT_LE(planned.bound.largest().cycles, planned.estimate);
            EXPECT_EQ(planned.estimate, again.estimate);
            EXPECT_LE(planned.plan.shares.size(), given.cores);
            for (const Plan* plan : {&article.plan, &planned.plan})
                for (std::size_t work = 0; work < given.classes.size(); ++work)
                    EXPECT_EQ(times_done(*plan, work, given.classes[work].count),
                              std::vector<std::uint32_t>(given.classes[work].count, 1));
        }
}

Executed run(RopeOptions options, RopeSchedule schedule) {
    const arch::Arch& arch = *arch::find("wormhole_b0");
    options.schedule = schedule;
    const RopePlan plan = plan_rope(options);
    const Job job = rope_job(
        arch, plan,
        contents_of(generate_values(3, static_cast<std::size_t>(options.batch * options.rows * options.width))),
        generate_positions(plan, PositionKind::random, 3));
    Device device(arch);
    return execute(device, job);
}

TEST(Schedule, ChangesNoBit) {
    for (const bool per_row : {false, true})
        for (const RopePhase phase : {RopePhase::computed, RopePhase::turns})
            for (const RopePairing pairing : {RopePairing::neox, RopePairing::normal}) {
                const RopeOptions options{.batch = per_row ? 1 : 2,
                                          .rows = 40,
                                          .width = 300,
                                          .rotary_dim = 128,
                                          .per_row = per_row,
                                          .through_srca = false,
                                          .phase = phase,
                                          .cores = 5,
                                          .pairing = pairing};
                const Executed article = run(options, RopeSchedule::article),
                               planned = run(options, RopeSchedule::planned);
                EXPECT_TRUE(planned.check->within) << views::worst_element(*planned.check);
                EXPECT_EQ(article.outputs[0].data, planned.outputs[0].data);
            }
}

// The article's multi-core sizes (timing.md 6.1): what the plan was made for.
TEST(Schedule, TheArticlesSizesTakeAFifthLess) {
    for (const auto& [batch, rows] : {std::pair{1, 32}, {2, 64}}) {
        const RopeOptions options{.batch = batch, .rows = rows, .width = 2048, .rotary_dim = 256, .cores = 56};
        EXPECT_LE(run(options, RopeSchedule::planned).cycles, run(options, RopeSchedule::article).cycles * 4 / 5);
    }
}

TEST(Schedule, ARungThatIsAScheduleOfItsOwnIsRefused) {
    RopeOptions options{.rung = Rung::x, .schedule = RopeSchedule::planned};
    EXPECT_THROW(plan_rope(options), fault::InputError);
}

}  // namespace
}  // namespace tessera::host
