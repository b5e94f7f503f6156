// Requests, answers and stops against a target of two cores with two threads each, numbers 1, 2 and 6, 7.
#include "host/debug/session.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>

#include "host/debug/packet.hpp"

namespace tessera::host {
namespace {

using testing::HasSubstr;
using testing::StartsWith;

class Target : public DebugTarget {
  public:
    std::vector<int> threads() const override { return {1, 2, 6, 7}; }
    bool is_alive(int thread) const override { return pcs.contains(thread); }
    std::string about(int thread) const override { return "core 0," + std::to_string(core(thread)); }
    Registers registers(int thread) const override {
        Registers all{};
        for (std::uint32_t x = 1; x < 32; ++x) all[x] = 0x100 + x;
        all.back() = pcs.at(thread);
        return all;
    }
    std::vector<std::uint8_t> memory(int thread, std::uint32_t address, std::uint32_t bytes) const override {
        std::vector<std::uint8_t> found;
        for (; found.size() < bytes && address < 0x10; ++address)
            found.push_back(bytes_of[static_cast<std::size_t>(core(thread))][address]);
        return found;
    }
    bool share(int thread, int other, std::uint32_t) const override { return core(thread) == core(other); }
    std::optional<MemoryAccess> access(int, std::uint32_t pc) const override {
        const auto at = accesses.find(pc);
        return at == accesses.end() ? std::nullopt : std::optional(at->second);
    }
    std::vector<LoadedProgram> programs() const override { return {{"/a&b/reader.elf", 0x8000, 0xFFB00000}}; }
    std::string monitor(int thread, std::string_view command) const override {
        return std::string(command) + " of " + std::to_string(thread);
    }

    static int core(int thread) { return thread / 6; }
    std::map<int, std::uint32_t> pcs{{1, 0x8000}, {2, 0xe000}, {6, 0x8000}, {7, 0xe000}};
    std::array<std::array<std::uint8_t, 16>, 2> bytes_of{};
    std::map<std::uint32_t, MemoryAccess> accesses;
};

class Debugged : public testing::Test {
  protected:
    Debugged() { session.stopped({1}); }
    std::string ask(std::string_view request) { return session.answer(request).value_or("(none)"); }
    Resume go(std::string_view request) {
        EXPECT_EQ(session.answer(request), std::nullopt);
        stops.go_on(session.resume().value());
        return *session.resume();
    }
    // The thread comes to the instruction; the thread that stops, or 0.
    int stop_at(int thread, std::uint32_t pc) {
        target.pcs[thread] = pc;
        if (!stops.before(thread, pc)) return 0;
        last = stops.stopped(thread);
        return last ? last->thread : 0;
    }

