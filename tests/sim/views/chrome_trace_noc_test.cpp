// Links, banks, arrows and choices of a ChromeTrace.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <zlib.h>

#include <fstream>
#include <sstream>

#include "sim/views/chrome_trace.hpp"
#include "tests/support/chrome_rules.hpp"
#include "tests/support/temporary_folder.hpp"

namespace tessera::views {
namespace {

using nlohmann::json;

json written_json(const ChromeTrace& trace) {
    const test::TemporaryFolder folder;
    trace.write(folder / "t.json");
    std::ifstream in(folder / "t.json");
    return json::parse(in);
}

// Core 0 reads twice from bank 0, the second waiting behind the first, and adds to a semaphore of core 1, which waits
// for it at 0x2000.
void tell_reads_of_a_bank(Listener& to) {
    to.on_core_name({0, {0, 0}, {1, 1}});
    to.on_core_name({1, {1, 0}, {2, 1}});
    const arch::Coord bank = arch::wormhole_b0().dram.endpoint[0];
    const Track reader{0, ncrisc}, waiter{1, brisc};
    to.on_stay({reader, 1, Stop::bank, 0, bank, 0, true, false, 2048, 100, 100, 200});
    to.on_stay({reader, 2, Stop::bank, 0, bank, 0, true, false, 2048, 120, 200, 300});
    to.on_stay({reader, 1, Stop::along_x, 0, bank, -1, true, false, 2048, 150, 150, 214});
    to.on_stay({reader, 2, Stop::along_x, 0, bank, -1, true, false, 2048, 250, 250, 314});
    to.on_transfer({reader, 0, true, bank, {1, 1}, 2048, 40, 350, 0, {}, 1});
    const Transfer last{reader, 0, true, bank, {1, 1}, 2048, 50, 400, 0, {"k/reader.cpp", 7}, 2};
    to.on_wait({reader, WaitReason::noc_read, 0, 60, 400, "k/reader.cpp", 8, {reader, 400, {}, &last}});
    to.on_transfer(last);
    to.on_transfer({reader, 0, false, {1, 1}, {2, 1}, 4, 410, 450, -1, {}, 3, 0x3000, Access::atomic});
    const Transfer add{reader, 0, false, {1, 1}, {2, 1}, 4, 420, 515, -1, {}, 4, 0x2000, Access::atomic};
    to.on_wait({waiter, WaitReason::semaphore, 0x2000, 70, 520, "", 0, {reader, 515, {}, &add}});
    to.on_transfer(add);
    // The packer pops after its RISC's kernel ended, in the cycle in which the wait for room ends.
    to.on_wait({{0, trisc1}, WaitReason::cb_full, 3, 300, 460, "", 0, {{0, packer}, 460}});
    to.on_wait({{0, unpacker}, WaitReason::src_free, 0, 10, 20, "", 0, {{0, fpu}, 20}});
    to.on_zone({{0, trisc1}, "TRISC-KERNEL", "k/compute.cpp", 1, 0, 600});
    to.on_zone({{0, trisc2}, "TRISC-KERNEL", "k/compute.cpp", 1, 0, 450});
    to.on_cb_level({0, 3, 30, 2, ncrisc});
    to.on_cb_level({0, 3, 460, 1, trisc0});
    to.on_zone({reader, "NCRISC-KERNEL", "k/reader.cpp", 1, 0, 600});
    to.on_zone({waiter, "BRISC-KERNEL", "k/writer.cpp", 1, 0, 600});
}

const json* find(const json& root, const auto& matches) {
    for (const json& e : root.at("traceEvents"))
        if (matches(e)) return &e;
    return nullptr;
}

std::vector<std::string> samples(const json& root, int pid, const std::string& name) {
    std::vector<std::string> out;
    for (const json& e : root.at("traceEvents"))
        if (e.at("ph") == "C" && e.at("pid") == pid && e.at("name") == name)
            out.push_back(std::to_string(test::ns(e.at("ts"))) + " " + e.at("args").dump());
    return out;
}

TEST(ChromeTraceNoc, DrawsBanksAndLinksAsProcessesOfTheirOwn) {
    ChromeTrace trace(arch::wormhole_b0());
    tell_reads_of_a_bank(trace);
    const json root = written_json(trace);
    const auto facts = test::check_chrome_rules(root);
    EXPECT_EQ(facts.categories.at("dram"), 2);
    EXPECT_EQ(facts.categories.at("link"), 2);
    EXPECT_EQ(facts.categories.at("noc"), 4);
    EXPECT_EQ(facts.threads.at({1'000'000, 0}), "DRAM bank 0 phys (0,11)");
    EXPECT_EQ(facts.threads.at({2'000'000, 441}), "NOC0_EAST phys (0,11)");
    EXPECT_THAT(samples(root, 1'000'000, "queue"),
                testing::ElementsAre(R"(100 {"queued":0,"under way":1})", R"(120 {"queued":1,"under way":1})",
                                     R"(200 {"queued":0,"under way":1})", R"(300 {"queued":0,"under way":0})"));
    EXPECT_EQ(root.at("otherData").at("load_step_cycles"), 16);
    const auto load = samples(root, 2'000'000, "NOC0_EAST (0,11) load");
    EXPECT_THAT(load,
                testing::ElementsAre(R"(144 {"percent":62.5})", R"(160 {"percent":100.0})", R"(208 {"percent":37.5})",
                                     R"(224 {"percent":0.0})", R"(240 {"percent":37.5})", R"(256 {"percent":100.0})",
                                     R"(304 {"percent":62.5})", R"(320 {"percent":0.0})"));
}

TEST(ChromeTraceNoc, LeadsAnArrowFromTheIssueThroughTheLastTransferToTheBarrier) {
    ChromeTrace trace(arch::wormhole_b0());
    tell_reads_of_a_bank(trace);
    const json root = written_json(trace);
    std::vector<std::int64_t> at;
    for (const json& e : root.at("traceEvents"))
        if (e.value("cat", "") == "noc" && e.at("ph") != "X") at.push_back(test::ns(e.at("ts")));
    EXPECT_THAT(at, testing::ElementsAre(50, 50, 399));
    EXPECT_EQ(test::check_chrome_rules(root).flows.at("noc"), 1);
}

TEST(ChromeTraceNoc, LeadsAnArrowFromTheAtomicThatReachedTheSemaphore) {
    ChromeTrace trace(arch::wormhole_b0());
    tell_reads_of_a_bank(trace);
    const json root = written_json(trace);
    const json* start = find(root, [](const json& e) { return e.at("ph") == "s" && e.at("cat") == "semaphore"; });
    const json* finish = find(root, [](const json& e) { return e.at("ph") == "f" && e.at("cat") == "semaphore"; });
    ASSERT_TRUE(start != nullptr && finish != nullptr);
    EXPECT_EQ(test::ns(start->at("ts")), 420);
    EXPECT_EQ(start->at("tid"), ncrisc);
    EXPECT_EQ(finish->at("pid"), 1);
    EXPECT_EQ(test::ns(finish->at("ts")), 519);
}

TEST(ChromeTraceNoc, AnArrowFromBehindAKernelLeavesFromItsLastCycle) {
    ChromeTrace trace(arch::wormhole_b0());
    tell_reads_of_a_bank(trace);
    const json root = written_json(trace);
    const json* start = find(root, [](const json& e) { return e.at("ph") == "s" && e.at("cat") == "cb"; });
    ASSERT_NE(start, nullptr);
    EXPECT_EQ(start->at("name"), "pop cb3");
    EXPECT_EQ(start->at("tid"), trisc2);
    EXPECT_EQ(test::ns(start->at("ts")), 449);
}

TEST(ChromeTraceNoc, AMulticastIsOneSlice) {
    ChromeTrace trace(arch::wormhole_b0());
    trace.on_core_name({0, {0, 0}, {1, 1}});
    for (const int x : {2, 3, 4}) trace.on_transfer({{0, brisc}, 0, false, {1, 1}, {x, 1}, 64, 10, 90, -1, {}, 1});
    EXPECT_EQ(test::check_chrome_rules(written_json(trace)).categories.at("noc"), 1);
}

TEST(ChromeTraceNoc, KeepsOnlyTheCoresAskedFor) {
    ChromeTrace trace(arch::wormhole_b0(), {.cores = {{1, 0}, {7, 7}}});
    tell_reads_of_a_bank(trace);
    const json root = written_json(trace);
    const auto facts = test::check_chrome_rules(root);
    EXPECT_FALSE(facts.threads.contains({0, ncrisc}));
    EXPECT_TRUE(facts.threads.contains({1, brisc}));
    EXPECT_FALSE(facts.categories.contains("link")) << "core 0 issued those";
    EXPECT_EQ(facts.categories.at("dram"), 2) << "a bank shows whom it serves";
    EXPECT_FALSE(samples(root, 2'000'000, "NOC0_EAST (0,11) load").empty());
    EXPECT_EQ(root.at("otherData").at("cores"), json::parse("[[1,0],[7,7]]"));
    EXPECT_EQ(trace.notice(), "trace: core (7,7) did not take part in the run");
}

TEST(ChromeTraceNoc, KeepsWhatOverlapsTheWindow) {
    ChromeTrace trace(arch::wormhole_b0(), {.from = 410, .to = 500});
    tell_reads_of_a_bank(trace);
    const json root = written_json(trace);
    const auto facts = test::check_chrome_rules(root);
    EXPECT_EQ(facts.categories.at("zone"), 4);
    EXPECT_EQ(facts.categories.at("wait"), 2) << "the semaphore and the buffer; the barrier was over at 400";
    EXPECT_EQ(facts.categories.at("noc"), 2);
    EXPECT_FALSE(facts.categories.contains("dram"));
    EXPECT_THAT(samples(root, 0, "cb3 pages"), testing::ElementsAre(R"(410 {"pages":2})", R"(460 {"pages":1})"))
        << "what the buffer held when the window opened";
    EXPECT_EQ(root.at("otherData").at("window_cycles"), json::parse("[410,500]"));
    EXPECT_EQ(root.at("otherData").at("events_left_out"), 0);
}

TEST(ChromeTraceNoc, RealTimeRoundsDownAndStillNests) {
    ChromeTrace trace(arch::blackhole(), {.real_time = true});
    tell_reads_of_a_bank(trace);
    const json root = written_json(trace);
    test::check_chrome_rules(root);
    const json* kernel = find(root, [](const json& e) { return e.at("name") == "NCRISC-KERNEL"; });
    ASSERT_NE(kernel, nullptr);
    EXPECT_EQ(test::ns(kernel->at("dur")), 600 * 1000 / 1350);
    EXPECT_EQ(root.at("otherData").at("time"), "1 ns is shown as 1 ns");
}

TEST(ChromeTraceNoc, ANameInGzIsCompressedAndTheSameEachTime) {
    ChromeTrace trace(arch::wormhole_b0());
    tell_reads_of_a_bank(trace);
    const test::TemporaryFolder folder;
    trace.write(folder / "a.json.gz");
    trace.write(folder / "b.json.gz");
    const auto bytes = [&](const char* name) {
        std::ifstream in(folder / name, std::ios::binary);
        std::stringstream text;
        text << in.rdbuf();
        return text.str();
    };
    EXPECT_EQ(bytes("a.json.gz"), bytes("b.json.gz"));
    const gzFile file = gzopen((folder / "a.json.gz").c_str(), "rb");
    std::string text(1 << 20, '\0');
    text.resize(static_cast<std::size_t>(gzread(file, text.data(), static_cast<unsigned>(text.size()))));
    gzclose(file);
    EXPECT_LT(bytes("a.json.gz").size(), text.size() / 2);
    EXPECT_EQ(json::parse(text), written_json(trace));
}

}  // namespace
}  // namespace tessera::views
