// tessera profile: text, JSON, a run against another, and profiles and traces read back.
#include <nlohmann/json.hpp>

#include "tests/end_to_end/suite.hpp"

namespace tessera::end_to_end {
namespace {

using nlohmann::json;
using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

class ProfileCommand : public Command {
  protected:
    Outcome profile(std::vector<std::string> more) const {
        std::vector<std::string> arguments{"profile", "rope", "--width", "64", "--rotary-dim", "64", "--rows", "3"};
        arguments.insert(arguments.end(), more.begin(), more.end());
        return run(arguments);
    }
    // A rung beside another; rungs take whole tiles.
    Outcome beside(const std::string& rung, const std::string& other, std::vector<std::string> more = {}) const {
        more.insert(more.begin(), {"--rows", "32", "--rung", rung, "--against", other});
        std::vector<std::string> arguments{"profile", "rope", "--width", "64", "--rotary-dim", "64"};
        arguments.insert(arguments.end(), more.begin(), more.end());
        return run(arguments);
    }
};

TEST_F(ProfileCommand, TextHasEverySection) {
    const Outcome outcome = profile({"--batch", "2", "--cores", "2", "--top", "100"});
    expect_good(outcome);
    for (const char* part : {"limit    ", "what to change", "where the cycles went", "what the RISCs did while busy",
                             "longest waits", "SFPU by kernel line", "critical path", "circular buffers", "transfers",
                             "DRAM: ", "grid: busy %", "kernels/rope/reader.cpp:", "imbalance"})
        EXPECT_THAT(outcome.out, HasSubstr(part));
}

// What limits, where the rest of its time went, and what to do about it: for a narrow terminal, in the text as in JSON.
TEST_F(ProfileCommand, TheVerdictFitsEightyColumnsAndItsSharesAddUp) {
    for (const char* cores : {"1", "2"}) {
        const std::vector<std::string> run{"--batch", "2", "--cores", cores};
        auto text = run, data = run;
        text.insert(text.end(), {"--show", "verdict,advice"});
        data.emplace_back("--json");
        const Outcome outcome = profile(text);
        expect_good(outcome);
        EXPECT_THAT(outcome.out, HasSubstr("\nspent    "));
        std::istringstream lines(outcome.out);
        std::string line;
        std::getline(lines, line);  // the run's name, as long as it is
        while (std::getline(lines, line)) EXPECT_LE(line.size(), 80u) << line;
        const json verdict = json::parse(profile(data).out).at("verdict");
        ASSERT_FALSE(verdict.at("splits").empty());
        for (const json& split : verdict.at("splits")) {
            std::uint64_t sum = 0;
            for (const json& part : split.at("parts")) sum += part.at("cycles").get<std::uint64_t>();
            EXPECT_EQ(sum, split.at("cycles")) << split.at("of");
        }
    }
}

TEST_F(ProfileCommand, OnlyWhatIsAskedFor) {
    const Outcome outcome = profile({"--show", "waits,buffers", "--risc", "brisc"});
    expect_good(outcome);
    EXPECT_THAT(outcome.out, AllOf(HasSubstr("longest waits"), HasSubstr("circular buffers"), HasSubstr(" BRISC "),
                                   Not(HasSubstr("critical path")), Not(HasSubstr("  NCRISC   noc"))));
}

TEST_F(ProfileCommand, JsonReadBackPrintsTheSameText) {
    const Outcome saved = profile({"--json"});
    expect_good(saved);
    const json data = json::parse(saved.out);
    EXPECT_EQ(data.at("schema_version"), 4);
    EXPECT_EQ(data.at("kind"), "profile");
    EXPECT_EQ(data.at("path").at("cycles"), data.at("cycles"));
    write_text(scratch / "p.json", saved.out);
    const Outcome again = run({"profile", "p.json"}), fresh = profile({});
    expect_good(again);
    EXPECT_EQ(again.out, fresh.out);
    EXPECT_EQ(run({"profile", "p.json", "--json"}).out, saved.out);
}

// The rope command and the profile speak of the same time.
TEST_F(ProfileCommand, CyclesAreThoseOfTheRun) {
    const json run = json::parse(small({"--json"}).out), data = json::parse(profile({"--json"}).out);
    EXPECT_EQ(run.at("time").at("cycles"), data.at("cycles"));
}

TEST_F(ProfileCommand, ATraceGivesTheSumsAndSaysWhatItLacks) {
    expect_good(small({"--trace", "t.json", "--quiet"}));
    const Outcome outcome = run({"profile", "t.json", "--json"});
    expect_good(outcome);
    const json from_trace = json::parse(outcome.out), direct = json::parse(profile({"--json"}).out);
    EXPECT_EQ(from_trace.at("cycles"), direct.at("cycles"));
    EXPECT_EQ(from_trace.at("reads"), direct.at("reads"));
    EXPECT_EQ(from_trace.at("writes"), direct.at("writes"));
    const json &a = from_trace.at("cores").at(0), &b = direct.at("cores").at(0);
    EXPECT_EQ(a.at("x"), b.at("x"));
    ASSERT_EQ(a.at("units").size(), b.at("units").size());
    for (std::size_t i = 0; i < a.at("units").size(); ++i)
        for (const char* member : {"unit", "cycles", "busy", "waits", "reads"})
            EXPECT_EQ(a.at("units").at(i).at(member), b.at("units").at(i).at(member)) << i << " " << member;
    EXPECT_EQ(from_trace.at("verdict").at("bound"), "unknown");
    EXPECT_THAT(run({"profile", "t.json"}).out, HasSubstr("note     critical path: what ended each wait is not known"));
}

TEST_F(ProfileCommand, OneRungAgainstAnother) {
    const Outcome outcome = beside("R5", "R4");
    expect_good(outcome);
    EXPECT_THAT(outcome.out, AllOf(HasSubstr("rope R5 takes"), HasSubstr("more than rope R4"),
                                   HasSubstr("The work of TRISC1 math differs most"),
                                   HasSubstr("SFPU instructions put together at run time"), HasSubstr("in Dst"),
                                   HasSubstr("kernels/rope/ladder/rows.hpp:")));
    const json data = json::parse(beside("R5", "R4", {"--json"}).out);
    EXPECT_EQ(data.at("kind"), "comparison");
    const json same = json::parse(beside("R4", "R4", {"--json"}).out);
    for (const char* list : {"units", "work", "waits", "sfpu_lines", "path"})
        for (const json& one : same.at(list)) EXPECT_EQ(one.at("here"), one.at("there")) << list;
}

TEST_F(ProfileCommand, TimelineShowsOneProgram) {
    const Outcome outcome = profile({"--timeline", "1"});
    expect_good(outcome);
    EXPECT_THAT(outcome.out, AllOf(HasSubstr("program run 1 on core (0,0)"), HasSubstr("SFPLOADI"),
                                   HasSubstr("cycle     |0"), HasSubstr("kernels/rope/")));
    expect_refused(profile({"--timeline", "1000"}), {"--timeline 1000", "ran", "SFPU program"});
}

TEST_F(ProfileCommand, RefusesWhatCannotBe) {
    write_text(scratch / "x.json", "{\"traceEvents\":[]}");
    write_text(scratch / "y.json", "{\"schema_version\": 4, \"kind\": \"profile\"}");
    expect_refused(run({"profile"}), {"name what to profile"});
    expect_refused(run({"profile", "missing.json"}), {"missing.json", "cannot be read"});
    expect_refused(run({"profile", "x.json"}), {"x.json", "not a trace that tessera wrote"});
    expect_refused(run({"profile", "y.json"}), {"y.json", "not a profile", "title"});
    expect_refused(profile({"--core", "7"}), {"--core 7", "X,Y"});
    expect_refused(profile({"--core", "7,6"}), {"--core 7,6", "ran nothing"});
    expect_refused(profile({"--show", "wait"}), {"--show wait", "did you mean `waits`"});
    expect_refused(profile({"--against", "R99"}), {"R99", "cannot be read"});
    expect_refused(profile({"--tops", "3"}), {"--tops", "did you mean `--top`", "tessera profile rope --help"});
    expect_refused(profile({"--top", "0"}), {"--top"});
}

TEST_F(ProfileCommand, HelpHasExamples) {
    const Outcome help = run({"profile", "--help"}), rope = run({"profile", "rope", "--help"});
    expect_good(help);
    expect_good(rope);
    for (const char* part : {"--against", "--show", "--core", "Examples", "tessera profile rope --rung R5"})
        EXPECT_THAT(help.out, HasSubstr(part));
    for (const char* part : {"--timeline", "--rung", "--top N=10", "--against"}) EXPECT_THAT(rope.out, HasSubstr(part));
}

}  // namespace
}  // namespace tessera::end_to_end
