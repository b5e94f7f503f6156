// tessera rms_norm, and what it gets from being registered: profile, sweep, report, comparison.
#include <cmath>
#include <cstring>
#include <nlohmann/json.hpp>

#include "tests/end_to_end/suite.hpp"

namespace tessera::end_to_end {
namespace {

using nlohmann::json;
using testing::HasSubstr;

class RmsNorm : public Command {};

TEST_F(RmsNorm, NormalisesAGivenTensorOfAnyRank) {
    const std::string x = npy("x.npy", std::vector<float>{3, 4, 0, -2, 1, 1, 6, 8}, {2, 1, 2, 2});
    const std::string w = npy("w.npy", std::vector<float>{1, 0.5f}, {2});
    const Outcome outcome = run({"rms_norm", "--input", x, "--weight", w, "--unpack-to-dst", "--output", "y.npy"});
    expect_good(outcome);
    EXPECT_THAT(outcome.out, HasSubstr("check  passed"));
    const host::NpyArray y = host::read_npy(scratch / "y.npy");
    EXPECT_EQ(y.shape, (std::vector<std::size_t>{2, 1, 2, 2}));
    const auto values = y.as<float>();
    EXPECT_NEAR(values[0], 3 / std::sqrt(12.5), 1e-6);
    EXPECT_NEAR(values[1], 2 / std::sqrt(12.5), 1e-6);
    EXPECT_NEAR(values[3], -1 / std::sqrt(2.0), 1e-6);
    EXPECT_NEAR(values[7], 4 / std::sqrt(50.0), 1e-6);
}

TEST_F(RmsNorm, IsSweptProfiledComparedAndReported) {
    const std::vector<std::string> shape{"--rows", "128", "--width", "64", "--format", "bf16"};
    const auto with = [&](std::vector<std::string> first, const std::vector<std::string>& last) {
        first.insert(first.end(), shape.begin(), shape.end());
        first.insert(first.end(), last.begin(), last.end());
        return run(first);
    };
    const Outcome sweep = with({"rms_norm"}, {"--sweep", "cores=1,2,4", "--sweep", "weight=random,none", "--json"});
    expect_good(sweep);
    const json points = json::parse(sweep.out)["points"];
    ASSERT_EQ(points.size(), 6u);
    EXPECT_GT(points[4]["speedup"], 2.0);
    const Outcome report = with({"rms_norm"}, {"--report", "r.html", "--json"});
    expect_good(report);
    EXPECT_EQ(json::parse(report.out)["time"]["cycles"], points[0]["cycles"]);
    EXPECT_THAT(read_text(scratch / "r.html"), HasSubstr("rms_norm"));
    const Outcome profile = with({"profile", "rms_norm"}, {"--show", "waits"});
    expect_good(profile);
    EXPECT_THAT(profile.out, HasSubstr("/compute.cpp:"));
    const Outcome against = with({"profile", "rms_norm"}, {"--against", "weight=none"});
    expect_good(against);
    EXPECT_THAT(against.out, HasSubstr("more than"));
}

TEST_F(RmsNorm, TakesItsStruct) {
    const float eps = 0.5f;
    std::string block(16, '\0');
    block[0] = 2;
    std::memcpy(block.data() + 4, &eps, sizeof eps);
    write_text(scratch / "params.bin", block);
    const std::string x = npy("x.npy", std::vector<float>{3, 4}, {1, 2});
    expect_good(run({"rms_norm", "--params", "params.bin", "--input", x, "--weight", "none", "--unpack-to-dst",
                     "--output", "y.npy"}));
    EXPECT_NEAR(host::read_npy(scratch / "y.npy").as<float>()[0], 3 / std::sqrt(13.0), 1e-6);
}

TEST_F(RmsNorm, RefusesInALine) {
    const auto refuse = [&](std::vector<std::string> more, const std::vector<std::string>& parts) {
        more.insert(more.begin(), "rms_norm");
        const auto before = scratch.names();
        expect_refused(run(more), parts);
        EXPECT_EQ(scratch.names(), before);
    };
    const std::string doubles = npy("doubles.npy", std::vector<double>(4, 1.0), {2, 2});
    const std::string x = npy("x.npy", std::vector<float>(4, 1.0f), {2, 2});
    const std::string none = npy("none.npy", std::vector<float>{}, {0, 2});
    const std::string large = npy("large.npy", std::vector<float>(4, 2e19f), {2, 2});
    refuse({"--input", doubles, "--output", "y.npy"}, {"--input", "doubles.npy", "<f8", "<f4 is expected"});
    refuse({"--input", x, "--weight", x}, {"--weight", "x.npy", "(2, 2)", "(2,)"});
    refuse({"--input", x, "--rows", "3"}, {"--rows 3", "x.npy", "2"});
    refuse({"--input", none}, {"none.npy", "(0, 2)", "no rows"});
    refuse({"--input", large, "--output", "y.npy"}, {"row 0", "sum of the squares"});
    refuse({"--weight", "missing.npy"}, {"missing.npy", "no such file"});
    refuse({"--width", "8193", "--output", "y.npy"}, {"width 8193", "8192"});
    refuse({"--rows", "0"}, {"--rows 0", "nearest: 1"});
    refuse({"--format", "fp23"}, {"--format", "did you mean `fp32`?"});
    refuse({"--format", "bf16", "--unpack-to-dst"}, {"--unpack-to-dst is for fp32"});
    refuse({"--eps", "0"}, {"eps 0"});
    refuse({"--cores", "57"}, {"57 cores", "8 x 7 = 56"});
}

}  // namespace
}  // namespace tessera::end_to_end
