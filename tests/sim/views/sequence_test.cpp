// Several runs on one time line: what views are told of the second is behind all of the first.
#include "sim/views/sequence.hpp"

#include <gtest/gtest.h>

#include "sim/arch/arch.hpp"
#include "sim/views/profile.hpp"
#include "sim/views/summary.hpp"

namespace tessera::views {
namespace {

constexpr Track reader_track{0, watch::brisc};

// A kernel of 100 cycles that waits 30 for a transfer of its own; the last event of the run is at cycle 120.
void tell_run(Sequence& sequence) {
    sequence.begin();
    sequence.on_core_name({0, {0, 0}, {1, 1}});
    const Transfer transfer{reader_track, 0, true, {0, 0}, {1, 1}, 32, 10, 50, 0, {}, 1};
    sequence.on_transfer(transfer);
    sequence.on_wait(
        {reader_track, WaitReason::noc_read, 0, 20, 50, "r.cpp", 7, {reader_track, 50, {"r.cpp", 5}, &transfer}});
    sequence.on_zone({reader_track, "BRISC-KERNEL", "r.cpp", 1, 0, 100});
    const watch::BankUse bank{0, {0, 11}, 40};
    sequence.on_run_end({120, {}, {&bank, 1}});
    sequence.end();
}

class Heard : public Listener {
  public:
    void on_core_name(const CoreName&) override { ++names; }
    void on_zone(const Zone& event) override { zones.push_back(event); }
    void on_transfer(const Transfer& event) override { ids.push_back(event.id); }
    void on_run_end(const RunEnd& event) override { ends.push_back(event.cycles); }
    int names = 0;
    std::vector<Zone> zones;
    std::vector<std::uint64_t> ids;
    std::vector<Cycle> ends;
};

TEST(Sequence, PutsARunBehindTheCyclesOfTheOneBefore) {
    Heard heard;
    Sequence sequence({&heard});
    tell_run(sequence);
    EXPECT_EQ(sequence.start(), 0u);
    tell_run(sequence);
    EXPECT_EQ(sequence.start(), 120u);
    EXPECT_EQ(sequence.cycles(), 240u);
    EXPECT_EQ(heard.names, 1) << "a core is named once";
    ASSERT_EQ(heard.zones.size(), 2u);
    EXPECT_EQ(heard.zones[1].begin, 120u);
    EXPECT_EQ(heard.zones[1].end, 220u);
    EXPECT_EQ(heard.ids, (std::vector<std::uint64_t>{1, 2})) << "the machine of another device counts from 1 again";
    EXPECT_EQ(heard.ends, (std::vector<Cycle>{120, 240}));
}

TEST(Sequence, EndsARunThatAFaultCutsWhereItWasHeardLast) {
    Heard heard;
    Sequence sequence({&heard});
    sequence.begin();
    sequence.on_zone({reader_track, "zone", "r.cpp", 1, 5, 60});
    sequence.end();
    EXPECT_EQ(heard.ends, (std::vector<Cycle>{60}));
    tell_run(sequence);
    EXPECT_EQ(sequence.start(), 60u);
}

TEST(Sequence, TheTimeBetweenTheRunsOfARiscIsNotItsOwn) {
    Summary summary;
    Profile profile(arch::wormhole_b0());
    Sequence sequence({&summary, &profile});
    tell_run(sequence);
    tell_run(sequence);
    const auto lines = summary.lines();
    ASSERT_EQ(lines.size(), 1u);
    EXPECT_EQ(lines[0].cycles, 200u);
    EXPECT_EQ(lines[0].busy, 140u);
    const ProfileData data = profile.data("two");
    EXPECT_EQ(data.cycles, 220u);
    EXPECT_EQ(data.cores.at(0).units.at(0).cycles, 200u);
    EXPECT_EQ(data.banks.at(0).busy, 80u);
    Cycle end = 0;
    for (const PathStep& step : data.path.steps) {
        EXPECT_EQ(step.begin, end) << step.what;
        end = step.end;
    }
    EXPECT_EQ(end, 220u) << "the critical path leads through both runs without a gap";
}

}  // namespace
}  // namespace tessera::views