    Target target;
    Stops stops{target};
    Session session{target, stops};
    std::optional<Stop> last;
};

TEST_F(Debugged, ShowsRegistersAndMemoryOfTheChosenThread) {
    target.bytes_of[1] = {1, 2, 3};
    EXPECT_THAT(ask("g"), StartsWith("0000000001010000"));
    EXPECT_EQ(ask("p20"), "00800000");
    EXPECT_EQ(ask("p21"), "E01");
    EXPECT_EQ(ask("m0,3"), "000000");
    EXPECT_EQ(ask("Hg6"), "OK");
    EXPECT_EQ(ask("m0,3"), "010203");
    EXPECT_EQ(ask("me,8"), "0000");  // up to the end of what there is
    EXPECT_EQ(ask("m10,1"), "E01");
    EXPECT_EQ(ask("Hg3"), "E01");
    EXPECT_EQ(ask("Hg0"), "OK");
    EXPECT_EQ(ask("qC"), "QC6");
}

TEST_F(Debugged, ListsThreadsProgramsAndTheirRegisters) {
    EXPECT_EQ(ask("qfThreadInfo"), "m1,2,6,7");
    EXPECT_EQ(ask("qsThreadInfo"), "l");
    EXPECT_EQ(ask("T7"), "OK");
    EXPECT_EQ(ask("T8"), "E01");
    EXPECT_EQ(ask("qThreadExtraInfo,7"), hex(std::string_view("core 0,1")));
    EXPECT_EQ(ask("qXfer:libraries:read::0,1000"),
              "l<library-list><library name=\"/a&amp;b/reader.elf\"><segment address=\"0x8000\"/>"
              "<segment address=\"0xffb00000\"/></library></library-list>");
    EXPECT_THAT(ask("qXfer:features:read:target.xml:0,1000"), HasSubstr("riscv:rv32"));
    EXPECT_EQ(ask("qXfer:features:read:target.xml:0,4"), "m<?xm");
    EXPECT_EQ(ask("qRcmd,6362"), hex(std::string_view("cb of 1")));
}

TEST_F(Debugged, RefusesToChangeAnythingAndWhatItDoesNotKnow) {
    for (const std::string_view request : {"G00", "P0=00000000", "M0,1:00", "X0,1:x", "m", "m,4", "mx,4", "Z0,zz,4"})
        EXPECT_EQ(ask(request), "E01") << request;
    for (const std::string_view request : {"", "vMustReplyEmpty", "Z9,0,4", "!", "qTStatus"})
        EXPECT_EQ(ask(request), "") << request;
}

TEST_F(Debugged, TellsWhyItStopped) {
    EXPECT_EQ(ask("?"), "T05thread:1;");
    EXPECT_EQ(session.stopped({7, Signal::interrupt}), "T02thread:7;");
    EXPECT_EQ(session.stopped({2, Signal::trap, "watch:4;"}), "T05watch:4;thread:2;");
    EXPECT_EQ(ask("qC"), "QC2");
}

TEST_F(Debugged, StopsAtBreakpointsUntilTheyAreGone) {
    EXPECT_EQ(ask("Z0,8010,4"), "OK");
    go("vCont;c");
    EXPECT_EQ(stop_at(1, 0x800c), 0);
    EXPECT_EQ(stop_at(1, 0x8010), 1);
    EXPECT_EQ(stop_at(6, 0x8010), 6);
    EXPECT_EQ(ask("z0,8010,4"), "OK");
    go("vCont;c");
    EXPECT_EQ(stop_at(1, 0x8010), 0);
}

TEST_F(Debugged, StepsOneThreadWhileOthersMove) {
    go("vCont;s:6;c");
    EXPECT_EQ(stop_at(1, 0x8004), 0);
    EXPECT_EQ(stop_at(6, 0x8004), 6);
    go("vCont;r8000,8010:6;c");
    EXPECT_EQ(stop_at(6, 0x8008), 0);
    EXPECT_EQ(stop_at(6, 0x8010), 6);
}

// gdb takes the breakpoint away to step a thread off it.
TEST_F(Debugged, EndsAStepAloneBeforeAnotherThreadPassesABreakpoint) {
    const Resume how = go("vCont;s:1");
    EXPECT_TRUE(how.alone);
    EXPECT_EQ(stops.alone(), 1);
    EXPECT_EQ(stop_at(6, 0x8000), 1);
    EXPECT_EQ(ask("Z0,8000,4"), "OK");
    go("vCont;c");
    EXPECT_EQ(stops.alone(), 0);
    ASSERT_TRUE(stops.at_breakpoint(6));
    EXPECT_EQ(stops.at_breakpoint(6)->thread, 6);
}

TEST_F(Debugged, WatchesValuesOfTheCoreWhoseThreadSetsIt) {
    EXPECT_EQ(ask("Z2,4,4"), "OK");
    go("vCont;c");
    EXPECT_EQ(stop_at(1, 0x8000), 0);
    target.bytes_of[1][4] = 1;  // the other core
    EXPECT_EQ(stop_at(6, 0x8000), 0);
    target.bytes_of[0][4] = 1;  // by whomever
    EXPECT_EQ(stop_at(6, 0x8004), 1);
    EXPECT_EQ(last->reason, "watch:4;");
    EXPECT_EQ(stop_at(2, 0xe000), 0);  // once
}

TEST_F(Debugged, NamesTheThreadThatStored) {
    target.accesses[0xe000] = {true, 4, 4};
    EXPECT_EQ(ask("Z2,4,4"), "OK");
    go("vCont;c");
    EXPECT_EQ(stop_at(2, 0xe000), 0);
    target.bytes_of[0][4] = 1;
    EXPECT_EQ(stop_at(2, 0xe004), 2);
}

TEST_F(Debugged, WatchesLoads) {
    target.accesses[0xe000] = {false, 6, 2};
    EXPECT_EQ(ask("Z3,4,4"), "OK");
    go("vCont;c");
    EXPECT_EQ(stop_at(2, 0xe000), 0);  // not executed yet
    EXPECT_EQ(stop_at(2, 0xe004), 2);
    EXPECT_EQ(last->reason, "rwatch:4;");
}

TEST_F(Debugged, StopsForAnInterrupt) {
    go("vCont;c");
    EXPECT_EQ(stop_at(7, 0xe000), 0);
    stops.interrupt();
    EXPECT_EQ(stop_at(7, 0xe004), 7);
    EXPECT_EQ(last->signal, Signal::interrupt);
}

TEST_F(Debugged, IsLetGoOrKilled) {
    EXPECT_EQ(ask("D"), "OK");
    EXPECT_EQ(session.resume().value().kind, Resume::Kind::detach);
    EXPECT_EQ(ask("g").size(), 33u * 8);
    EXPECT_EQ(session.resume(), std::nullopt);
    EXPECT_EQ(ask("k"), "OK");
    EXPECT_EQ(session.resume().value().kind, Resume::Kind::kill);
}

}  // namespace
}  // namespace tessera::host
