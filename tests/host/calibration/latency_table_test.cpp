// The vendor's table of transfer times: what is read of it, who takes part, and how near the model comes.
#include "host/calibration/latency_table.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <set>

#include "sim/fault/fault.hpp"
#include "tests/support/paths.hpp"

namespace tessera::calibration {
namespace {

const std::string head =
    "arch,mechanism,pattern,memory,transactions,receivers,same_axis,stateful,loopback,noc,64,4096\n";

TEST(LatencyTable, LeavesOutWhatOnlyGoesOn) {
    const LatencyTable table = parse_latency_table(head +
                                                       "wormhole_b0,unicast,one_to_one,l1,4,0,1,0,0,0,272,"
                                                       "811\nblackhole,unicast,one_to_one,l1,1,0,1,0,0,0,200,200\n",
                                                   "t");
    ASSERT_EQ(table.settings.size(), 2u);
    ASSERT_EQ(table.points.size(), 3u);
    EXPECT_EQ(table.points[1].bytes, 4096u);
    EXPECT_EQ(table.points[2].bytes, 64u);
    EXPECT_FALSE(table.is_complete());
}

TEST(LatencyTable, RefusesWithLineAndReason) {
    const auto refused = [](const std::string& row) -> std::string {
        try {
            parse_latency_table(head + row, "t");
        } catch (const fault::InputError& error) {
            return error.what();
        }
        return "";
    };
    EXPECT_NE(refused("grayskull,unicast,one_to_one,l1,1,0,1,0,0,0,1,2\n").find("t:2: unknown architecture"),
              std::string::npos);
    EXPECT_NE(refused("blackhole,unicast,two_to_two,l1,1,0,1,0,0,0,1,2\n").find("pattern two_to_two"),
              std::string::npos);
    EXPECT_NE(refused("blackhole,unicast,one_to_all,l1,4,5,1,0,0,0,1,2\n").find("5 receivers"), std::string::npos);
    EXPECT_NE(refused("blackhole,unicast,one_to_all,l1,5,4,1,0,0,0,1,2\n").find("5 transactions"), std::string::npos);
    EXPECT_NE(refused("blackhole,unicast,one_to_one,l1,1,0,1,0,0,0,1\n").find("11 columns, 12"), std::string::npos);
    EXPECT_NE(refused("blackhole,unicast,one_to_one,l1,1,0,1,0,0,0,x,2\n").find("`x` is no number"), std::string::npos);
}

TEST(LatencyTable, PlacesCoresAsTheVendorDoes) {
    const arch::Arch& wormhole = arch::wormhole_b0();
    Setting setting{.arch = "wormhole_b0", .mechanism = "unicast", .pattern = "one_to_all", .memory = "l1"};
    setting.receivers = 9;
    Cast cast = cast_of(wormhole, setting);
    EXPECT_EQ(cast.senders, std::vector<host::CoreCoord>({{3, 0}}));
    EXPECT_EQ(cast.receivers[1], (host::CoreCoord{0, 1})) << "column after column";
    setting.receivers = 55;
    cast = cast_of(wormhole, setting);
    EXPECT_EQ(cast.senders, std::vector<host::CoreCoord>({{0, 0}}));
    EXPECT_EQ(cast.receivers.size(), 55u) << "all but itself";
    setting.pattern = "row_to_row";
    setting.mechanism = "multicast";
    setting.receivers = 8;
    cast = cast_of(wormhole, setting);
    EXPECT_EQ(cast.senders.size(), 8u);
    EXPECT_EQ(cast.senders[7], (host::CoreCoord{7, 1})) << "beside the row";
    setting.loopback = true;
    EXPECT_EQ(cast_of(wormhole, setting).senders[7], (host::CoreCoord{7, 0}));
}

// Goes on with what it holds, and the sum over groups is that of all points.
TEST(LatencyTable, IsTakenOverFromItsJson) {
    LatencyTable table = parse_latency_table(head + "wormhole_b0,unicast,one_to_one,l1,4,0,1,0,0,0,272,811\n", "t");
    table.points[0].simulated = 280;
    LatencyTable again = parse_latency_table(head + "wormhole_b0,unicast,one_to_one,l1,4,0,1,0,0,0,272,811\n", "t");
    take_over(again, to_json(table), "state");
    EXPECT_EQ(again.points[0].simulated, 280);
    EXPECT_FALSE(again.points[1].is_done());
    LatencyTable other = parse_latency_table(head + "wormhole_b0,unicast,one_to_one,l1,1,0,1,0,0,0,272,811\n", "t");
    EXPECT_THROW(take_over(other, to_json(table), "state"), fault::InputError);
}

// A spread over both chips. Reads of many cores from each other, and multicasts of a row or column of cores, are less
// well known (spec/timing.md 3.4, open).
TEST(LatencyTable, TheModelComesNearTheSpread) {
    LatencyTable table = published_latencies();
    work_on(table, arch::all(), 2);
    ASSERT_TRUE(table.is_complete());
    for (const LatencyGroup& group : groups(table)) {
        const std::set<std::string> contended{"row_to_row", "column_to_column", "all_from_all"};
        if (contended.contains(group.pattern) && group.memory == "l1") continue;
        EXPECT_TRUE(group.errors.mean_percent <= 10 && std::abs(group.errors.worst_percent) <= 35)
            << group.arch << " " << group.mechanism << " " << group.pattern << ": " << group.errors.mean_percent << ", "
            << group.errors.worst_percent;
    }
    EXPECT_LE(all_points(table).errors.mean_percent, LatencyGroup::all_limit_percent);
    // What reports say of the model's nearness is what came out here.
    for (const arch::Arch* arch : arch::all())
        for (const arch::Part part : {arch::Part::noc, arch::Part::dram}) {
            LatencyTable own = table;
            std::erase_if(own.points, [&](const LatencyPoint& p) {
                const Setting& s = own.settings[p.row];
                return s.arch != arch->name || (s.memory == "l1") != (part == arch::Part::noc);
            });
            const Errors came = all_points(own).errors;
            const arch::Nearness& said = arch->nearness[static_cast<std::size_t>(part)];
            EXPECT_EQ(said.points, came.points) << arch->name << ": " << said.measured;
            EXPECT_NEAR(said.mean_percent, came.mean_percent, 0.01) << arch->name << ": " << said.measured;
            EXPECT_NEAR(said.worst_percent, came.worst_percent, 0.1) << arch->name << ": " << said.measured;
        }
}

}  // namespace
}  // namespace tessera::calibration
