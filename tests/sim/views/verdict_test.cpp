// Which limit a profile names, and what it advises, from figures chosen for it.
#include "sim/views/verdict.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "sim/arch/calibration.hpp"

namespace tessera::views {
namespace {

using testing::Contains;
using testing::EndsWith;
using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

// A run of 1000 cycles whose critical path is `cycles` of one kind and BRISC's work for the rest.
ProfileData with_path(const char* unit, const char* what, Cycle cycles) {
    ProfileData data;
    data.arch = "wormhole_b0";
    data.cycles = 1000;
    data.clock_ghz = 1;
    data.bank_bytes_per_cycle = 20;
    data.path.cycles = 1000;
    data.path.kinds = {{unit, what, "", cycles, 1}, {"BRISC", "work", "", 1000 - cycles, 1}};
    data.banks = {{0, 0, 0, 100, 1000, 1000}, {1, 0, 0, 100, 1000, 1000}};
    data.links = {{0, 0, 0, "x", 200}};
    CoreProfile core;
    core.core = 0;
    core.finish = 1000;
    data.cores = {core};
    data.slowest_core = 0;
    return data;
}

UnitProfile risc(Unit row, Cycle life, Cycle busy) {
    UnitProfile out;
    out.unit = unit_name(row);
    out.row = row;
    out.cycles = life;
    out.busy = busy;
    return out;
}

TEST(Verdict, TransfersOnIdleBanksAreLatency) {
    ProfileData data = with_path("BRISC", "read from DRAM", 700);
    data.reads.latency = 300;
    data.writes.latency = 100;
    data.queued = 40;
    UnitProfile reader = risc(brisc, 900, 200);
    reader.waits = {{"noc_read", "", 500, 1, {}}, {"cb_full", "cb 2", 200, 1, {}}};
    data.cores[0].units = {reader};
    const Verdict verdict = verdict_of(data);
    EXPECT_EQ(verdict.bound, "latency");
    EXPECT_THAT(verdict.sentence, HasSubstr("70 % of the critical path"));
    EXPECT_THAT(verdict.sentence, HasSubstr("in queues for 10 % of their time"));
    EXPECT_THAT(verdict.sentence, HasSubstr("busy 10 %"));
    EXPECT_THAT(verdict.sentence, HasSubstr("; BRISC's other 80 %: noc_read 50 %, cb_full cb 2 20 %, off 10 %"));
}

TEST(Verdict, TransfersOnBusyBanksAreDram) {
    ProfileData data = with_path("NCRISC", "write to DRAM", 900);
    for (BankProfile& bank : data.banks) bank.busy = 640, bank.read_bytes = 12'800, bank.written_bytes = 0;
    const Verdict verdict = verdict_of(data);
    EXPECT_EQ(verdict.bound, "dram");
    EXPECT_THAT(verdict.sentence, HasSubstr("DRAM-bound at 64 % of peak: 26 of 40 GB/s"));
    EXPECT_THAT(verdict.advice, Contains(HasSubstr("narrower formats")));
    EXPECT_EQ(verdict.known, arch::known_text(arch::wormhole_b0(), arch::Part::dram));
}

// Whoever reads a limit reads how well the model knows it, and what of that is the other chip's.
TEST(Verdict, SaysHowWellTheLimitIsKnown) {
    ProfileData data = with_path("BRISC", "work", 900);
    EXPECT_THAT(verdict_of(data).known, StartsWith("RISCs on wormhole_b0: "));
    data.arch = "blackhole";
    EXPECT_THAT(verdict_of(data).known, HasSubstr("figures taken from Wormhole B0"));
    data.path.cycles = 0;
    EXPECT_EQ(verdict_of(data).known, "");
}

// A bank that turns its bus serves nobody: it is the limit all the same, and the verdict names what it lost.
TEST(Verdict, NamesWhatTheBanksLost) {
    ProfileData data = with_path("NCRISC", "write to DRAM", 900);
    for (BankProfile& bank : data.banks) {
        bank.busy = 400, bank.read_bytes = 8'000, bank.written_bytes = 0;
        bank.parts = {{"data", 400}, {"turnaround", 500}, {"latency", 80}, {"idle", 20}};
    }
    const Verdict verdict = verdict_of(data);
    EXPECT_EQ(verdict.bound, "dram");
    EXPECT_THAT(verdict.sentence, HasSubstr("; the other 60 %: turnaround 50 %, latency 8 %, idle 2 %"));
    ASSERT_FALSE(verdict.splits.empty());
    EXPECT_EQ(verdict.splits[0].of, "DRAM banks");
    EXPECT_EQ(verdict.splits[0].cycles, 2000u);
    EXPECT_EQ(verdict.splits[0].parts.size(), 4u);
    EXPECT_THAT(verdict.advice, Contains(HasSubstr("DRAM banks: 50 % of the time is turnaround")));
}

TEST(Verdict, TransfersOverABusyLinkAreNoc) {
    ProfileData data = with_path("BRISC", "read from L1", 800);
    data.links[0].busy = 900;
    EXPECT_EQ(verdict_of(data).bound, "noc");
}

// Banks that cannot get rid of what they read are not the limit; what they wait for is.
TEST(Verdict, BackPressureIsTheNocs) {
    ProfileData data = with_path("BRISC", "read from DRAM", 800);
    for (BankProfile& bank : data.banks) bank.parts = {{"data", 300}, {"queueing", 600}, {"idle", 100}};
    data.links[0].parts = {{"data", 300}, {"blocked", 450}, {"idle", 250}};
    const Verdict verdict = verdict_of(data);
    EXPECT_EQ(verdict.bound, "noc");
    EXPECT_THAT(verdict.sentence, HasSubstr("taken 75 % of the time"));
    EXPECT_THAT(verdict.sentence, HasSubstr("70 %: blocked 45 %, idle 25 %"));
}

TEST(Verdict, WorkOnThePathNamesWhoseItIs) {
    EXPECT_EQ(verdict_of(with_path("SFPU", "SFPU", 600)).bound, "math");
    EXPECT_EQ(verdict_of(with_path("TRISC1 math", "SFPU code", 600)).bound, "math");
    EXPECT_EQ(verdict_of(with_path("packer", "pack", 600)).bound, "tiles");
    EXPECT_EQ(verdict_of(with_path("packer", "pack", 300)).bound, "movers");
}

TEST(Advice, NamesWhatT1PushesAtRunTimeAndItsLines) {
    ProfileData data = with_path("SFPU", "SFPU", 600);
    UnitProfile t1 = risc(trisc1, 1000, 900);
    t1.work = {{"push_built", 200}, {"push_refetch", 100}, {"operand", 10}};
    data.cores[0].units = {t1};
    data.cached_pushes = 128;
    SfpuLine line;
    line.at = "k.cpp:5";
    line.held = {{"built", 200}, {"refetch", 100}};
    line.loop = 146;
    data.sfpu.lines = {line};
    const std::vector<std::string> advice = verdict_of(data).advice;
    ASSERT_EQ(advice.size(), 2u);
    EXPECT_THAT(advice[0], HasSubstr("20.0 % of its life putting SFPU instructions together at run time"));
    EXPECT_THAT(advice[0], HasSubstr("k.cpp:5"));
    EXPECT_THAT(advice[1], HasSubstr("146 instructions and its cache holds 128"));
    EXPECT_THAT(advice[1], HasSubstr("keep the vectors in Dst"));
}

TEST(Advice, BarriersAfterSingleTransfersUnlessBanksAreTheLimit) {
    ProfileData data = with_path("BRISC", "read from DRAM", 700);
    UnitProfile reader = risc(brisc, 1000, 200);
    reader.waits = {{"noc_read", "", 800, 10, {{"r.cpp:9", 800, 10}}}};
    reader.reads = {10, 1000, 8000};
    data.cores[0].units = {reader};
    EXPECT_THAT(verdict_of(data).advice, Contains(HasSubstr("after 1.0 reads each, most at r.cpp:9")));
    for (BankProfile& bank : data.banks) bank.busy = 900;
    EXPECT_THAT(verdict_of(data).advice, Not(Contains(HasSubstr("r.cpp:9"))));
}

TEST(Advice, AFullBufferNamesItsConsumer) {
    ProfileData data = with_path("packer", "pack", 600);
    UnitProfile reader = risc(brisc, 1000, 200);
    reader.waits = {{"cb_full", "cb 2", 500, 3, {}}};
    data.cores[0].units = {reader};
    BufferProfile buffer;
    buffer.cb = 2;
    buffer.full = 0.6;
    buffer.filled = "BRISC";
    buffer.emptied = "TRISC0 unpack";
    data.cores[0].buffers = {buffer};
    EXPECT_THAT(
        verdict_of(data).advice,
        Contains(HasSubstr("cb 2 waits 50 % of its life for room: BRISC fills it and TRISC0 unpack empties it")));
    data.cores[0].buffers[0].full = 0;  // then it waits for its own unit to be done with the pages
    EXPECT_TRUE(verdict_of(data).advice.empty());
}

TEST(Advice, BeginsWithWhatWasFoundToHelpAndLeavesOutWhatDoesNot) {
    ProfileData data = with_path("packer", "pack", 600);
    UnitProfile reader = risc(brisc, 1000, 200);
    reader.waits = {{"cb_full", "cb 2", 500, 3, {{"r.cpp:7", 500, 3}}}};
    data.cores[0].units = {reader};
    BufferProfile buffer;
    buffer.cb = 2;
    buffer.full = 0.6;
    buffer.filled = "BRISC";
    data.cores[0].buffers = {buffer};
    know(data, {{"schedule", "schedule=planned", "", 700}, {"cb 2", "4 pages in cb 2 instead of 2", "r.cpp:7", 800}});
    EXPECT_THAT(data.verdict.advice,
                testing::ElementsAre("schedule=planned: 700 cycles instead of 1000, simulated.",
                                     "4 pages in cb 2 instead of 2: 800 cycles instead of 1000, simulated. Most wait "
                                     "at r.cpp:7."));
    know(data, {{"cb 2", "4 pages in cb 2 instead of 2", "r.cpp:7", 995}});
    ASSERT_EQ(data.verdict.advice.size(), 1u);
    EXPECT_THAT(data.verdict.advice[0], HasSubstr("50 % of its life for room at r.cpp:7"));
    EXPECT_THAT(data.verdict.advice[0], Not(HasSubstr("more pages")));
}

TEST(Advice, OfBarriersAfterManyTransfersIsNotToIssueMany) {
    ProfileData data = with_path("BRISC", "read from DRAM", 700);
    UnitProfile reader = risc(brisc, 1000, 200);
    reader.waits = {{"noc_read", "", 800, 10, {{"r.cpp:9", 800, 10}}}};
    reader.reads = {80, 1000, 8000};
    data.cores[0].units = {reader};
    EXPECT_THAT(verdict_of(data).advice, Contains(HasSubstr("before waiting for these")));
    EXPECT_THAT(verdict_of(data).advice, Not(Contains(HasSubstr("several pages before each barrier"))));
}

TEST(Verdict, SaysWhichCoresEndFarApart) {
    ProfileData data = with_path("BRISC", "read from DRAM", 700);
    data.cores[0].active = 300;
    data.cores.push_back(data.cores[0]);
    data.cores[1].x = 1;
    data.cores[1].finish = 900;
    EXPECT_EQ(verdict_of(data).balance, "");
    data.cores[1].finish = 500;
    EXPECT_EQ(verdict_of(data).balance,
              "(1,0) ends first, after 500 cycles, (0,0) last, after 1000; they work alike and wait differently");
    data.cores[1].active = 100;
    EXPECT_THAT(verdict_of(data).balance, EndsWith("; their busiest RISCs work 100 to 300"));
}

// Everything that could be said, under the limits that make it pointless.
ProfileData with_every_hint(const char* unit, const char* what) {
    ProfileData data = with_path(unit, what, 950);
    UnitProfile reader = risc(brisc, 1000, 200), t1 = risc(trisc1, 1000, 900);
    reader.waits = {{"cb_full", "cb 2", 400, 3, {}}, {"noc_read", "", 400, 10, {{"r.cpp:9", 400, 10}}}};
    reader.reads = {10, 1000, 8000};
    t1.work = {{"push_built", 200}};
    data.cores[0].units = {reader, t1};
    BufferProfile buffer;
    buffer.cb = 2;
    buffer.full = 0.6;
    buffer.filled = "BRISC";
    data.cores[0].buffers = {buffer};
    SfpuLine line;
    line.at = "k.cpp:5";
    line.instructions = 600;
    line.constants = 280;
    data.sfpu = {1, 600, 0, 280, 1000, {}, {line}};
    return data;
}

TEST(Advice, OfARunThatTheBanksLimitIsAboutTheBanks) {
    ProfileData data = with_every_hint("BRISC", "read from DRAM");
    for (BankProfile& bank : data.banks) bank.busy = 900;
    const std::vector<std::string> advice = verdict_of(data).advice;
    ASSERT_EQ(advice.size(), 1u);
    EXPECT_THAT(advice[0], HasSubstr("The DRAM banks are the limit"));
}

TEST(Advice, OfARunThatMathLimitsNamesItsConstantsAndNoProducer) {
    const Verdict verdict = verdict_of(with_every_hint("SFPU", "SFPU"));
    EXPECT_EQ(verdict.bound, "math");
    ASSERT_EQ(verdict.advice.size(), 2u);
    EXPECT_THAT(verdict.advice[0], HasSubstr("28.0 % of the SFPU's cycles load constants, most at k.cpp:5"));
    EXPECT_THAT(verdict.advice[1], HasSubstr("putting SFPU instructions together at run time"));
}

TEST(Advice, OfARunThatLatencyLimitsIsAboutTransfersAndBuffers) {
    const std::vector<std::string> advice = verdict_of(with_every_hint("BRISC", "read from DRAM")).advice;
    EXPECT_THAT(advice, testing::UnorderedElementsAre(HasSubstr("The producer of cb 2"), HasSubstr("read barriers")));
}

}  // namespace
}  // namespace tessera::views
