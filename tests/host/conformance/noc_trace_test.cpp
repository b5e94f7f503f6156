// Recorded NoC traces: read by their rules, replayed with the model's contention.
#include "host/conformance/noc_trace.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <fstream>

#include "host/conformance/replay.hpp"
#include "tests/support/paths.hpp"
#include "tests/support/temporary_folder.hpp"

namespace tessera::conformance {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;

class NocTraceFile : public testing::Test {
  protected:
    fs::path write(const std::string& text) const {
        std::ofstream(folder_ / "trace.json") << text;
        return folder_ / "trace.json";
    }
    std::string refusal(const std::string& text) const {
        try {
            read_noc_trace(write(text));
        } catch (const fault::InputError& error) {
            return error.what();
        }
        return "accepted";
    }
    const test::TemporaryFolder folder_;
};

std::string array(std::initializer_list<std::string> events) { return fmt::format("[{}]", fmt::join(events, ",")); }
std::string event(std::string_view rest) {
    return fmt::format(R"({{"proc":"NCRISC","noc":"NOC_0","sx":1,"sy":1,{}}})", rest);
}
std::string read(int timestamp, std::string_view to = R"("dx":2,"dy":1)") {
    return event(fmt::format(R"("type":"READ",{},"num_bytes":2048,"timestamp":{})", to, timestamp));
}
std::string end(int timestamp) {
    return fmt::format(R"({{"proc":"NCRISC","zone":"K","zone_phase":"ZONE_END","sx":1,"sy":1,"timestamp":{}}})",
                       timestamp);
}

TEST_F(NocTraceFile, TimesCountFromTheFirstEvent) {
    const NocTrace trace = read_noc_trace(write(array({end(1000), read(1100), end(1520)})));
    EXPECT_EQ(trace.golden, 500u);
    ASSERT_EQ(trace.transfers.size(), 1u);
    EXPECT_EQ(trace.transfers[0].issued, 100u);
    EXPECT_EQ(trace.transfers[0].self, (arch::Coord{1, 1}));
    EXPECT_EQ(trace.transfers[0].other, (arch::Coord{2, 1}));
    EXPECT_EQ(trace.transfers[0].bank, -1);
    EXPECT_EQ(trace.arch->name, "wormhole_b0");
}

TEST_F(NocTraceFile, ADramEndpointIsItsBank) {
    EXPECT_EQ(read_noc_trace(write(array({read(0, R"("dx":0,"dy":7)"), end(900)}))).transfers[0].bank, 3);
}

TEST_F(NocTraceFile, ATallerGridIsBlackhole) {
    EXPECT_EQ(read_noc_trace(write(array({read(0, R"("dx":16,"dy":3)"), end(900)}))).arch->name, "blackhole");
}

TEST_F(NocTraceFile, AStatefulReadGoesWhereTheStateWasSet) {
    const std::string set = event(R"("type":"READ_SET_STATE","dx":3,"dy":4,"num_bytes":64,"timestamp":5)"),
                      use = event(R"("type":"READ_WITH_STATE","num_bytes":128,"timestamp":9)");
    const NocTrace trace = read_noc_trace(write(array({set, use, end(400)})));
    ASSERT_EQ(trace.transfers.size(), 2u);
    EXPECT_EQ(trace.transfers[1].other, (arch::Coord{3, 4}));
    EXPECT_THAT(refusal(array({use})), HasSubstr("`[0]` uses a state that no event before it has set"));
}

TEST_F(NocTraceFile, AMulticastGoesToAllOfItsRectangle) {
    const auto multicast = [](const char* corners) {
        return event(fmt::format(R"("type":"WRITE_MULTICAST",{},"num_bytes":64,"timestamp":5)", corners));
    };
    for (const char* corners : {R"("mcast_start_x":2,"mcast_start_y":1,"mcast_end_x":4,"mcast_end_y":2)",
                                R"("mcast_start_x":4,"mcast_start_y":2,"mcast_end_x":2,"mcast_end_y":1)"}) {
        const NocTrace trace = read_noc_trace(write(array({multicast(corners), end(900)})));
        ASSERT_EQ(trace.transfers.size(), 1u);
        EXPECT_EQ(trace.transfers[0].other, (arch::Coord{2, 1}));
        EXPECT_EQ(trace.transfers[0].more_cores.size(), 5u);
        EXPECT_GT(replay(trace), 0u);
    }
    EXPECT_THAT(refusal(array({multicast(R"("dx":2,"dy":1)")})), HasSubstr("`[0].mcast_start_x` is missing"));
}

TEST_F(NocTraceFile, WhatIsMalformedIsNamedWithItsEvent) {
    EXPECT_THAT(refusal("[1"), HasSubstr("trace.json: not JSON"));
    EXPECT_THAT(refusal("[]"), HasSubstr("expected a non-empty array"));
    EXPECT_THAT(refusal(array({end(1), "3"})), HasSubstr("`[1]` is 3; an object is expected"));
    EXPECT_THAT(refusal(array({end(1)})), HasSubstr("holds no transfer"));
    EXPECT_THAT(refusal(R"([{"timestamp":1.5}])"), HasSubstr("`[0].timestamp` is 1.5; a whole number from 0 to"));
    EXPECT_THAT(refusal(array({event(R"("type":"READ","dx":1,"dy":1,"num_bytes":0,"timestamp":1)")})),
                HasSubstr("num_bytes` is 0; a whole number from 1 to"));
    EXPECT_THAT(refusal(array({read(0, R"("dx":40,"dy":1)")})), HasSubstr("outside every known grid"));
}

TEST(NocTrace, ReplaysTheRecordsOfSiliconWithinFivePercent) {
    double sum = 0;
    const auto found = find_vectors(TESSERA_SOURCE_DIR "/tests/data/noc_traces");
    ASSERT_EQ(found.files.size(), 2u);
    for (const auto& file : found.files) {
        EXPECT_TRUE(concerns(file, arch::wormhole_b0()));
        EXPECT_FALSE(concerns(file, arch::blackhole()));
        const Replay done = replay(file, arch::wormhole_b0());
        ASSERT_TRUE(done.outcome.time);
        sum += std::abs(done.outcome.time->error_percent());
    }
    EXPECT_LE(sum / 2, mean_limit_percent);
}

// The whole visible set, where it stands beside the tree.
TEST(NocTrace, MeanErrorOverTheWholeSetIsBelowThreePercent) {
    const fs::path all = fs::path(TESSERA_SOURCE_DIR) / "../shared/vectors/noc_traces";
    if (!fs::exists(all)) GTEST_SKIP() << "the whole set of golden data is not beside this tree";
    double sum = 0;
    const auto files = find_vectors(all).files;
    for (const auto& file : files) sum += std::abs(replay(file, arch::wormhole_b0()).outcome.time->error_percent());
    EXPECT_LT(sum / static_cast<double>(files.size()), 3);
}

}  // namespace
}  // namespace tessera::conformance
