// What a profile must add up to, whatever ran: no cycle is lost, none counted twice, and watching changes nothing.
#include "sim/views/profile.hpp"

#include <gtest/gtest.h>

#include <numeric>

#include "sim/views/profile_json.hpp"
#include "sim/views/sequence.hpp"
#include "sim/views/split.hpp"
#include "tests/property/rope_runs.hpp"

namespace tessera::property {
namespace {

using namespace views;

struct Profiled {
    host::RopeRun run;
    ProfileData data;
};

struct ProfiledCase {
    std::string arch;
    bool per_row;
    std::uint32_t cores;
};
void PrintTo(const ProfiledCase& c, std::ostream* out) {
    *out << c.arch << (c.per_row ? "_per_row_" : "_per_batch_entry_") << c.cores;
}

Work work_of(const ProfiledCase& c) {
    Work w = work(c.per_row, 5);
    if (c.cores == 1) return w;
    host::RopeOptions options = w.plan.options;
    options.cores = c.cores;
    w.plan = host::plan_rope(options);
    return w;
}

Profiled profiled(const ProfiledCase& c) {
    const arch::Arch& arch = *arch::find(c.arch);
    host::Device device(arch);
    Profile profile(arch);
    device.machine().hub().add(profile);
    host::RopeRun result = run(device, work_of(c));
    return {std::move(result), profile.data("run")};
}

class ProfileOf : public testing::TestWithParam<ProfiledCase> {};

TEST_P(ProfileOf, BusyAndWaitsAreTheLifeOfEachRiscAndBusyIsItsParts) {
    int riscs = 0;
    for (const CoreProfile& core : profiled(GetParam()).data.cores)
        for (const UnitProfile& unit : core.units) {
            if (!is_risc(unit.row)) continue;
            ++riscs;
            Cycle waited = 0, parts = 0;
            for (const WaitProfile& wait : unit.waits) {
                waited += wait.cycles;
                Cycle lines = 0;
                for (const LineShare& line : wait.lines) lines += line.cycles;
                EXPECT_EQ(lines, wait.cycles) << unit.unit << " " << wait.reason;
            }
            for (const PartCycles& part : unit.work) parts += part.cycles;
            EXPECT_EQ(unit.busy + waited, unit.cycles) << core.core << " " << unit.unit;
            EXPECT_EQ(parts, unit.busy) << core.core << " " << unit.unit;
        }
    EXPECT_GE(riscs, 5);
}

TEST_P(ProfileOf, UnitsAreBusyWaitOrIdleWithinTheirCoresTime) {
    for (const CoreProfile& core : profiled(GetParam()).data.cores)
        for (const UnitProfile& unit : core.units) {
            Cycle all = unit.busy + unit.idle;
            if (!is_risc(unit.row))
                for (const WaitProfile& wait : unit.waits) all += wait.cycles;
            EXPECT_LE(all, unit.cycles) << core.core << " " << unit.unit;
        }
}

Cycle sum(const std::vector<PartCycles>& parts) {
    return std::accumulate(parts.begin(), parts.end(), Cycle{0},
                           [](Cycle all, const PartCycles& part) { return all + part.cycles; });
}

Cycle served(const std::vector<PartCycles>& parts) { return part_of(parts, "data") + part_of(parts, "overhead"); }

// That each resource's parts add up to the run, and agree with what the machine itself counted.
void expect_whole(const ProfileData& data, const arch::Arch& arch) {
    ASSERT_FALSE(data.banks.empty());
    ASSERT_FALSE(data.links.empty());
    // A bank may still be at writes that were acknowledged before it took them when the last kernel ends.
    const auto posted =
        static_cast<Cycle>(static_cast<double>(arch.dram.write_posted_bytes.count()) / arch.dram.bank_bytes_per_cycle);
    for (const BankProfile& bank : data.banks) {
        EXPECT_EQ(sum(bank.parts), data.cycles) << "bank " << bank.bank;
        EXPECT_LE(served(bank.parts), bank.busy) << "bank " << bank.bank;
        EXPECT_GE(served(bank.parts) + posted, bank.busy) << "bank " << bank.bank;
    }
    for (const LinkProfile& link : data.links) {
        EXPECT_EQ(sum(link.parts), data.cycles) << link_split(data, link).of;
        EXPECT_LE(served(link.parts), link.busy) << link_split(data, link).of;
        EXPECT_GT(served(link.parts), 0u) << link_split(data, link).of;
    }
    for (const CoreProfile& core : data.cores)
        for (const UnitProfile& unit : core.units) {
            const Split split = unit_split(data, core, unit);
            EXPECT_EQ(sum(split.parts), data.cycles) << split.of;
            EXPECT_EQ(part_of(split.parts, "busy"), unit.busy) << split.of;
        }
    for (const Split& split : data.verdict.splits) EXPECT_EQ(sum(split.parts), split.cycles) << split.of;
    EXPECT_FALSE(data.verdict.splits.empty());
}

TEST_P(ProfileOf, TheTimeOfBanksLinksAndUnitsIsTheRunsAndNoCycleHasTwoReasons) {
    expect_whole(profiled(GetParam()).data, *arch::find(GetParam().arch));
}

TEST_P(ProfileOf, SoIsThatOfTwoRunsOneBehindTheOther) {
    const arch::Arch& arch = *arch::find(GetParam().arch);
    host::Device device(arch);
    Profile profile(arch);
    Sequence both({&profile});
    device.machine().hub().add(both);
    Cycle cycles = 0;
    for (int i = 0; i < 2; ++i) {
        both.begin();
        cycles += run(device, work_of(GetParam())).cycles;
    }
    const ProfileData data = profile.data("two runs");
    EXPECT_GE(data.cycles, cycles);
    expect_whole(data, arch);
}

TEST_P(ProfileOf, EveryCycleOfTheSfpuHasALine) {
    const SfpuProfile sfpu = profiled(GetParam()).data.sfpu;
    Cycle cycles = 0, instructions = 0, held = 0;
    for (const SfpuLine& line : sfpu.lines) {
        cycles += line.cycles;
        instructions += line.instructions;
        EXPECT_FALSE(line.at.empty());
    }
    for (const HoldShare& hold : sfpu.held) held += hold.cycles;
    EXPECT_GT(sfpu.programs, 0u);
    EXPECT_EQ(cycles, sfpu.cycles);
    EXPECT_EQ(instructions, sfpu.instructions);
    EXPECT_EQ(instructions + held, sfpu.cycles);
}

TEST_P(ProfileOf, TheCriticalPathHasNoGapAndIsAsLongAsTheRun) {
    const auto [run, data] = profiled(GetParam());
    EXPECT_EQ(data.path.missing, "");
    EXPECT_EQ(data.path.cycles, run.cycles);
    EXPECT_EQ(data.cycles, run.cycles);
    Cycle at = 0;
    for (const PathStep& step : data.path.steps) {
        EXPECT_EQ(step.begin, at);
        EXPECT_LT(step.begin, step.end);
        EXPECT_NE(step.what, "wait") << "a wait that nothing is known to have ended";
        at = step.end;
    }
    EXPECT_EQ(at, run.cycles);
    const auto sum = [](Cycle all, const PathShare& share) { return all + share.cycles; };
    EXPECT_EQ(std::accumulate(data.path.kinds.begin(), data.path.kinds.end(), Cycle{0}, sum), run.cycles);
    EXPECT_EQ(std::accumulate(data.path.lines.begin(), data.path.lines.end(), Cycle{0}, sum), run.cycles);
}

TEST_P(ProfileOf, TheRunDoesNotNoticeAndTheBytesAreTheSame) {
    const Profiled first = profiled(GetParam()), second = profiled(GetParam());
    const host::RopeRun alone = run(*arch::find(GetParam().arch), work_of(GetParam()));
    EXPECT_EQ(alone.cycles, first.run.cycles);
    EXPECT_EQ(alone.y, first.run.y);
    EXPECT_EQ(to_json(first.data), to_json(second.data));
}

INSTANTIATE_TEST_SUITE_P(Rope, ProfileOf,
                         testing::Values(ProfiledCase{"wormhole_b0", false, 1}, ProfiledCase{"wormhole_b0", true, 1},
                                         ProfiledCase{"wormhole_b0", true, 4}, ProfiledCase{"blackhole", false, 3}),
                         testing::PrintToStringParamName());

}  // namespace
}  // namespace tessera::property
