#include "sim/views/summary.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <set>
#include <sstream>

#include "tests/support/paths.hpp"

namespace tessera::views {
namespace {

Cycle waited(const SummaryLine& line, WaitReason reason) { return line.waited[static_cast<std::size_t>(reason)]; }

// The run whose table stands at the head of summary.hpp.
void tell_run_of_the_table(Listener& to) {
    to.on_core_name({0, {0, 0}, {1, 1}});
    to.on_transfer({{0, brisc}, 0, true, {0, 11}, {1, 1}, 2048, 10, 300});
    to.on_wait({{0, brisc}, WaitReason::noc_read, 0, 100, 500});
    to.on_wait({{0, brisc}, WaitReason::noc_read, 0, 600, 900});
    to.on_wait({{0, trisc1}, WaitReason::cb_empty, 0, 200, 250});
    to.on_busy({{0, sfpu}, 250, 650, "exp"});
    to.on_busy({{0, sfpu}, 700, 940, "exp"});
    to.on_zone({{0, brisc}, "BRISC-KERNEL", "reader.cpp", 1, 0, 1000});
    to.on_zone({{0, trisc1}, "TRISC-KERNEL", "compute.cpp", 1, 50, 950});
}

TEST(Summary, WhatARiscDidNotWaitItWasBusy) {
    Summary summary;
    tell_run_of_the_table(summary);
    const std::vector<SummaryLine> lines = summary.lines();
    ASSERT_EQ(lines.size(), 3u);
    EXPECT_EQ(lines[0].track, (Track{0, brisc}));
    EXPECT_EQ(lines[0].cycles, 1000u);
    EXPECT_EQ(waited(lines[0], WaitReason::noc_read), 700u);
    EXPECT_EQ(lines[0].busy, 300u);
    EXPECT_EQ(lines[0].reads, 1u);
    EXPECT_EQ(lines[0].read_bytes, 2048u);
    EXPECT_EQ(lines[0].writes, 0u);
    EXPECT_EQ(lines[1].cycles, 900u);
    EXPECT_EQ(lines[1].busy, 850u);
}

TEST(Summary, AUnitIsBusyWhileItWorksOutOfItsCoresTime) {
    Summary summary;
    tell_run_of_the_table(summary);
    const SummaryLine unit = summary.lines().at(2);
    EXPECT_EQ(unit.track.row, sfpu);
    EXPECT_EQ(unit.busy, 640u);
    EXPECT_EQ(unit.cycles, 1000u);
}

TEST(Summary, TableIsTheOneShownInTheHeader) {
    Summary summary;
    tell_run_of_the_table(summary);
    std::ifstream header(TESSERA_SOURCE_DIR "/sim/views/summary.hpp");
    std::string line, shown;
    while (std::getline(header, line))
        if (line.starts_with("//     ")) shown += line.substr(7) + "\n";
    EXPECT_EQ(table(summary.lines()), shown);
}

// 56 rows of the same say less than how they spread and which are at the ends.
TEST(Summary, TableOfManyCoresIsTheirSpreadAndTheEnds) {
    Summary summary;
    for (int core = 0; core < 56; ++core) {
        const Cycle end = 1000 + static_cast<Cycle>(core);
        summary.on_core_name({core, {core % 8, core / 8}, {1, 1}});
        summary.on_zone({{core, brisc}, "BRISC-KERNEL", "reader.cpp", 1, 0, end});
        summary.on_wait({{core, brisc}, WaitReason::noc_read, 0, 0, 500});
        summary.on_busy({{core, sfpu}, 0, 100, "exp"});
    }
    const std::string text = table(summary.lines());
    EXPECT_THAT(text, testing::HasSubstr("56 cores"));
    EXPECT_THAT(text, testing::ContainsRegex("BRISC +56 +1000 +1028 +1055 +51\\.4  noc_read 500\n"));
    EXPECT_THAT(text, testing::HasSubstr("\n(7,6)  BRISC    1055"));  // the slowest
    EXPECT_THAT(text, testing::HasSubstr("\n(0,0)  BRISC    1000"));
    EXPECT_THAT(text, testing::Not(testing::HasSubstr("\n(1,0)")));
    const std::string whole = table(summary.lines(), {.all = true});
    EXPECT_THAT(whole, testing::HasSubstr("\n(1,0)"));
    EXPECT_EQ(std::ranges::count(whole, '\n'), 2 * 56 + 2);
}

TEST(Summary, TellsWhichPartsOfTheMachineWereUsed) {
    using arch::Part;
    Summary summary;
    tell_run_of_the_table(summary);
    EXPECT_THAT(parts_used(summary.lines()), testing::ElementsAre(Part::riscs, Part::sfpu, Part::noc));
    summary.on_busy({{0, fpu}, 0, 10, "MOVA2D"});
    summary.on_busy({{0, unpacker}, 0, 10, "unpack"});
    EXPECT_THAT(parts_used(summary.lines()), testing::ElementsAre(Part::riscs, Part::sfpu, Part::tiles, Part::noc));
    summary.on_busy({{0, fpu}, 10, 20, "matmul"});
    summary.on_transfer({{0, brisc}, 0, true, {0, 11}, {1, 1}, 2048, 10, 300, 3});
    EXPECT_THAT(parts_used(summary.lines()),
                testing::ElementsAre(Part::riscs, Part::sfpu, Part::tiles, Part::products, Part::noc, Part::dram));
}

TEST(Summary, MeanIsOverTheCoresThatUsedTheUnit) {
    Summary summary;
    for (const int core : {0, 1})
        summary.on_zone({{core, brisc}, "BRISC-KERNEL", "reader.cpp", 1, 0, core == 0 ? 100u : 301u});
    summary.on_wait({{1, brisc}, WaitReason::noc_write, 0, 0, 101});
    summary.on_zone({{1, ncrisc}, "NCRISC-KERNEL", "writer.cpp", 1, 0, 40});
    const std::vector<SummaryLine> mean = mean_over_cores(summary.lines());
    ASSERT_EQ(mean.size(), 2u);
    EXPECT_EQ(mean[0].cycles, 201u);  // 200.5
    EXPECT_EQ(mean[0].busy, 150u);
    EXPECT_EQ(waited(mean[0], WaitReason::noc_write), 51u);
    EXPECT_EQ(mean[1].cycles, 40u);
}

TEST(Hub, TellsEveryListenerEveryKindOfEvent) {
    struct Count : Listener {
        int core = 0, zone = 0, wait = 0, busy = 0, level = 0, transfer = 0;
        void on_core_name(const CoreName&) override { ++core; }
        void on_zone(const Zone&) override { ++zone; }
        void on_wait(const Wait&) override { ++wait; }
        void on_busy(const Busy&) override { ++busy; }
        void on_cb_level(const CbLevel&) override { ++level; }
        void on_transfer(const Transfer&) override { ++transfer; }
    };
    Hub hub;
    EXPECT_FALSE(hub.listening());
    hub.emit(Zone{});
    Count first, second;
    hub.add(first);
    hub.add(second);
    EXPECT_TRUE(hub.listening());
    hub.emit(CoreName{});
    hub.emit(Zone{});
    hub.emit(Wait{});
    hub.emit(Busy{});
    hub.emit(CbLevel{});
    hub.emit(Transfer{});
    for (const Count& count : {first, second})
        EXPECT_THAT((std::array{count.core, count.zone, count.wait, count.busy, count.level, count.transfer}),
                    testing::Each(1));
}

TEST(WaitReason, NamesAreUnique) {
    std::set<std::string_view> names;
    for (const WaitReasonRow& reason : wait_reasons) EXPECT_TRUE(names.insert(reason.name).second) << reason.name;
    EXPECT_EQ(row(WaitReason::tensix_idle).name, "tensix_idle");
}

}  // namespace
}  // namespace tessera::views
