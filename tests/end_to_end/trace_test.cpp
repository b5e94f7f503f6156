// The trace a run writes (spec/trace-formats.md 2.1): it parses, names its threads, locates its zones, and nests.
#include <map>
#include <nlohmann/json.hpp>
#include <set>

#include "sim/arch/arch.hpp"
#include "tests/end_to_end/suite.hpp"
#include "tests/support/chrome_rules.hpp"
#include "tests/support/vendor_rules.hpp"

namespace tessera::end_to_end {
namespace {

using nlohmann::json;
using testing::Contains;
using testing::HasSubstr;

json events(const std::string& text) { return json::parse(text).at("traceEvents"); }

TEST_F(Command, TraceNamesZonesPerRisc) {
    expect_good(small({"--trace", "t.json"}));
    std::map<std::pair<int, int>, std::string> threads;
    std::map<std::string, std::set<std::string>> zones;  // by the name of the thread
    const json all = events(read_text(scratch / "t.json"));
    for (const json& e : all)
        if (e.at("ph") == "M" && e.at("name") == "thread_name") threads[{e.at("pid"), e.at("tid")}] = e["args"]["name"];
    int located = 0;
    for (const json& e : all) {
        if (e.at("ph") != "X") continue;
        ASSERT_TRUE(threads.contains({e.at("pid"), e.at("tid")})) << e;
        if (e.value("cat", "") != "zone") continue;
        zones[threads[{e.at("pid"), e.at("tid")}]].insert(e.at("name"));
        if (!e.contains("loc")) continue;
        EXPECT_THAT(e.at("loc").get<std::string>(), testing::MatchesRegex(".*kernels/rope/.*\\.[ch]pp:[0-9]+")) << e;
        ++located;
    }
    EXPECT_GT(located, 0);
    EXPECT_THAT(zones["core (0,0) BRISC"], Contains("BRISC-KERNEL"));
    EXPECT_THAT(zones["core (0,0) NCRISC"], Contains("NCRISC-KERNEL"));
    for (const std::string thread : {"TRISC0 unpack", "TRISC1 math", "TRISC2 pack"}) {
        EXPECT_THAT(zones["core (0,0) " + thread], Contains("TRISC-KERNEL")) << thread;
        EXPECT_THAT(zones["core (0,0) " + thread], Contains("ROPE-COMPUTE")) << thread;
    }
}

// Every file of a run of several cores, against the rules of its readers.
TEST_F(Command, TheFilesOfARunKeepTheRulesOfTheirReaders) {
    for (const arch::Arch* arch : arch::all()) {
        const std::string name(arch->name);
        expect_good(small({"--arch", name, "--per-row", "--batch", "3", "--cores", "2", "--force", "--trace", "t.json",
                           "--profiler-log", "p.csv", "--noc-trace", "n.json", "--npe-timeline", "n.npeviz"}));
        const auto facts = test::check_chrome_rules(json::parse(read_text(scratch / "t.json")));
        for (const char* category : {"zone", "busy", "wait", "noc", "dram", "link"})
            EXPECT_GT(facts.categories.at(category), 5) << category;
        EXPECT_GT(facts.flows.at("cb"), 5);
        EXPECT_GT(facts.flows.at("noc"), 5);
        EXPECT_THAT(facts.counters, testing::IsSupersetOf({"0 cb0 pages", "1000000 queue", "1000000 load"}));
        EXPECT_EQ(test::check_profile_log_rules(read_text(scratch / "p.csv"), *arch, false), 2u);
        EXPECT_THAT(read_text(scratch / "p.csv"),
                    testing::AllOf(HasSubstr("CB-COMPUTE-WAIT-FRONT,ZONE_TOTAL"), HasSubstr(",ROPE-")));
        const auto types = test::check_noc_trace_rules(json::parse(read_text(scratch / "n.json")), *arch);
        EXPECT_GT(types.at("READ"), 5);
        EXPECT_GT(types.at("WRITE_"), 5);
        const json timeline = json::parse(read_text(scratch / "n.npeviz"));
        EXPECT_EQ(timeline.at("noc_transfers").size(), static_cast<std::size_t>(facts.categories.at("noc")));
    }
}

TEST_F(Command, ATraceCanBeNarrowed) {
    expect_good(small({"--batch", "2", "--cores", "2", "--trace", "t.json", "--trace-cores", "0,1", "--trace-window",
                       "2000:4000", "--trace-time", "real"}));
    const json root = json::parse(read_text(scratch / "t.json"));
    for (const auto& [thread, text] : test::check_chrome_rules(root).threads)
        EXPECT_THAT(text, testing::Not(HasSubstr("core (0,0)")));
    EXPECT_EQ(root.at("otherData").at("window_cycles"), json::parse("[2000,4000]"));
    expect_refused(small({"--trace-cores", "0,0"}), {"--trace FILE"});
    expect_refused(small({"--trace", "x.json", "--trace-cores", "0,0;9,0"}), {"--trace-cores", "0,0 to 7,"});
    expect_refused(small({"--trace", "x.json", "--trace-cores", "12"}), {"`12` is not X,Y"});
    expect_refused(small({"--trace", "x.json", "--trace-window", "5"}), {"expected two cycles, A:B"});
    expect_refused(small({"--trace", "x.json", "--trace-window", "5:x"}), {"`x` is not a whole number"});
    expect_refused(small({"--trace", "x.json", "--trace-window", "9:9"}), {"ends before it begins"});
}

TEST_F(Command, TraceOnStdoutIsOnlyTheTrace) {
    const Outcome piped = small({"--trace", "-"});
    EXPECT_EQ(piped.status, 0);
    EXPECT_THAT(piped.err, HasSubstr("check  passed"));  // the report makes way
    expect_good(small({"--trace", "t.json"}));
    EXPECT_EQ(piped.out, read_text(scratch / "t.json"));
    EXPECT_EQ(small({"--trace", "-", "--quiet"}).err, "");
    expect_refused(small({"--trace", "-", "--json"}), {"--json", "--trace -", "stdout"});
    expect_refused(small({"--trace", "-", "--output", "-"}), {"stdout"});
    expect_refused(small({"--trace", "a", "--output", "./a"}), {"both name"});
}

// Equal inputs give equal bytes, whatever the state of the cache and wherever the command stands.
TEST_F(Command, RunsAreByteForByteTheSame) {
    struct Made {
        std::string out, y, trace, json;
    };
    const auto make = [](const fs::path& where, const fs::path& cache) {
        const std::vector<std::string> work{"rope", "--width", "128", "--rotary-dim", "64", "--rows",
                                            "40",   "--batch", "2"};
        auto first = work, second = work;
        first.insert(first.end(), {"--output", "y.npy", "--trace", "t.json", "--force"});
        second.push_back("--json");
        const Setting setting{where, {{"XDG_CACHE_HOME", cache.string()}}};
        const Outcome text = tessera(first, setting), machine = tessera(second, setting);
        expect_good(text);
        expect_good(machine);
        return Made{text.out, read_text(where / "y.npy"), read_text(where / "t.json"), machine.out};
    };
    const Scratch elsewhere;
    const fs::path cache = scratch / "cache";
    const Made cold = make(scratch.path(), cache), warm = make(scratch.path(), cache),
               moved = make(elsewhere.path(), cache), cold_again = make(elsewhere.path(), elsewhere / "cache");
    for (const Made* other : {&warm, &moved, &cold_again}) {
        EXPECT_EQ(cold.out, other->out);
        EXPECT_EQ(cold.y, other->y);
        EXPECT_EQ(cold.trace, other->trace);
        EXPECT_EQ(cold.json, other->json);
    }
    EXPECT_GT(cold.trace.size(), 1000u);
}

// What the run tells about its transfers, replayed without the kernels, ends when the run did.
TEST_F(Command, ItsOwnNocTraceReplaysInTheSameTime) {
    expect_good(
        run({"rope", "--width", "128", "--rotary-dim", "64", "--noc-trace", "t.json", "--profiler-log", "p.csv"}));
    const Outcome replayed = run({"conformance", "t.json"});
    EXPECT_EQ(replayed.status, 0) << replayed.out << replayed.err;
    EXPECT_THAT(replayed.out, HasSubstr("1 run, 1 passed"));
    EXPECT_THAT(read_text(scratch / "p.csv"), testing::StartsWith("ARCH: wormhole_b0, CHIP_FREQ[MHz]: 1000,"));
    expect_refused(run({"rope", "--trace", "x.json", "--noc-trace", "x.json"}), {"--trace", "--noc-trace", "x.json"});
    expect_refused(run({"rope", "--profiler-log", "p.csv"}), {"p.csv", "exists", "--force"});
}

}  // namespace
}  // namespace tessera::end_to_end
