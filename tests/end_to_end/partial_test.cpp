// What a run leaves that a fault ends: every file that was asked for, up to there.
#include <nlohmann/json.hpp>

#include "tests/end_to_end/suite.hpp"

namespace tessera::end_to_end {
namespace {

using nlohmann::json;
using testing::HasSubstr;

// The reader pushes one page fewer than the writer waits for.
constexpr const char* short_of_a_page = R"(
cores = "$cores"
[parameters]
cores = 2
[[circular_buffer]]
index = 0
format = "fp32"
pages = 2
[[kernel]]
processor = "brisc"
text = """
void kernel_main() {
    for (int i = 0; i < 3; ++i) {
        cb_reserve_back(0, 1);
        cb_push_back(0, 1);
    }
}
"""
[[kernel]]
processor = "ncrisc"
text = """
void kernel_main() {
    for (int i = 0; i < 4; ++i) {
        cb_wait_front(0, 1);
        cb_pop_front(0, 1);
    }
}
"""
)";

const json& standing_at(const json& fault, int y, int row) {
    for (const json& one : fault.at("standing"))
        if (one.at("y") == y && one.at("row") == row) return one;
    throw std::runtime_error("no such RISC");
}

TEST_F(Command, AFaultLeavesEveryFileUpToThere) {
    write_text(scratch / "job.toml", short_of_a_page);
    const Outcome outcome = run({"run", "job.toml", "--report", "r.html", "--trace", "t.json", "--profiler-log",
                                 "l.csv", "--noc-trace", "n.json", "--json"});
    EXPECT_EQ(outcome.status, 1);
    EXPECT_THAT(outcome.err, HasSubstr("tessera: partial, up to the fault: "));
    EXPECT_THAT(outcome.err, HasSubstr("[TS001]"));
    EXPECT_EQ(scratch.names(), (std::vector<std::string>{"job.toml", "l.csv", "n.json", "r.html", "t.json"}));
    EXPECT_THAT(read_text(scratch / "l.csv"), HasSubstr("BRISC-KERNEL"));

    const json report = json::parse(outcome.out);
    EXPECT_TRUE(report.at("partial"));
    EXPECT_EQ(report.at("fault").at("id"), "TS001");
    EXPECT_EQ(report.at("errors").size(), 1u);
    EXPECT_GT(report.at("time").at("cycles").get<int>(), 0);
    EXPECT_GE(report.at("time").at("cycles"), report.at("fault").at("cycle"));

    // On the page each RISC has a lane, the wait without end goes up to the fault, and what could end it is named.
    const json data = data_of(read_text(scratch / "r.html")), fault = data.at("fault");
    EXPECT_TRUE(fault.at("endless"));
    EXPECT_EQ(fault.at("standing").size(), 4u);
    for (const int y : {0, 1}) {
        const json& reader = standing_at(fault, y, 0);
        const json& writer = standing_at(fault, y, 1);
        EXPECT_EQ(reader.at("state"), "ended");
        EXPECT_EQ(writer.at("state"), "waits");
        EXPECT_EQ(writer.at("for"), "cb_empty cb0");
        EXPECT_EQ(writer.at("helper"), (json{reader.at("core"), 0}));
        EXPECT_THAT(writer.at("help").get<std::string>(), HasSubstr("BRISC should push, but has ended"));
    }
    for (const json& core : data.at("cores")) {
        std::vector<int> rows;
        for (const json& track : core.at("tracks")) rows.push_back(track.at(0));
        EXPECT_EQ(rows, (std::vector<int>{0, 1}));
    }
    bool has_source = false;
    for (const json& source : data.at("sources"))
        has_source |= source.at(1).get<std::string>().find("cb_push_back(0, 1)") != std::string::npos;
    EXPECT_TRUE(has_source);
}

// Of 56 cores that wait alike the text is short, and each place is one of the finding's.
TEST_F(Command, AFaultOfManyCoresFitsAScreen) {
    write_text(scratch / "job.toml", short_of_a_page);
    const Outcome outcome =
        run({"run", "job.toml", "--param", "cores=56", "--sarif", "f.sarif", "--junit", "f.xml", "--json"});
    EXPECT_EQ(outcome.status, 1);
    EXPECT_LE(std::ranges::count(outcome.err, '\n'), 12);
    EXPECT_THAT(outcome.err, HasSubstr("note: cores (0,0) to (7,6) NCRISC wait since cycle"));
    EXPECT_EQ(json::parse(outcome.out).at("fault").at("standing").size(), 112u);
    const json result = json::parse(read_text(scratch / "f.sarif")).at("runs")[0].at("results")[0];
    const json& related = result.at("relatedLocations");
    ASSERT_EQ(related.size(), 1u);
    EXPECT_THAT(related[0].at("message").at("text").get<std::string>(), HasSubstr("core (0,0) NCRISC"));
    const std::string junit = read_text(scratch / "f.xml");
    EXPECT_THAT(junit, testing::ContainsRegex("testcase classname=\"tessera\" name=\"job\" time=\"0.000000[1-9]"));
}

// A run that comes to its end has none of it.
TEST_F(Command, AGoodRunIsNotPartial) {
    const Outcome outcome = small({"--report", "r.html", "--trace", "t.json", "--json"});
    expect_good(outcome);
    EXPECT_FALSE(json::parse(outcome.out).contains("partial"));
    EXPECT_FALSE(data_of(read_text(scratch / "r.html")).contains("fault"));
    EXPECT_FALSE(json::parse(read_text(scratch / "t.json")).at("otherData").contains("partial"));
}

// Of a fault before the first cycle there is a page as well, with nothing on its schedule.
TEST_F(Command, AFaultBeforeTheFirstCycleHasItsPage) {
    write_text(scratch / "job.toml", R"(
[[circular_buffer]]
index = 0
format = "fp32"
pages = 1000
[[kernel]]
processor = "brisc"
text = "void kernel_main() {}"
)");
    const Outcome outcome = run({"run", "job.toml", "--report", "r.html"});
    EXPECT_EQ(outcome.status, 1) << outcome.err;
    const json data = data_of(read_text(scratch / "r.html"));
    EXPECT_EQ(data.at("fault").at("name"), "l1-overflow");
    EXPECT_EQ(data.at("cores").size(), 0u);
}

}  // namespace
}  // namespace tessera::end_to_end
