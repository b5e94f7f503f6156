// The trace a run writes (spec/trace-formats.md 2.1): it parses, names its threads, locates its zones, and nests.
#include <map>
#include <nlohmann/json.hpp>
#include <set>

#include "tests/end_to_end/suite.hpp"

namespace tessera::end_to_end {
namespace {

using nlohmann::json;
using testing::Contains;
using testing::HasSubstr;

json events(const std::string& text) { return json::parse(text).at("traceEvents"); }

// Picoseconds, so that sums are exact.
std::int64_t exact(const json& microseconds) {
    return static_cast<std::int64_t>(std::llround(microseconds.get<double>() * 1e6));
}

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

TEST_F(Command, SlicesOfAThreadNest) {
    expect_good(small({"--trace", "t.json", "--per-row", "--batch", "3"}));
    std::map<std::pair<int, int>, std::vector<std::pair<std::int64_t, std::int64_t>>> open;  // ends of what is open
    std::map<std::pair<int, int>, std::int64_t> last;
    for (const json& e : events(read_text(scratch / "t.json"))) {
        if (e.at("ph") != "X") continue;
        const std::pair<int, int> thread{e.at("pid"), e.at("tid")};
        const std::int64_t begin = exact(e.at("ts")), end = begin + exact(e.at("dur"));
        EXPECT_GE(begin, last[thread]) << e;
        last[thread] = begin;
        auto& stack = open[thread];
        while (!stack.empty() && stack.back().second <= begin) stack.pop_back();
        EXPECT_LE(end, stack.empty() ? end : stack.back().second) << e;
        stack.emplace_back(begin, end);
    }
    EXPECT_GT(open.size(), 5u);
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
