// The vendor's files: what their readers require of them (spec/trace-formats.md 1, 3.1).
#include "sim/views/zone_markers.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>

#include "sim/views/noc_trace.hpp"
#include "sim/views/profile_log.hpp"
#include "tests/support/temporary_folder.hpp"
#include "tests/support/vendor_rules.hpp"

namespace tessera::views {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::StartsWith;

// One core: BRISC's kernel with two zones that follow each other, TRISC_0 that waits, and a transfer.
void tell_zones(Listener& to) {
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

std::string text(const std::filesystem::path& path) {
    std::ifstream in(path);
    std::stringstream all;
    all << in.rdbuf();
    return all.str();
}

TEST(ZoneMarkers, NestAndNeverGoBack) {
    ZoneMarkers zones;
    struct Feed : Listener {
        explicit Feed(ZoneMarkers& to) : to_(to) {}
        void on_zone(const Zone& zone) override { to_.add(zone); }
        ZoneMarkers& to_;
    } feed(zones);
    tell_zones(feed);
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
    tell_zones(log);
    const test::TemporaryFolder folder;
    EXPECT_EQ(log.write(folder / "a.csv", LogColumns::fifteen), 8u + 4 + 1);
    const auto all = lines(folder / "a.csv");
    EXPECT_EQ(test::check_profile_log_rules(text(folder / "a.csv"), arch::wormhole_b0(), false), 1u);
    ASSERT_EQ(all.size(), 2u + 13);
    EXPECT_THAT(all[2], StartsWith("0,1,2,BRISC,"));
    EXPECT_THAT(all, testing::Contains(testing::MatchesRegex("0,1,2,TRISC_0,[0-9]+,140,15,1024,,,CB-COMPUTE-WAIT-FRONT,"
                                                             "ZONE_TOTAL,0,,")));
}

TEST(ProfileLog, OlderReadersGetThirteenColumns) {
    ProfileLog log(arch::blackhole());
    tell_zones(log);
    const test::TemporaryFolder folder;
    log.write(folder / "a.csv", LogColumns::thirteen);
    const auto all = lines(folder / "a.csv");
    EXPECT_THAT(all[0], HasSubstr("CHIP_FREQ[MHz]: 1350"));
    EXPECT_EQ(test::check_profile_log_rules(text(folder / "a.csv"), arch::blackhole(), true), 1u);
}

TEST(NocTraceLog, FollowsTheRulesOfItsReader) {
    NocTraceLog log("rope");
    tell_zones(log);
    for (const arch::Coord receiver : {arch::Coord{2, 2}, arch::Coord{4, 2}, arch::Coord{2, 3}})
        log.on_transfer({{0, brisc}, 1, false, {1, 2}, receiver, 512, 80, 400, -1, {}, 7});
    log.on_transfer({{0, trisc0}, 0, false, {1, 2}, {2, 2}, 4, 90, 300, -1, {}, 8, 0x100, Access::atomic});
    log.on_transfer({{0, trisc0}, 0, false, {1, 2}, {2, 2}, 4, 95, 300, -1, {}, 9, 0x100, Access::word});
    log.on_transfer({{0, brisc}, 0, true, {0, 11}, {1, 2}, 0, 85, 300, -1, {}, 10});
    const test::TemporaryFolder folder;
    log.write(folder / "a.json");
    const auto events = nlohmann::json::parse(text(folder / "a.json"));
    const auto types = test::check_noc_trace_rules(events, arch::wormhole_b0());
    EXPECT_THAT(types,
                ElementsAre(testing::Pair("READ", 1), testing::Pair("SEMAPHORE_INC", 1), testing::Pair("WRITE_", 1),
                            testing::Pair("WRITE_INLINE", 1), testing::Pair("WRITE_MULTICAST", 1)));
    for (const auto& event : events) {
        if (event.value("type", "") == "WRITE_MULTICAST") {
            EXPECT_EQ(event.at("mcast_start_x"), 4) << "NoC 1 starts at the far corner";
            EXPECT_EQ(event.at("mcast_end_y"), 2);
        }
        if (event.value("type", "") == "READ") {
            EXPECT_EQ(event.at("dy"), 11) << "the other end, whichever way the data go";
        }
    }
}

TEST(NocTraceLog, AnEmptyOneIsStillAnArray) {
    const test::TemporaryFolder folder;
    EXPECT_EQ(NocTraceLog("x").write(folder / "a.json"), 0u);
    EXPECT_THAT(lines(folder / "a.json"), ElementsAre("[]"));
}

}  // namespace
}  // namespace tessera::views
