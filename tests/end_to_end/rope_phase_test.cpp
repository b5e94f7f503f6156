// tessera rope --phase: accurate where computed frequencies are not, said in every report, refused where it has no
// meaning.
#include <nlohmann/json.hpp>

#include "tests/end_to_end/suite.hpp"

namespace tessera::end_to_end {
namespace {

using nlohmann::json;
using testing::HasSubstr;

TEST_F(Command, PhasesReachLargePositions) {
    const std::string million = npy("p.npy", std::vector<std::int32_t>{1'000'000}, {1});
    const std::vector<std::string> base{"--positions", million,    "--unpack-to-dst", "--pedantic",
                                        "--faults",    "race=off", "--json"};
    const auto error = [&](const std::string& phase) {
        std::vector<std::string> arguments = base;
        arguments.insert(arguments.end(), {"--phase", phase});
        const Outcome outcome = small(arguments);
        expect_good(outcome);
        const json j = json::parse(outcome.out);
        EXPECT_EQ(j.at("options").at("phase"), phase);
        EXPECT_TRUE(j.at("options").at("exp").is_null());
        EXPECT_EQ(j.at("check").at("passed"), true);
        return j.at("check").at("max_abs_error").get<double>();
    };
    EXPECT_LT(error("turns"), 3e-7);
    const double split = error("split");
    EXPECT_LT(split, 4e-5);
    EXPECT_GT(split, 3e-7);
    const std::string negative = npy("n.npy", std::vector<std::int32_t>{-2147483647 - 1}, {1});
    expect_good(small({"--positions", negative, "--phase", "turns"}));
    expect_refused(small({"--positions", million}), {"position 1000000", "nearest: 102938, or phase turns"});
    expect_refused(small({"--positions", negative, "--phase", "split"}), {"n.npy", "nearest: -16777216"});
}

TEST_F(Command, PhaseIsSaid) {
    const Outcome text = small({"--phase", "split", "-v"});
    expect_good(text);
    EXPECT_THAT(text.out, HasSubstr("rung R10, phase split, inputs"));
    EXPECT_THAT(text.out, HasSubstr("position times the rest of the frequency"));
    const json plain = json::parse(small({"--json"}).out);
    EXPECT_EQ(plain.at("options").at("phase"), "computed");
    EXPECT_EQ(plain.at("options").at("exp"), "exp_24f");
}

TEST_F(Command, PhasesThatDoNotFit) {
    expect_refused(small({"--phase", "turn"}), {"--phase turn", "did you mean `turns`?"});
    expect_refused(small({"--phase", "turns", "--exp", "exp_24f"}), {"--exp exp_24f has no effect with --phase turns"});
    expect_refused(small({"--phase", "split", "--rung", "R3"}), {"rung R3 computes its frequencies", "nearest: R10"});
    expect_refused(small({"--phase", "split", "--freq-scale", "2"}), {"phase split takes at most 1.5708 rad", "turns"});
}

TEST_F(Command, PhasesAreSweptAndCompared) {
    // The price and what it buys, beside the article's kernel.
    const json points =
        json::parse(small({"--sweep", "phase=computed,split,turns", "--unpack-to-dst", "--json"}).out)["points"];
    ASSERT_EQ(points.size(), 3u);
    for (const json& point : points) EXPECT_TRUE(point.at("failed").is_null());
    EXPECT_GT(points[0].at("max_abs_error"), 1e-5);
    for (const std::size_t i : {1u, 2u}) {
        EXPECT_LT(points[i].at("max_abs_error"), 5e-7);
        EXPECT_NE(points[i].at("cycles"), points[0].at("cycles"));
    }
    const Outcome outcome =
        run({"profile", "rope", "--width", "64", "--rotary-dim", "64", "--phase", "turns", "--against", "computed"});
    expect_good(outcome);
    EXPECT_THAT(outcome.out, HasSubstr("phase turns"));
    EXPECT_THAT(outcome.out, HasSubstr("exp_24f"));
}

}  // namespace
}  // namespace tessera::end_to_end
