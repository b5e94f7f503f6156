// tessera accuracy as a user calls it: built-in functions, one's own, work cut and put together again, wrong input.
#include <fstream>
#include <nlohmann/json.hpp>
#include <set>

#include "tests/end_to_end/suite.hpp"

namespace tessera::end_to_end {
namespace {

using nlohmann::json;
using testing::HasSubstr;

class Accuracy : public Command {
  protected:
    Outcome accuracy(std::vector<std::string> arguments) const {
        arguments.insert(arguments.begin(), "accuracy");
        return run(arguments);
    }
    json report(std::vector<std::string> arguments) const {
        arguments.push_back("--json");
        const Outcome outcome = accuracy(std::move(arguments));
        expect_good(outcome);
        return json::parse(outcome.out);
    }
    std::string file(const std::string& name, const std::string& text) const {
        std::ofstream(scratch / name) << text;
        return (scratch / name).string();
    }
};

TEST_F(Accuracy, ReportsErrorsCostAndSpecialValues) {
    const Outcome text = accuracy({"exp_24f", "--exhaustive", "bf16"});
    expect_good(text);
    for (const char* part : {"accuracy   exp_24f against exp on wormhole_b0", "all 2^16 bf16", "correctly rounded",
                             "monotonicity violations: none", "worst points by ULP", "+infinity", "cycles a tile"})
        EXPECT_THAT(text.out, HasSubstr(part));
    const json j = report({"exp_24f", "--exhaustive", "bf16"});
    EXPECT_EQ(j["schema_version"], 2);
    std::uint64_t all = 0;
    for (const auto& [name, count] : j["outcomes"].items()) all += count.get<std::uint64_t>();
    EXPECT_EQ(all, 65536u);
    // spec/sfpu-math.md 2.1: 3.63e-5 at worst over all fp32, bf16 inputs are a part of them.
    EXPECT_LT(j["figures"]["max_relative"], 3.63e-5);
    EXPECT_GT(j["figures"]["max_relative"], 3.0e-5);
    EXPECT_EQ(j["worst_ulp"].size(), 10u);
}

TEST_F(Accuracy, ComparesFunctionsInOneCommand) {
    const Outcome text = accuracy({"exp_21f", "exp_24f", "exp_fp32", "--exhaustive", "bf16", "--csv", "t.csv"});
    expect_good(text);
    for (const char* part : {"exp_21f", "exp_24f", "exp_fp32", "cycles/tile"}) EXPECT_THAT(text.out, HasSubstr(part));
    std::ifstream csv(scratch / "t.csv");
    EXPECT_EQ(std::count(std::istreambuf_iterator<char>(csv), {}, '\n'), 4);
    expect_refused(accuracy({"exp_21f", "--exhaustive", "bf16", "--csv", "t.csv"}), {"t.csv", "--force"});
}

// Whoever does which part on how many threads: the figures are the same bytes.
TEST_F(Accuracy, PartsPutTogetherAreTheWhole) {
    const std::vector<std::string> what{"recip_2", "--exhaustive", "tf32"};
    const auto with = [&](std::vector<std::string> more) {
        more.insert(more.begin(), what.begin(), what.end());
        return more;
    };
    const json whole = report(with({"--jobs", "1"}));
    EXPECT_EQ(report(with({"--jobs", "3"})), whole);
    expect_good(accuracy(with({"--shard", "0/2", "--resume", "a", "-q"})));
    const Outcome half = accuracy({"merge", "a"});
    EXPECT_EQ(half.status, 1);
    EXPECT_THAT(half.err, HasSubstr("strips are missing"));
    expect_good(accuracy(with({"--shard", "1/2", "--resume", "b", "-q"})));
    EXPECT_EQ(report({"merge", "a", "b"}), whole);
    EXPECT_EQ(report({"merge", "b", "a"}), whole);
    expect_refused(accuracy({"merge", "a", "a"}), {"part 2 repeats inputs"});
    expect_good(accuracy(with({"--resume", "all", "-q"})));
    EXPECT_EQ(report(with({"--resume", "all"})), whole);  // all done already
    expect_refused(accuracy({"recip_1", "--exhaustive", "tf32", "--resume", "all"}), {"--resume all", "another study"});
}

// Two arguments: the 2^32 pairs of bf16 are shards that a cluster works off; one of 1024 is tried here.
TEST_F(Accuracy, TwoArgumentsTakeAllPairsInShards) {
    const json j = report({"power", "--exhaustive", "bf16", "--shard", "345/1024", "--resume", "pairs"});
    EXPECT_THAT(j["inputs"].get<std::string>(), HasSubstr("all 2^32 pairs of bf16"));
    EXPECT_GT(j["figures"]["max_ulp"], 0);
    expect_refused(accuracy({"power", "--exhaustive"}), {"--exhaustive fp32", "too many pairs"});
    expect_refused(accuracy({"power", "--exhaustive", "bf16", "--second", "1:2"}), {"leave --second out"});
}

TEST_F(Accuracy, BaselineFailsWhereItIsWorse) {
    const json first = report({"exp_61f", "--exhaustive", "bf16"});
    file("good.json", first.dump());
    expect_good(accuracy({"exp_61f", "--exhaustive", "bf16", "--baseline", "good.json", "-q"}));
    json better = first;
    better["figures"]["max_ulp"] = 1.0;
    file("better.json", better.dump());
    const Outcome worse = accuracy({"exp_61f", "--exhaustive", "bf16", "--baseline", "better.json", "-q"});
    EXPECT_EQ(worse.status, 1);
    EXPECT_THAT(worse.err, HasSubstr("exp_61f: worse than better.json: max_ulp was 1"));
    expect_refused(accuracy({"exp_24f", "--exhaustive", "bf16", "--baseline", "good.json", "-q"}),
                   {"of another function"});
}

// Another chip's report is one to compare with, and is said to be another's.
TEST_F(Accuracy, BaselineMayBeOfAnotherChip) {
    const json wormhole = report({"log", "--exhaustive", "bf16"});
    file("wh.json", json::array({wormhole}).dump());
    const Outcome outcome =
        accuracy({"log", "--exhaustive", "bf16", "--arch", "blackhole", "--baseline", "wh.json", "-q"});
    EXPECT_THAT(outcome.err, HasSubstr("wh.json holds figures of wormhole_b0, these are of blackhole"));
    EXPECT_EQ(outcome.status, 1);
    EXPECT_THAT(outcome.err, HasSubstr("log: worse than wh.json: max_ulp was"));
}

// One's own functions stand beside built-in ones; each knows what it should be by its name, or is told.
TEST_F(Accuracy, ComparesOwnFunctionsWithBuiltInOnes) {
    const std::string kernel = file("mine.cpp", R"(
#include "sfpi.h"
using namespace sfpi;
sfpi_inline vFloat my_sigmoid(vFloat x) { return x * 0.25f + 0.5f; }
sfpi_inline vFloat twice(vFloat x) { return x * 2.0f; }
sfpi_inline vFloat sigmoid(vFloat x) { return x * 0.2f + 0.5f; }
)");
    const std::vector<std::string> both{"sigmoid", "--kernel", kernel,       "--function", "my_sigmoid", "--function",
                                        "sigmoid", "--range",  "-0.25:0.25", "--sample",   "500"};
    const json rows = report(both);
    ASSERT_EQ(rows.size(), 3u);
    EXPECT_EQ(rows[0]["function"], "sigmoid");
    EXPECT_EQ(rows[1]["function"], "my_sigmoid");
    EXPECT_EQ(rows[2]["function"], "mine.cpp:sigmoid");
    for (const json& row : rows) EXPECT_EQ(row["reference"], "sigmoid");
    EXPECT_LT(rows[0]["figures"]["max_relative"], rows[1]["figures"]["max_relative"]);
    EXPECT_LT(rows[1]["figures"]["max_relative"], rows[2]["figures"]["max_relative"]);
    const json told = report({"--kernel", kernel, "--function", "my_sigmoid", "--function", "twice", "--reference",
                              "x / 4 + 0.5", "--reference", "x + x", "--range", "-1:1", "--sample", "500"});
    EXPECT_EQ(told[0]["figures"]["correctly_rounded"], 1);
    EXPECT_EQ(told[1]["figures"]["correctly_rounded"], 1);
    EXPECT_EQ(told[1]["reference"], "x + x");
}

// Samples by bits crowd around zero, where a sigmoid is 1/2 whatever it does: those by value stand beside them.
TEST_F(Accuracy, SamplesByBitsAndByValueStandSideBySide) {
    const json j = report({"sigmoid_fast", "--sample", "2000"});
    ASSERT_EQ(j["also"].size(), 1u);
    EXPECT_THAT(j["inputs"].get<std::string>(), HasSubstr("uniform in bits"));
    EXPECT_EQ(j["also"][0]["inputs"], "2000 samples uniform in value over -10..10, seed 1");
    EXPECT_GT(j["figures"]["correctly_rounded"], 10 * j["also"][0]["figures"]["correctly_rounded"].get<double>());
    const Outcome text = accuracy({"sigmoid", "sigmoid_fast", "--sample", "2000"});
    EXPECT_THAT(text.out, HasSubstr("by bits"));
    EXPECT_THAT(text.out, HasSubstr("by value"));
    expect_good(accuracy({"sigmoid_fast", "--sample", "2000", "-o", "ways", "-q"}));
    std::ifstream ways(scratch / "ways" / "index.html");
    const std::string page(std::istreambuf_iterator<char>(ways), {});
    for (const char* part : {"sigmoid_fast, by bits", "sigmoid_fast, by value", "uniform in value over -10..10"})
        EXPECT_THAT(page, HasSubstr(part));
    expect_good(accuracy({"sigmoid_fast", "--sample", "2000", "--resume", "both", "-q"}));
    EXPECT_EQ(report({"sigmoid_fast", "--sample", "2000", "--resume", "both"}), j);
    EXPECT_EQ(report({"merge", "both"}), j);
    expect_refused(accuracy({"sigmoid_fast", "--sample", "2000", "--by", "bits", "--resume", "both"}),
                   {"other ways of sampling"});
}

// A number counts as often as the file has it, in one go, in parts and after an interrupt.
TEST_F(Accuracy, NumbersOfAModelWeighTheErrors) {
    std::vector<float> values(70000, -1.0f);
    for (std::size_t i = 0; i < 30000; ++i) values[2 * i] = 0.001f * static_cast<float>(i % 1000);  // 30 zeros
    const std::string x = npy<float>("x.npy", values, {70, 1000});
    const auto with = [&](std::vector<std::string> more) {
        more.insert(more.begin(), {"sigmoid_fast", "--inputs", x});
        return more;
    };
    const json j = report(with({}));
    EXPECT_EQ(j["inputs"], "the 70000 numbers of " + x + ", 1001 of them different");
    EXPECT_EQ(j["figures"]["compared"], 69970);
    EXPECT_EQ(j["outcomes"]["left out"], 30);
    EXPECT_FALSE(j.contains("also"));
    std::set<std::string> worst;
    for (const json& point : j["worst_ulp"]) worst.insert(point["x_hex"]);
    EXPECT_EQ(worst.size(), 10u);  // none twice
    // 40,000 of the numbers are -1: half of all results have its error.
    const json alone = report({"sigmoid_fast", "--inputs", npy<float>("one.npy", {-1.0f}, {1})});
    EXPECT_GE(j["percentiles_ulp"]["99"], alone["figures"]["max_ulp"]);
    EXPECT_EQ(alone["figures"]["compared"], 1);
    expect_good(accuracy(with({"--shard", "0/2", "--resume", "a", "-q"})));
    expect_good(accuracy(with({"--shard", "1/2", "--resume", "b", "-q"})));
    EXPECT_EQ(report({"merge", "b", "a"}), j);
    EXPECT_EQ(report(with({"--jobs", "1", "--resume", "whole"})), j);
    EXPECT_EQ(report(with({"--jobs", "2", "--resume", "whole"})), j);
    expect_good(accuracy(with({"-o", "plots", "-q"})));
    std::ifstream page(scratch / "plots" / "index.html");
    EXPECT_THAT(std::string(std::istreambuf_iterator<char>(page), {}), HasSubstr("1001 of them different"));
    expect_refused(accuracy({"sigmoid_fast", "--inputs", npy<float>("other.npy", {2, 3}, {2}), "--resume", "whole"}),
                   {"--resume whole", "another study"});
    expect_refused(accuracy({"sigmoid_fast", "--inputs", "none.npy"}), {"none.npy"});
    expect_refused(accuracy({"sigmoid_fast", "--inputs", npy<std::int32_t>("i.npy", {2, 3}, {2})}),
                   {"i.npy: holds <i4; expected float16, float32, float64"});
    expect_refused(accuracy(with({"--range", "0:1"})), {"--inputs takes the numbers of the file; leave --range out"});
    expect_refused(accuracy(with({"--sample", "7"})), {"--inputs", "give one of them"});
}

// A coefficient of one segment of 2^f is off: the worst points all lie there.
TEST_F(Accuracy, WorstPointsNameTheSegmentOfAFlaw) {
    const std::string kernel = file("mine.cpp", R"(
#include "sfpi.h"
using namespace sfpi;
sfpi_inline vFloat two_to_the(vFloat x) {
    vInt whole = exexp(x + 128.0f);
    vFloat f = x;
    vFloat c = 0.3431f;
    v_if(f >= 0.5f) { c = 0.3631f; }  // the flaw: 0.3431 is right for both halves
    v_endif;
    vFloat y = (f * f - f) * c + f + 1.0f;
    return y + int32_to_float(whole - 7, 0);
}
)");
    const json j = report({"--kernel", kernel, "--function", "two_to_the", "--reference", "exp2", "--range", "0:0.999",
                           "--sample", "100000", "--by", "value"});
    EXPECT_GT(j["figures"]["max_ulp"], 1000);
    for (const json& point : j["worst_ulp"]) {
        EXPECT_GE(point["x"], 0.5);
        EXPECT_LE(point["x"], 1.0);
    }
}

// The middles of equal parts: the samples of spec/sfpu-math.md 2.1.
TEST_F(Accuracy, SamplesMayBeEvenlySpaced) {
    const json j =
        report({"exp_61f", "--lowering", "sfpi-2023", "--range", "-10:0", "--sample", "400000", "--by", "even"});
    EXPECT_EQ(j["inputs"], "400000 samples evenly spaced over -10..0");
    EXPECT_NEAR(j["figures"]["max_relative"], 2.82e-6, 0.005e-6);
    EXPECT_NEAR(j["figures"]["mean_relative"], 1.32e-6, 0.005e-6);
}

// Every output has a file of its own, which nothing that is read is; said before any work.
TEST_F(Accuracy, OutputsHaveNamesOfTheirOwn) {
    const auto refused = [&](std::vector<std::string> more, const std::vector<std::string>& parts) {
        more.insert(more.begin(), {"exp_24f", "--exhaustive", "--force"});
        expect_refused(accuracy(more), parts);
    };
    refused({"--resume", "f", "--csv", "f"}, {"--resume and --csv both name f"});
    refused({"--resume", "f", "--csv", "./f"}, {"both name ./f"});
    refused({"--csv", "f.csv", "--dump", "f.csv"}, {"--csv and --dump both name f.csv"});
    refused({"--csv", "plots", "-o", "plots"}, {"--csv and --plots both name plots"});
    refused({"--csv", "plots/index.html", "-o", "plots"}, {"--plots"});
    refused({"--csv", "-", "--json"}, {"only one of --json and --csv - can have stdout"});
    const std::string report = file("then.json", "{}");
    refused({"--csv", "then.json", "--baseline", "then.json"},
            {"--csv would replace then.json, which --baseline reads"});
    fs::create_hard_link(report, scratch / "other.json");
    refused({"--csv", "other.json", "--baseline", "then.json"}, {"--csv would replace other.json"});
    fs::remove(scratch / "other.json");
    EXPECT_EQ(read_text(report), "{}");
    EXPECT_EQ(scratch.names(), std::vector<std::string>{"then.json"});
    const Outcome csv = accuracy({"exp_24f", "--exhaustive", "bf16", "--csv", "-"});
    EXPECT_EQ(csv.status, 0);
    EXPECT_THAT(csv.out, testing::StartsWith("function,reference,"));
    EXPECT_EQ(std::count(csv.out.begin(), csv.out.end(), '\n'), 2);
    EXPECT_THAT(csv.err, HasSubstr("worst points by ULP"));
}

// Figures of a part are none of the whole: no file of them before all parts are there.
TEST_F(Accuracy, MissingPartsLeaveNoFile) {
    expect_good(accuracy({"exp_24f", "--exhaustive", "tf32", "--shard", "0/2", "--resume", "a", "-q"}));
    const Outcome half = accuracy({"merge", "a", "--csv", "t.csv", "-q"});
    EXPECT_EQ(half.status, 1);
    EXPECT_THAT(half.err, HasSubstr("until then no file of figures is written"));
    EXPECT_EQ(scratch.names(), std::vector<std::string>{"a"});
    expect_refused(accuracy({"merge", "a", "--csv", "a", "--force"}), {"--csv would replace a, which merge reads"});
    expect_good(accuracy({"exp_24f", "--exhaustive", "tf32", "--shard", "1/2", "--resume", "b", "-q"}));
    expect_good(accuracy({"merge", "a", "b", "--csv", "t.csv", "-q"}));
    EXPECT_TRUE(fs::exists(scratch / "t.csv"));
}

// A reference that is no number anywhere says nothing of the function.
TEST_F(Accuracy, NothingToCompareFails) {
    const Outcome outcome =
        accuracy({"exp_24f", "--reference", "log(-1 - x * x)", "--range", "1:2", "--sample", "100", "--by", "value"});
    EXPECT_EQ(outcome.status, 1);
    EXPECT_THAT(outcome.err, HasSubstr("no result to compare: 0 inputs left out, 100 where"));
    EXPECT_THAT(outcome.out, HasSubstr("beyond"));
}

TEST_F(Accuracy, SpecialValuesAreLimits) {
    const Outcome outcome = accuracy({"gelu", "--sample", "100"});
    expect_good(outcome);
    EXPECT_THAT(outcome.out, testing::Not(HasSubstr("-nan")));
    EXPECT_THAT(outcome.out, testing::ContainsRegex("-infinity +-?[0-9.a-zN]+ +0x[0-9a-f]+ +-?0\n"));
}

TEST_F(Accuracy, WrongInputIsOneClearLine) {
    expect_refused(accuracy({"exp_24"}), {"no function exp_24: did you mean `exp_24f`?"});
    expect_refused(accuracy({"exp_24f", "--range", "2:1"}), {"--range 2:1", "holds no number"});
    expect_refused(accuracy({"exp_24f", "--range", "nan:1"}), {"NaN bounds nothing"});
    expect_refused(accuracy({"exp_24f", "--range", "0"}), {"expected LOW:HIGH"});
    expect_refused(accuracy({"exp_24f", "--range", "0:0x7fc00000"}), {"NaN bounds nothing"});
    expect_refused(accuracy({"exp_24f", "--range", "1e300:1e301"}), {"--range 1e300:1e301: 1e+300 is beyond fp32"});
    expect_refused(accuracy({"exp_24f", "--range", "0:inf"}), {"inf is beyond fp32"});
    expect_refused(accuracy({"exp_24f", "--around", "nan"}), {"--around nan", "no number of fp32"});
    expect_refused(accuracy({"exp_24f", "--around", "1e39"}), {"--around 1e39", "no number of fp32"});
    expect_refused(accuracy({"exp_24f", "--second=1,1-0,0", "--sample", "10"}), {"--second 1,1-0,0", "one argument"});
    expect_refused(accuracy({"power", "--second=1,1-0,0", "--sample", "10"}), {"--second 1,1-0,0: expected LOW:HIGH"});
    expect_refused(accuracy({"power", "--second", "0:1e39", "--sample", "10"}), {"beyond fp32"});
    expect_refused(accuracy({"exp_24f", "--sample=-5"}), {"--sample", "-5"});
    expect_refused(accuracy({"exp_24f", "--by", "luck", "--exhaustive", "bf16"}), {"--by luck"});
    expect_refused(accuracy({"exp_24f", "--init", "/etc/passwd", "--sample", "10"}), {"--init", "--kernel"});
    expect_refused(accuracy({"exp_24f", "--store", "fp16/fp17", "--sample", "10"}), {"--store fp16/fp17"});
    expect_refused(accuracy({"exp_24f", "--exhaustive", "fp8"}),
                   {"--exhaustive fp8: expected fp32, tf32, bf16 or fp16"});
    expect_refused(accuracy({"exp_24f", "--shard", "4/4", "--resume", "x"}), {"--shard 4/4", "from 0 to N - 1"});
    expect_refused(accuracy({"exp_24f", "--shard", "0/4"}), {"--shard needs --resume FILE"});
    expect_refused(accuracy({"exp_24f", "--sample", "10", "--exhaustive", "bf16"}), {"give one of them"});
    expect_refused(accuracy({"recip_table", "--exhaustive", "bf16"}), {"recip_table exists on blackhole only"});
    expect_refused(accuracy({}), {"name a function"});
    expect_refused(accuracy({"merge"}), {"nothing to merge"});
    expect_refused(accuracy({"merge", file("not.json", "{}")}), {"not a checkpoint of tessera accuracy"});
    const std::string own = file("own.cpp", "#include \"sfpi.h\"\nsfpi::vFloat f(sfpi::vFloat x) { return x; }\n");
    expect_refused(accuracy({"--kernel", own, "--function", "f", "--reference", "x", "--init", "/etc/passwd"}),
                   {"--init /etc/passwd", "a call"});
    const std::string kernel = file("k.cpp", "#include \"sfpi.h\"\nint twice(int x) { return 2 * x; }\n");
    expect_refused(accuracy({"--kernel", kernel, "--function", "twice", "--reference", "exp"}), {"--function twice"});
    expect_refused(accuracy({"--kernel", kernel, "--function", "none", "--reference", "exp"}), {"--function none"});
    expect_refused(accuracy({"--kernel", kernel, "--function", "twice"}), {"say what it should be by --reference"});
    expect_refused(accuracy({"exp_24f", "--reference", "x +"}), {"`x +`"});
    expect_refused(accuracy({"exp_24f", "--reference", "sigmod"}), {"did you mean `sigmoid`?"});
    expect_refused(accuracy({"exp_24f", "--reference", "x * y", "--exhaustive", "bf16"}),
                   {"exp_24f takes 1 argument(s)"});
    expect_refused(accuracy({"--kernel", kernel, "--function", "a", "--function", "b", "--function", "c", "--reference",
                             "exp", "--reference", "sin"}),
                   {"--reference is given 2 times for 3 function(s)"});
    expect_refused(accuracy({"--kernel", "nowhere.cpp", "--function", "f", "--reference", "exp"}), {"no such file"});
    const std::string broken = file("b.cpp", "#include \"sfpi.h\"\nsfpi::vFloat f(sfpi::vFloat x) { return y; }\n");
    const Outcome outcome = accuracy({"--kernel", broken, "--function", "f", "--reference", "exp"});
    EXPECT_EQ(outcome.status, 2);
    EXPECT_THAT(outcome.err, HasSubstr("b.cpp:2"));
    EXPECT_THAT(outcome.err, HasSubstr("'y' was not declared"));
}

}  // namespace
}  // namespace tessera::end_to_end
