// Constants that are set, other dies, and time without values: what the command says and refuses.
#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "tests/end_to_end/suite.hpp"
#include "tests/support/paths.hpp"

namespace tessera::end_to_end {
namespace {

using nlohmann::json;
using testing::HasSubstr;
using testing::Not;

TEST_F(Command, AConstantThatIsSet) {
    const Outcome plain = small({"--json"}), set = small({"--json", "--set", "noc.hop_cycles=40"});
    expect_good(plain);
    expect_good(set);
    const json a = json::parse(plain.out), b = json::parse(set.out);
    EXPECT_GT(b["time"]["cycles"], a["time"]["cycles"]);
    EXPECT_FALSE(a.contains("set"));
    EXPECT_EQ(b["set"], (json::array({{{"name", "noc.hop_cycles"}, {"from", 9.0}, {"to", 40.0}}})));
    EXPECT_EQ(b["time"]["calibration"], "not calibrated: constants are set");

    const Outcome text = small({"--set", "sfpu.SFPMAD.latency=3", "--set", "noc.hop_cycles=40"});
    expect_good(text);
    EXPECT_THAT(text.out, HasSubstr("set    sfpu.mad.latency 2 -> 3\nset    noc.hop_cycles 9 -> 40\n"));
    EXPECT_THAT(text.out, HasSubstr("units  not calibrated: constants are set\n"));
    EXPECT_THAT(text.out, HasSubstr("check  passed"));
}

// Of each run only what was calibrated of the parts that it took, whoever wrote the kernel.
TEST_F(Command, ARunSaysWhatItsTimesAreCalibratedOn) {
    const auto calibration = [&](const Outcome& outcome) {
        expect_good(outcome);
        return json::parse(outcome.out)["time"]["calibration"].get<std::string>();
    };
    const std::string examples = std::string(TESSERA_SOURCE_DIR) + "/kernels/examples/";
    EXPECT_EQ(calibration(run({"run", examples + "scale.toml", "--json"})),
              "calibrated on the RoPE ladder: RISCs; on transfers: NoC, DRAM");
    EXPECT_THAT(calibration(run({"run", examples + "matmul.toml", "--json"})),
                HasSubstr("on nothing published: products and sums of tiles"));
    EXPECT_THAT(calibration(small({"--json"})), Not(HasSubstr("nothing published")));
    EXPECT_THAT(calibration(small({"--json", "--arch", "blackhole"})), HasSubstr("figures taken from Wormhole B0"));
}

TEST_F(Command, ASetLatencyIsLoweredTo) {
    const auto gaps = [&](const std::string& latency) {
        const Outcome outcome = small({"--program", "--set", "sfpu.mad.latency=" + latency});
        expect_good(outcome);
        std::size_t n = 0;
        for (std::size_t at = 0; (at = outcome.out.find("SFPNOP", at)) != std::string::npos; ++at) ++n;
        return n;
    };
    const std::size_t one = gaps("1"), two = gaps("2"), four = gaps("4");
    EXPECT_LT(one, two);
    EXPECT_LT(two, four);
}

TEST_F(Command, SetRefusesInALine) {
    expect_refused(small({"--set", "noc.hop_cycle=12"}), {"noc.hop_cycle", "did you mean `noc.hop_cycles`?"});
    expect_refused(small({"--set", "noc.hop_cycles=1.5"}), {"expected a whole number from 0 to 1000000 (cycles)"});
    expect_refused(small({"--set", "noc.link_bytes_per_cycle=0"}), {"expected a number from 0.001"});
    expect_refused(small({"--set", "noc.hop_cycles"}), {"--set noc.hop_cycles: expected NAME=VALUE"});
    expect_refused(small({"--set", "noc.hop_cycles=x"}), {"`x` is not a number"});
    expect_refused(small({"--set", "noc.hop_cycles=1", "--set", "noc.hop_cycles=2"}), {"noc.hop_cycles is set twice"});
    expect_refused(small({"--set", "sfpu.arecip.latency=2"}), {"wormhole_b0 has no such instruction, blackhole has"});
    expect_refused(small({"--set", "riscv.div_min_cycles=99"}), {"is above riscv.div_max_cycles 33"});
}

TEST_F(Command, AnotherDie) {
    const Outcome outcome = small({"--harvest", "3,4"});
    expect_good(outcome);
    EXPECT_THAT(outcome.out, HasSubstr("die    harvested rows 7, 10 -> 3, 4\n"));
    const json j = json::parse(small({"--arch", "blackhole", "--harvest", "1,16", "--json"}).out);
    EXPECT_EQ(j["harvested"], (json{{"lines", "columns"}, {"from", json::array()}, {"to", {1, 16}}}));
    EXPECT_EQ(small({"--harvest", "7,10"}).out, small({}).out);
    expect_refused(small({"--harvest", "7"}), {"--harvest 7: wormhole_b0 harvests 2 of its rows, not 1"});
    expect_refused(small({"--harvest", "rows"}), {"--harvest rows: expected NoC 0 coordinates"});
}

// All cores and, on p100, seven banks: a tile each, read and written by the address generators of the API.
TEST_F(Command, ABoardByName) {
    const std::string job = std::string(TESSERA_SOURCE_DIR) + "/kernels/examples/add.toml";
    const auto on = [&](const std::string& board, int cores) {
        const Outcome outcome = run({"run", job, "--json", "--board", board, "--param", fmt::format("cores={}", cores),
                                     "--param", fmt::format("rows={}", 32 * cores), "--param", "width=32"});
        expect_good(outcome);
        return json::parse(outcome.out);
    };
    const json n150 = on("n150", 64), p100 = on("p100", 110);
    EXPECT_EQ(n150["board"], (json{{"name", "n150"}, {"cores_wide", 8}, {"cores_high", 8}}));
    EXPECT_EQ(n150["arch"], "wormhole_b0");
    EXPECT_EQ(p100["arch"], "blackhole");
    expect_refused(run({"run", job, "--board", "p151"}), {"--board p151: expected n150, n300, p100, p150"});
    expect_refused(run({"run", job, "--board", "p100", "--arch", "wormhole_b0"}),
                   {"--board p100: its chip is blackhole, the run is for wormhole_b0"});
    expect_refused(run({"run", job, "--board", "n300", "--param", "cores=64"}), {"56"});
    expect_refused(run({"run", job, "--board", "n150", "--harvest", "7,10"}), {"harvests 1 of its rows, not 2"});
}

TEST_F(Command, TimeWithoutValues) {
    const json full = json::parse(small({"--json"}).out), blind = json::parse(small({"--json", "--blind-time"}).out);
    EXPECT_EQ(full["time"], blind["time"]);
    EXPECT_EQ(full["units"], blind["units"]);
    EXPECT_TRUE(blind["check"].is_null());
    EXPECT_EQ(blind["options"]["blind_time"], true);
    const Outcome text = small({"--blind-time"});
    expect_good(text);
    EXPECT_THAT(text.out, HasSubstr("check  left out"));
    EXPECT_THAT(text.out, Not(HasSubstr("error  max")));
    expect_refused(small({"--blind-time", "--output", "y.npy"}), {"--output contradicts --blind-time"});
}

TEST_F(Command, ZonesThatTakeNoCycles) {
    const auto cycles = [&](std::vector<std::string> more) {
        more.insert(more.end(), {"--json", "--blind-time"});
        return json::parse(small(more).out)["time"]["cycles"].get<int>();
    };
    EXPECT_EQ(cycles({"--profiler-overhead", "off"}), cycles({"--no-profiler"}));
    EXPECT_EQ(cycles({"--profiler-overhead", "on"}), cycles({}));
    EXPECT_LT(cycles({"--no-profiler"}), cycles({}));
    expect_refused(small({"--profiler-overhead", "of"}), {"--profiler-overhead of: unknown"});
}

TEST_F(Command, ListOfFigures) {
    const Outcome outcome = run({"list", "figures"});
    expect_good(outcome);
    for (const char* part : {"noc.hop_cycles", "riscv.icache_bytes.t1", "sfpu.shft2.slow_latency", "bytes/cycle"})
        EXPECT_THAT(outcome.out, HasSubstr(part));
    const json j = json::parse(run({"list", "figures", "--arch", "blackhole", "--json"}).out);
    EXPECT_EQ(j["arch"], "blackhole");
    EXPECT_GT(j["figures"].size(), 100u);
    EXPECT_EQ(j["figures"][0], (json{{"name", "clock_ghz"},
                                     {"value", 1.35},
                                     {"unit", "GHz"},
                                     {"evidence", "documented"},
                                     {"legal", "a number from 0.001 to 1000"},
                                     {"taken_from", nullptr},
                                     {"source", "timing.md 1"}}));
}

TEST_F(Command, ASetFigureMovesReplayedTraces) {
    const std::string trace = TESSERA_SOURCE_DIR "/tests/data/noc_traces/DRAM_TO_1x4_HEIGHT.json";
    const json plain = json::parse(run({"conformance", trace, "--json"}).out);
    const Outcome slow = run({"conformance", trace, "--json", "--set", "noc.link_bytes_per_cycle=10"});
    EXPECT_EQ(slow.status, 1) << slow.err;
    const json set = json::parse(slow.out);
    EXPECT_GT(set["files"][0]["time"]["simulated_cycles"], plain["files"][0]["time"]["simulated_cycles"]);
    EXPECT_EQ(set["wormhole_b0"]["set"][0]["name"], "noc.link_bytes_per_cycle");
    expect_refused(run({"conformance", trace, "--set", "noc.links=1"}), {"unknown constant noc.links"});
}

}  // namespace
}  // namespace tessera::end_to_end
