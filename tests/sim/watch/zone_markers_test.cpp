// The vendor's files: what their readers require of them (spec/trace-formats.md 1, 3.1).
#include "sim/watch/zone_markers.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <nlohmann/json.hpp>
#include <regex>
#include <sstream>

#include "sim/watch/noc_trace.hpp"
#include "sim/watch/profile_log.hpp"
#include "tests/support/temporary_folder.hpp"

namespace tessera::watch {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::StartsWith;

// One core: BRISC's kernel with two zones that follow each other, TRISC_0 that waits, and a transfer.
void tell(Listener& to) {
    to.on_core_name({0, {0, 0}, {1, 2}});
    to.on_zone({{0, brisc}, "FIRST, \"x\"", "k/reader.cpp", 7, 20, 40});
    to.on_zone({{0, brisc}, "SECOND", "k/reader.cpp", 9, 40, 60});
    to.on_transfer({{0, brisc}, 0, true, {0, 11}, {1, 2}, 2048, 20, 300});
    to.on_transfer({{0, brisc}, 1, false, {1, 2}, {5, 1}, 64, 100, 280});
    to.on_zone({{0, brisc}, "BRISC-KERNEL", "k/reader.cpp", 1, 10, 100});
    to.on_wait({{0, trisc0}, WaitReason::cb_empty, 0, 30, 45});
    to.on_wait({{0, trisc0}, WaitReason::semaphore, 0, 50, 70});
    to.on_zone({{0, trisc0}, "TRISC-KERNEL", "k/compute.cpp", 3, 12, 140});
}

std::vector<std::string> lines(const std::filesystem::path& path) {
    std::ifstream in(path);
    std::vector<std::string> out;
    for (std::string line; std::getline(in, line);) out.push_back(line);
    return out;
}

TEST(ZoneMarkers, NestAndNeverGoBack) {
    ZoneMarkers zones;
    struct Feed : Listener {
        explicit Feed(ZoneMarkers& to) : to_(to) {}
        void on_zone(const Zone& zone) override { to_.add(zone); }
        ZoneMarkers& to_;
    } feed(zones);
    tell(feed);
    std::vector<std::string> told;
    const auto ordered = zones.ordered();
    for (const ZoneMarker& m : ordered.at({0, brisc}))
        told.push_back(fmt::format("{} {}{}", m.at, m.start ? "+" : "-", m.name));
    EXPECT_THAT(told, ElementsAre("10 +BRISC-FW", "10 +BRISC-KERNEL", "20 +FIRST; ;x;", "40 -FIRST; ;x;", "40 +SECOND",
                                  "60 -SECOND", "100 -BRISC-KERNEL", "140 -BRISC-FW"))
        << "the firmware of BRISC spans the whole operation of its core";
}

TEST(ProfileLog, HasTheHeaderAndTheColumnsOfTheVendor) {
    ProfileLog log(arch::wormhole_b0());
    tell(log);
    const test::TemporaryFolder folder;
    EXPECT_EQ(log.write(folder / "a.csv", LogColumns::fifteen), 8u + 4 + 1);
    const auto all = lines(folder / "a.csv");
    ASSERT_EQ(all.size(), 2u + 13);
    EXPECT_TRUE(std::regex_match(
        all[0], std::regex(R"(ARCH:\s*.+,\s*CHIP_FREQ\[MHz\]:\s*\d+,\s*Max Compute Cores:\s*\d+\s*)")));
    EXPECT_EQ(all[1],
              "PCIe slot, core_x, core_y, RISC processor type, timer_id, time[cycles since reset], data, run host ID, "
              "trace id, trace id counter, zone name, type, source line, source file, meta data");
    for (std::size_t i = 2; i < all.size(); ++i) {
        EXPECT_EQ(std::count(all[i].begin(), all[i].end(), ','), 14) << all[i];
        EXPECT_EQ(all[i].find(' ') == std::string::npos || all[i].find("; ;") != std::string::npos, true) << all[i];
    }
    EXPECT_THAT(all[2], StartsWith("0,1,2,BRISC,"));
    EXPECT_THAT(all, testing::Contains(testing::MatchesRegex("0,1,2,TRISC_0,[0-9]+,140,15,1024,,,CB-COMPUTE-WAIT-FRONT,"
                                                             "ZONE_TOTAL,0,,")));
}

TEST(ProfileLog, OlderReadersGetThirteenColumns) {
    ProfileLog log(arch::blackhole());
    tell(log);
    const test::TemporaryFolder folder;
    log.write(folder / "a.csv", LogColumns::thirteen);
    const auto all = lines(folder / "a.csv");
    EXPECT_THAT(all[0], HasSubstr("CHIP_FREQ[MHz]: 1350"));
    for (const std::string& line : all) EXPECT_THAT(line, testing::Not(HasSubstr("trace id")));
    EXPECT_EQ(std::count(all[2].begin(), all[2].end(), ','), 12);
}

TEST(NocTraceLog, FollowsTheRulesOfItsReader) {
    NocTraceLog log("rope");
    tell(log);
    const test::TemporaryFolder folder;
    log.write(folder / "a.json");
    std::ifstream in(folder / "a.json");
    const auto events = nlohmann::json::parse(in);
    ASSERT_TRUE(events.is_array());
    EXPECT_EQ(events[0].at("zone_phase"), "ZONE_START") << "a zone of the first RISC comes before any transfer";
    std::vector<std::string> types;
    int open = 0;
    Cycle last = 0;
    std::string proc = "BRISC";
    for (const auto& event : events) {
        ASSERT_TRUE(event.at("timestamp").is_number_unsigned());
        if (event.at("proc") != proc) last = 0, proc = event.at("proc");
        EXPECT_GE(event.at("timestamp"), last);
        last = event.at("timestamp");
        EXPECT_GE(last, NocTraceLog::time_base);
        if (event.contains("zone")) {
            open += event.at("zone_phase") == "ZONE_START" ? 1 : -1;
            EXPECT_GE(open, 0);
            continue;
        }
        EXPECT_GT(open, 0) << "transfers lie within a zone";
        types.push_back(event.at("type"));
        EXPECT_EQ(event.at("sx"), 1);
        EXPECT_EQ(event.at("sy"), 2);
    }
    EXPECT_EQ(open, 0);
    EXPECT_THAT(types, ElementsAre("READ", "WRITE_"));
}

TEST(NocTraceLog, AnEmptyOneIsStillAnArray) {
    const test::TemporaryFolder folder;
    EXPECT_EQ(NocTraceLog("x").write(folder / "a.json"), 0u);
    EXPECT_THAT(lines(folder / "a.json"), ElementsAre("[]"));
}

}  // namespace
}  // namespace tessera::watch
