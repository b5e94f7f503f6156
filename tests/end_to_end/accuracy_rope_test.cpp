// tessera accuracy rope as a user calls it.
#include <nlohmann/json.hpp>

#include "tests/end_to_end/suite.hpp"

namespace tessera::end_to_end {
namespace {

using nlohmann::json;
using testing::HasSubstr;

class AccuracyRope : public Command {
  protected:
    Outcome growth(std::vector<std::string> arguments) const {
        arguments.insert(arguments.begin(), {"accuracy", "rope"});
        return run(arguments);
    }
};

TEST_F(AccuracyRope, TellsWhichWayHoldsAtWhichPosition) {
    const std::vector<std::string> asked{"--exp", "exp_24f",  "--sine", "phase",  "--remedy",
                                         "turns", "--sample", "50",     "--last", "200000"};
    const Outcome text = growth(asked);
    expect_good(text);
    for (const char* part :
         {"P = 1e3", "P = 200000", "exp_24f phase", "turns", "beyond", "instr/column", "price as kernels"})
        EXPECT_THAT(text.out, HasSubstr(part));
    std::vector<std::string> as_json = asked;
    as_json.insert(as_json.end(), {"--json", "--csv", "growth.csv"});
    const Outcome outcome = growth(as_json);
    expect_good(outcome);
    const json j = json::parse(outcome.out);
    ASSERT_EQ(j["ways"].size(), 2u);
    const json &first = j["ways"][0], &second = j["ways"][1];
    EXPECT_EQ(first["way"], "exp_24f phase");
    EXPECT_EQ(first["ranges"].back()["high"], 200000);
    EXPECT_EQ(first["ranges"].back()["beyond_reduction"], true);
    EXPECT_LT(second["ranges"].back()["max"], 3e-7);
    EXPECT_EQ(first["ranges"].back()["max_by_pair"].size(), 128u);
    ASSERT_EQ(j["kernels"].size(), 8u);
    for (const json& kernel : j["kernels"]) EXPECT_GT(kernel["cycles"], kernel["compute_cycles"]);
    const std::string csv = read_text(scratch / "growth.csv");
    EXPECT_EQ(std::ranges::count(csv, '\n'),
              static_cast<std::ptrdiff_t>(1 + first["ranges"].size() + second["ranges"].size()));
    expect_refused(growth(as_json), {"growth.csv", "--force"});
}

TEST_F(AccuracyRope, LeavesPlotsAndAPage) {
    expect_good(growth({"--exp", "exp_fp32", "--sine", "phase", "--remedy", "split", "--sample", "10", "--last", "4096",
                        "--rotary-dim", "64", "-o", "plots", "-q"}));
    for (const char* name : {"growth_phase", "map_exp_fp32_phase", "map_split"})
        for (const char* kind : {".tsv", ".gp", ".svg", ".png"})
            EXPECT_TRUE(fs::exists(scratch / "plots" / (std::string(name) + kind))) << name << kind;
    const std::string page = read_text(scratch / "plots" / "index.html");
    EXPECT_THAT(page, HasSubstr("Accuracy of RoPE angles"));
    EXPECT_EQ(page.find("<script"), std::string::npos);
    expect_refused(growth({"--exp", "exp_fp32", "--sine", "phase", "--remedy", "none", "-o", "plots"}),
                   {"plots/", "--force"});
}

TEST_F(AccuracyRope, WrongInputIsOneClearLine) {
    expect_refused(growth({"--exp", "exp_25f"}), {"--exp exp_25f", "did you mean `exp_21f`?"});
    expect_refused(growth({"--exp", "none,exp_24f"}), {"--exp none: goes with no other name"});
    expect_refused(growth({"--exp", "none", "--remedy", "none"}), {"leave nothing to look at"});
    expect_refused(growth({"--last", "1"}), {"--last 1: expected a position from 2"});
    expect_refused(growth({"--sample", "1"}), {"--sample 1: expected 2"});
    expect_refused(growth({"--rotary-dim", "100"}), {"rotary_dim 100", "nearest: 128"});
    expect_refused(growth({"--base", "1"}), {"base"});
    expect_refused(growth({"--lowering", "x"}), {"--lowering x"});
    expect_refused(run({"accuracy", "exp_24f", "rope"}), {"function before rope"});
    expect_refused(run({"accuracy", "--json", "rope"}), {"--json before rope"});
}

}  // namespace
}  // namespace tessera::end_to_end
