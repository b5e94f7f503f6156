// tessera rope --sweep: which runs it makes, and that neither threads nor repetition show.
#include <nlohmann/json.hpp>

#include "tests/end_to_end/suite.hpp"

namespace tessera::end_to_end {
namespace {

using nlohmann::json;
using testing::HasSubstr;
using Values = std::vector<std::string>;

class Sweep : public Command {
  protected:
    Outcome sweep(std::vector<std::string> more) const {
        more.insert(more.begin(), {"--blind-time", "--sweep"});
        return small(more);
    }
    // What a list becomes, as the report repeats it.
    json values(const std::string& list) const {
        return json::parse(sweep({list, "--json"}).out)["sweep"][0]["values"];
    }
};

TEST_F(Sweep, ListsAreContinued) {
    EXPECT_EQ(values("cores=1,2,4..56"), (Values{"1", "2", "4", "8", "16", "32", "56"}));
    EXPECT_EQ(values("cores=1..4"), (Values{"1", "2", "3", "4"}));
    EXPECT_EQ(values("cores=8,16..56"), (Values{"8", "16", "24", "32", "40", "48", "56"}));
    EXPECT_EQ(values("cores=5..3"), (Values{"5", "4", "3"}));
    EXPECT_EQ(values("cores=1,4..9"), (Values{"1", "4", "7", "9"}));
    EXPECT_EQ(values("tensix.push_not_resident_factor=1,1.25..1.75"), (Values{"1", "1.25", "1.5", "1.75"}));
    EXPECT_EQ(values("rung=R0..R3"), (Values{"R0", "R1", "R2", "R3"}));
    EXPECT_EQ(values("exp=exp_21f,exp_24f"), (Values{"exp_21f", "exp_24f"}));
}

TEST_F(Sweep, ListsAreRefusedInALine) {
    expect_refused(sweep({"cores=1,2,5..9"}), {"neither one step nor one factor"});
    expect_refused(sweep({"cores=8,7..9"}), {"do not lead to the last"});
    expect_refused(sweep({"cores=1..4,6"}), {"nothing may follow a..b"});
    expect_refused(sweep({"cores=1,,2"}), {"a value is missing"});
    expect_refused(sweep({"cores=1,x"}), {"`x` is not a whole number"});
    expect_refused(sweep({"rung=R0..best"}), {"`best` after .. is not a number"});
    expect_refused(sweep({"core=1"}), {"did you mean `cores`?"});
    expect_refused(sweep({"noc.hop_cycle=1"}), {"did you mean `noc.hop_cycles`?"});
    expect_refused(sweep({"cores"}), {"expected NAME=LIST"});
    expect_refused(sweep({"cores=1", "--sweep", "cores=2"}), {"swept twice"});
    expect_refused(sweep({"cores=1,2", "--output", "y.npy"}), {"--sweep makes many runs, --output writes one"});
    expect_refused(sweep({"cores=1,2", "--jobs", "0"}), {"--jobs must be at least 1"});
    expect_refused(small({"--csv", "t.csv"}), {"--csv is the table of a --sweep"});
}

TEST_F(Sweep, SeveralMakeTheProduct) {
    const json j = json::parse(sweep({"arch=wormhole_b0,blackhole", "--sweep", "noc.hop_cycles=9,30", "--json"}).out);
    ASSERT_EQ(j["points"].size(), 4u);
    EXPECT_EQ(j["points"][1]["values"], (json{{"arch", "wormhole_b0"}, {"noc.hop_cycles", "30"}}));
    EXPECT_EQ(j["points"][2]["values"], (json{{"arch", "blackhole"}, {"noc.hop_cycles", "9"}}));
    EXPECT_GT(j["points"][1]["cycles"], j["points"][0]["cycles"]);
    EXPECT_EQ(j["points"][1]["calibration"], "not calibrated: constants are set");
    // A run of its own says the same.
    const json alone = json::parse(small({"--set", "noc.hop_cycles=30", "--json"}).out);
    EXPECT_EQ(alone["time"]["cycles"], j["points"][1]["cycles"]);
}

TEST_F(Sweep, ARunThatFailsIsARow) {
    const Outcome outcome = sweep({"cores=1,99", "--csv", "t.csv"});
    EXPECT_EQ(outcome.status, 1);
    EXPECT_EQ(outcome.err, "");
    EXPECT_THAT(outcome.out, HasSubstr("99  failed: 99 cores: the grid has 8 x 7 = 56"));
    EXPECT_THAT(outcome.out, HasSubstr("1 of 2 run(s) failed"));
    EXPECT_THAT(read_text(scratch / "t.csv"), HasSubstr("\n99,,,,,,,,,,,,,,,\"99 cores: "));
    const Outcome stopped = sweep({"rows=32,64", "--max-cycles", "3000"});
    EXPECT_EQ(stopped.status, 1);
    EXPECT_THAT(stopped.out, HasSubstr("still running after 3000 cycles"));
}

TEST_F(Sweep, NeitherThreadsNorRepetitionShow) {
    const auto call = [&](const std::string& jobs, const std::string& form) {
        std::vector<std::string> more{"cores=1,2,4..7", "--sweep", "rung=R9,R10,R99", "--batch", "2", "--jobs", jobs};
        if (form == "csv")
            more.insert(more.end(), {"--csv", "-", "-q"});
        else if (form == "json")
            more.push_back("--json");
        const Outcome outcome = sweep(more);
        EXPECT_EQ(outcome.status, 1) << "there is no R99";
        return outcome.out;
    };
    for (const char* form : {"text", "json", "csv"}) {
        const std::string one = call("1", form);
        EXPECT_GT(one.size(), 500u);
        EXPECT_EQ(call("3", form), one) << form;
        EXPECT_EQ(call("3", form), one) << form;
    }
}

TEST_F(Sweep, SpeedupIsWorkPerTime) {
    const json j = json::parse(small({"--sweep", "cores=1,2", "--sweep", "batch=4,8", "--json", "--blind-time"}).out);
    const auto& points = j["points"];
    ASSERT_EQ(points.size(), 4u);
    EXPECT_EQ(points[0]["speedup"], 1.0);
    EXPECT_EQ(points[0]["efficiency"], 1.0);
    const double expected = 2 * points[0]["cycles"].get<double>() / points[1]["cycles"].get<double>();
    EXPECT_NEAR(points[1]["speedup"].get<double>(), expected, 1e-9);
    EXPECT_GT(points[2]["speedup"].get<double>(), 1.5);
    EXPECT_NEAR(points[2]["efficiency"].get<double>() * 2, points[2]["speedup"].get<double>(), 1e-9);
}

}  // namespace
}  // namespace tessera::end_to_end
