#include "sim/views/npe_timeline.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <set>

#include "sim/noc/network.hpp"
#include "tests/support/temporary_folder.hpp"

namespace tessera::views {
namespace {

using nlohmann::json;

json written(const NpeTimeline& timeline) {
    const test::TemporaryFolder folder;
    timeline.write(folder / "t.npeviz");
    std::ifstream in(folder / "t.npeviz");
    return json::parse(in);
}

// Cores of one row that all read from one bank, and write to each other, on the real network; its traffic is told as
// the machine tells it.
struct TrafficOfARow {
    explicit TrafficOfARow(const arch::Arch& on, NpeTimelineOptions options = {})
        : arch(on), timeline(on, options), network(on, listening()) {
        std::map<noc::Network::Handle, noc::Transfer> sent;
        for (int i = 0; i < 24; ++i) {
            noc::Transfer t;
            t.id = static_cast<std::uint64_t>(i) + 1;
            t.kind = i % 3 == 2 ? noc::Kind::write : noc::Kind::read;
            t.noc = i % 2;
            t.self = {1 + i % 4, 1};
            t.bank = t.kind == noc::Kind::read ? 0 : -1;
            t.other = t.bank == 0 ? arch.dram.endpoint[0] : arch::Coord{6, 2 + i % 3};
            t.bytes = 2048;
            t.issued = static_cast<Cycle>(i);
            sent[network.send(t, t.issued)] = t;
        }
        while (network.next() != never) {
            const noc::Network::Event event = network.step();
            if (event.station != noc::Network::Station::completed) continue;
            const noc::Transfer& t = sent.at(event.packet);
            const bool is_read = t.kind == noc::Kind::read;
            timeline.on_transfer({{t.core, t.risc},
                                  t.noc,
                                  is_read,
                                  is_read ? t.other : t.self,
                                  is_read ? t.self : t.other,
                                  t.bytes,
                                  t.issued,
                                  event.at,
                                  t.bank,
                                  {},
                                  t.id});
        }
    }
    const Hub* listening() {
        hub.add(timeline);
        return &hub;
    }

