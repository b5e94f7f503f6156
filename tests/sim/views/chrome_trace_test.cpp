#include "sim/views/chrome_trace.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <sstream>

#include "sim/fault/fault.hpp"
#include "tests/support/chrome_rules.hpp"
#include "tests/support/temporary_folder.hpp"

namespace tessera::views {
namespace {

using nlohmann::json;

std::string written_text(const ChromeTrace& trace) {
    const test::TemporaryFolder folder;
    const auto path = folder / "trace.json";
    trace.write(path.string(), true);
    std::ifstream in(path);
    std::stringstream text;
    text << in.rdbuf();
    EXPECT_FALSE(std::filesystem::exists(path.string() + ".part"));
    return text.str();
}

// One core: a reader that pushes cb2 at 400 and a math RISC that waits for it from 150 to 420, inside zones, told in
// the order a machine tells them: what ends first comes first.
void tell_push_and_wait(Listener& to) {
    to.on_core_name({0, {0, 0}, {1, 2}});
    to.on_core_name({1, {1, 0}, {2, 2}});
    to.on_wait({{0, ncrisc}, WaitReason::noc_read, 0, 100, 390, "kernels/rope/reader.cpp", 12});
    to.on_transfer({{0, ncrisc}, 1, true, {0, 11}, {1, 2}, 2048, 60, 380});
    to.on_transfer({{0, ncrisc}, 1, true, {0, 1}, {1, 2}, 2048, 80, 390});
    to.on_cb_level({0, 2, 400, 1, ncrisc});
    to.on_wait({{0, trisc1}, WaitReason::cb_empty, 2, 150, 420, "", 0, {{0, ncrisc}, 400}});
    to.on_zone({{0, trisc1}, "ROPE-TILE", "kernels/rope/compute.cpp", 30, 140, 900});
    to.on_cb_level({0, 2, 800, 0, trisc1});
    to.on_busy({{0, sfpu}, 500, 700, "rope \"sfpu\""});
    to.on_busy({{0, sfpu}, 600, 750, "overlapping"});
    to.on_zone({{0, ncrisc}, "NCRISC-KERNEL", "kernels/rope/reader.cpp", 1, 0, 500});
    to.on_zone({{0, trisc1}, "TRISC-KERNEL", "kernels/rope/compute.cpp", 1, 0, 1234567});
    to.on_zone({{1, brisc}, "BRISC-KERNEL", "kernels/rope/writer.cpp", 1, 5, 1000});
}

json events_of(const std::string& text) { return json::parse(text).at("traceEvents"); }

TEST(ChromeTrace, IsTheObjectFormAndNamesArchitectureAndClock) {
    ChromeTrace trace(arch::blackhole());
    tell_push_and_wait(trace);
    const json root = json::parse(written_text(trace));
    EXPECT_EQ(root.at("displayTimeUnit"), "ns");
    EXPECT_EQ(root.at("otherData").at("arch"), "blackhole");
    EXPECT_EQ(root.at("otherData").at("clock_ghz"), arch::blackhole().clock_ghz.value);
    EXPECT_EQ(root.at("otherData").at("events"), 12);
    EXPECT_EQ(root.at("otherData").at("events_left_out"), 0);
}

TEST(ChromeTrace, NamesEveryProcessAndThreadThatHasEvents) {
    ChromeTrace trace(arch::wormhole_b0());
    tell_push_and_wait(trace);
    std::map<int, std::string> processes;
    std::map<std::pair<int, int>, std::string> threads;
    const json events = events_of(written_text(trace));
    for (const json& e : events) {
        if (e.at("name") == "process_name") processes[e.at("pid")] = e.at("args").at("name");
        if (e.at("name") == "thread_name") threads[{e.at("pid"), e.at("tid")}] = e.at("args").at("name");
    }
    EXPECT_EQ(processes.at(0), "core (0,0) phys (1,2)");
    EXPECT_EQ(threads.at({0, 1}), "core (0,0) NCRISC");
    EXPECT_EQ(threads.at({0, 3}), "core (0,0) TRISC1 math");
    EXPECT_EQ(threads.at({1, 0}), "core (1,0) BRISC");
    for (const json& e : events) {
        EXPECT_TRUE(processes.contains(e.at("pid")));
        if (e.at("ph") == "X") {
            EXPECT_TRUE((threads.contains({e.at("pid"), e.at("tid")}))) << e;
        }
    }
}

TEST(ChromeTrace, ShowsACycleAsANanosecondWithThreeDecimals) {
    ChromeTrace trace(arch::blackhole());
    tell_push_and_wait(trace);
    const std::string text = written_text(trace);
    EXPECT_THAT(text, testing::HasSubstr(
                          R"("name":"TRISC-KERNEL","cat":"zone","ph":"X","pid":0,"tid":3,"ts":0.000,"dur":1234.567)"));
}

TEST(ChromeTrace, KeepsEveryRuleOfItsReaders) {
    ChromeTrace trace(arch::wormhole_b0());
    tell_push_and_wait(trace);
    const auto facts = test::check_chrome_rules(json::parse(written_text(trace)));
    EXPECT_EQ(facts.phases.at("X"), 10);                   // every zone, wait, busy and transfer
    EXPECT_TRUE(facts.threads.contains({0, sfpu + 100}));  // the overlapping one has a thread of its own
    EXPECT_TRUE(facts.threads.contains({0, 21}) && facts.threads.contains({0, 121}));  // two reads under way at once
}

TEST(ChromeTrace, GivesTheSourceLineAtTheRootOfTheEvent) {
    ChromeTrace trace(arch::wormhole_b0());
    tell_push_and_wait(trace);
    for (const json& e : events_of(written_text(trace))) {
        if (e.value("cat", "") == "zone") {
            EXPECT_TRUE(e.contains("loc")) << e;
        }
        if (e.at("name") == "ROPE-TILE") {
            EXPECT_EQ(e.at("loc"), "kernels/rope/compute.cpp:30");
        }
        if (e.at("name") == "noc_read") {
            EXPECT_EQ(e.at("loc"), "kernels/rope/reader.cpp:12");
        }
    }
}

struct Wordless : VectorCode {
    std::string text(std::size_t) const override { return ""; }
    Cycle latency(std::size_t) const override { return 1; }
    int live(std::size_t) const override { return 0; }
};

// What a click on a slice shows: file, line, why it waited and what ended that, what a unit and a kernel did.
TEST(ChromeTrace, EverySliceHasArgs) {
    ChromeTrace trace(arch::wormhole_b0());
    const Spot spot{"kernels/rope/compute.cpp", 9};
    std::array<std::uint32_t, holds.size()> held{};
    held[static_cast<std::size_t>(Hold::operand)] = 3;
    const std::vector<VectorIssue> issues{{&spot, 500, {}, 0, false}, {&spot, 504, held, 0, true}};
    trace.on_busy({{1, sfpu}, 500, 505, "SFPU", "kernels/rope/compute.cpp", 9});
    trace.on_vector_run({{1, sfpu}, 500, 505, 490, 505, issues, Wordless{}});
    RiscWork work{{0, ncrisc}, 77, {}};
    work.cycles[static_cast<std::size_t>(WorkPart::branch)] = 5;
    trace.on_risc_work(work);
    tell_push_and_wait(trace);
    std::map<std::string, json> args;
    for (const json& e : events_of(written_text(trace))) {
        if (e.at("ph") != "X") continue;
        EXPECT_EQ(e.at("args").at("cycles").get<double>(), std::round(1000 * e.at("dur").get<double>())) << e;
        args[e.at("name")] = e.at("args");
    }
    EXPECT_EQ(args.at("ROPE-TILE"), (json{{"cycles", 760}, {"file", "kernels/rope/compute.cpp"}, {"line", 30}}));
    EXPECT_EQ(args.at("cb_empty cb2"), (json{{"cycles", 270},
                                             {"reason", row(WaitReason::cb_empty).text},
                                             {"cause", "NCRISC of core (0,0)"},
                                             {"cause_cycle", 400}}));
    EXPECT_EQ(args.at("SFPU"), (json{{"cycles", 5},
                                     {"file", "kernels/rope/compute.cpp"},
                                     {"line", 9},
                                     {"instructions", 2},
                                     {"nops", 1},
                                     {"constants", 0},
                                     {"held: operand", 3}}));
    EXPECT_EQ(args.at("NCRISC-KERNEL").at("instructions"), 77);
    EXPECT_EQ(args.at("NCRISC-KERNEL").at("busy: branch"), 5);
    EXPECT_FALSE(args.at("BRISC-KERNEL").contains("instructions"));  // nobody told
}

TEST(ChromeTrace, CountsThePagesOfACircularBuffer) {
    ChromeTrace trace(arch::wormhole_b0());
    tell_push_and_wait(trace);
    std::vector<std::pair<double, int>> levels;
    for (const json& e : events_of(written_text(trace)))
        if (e.at("ph") == "C" && e.at("name") == "cb2 pages") levels.emplace_back(e.at("ts"), e.at("args").at("pages"));
    EXPECT_THAT(levels, testing::ElementsAre(std::pair(0.4, 1), std::pair(0.8, 0)));
}

TEST(ChromeTrace, LeadsAnArrowFromThePushToTheWaitItEnded) {
    ChromeTrace trace(arch::wormhole_b0());
    tell_push_and_wait(trace);
    json start, finish;
    for (const json& e : events_of(written_text(trace))) {
        if (e.value("cat", "") != "cb") continue;
        if (e.at("ph") == "s") start = e;
        if (e.at("ph") == "f") finish = e;
    }
    ASSERT_TRUE(start.is_object() && finish.is_object());
    for (const char* key : {"id", "name", "cat"}) EXPECT_EQ(start.at(key), finish.at(key));
    EXPECT_EQ(start.at("tid"), ncrisc);
    EXPECT_EQ(start.at("ts"), 0.4);
    EXPECT_EQ(finish.at("tid"), trisc1);
    EXPECT_EQ(finish.at("ts"), 0.419);  // inside the wait, which ends at 420
    EXPECT_EQ(finish.at("bp"), "e");
}

TEST(ChromeTrace, EqualRunsGiveEqualBytes) {
    ChromeTrace first(arch::wormhole_b0()), second(arch::wormhole_b0());
    tell_push_and_wait(first);
    tell_push_and_wait(second);
    EXPECT_EQ(written_text(first), written_text(second));
}

TEST(ChromeTrace, SaysHowManyEventsItLeftOutAndKeepsTheKernels) {
    ChromeTrace trace(arch::wormhole_b0(), {.max_events = 5});
    EXPECT_EQ(trace.notice(), "");
    tell_push_and_wait(trace);
    EXPECT_EQ(trace.left_out(), 4u);
    EXPECT_THAT(trace.notice(), testing::AllOf(testing::HasSubstr("first 8 events"), testing::HasSubstr("left out 4")));
    const json root = json::parse(written_text(trace));
    EXPECT_EQ(root.at("otherData").at("events"), 8);
    EXPECT_EQ(root.at("otherData").at("events_left_out"), 4);
    EXPECT_EQ(test::check_chrome_rules(root).categories.at("zone"), 3);
}

TEST(ChromeTrace, AnEmptyTraceIsStillValid) {
    const ChromeTrace trace(arch::wormhole_b0());
    EXPECT_TRUE(events_of(written_text(trace)).empty());
}

TEST(ChromeTrace, NamesThePathItCannotWrite) {
    const ChromeTrace trace(arch::wormhole_b0());
    try {
        trace.write("no/such/folder/trace.json");
        FAIL() << "writing into a missing folder succeeded";
    } catch (const fault::InputError& error) {
        EXPECT_THAT(error.what(), testing::StartsWith("no/such/folder/trace.json: cannot be written: No such file"));
    }
}

}  // namespace
}  // namespace tessera::views