    const arch::Arch& arch;
    NpeTimeline timeline;
    Hub hub;
    noc::Network network;
};

// As the viewer reads them: by core and RISC, the inner ones inside the outer; a transfer names where it was issued.
TEST(NpeTimeline, ZonesNest) {
    NpeTimeline timeline(arch::wormhole_b0());
    timeline.on_core_name({0, {0, 0}, {1, 2}});
    const Track reader{0, trisc0};
    for (const Cycle issue : {5, 15, 45})
        timeline.on_transfer({reader, 0, true, {0, 11}, {1, 2}, 64, issue, issue + 9, 0, {}, 1 + issue});
    timeline.on_zone({reader, "PAGE", "r.cpp", 3, 10, 20});
    timeline.on_zone({reader, "PAGE", "r.cpp", 3, 20, 30});
    timeline.on_zone({reader, "TRISC-KERNEL", "r.cpp", 1, 0, 40});
    timeline.on_zone({{0, sfpu}, "no RISC", "r.cpp", 1, 0, 40});
    const json root = written(timeline);
    ASSERT_EQ(root.at("zones").size(), 1u);
    const json& of_reader = root.at("zones")[0];
    EXPECT_EQ(of_reader.at("proc"), "TRISC_0");
    EXPECT_EQ(of_reader.at("core"), (json{0, 2, 1}));
    const auto page = [](Cycle begin, Cycle end) {
        return json{{"id", "PAGE"}, {"start", begin}, {"end", end}, {"depth", 1}, {"zones", json::array()}};
    };
    EXPECT_EQ(of_reader.at("zones"), (json::array({{{"id", "TRISC-KERNEL"},
                                                    {"start", 0},
                                                    {"end", 40},
                                                    {"depth", 0},
                                                    {"zones", json::array({page(10, 20), page(20, 30)})}}})));
    std::vector<std::string> issued_in;
    for (const json& transfer : root.at("noc_transfers")) issued_in.push_back(transfer.at("zones"));
    EXPECT_THAT(issued_in, testing::ElementsAre("TRISC-KERNEL", "PAGE", ""));
    EXPECT_EQ(root.at("common_info").at("device_name"), "wormhole_b0");
}

class NpeTimelineTest : public testing::TestWithParam<const arch::Arch*> {};

TEST_P(NpeTimelineTest, HasWhatTheViewerRequires) {
    const TrafficOfARow traffic(*GetParam());
    const json root = written(traffic.timeline);
    const json& common = root.at("common_info");
    EXPECT_THAT(common.at("version").get<std::string>(), testing::MatchesRegex("1\\.[0-9]+\\.[0-9]+"));
    for (const char* key : {"arch", "mesh_device", "num_rows", "num_cols", "cycles_per_timestep",
                            "congestion_model_name", "dram_bw_util", "link_util", "link_demand", "max_link_demand"})
        EXPECT_TRUE(common.contains(key)) << key;
    EXPECT_EQ(common.at("num_rows"), GetParam()->grid.noc_height);
    EXPECT_EQ(common.at("num_cols"), GetParam()->grid.noc_width);
    EXPECT_EQ(root.at("chips"), json::parse(R"({"0":[0,0,0,0]})"));
    EXPECT_EQ(root.at("noc_transfers").size(), 24u);

    const std::set<std::string> names{"NOC0_EAST", "NOC0_SOUTH", "NOC1_NORTH", "NOC1_WEST",
                                      "NOC0_IN",   "NOC0_OUT",   "NOC1_IN",    "NOC1_OUT"};
    const auto check_place = [&](const json& at) {
        EXPECT_EQ(at.at(0), 0);
        EXPECT_TRUE(at.at(1) >= 0 && at.at(1) < common.at("num_rows")) << at;
        EXPECT_TRUE(at.at(2) >= 0 && at.at(2) < common.at("num_cols")) << at;
    };
    std::set<std::uint64_t> known, active;
    for (const json& t : root.at("noc_transfers")) {
        EXPECT_TRUE(known.insert(t.at("id").get<std::uint64_t>()).second);
        EXPECT_TRUE(t.at("noc_event_type") == "READ" || t.at("noc_event_type") == "WRITE_");
        EXPECT_LT(t.at("start_cycle"), t.at("end_cycle"));
        EXPECT_EQ(t.at("total_bytes"), 2048);
        EXPECT_TRUE(t.contains("fabric_event_type") && t.at("zones").is_string());
        check_place(t.at("src"));
        for (const json& receiver : t.at("dst")) check_place(receiver);
        ASSERT_EQ(t.at("route").size(), 1u);
        const json& route = t.at("route")[0];
        const std::string noc = route.at("noc_type");
        EXPECT_TRUE(noc == "NOC0" || noc == "NOC1");
        EXPECT_GT(route.at("injection_rate"), 0);
        EXPECT_EQ(route.at("links").front(), json({t.at("src")[0], t.at("src")[1], t.at("src")[2], noc + "_IN"}));
        EXPECT_EQ(route.at("links").back(),
                  json({t.at("dst")[0][0], t.at("dst")[0][1], t.at("dst")[0][2], noc + "_OUT"}));
        for (const json& link : route.at("links")) {
            check_place(link);
            EXPECT_TRUE(names.contains(link.at(3)) && link.at(3).get<std::string>().starts_with(noc)) << link;
        }
    }
    std::uint64_t end = 0;
    bool crowded = false;
    for (const json& step : root.at("timestep_data")) {
        EXPECT_EQ(step.at("start_cycle"), end);
        end = step.at("end_cycle");
        EXPECT_EQ(end - step.at("start_cycle").get<std::uint64_t>(), common.at("cycles_per_timestep"));
        for (const json& id : step.at("active_transfers")) active.insert(id.get<std::uint64_t>());
        for (const char* key : {"avg_link_demand", "avg_link_util", "mcast_write_link_util"})
            EXPECT_TRUE(step.at(key).is_number()) << key;
        for (const char* noc : {"NOC0", "NOC1"}) {
            EXPECT_TRUE(step.at("noc").at(noc).at("avg_link_demand").is_number());
            EXPECT_LE(step.at("noc").at(noc).at("avg_link_util"), 100.0);
        }
        for (const json& link : step.at("link_demand")) {
            check_place(link);
            EXPECT_TRUE(names.contains(link.at(3)));
            EXPECT_GT(link.at(4), 0);
            crowded = crowded || link.at(4) > 100;
        }
    }
    EXPECT_EQ(known, active) << "every transfer is active in some step";
    EXPECT_TRUE(crowded) << "packets in line drive the demand beyond 100";
}

TEST_P(NpeTimelineTest, UseOfTheLinksIsWhatTheNetworkServed) {
    const TrafficOfARow traffic(*GetParam());
    const arch::Grid& grid = traffic.arch.grid;
    double served[2] = {0, 0};
    for (int noc = 0; noc < 2; ++noc)
        for (int y = 0; y < grid.noc_height; ++y)
            for (int x = 0; x < grid.noc_width; ++x)
                for (const int direction : {0, 1})
                    served[noc] += static_cast<double>(traffic.network.link_busy(noc, {x, y}, direction));
    const json root = written(traffic.timeline);
    const double links = 2.0 * grid.noc_width * grid.noc_height,
                 step = root.at("common_info").at("cycles_per_timestep");
    double both = 0, each[2] = {0, 0};
    for (const json& s : root.at("timestep_data")) {
        both += s.at("avg_link_util").get<double>() / 100 * step * 2 * links;
        for (const int noc : {0, 1})
            each[noc] +=
                s.at("noc").at(noc == 0 ? "NOC0" : "NOC1").at("avg_link_util").get<double>() / 100 * step * links;
    }
    EXPECT_GT(served[0], 0);
    EXPECT_GT(served[1], 0);
    EXPECT_NEAR(each[0], served[0], 1e-6);
    EXPECT_NEAR(each[1], served[1], 1e-6);
    EXPECT_NEAR(both, served[0] + served[1], 1e-6);
    EXPECT_GT(root.at("common_info").at("dram_bw_util"), 0);
}

INSTANTIATE_TEST_SUITE_P(Archs, NpeTimelineTest, testing::ValuesIn(arch::all().begin(), arch::all().end()),
                         [](const auto& one) { return std::string(one.param->name); });

TEST(NpeTimeline, SaysWhatItDidNotListAndStillCountsIt) {
    const TrafficOfARow all(arch::wormhole_b0()), some(arch::wormhole_b0(), {.max_transfers = 5});
    EXPECT_EQ(all.timeline.notice(), "");
    EXPECT_THAT(some.timeline.notice(),
                testing::AllOf(testing::HasSubstr("first 5"), testing::HasSubstr("left out 19")));
    const json root = written(some.timeline);
    EXPECT_EQ(root.at("noc_transfers").size(), 5u);
    EXPECT_EQ(root.at("common_info").at("transfers_left_out"), 19);
    EXPECT_EQ(root.at("common_info").at("link_util"), written(all.timeline).at("common_info").at("link_util"));
}

TEST(NpeTimeline, StepsGrowWithTheRun) {
    const TrafficOfARow traffic(arch::wormhole_b0(), {.max_steps = 4});
    const json root = written(traffic.timeline);
    EXPECT_LE(root.at("timestep_data").size(), 4u);
    EXPECT_GT(root.at("common_info").at("cycles_per_timestep"), 32);
}

}  // namespace
}  // namespace tessera::views
