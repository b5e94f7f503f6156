// tessera accuracy choose, fit and compose as a user calls them.
#include <fstream>
#include <nlohmann/json.hpp>

#include "tests/end_to_end/suite.hpp"

namespace tessera::end_to_end {
namespace {

using nlohmann::json;
using testing::HasSubstr;

class AccuracyChoose : public Command {
  protected:
    Outcome choose(std::vector<std::string> arguments) const {
        arguments.insert(arguments.begin(), {"accuracy", "choose"});
        return run(arguments);
    }
};

// Which exp for a softmax in bf16?
TEST_F(AccuracyChoose, NamesTheCheapestTheNextAndWhy) {
    const std::vector<std::string> question{"exp", "--range", "-87:0", "--dst", "bf16", "--max-ulp", "1"};
    const Outcome text = choose(question);
    expect_good(text);
    for (const char* part : {"chosen     exp_bf16", "runner-up  ", "holds?", "max ULP"})
        EXPECT_THAT(text.out, HasSubstr(part));
    for (std::size_t from = 0; from < text.out.size();) {
        const std::size_t end = text.out.find('\n', from);
        EXPECT_LE(end - from, 80u) << text.out.substr(from, end - from);
        from = end + 1;
    }
    std::vector<std::string> on_one = question, on_three = question;
    on_one.insert(on_one.end(), {"--json", "--jobs", "1"});
    on_three.insert(on_three.end(), {"--json", "--jobs", "3"});
    const Outcome outcome = choose(on_one);
    expect_good(outcome);
    EXPECT_EQ(choose(on_three).out, outcome.out);
    const json j = json::parse(outcome.out);
    EXPECT_EQ(j["chosen"], "exp_bf16");
    EXPECT_EQ(j["bound"]["max-ulp"], 1);
    EXPECT_GE(j["candidates"].size(), 10u);
}

TEST_F(AccuracyChoose, TakesOnesOwnAndFailsWhereNoneHolds) {
    std::ofstream(scratch / "mine.cpp") << R"(
#include "sfpi.h"
using namespace sfpi;
sfpi_inline vFloat my_sqrt(vFloat x) { return 1.25f - 0.25f * x; }
)";
    const std::vector<std::string> own{"sqrt",     "--range",  "1:1.001",    "--sample", "200",
                                       "--kernel", "mine.cpp", "--function", "my_sqrt"};
    std::vector<std::string> lax = own, strict = own;
    lax.insert(lax.end(), {"--max-rel", "0.5", "--json"});
    const Outcome found = choose(lax);
    expect_good(found);
    EXPECT_EQ(json::parse(found.out)["chosen"], "my_sqrt");
    strict.insert(strict.end(), {"--max-ulp", "0.01"});
    const Outcome none = choose(strict);
    EXPECT_EQ(none.status, 1);
    EXPECT_THAT(none.out, HasSubstr("holds; the closest is"));
}

TEST_F(AccuracyChoose, WrongInputIsOneClearLine) {
    expect_refused(choose({"exp"}), {"say what must hold", "--max-rel"});
    expect_refused(choose({"exq", "--max-ulp", "1"}), {"no reference exq", "did you mean `exp`?"});
    expect_refused(choose({"power", "--max-ulp", "1"}), {"no reference power of one argument"});
    expect_refused(choose({"exp", "--max-ulp", "1", "--range", "2:1"}), {"--range 2:1"});
    expect_refused(choose({"exp", "--max-ulp", "1", "--function", "f"}), {"--kernel FILE", "go together"});
    for (const char* bound : {"nan", "inf", "-1", "0", "1e", "1e999"})
        expect_refused(choose({"exp", "--max-ulp", bound}), {"--max-ulp", "is not a number above 0"});
}

// Coefficients no worse than the published ones, in a form that goes into a kernel as it is.
TEST_F(AccuracyChoose, FitsConstantsAndSaysWhatIsLeft) {
    const std::vector<std::string> question{"accuracy", "fit",  "exp_21f", "--range", "-3:3",
                                            "--sample", "4000", "--tries", "64"};
    const Outcome text = run(question);
    expect_good(text);
    for (const char* part : {"max relative", "mean ULP, by value", "0xf94ee7", "no constants of this form get below"})
        EXPECT_THAT(text.out, HasSubstr(part));
    std::vector<std::string> on_one = question, on_three = question;
    on_one.insert(on_one.end(), {"--json", "--jobs", "1"});
    on_three.insert(on_three.end(), {"--json", "--jobs", "3"});
    const Outcome outcome = run(on_one);
    expect_good(outcome);
    EXPECT_EQ(run(on_three).out, outcome.out);
    const json j = json::parse(outcome.out);
    EXPECT_TRUE(j["better"]);
    for (const char* figure : {"max_relative", "mean_relative", "mean_relative_by_value"})
        EXPECT_LE(j["found"][figure], j["published"][figure]) << figure;
    EXPECT_LE(j["least"]["error"], j["found"]["max_relative"]);
    expect_refused(run({"accuracy", "fit", "exp_21g"}), {"no function exp_21g: did you mean `exp_21f`?"});
    expect_refused(run({"accuracy", "fit", "power"}), {"power"});
    expect_refused(run({"accuracy", "fit", "exp_21f", "--degree=100000"}), {"--degree 100000: expected 1 to 64"});
    expect_refused(run({"accuracy", "fit", "exp_21f", "--degree=-1"}), {"--degree", "-1"});
    expect_refused(run({"accuracy", "fit", "exp_21f", "--tries", "0"}), {"--tries 0"});
    expect_refused(run({"accuracy", "fit", "--reference", "tanh", "--range", "-1:1", "--degree", "17"}),
                   {"--degree 17: expected 1 to 16"});
    expect_refused(run({"accuracy", "fit", "exp_21f", "--range", "-1e39:1"}), {"beyond fp32"});
    expect_refused(run({"accuracy", "fit", "exp_21f", "--constants", "99", "--sample", "10"}),
                   {"--constants 99", "literals"});
    expect_refused(run({"accuracy", "fit", "--kernel", "x.cpp"}), {"--kernel needs --function"});
}

// A function that no library has, as a kernel file that is studied like any.
TEST_F(AccuracyChoose, FitsAFormAndWritesItsKernel) {
    const std::vector<std::string> question{"accuracy", "fit",     "--reference", "tanh",       "--range", "-2:2",
                                            "--degree", "3",       "--odd",       "--segments", "2",       "--sample",
                                            "4000",     "--tries", "64",          "--emit",     "mine.cpp"};
    const Outcome text = run(question);
    expect_good(text);
    for (const char* part : {"2 segments of degree 3, odd powers", "no constants of this form", "my_tanh", "tanh_bf16"})
        EXPECT_THAT(text.out, HasSubstr(part));
    expect_refused(run(question), {"mine.cpp", "--force"});
    std::vector<std::string> again = question;
    again.insert(again.end(), {"--force", "--json", "--jobs", "1"});
    const Outcome outcome = run(again);
    expect_good(outcome);
    const json j = json::parse(outcome.out);
    EXPECT_LE(j["found"]["max_relative"], j["minimax"]["max_relative"]);
    EXPECT_LE(j["least"]["error"], j["found"]["max_relative"]);
    std::ifstream file(scratch / "mine.cpp");
    EXPECT_EQ(std::string(std::istreambuf_iterator<char>(file), {}), j["source"]);
    const Outcome study = run({"accuracy", "--kernel", "mine.cpp", "--function", "my_tanh", "--range", "-2:2",
                               "--sample", "4000", "--by", "value", "--seed", "2", "--json"});
    expect_good(study);
    const json own = json::parse(study.out);
    EXPECT_EQ(own["reference"], "tanh");
    EXPECT_EQ(own["figures"]["mean_relative"], j["found"]["mean_relative_by_value"]);
    expect_refused(run({"accuracy", "fit", "tanh", "--segments", "3"}), {"--segments", "--reference"});
    expect_refused(run({"accuracy", "fit", "--reference", "tanh", "--degree", "3"}), {"a form needs --range"});
    expect_refused(run({"accuracy", "fit", "--reference", "tanh", "--range", "-1:1"}), {"a form needs --degree"});
}

// A softmax of a file's rows on two exponentials: the better one's is better, whatever the number of threads.
TEST_F(AccuracyChoose, ComposesASoftmaxOnAFile) {
    const std::string file = npy<float>("x.npy", {1, 2, 3, -4, 0.5f, 7, -2, 2}, {2, 4});
    const auto softmax = [&](const char* jobs) {
        return run({"accuracy", "compose", "softmax", "exp_21f_expanded", "exp_fp32", "--inputs", file, "--json",
                    "--jobs", jobs});
    };
    const Outcome outcome = softmax("1");
    expect_good(outcome);
    EXPECT_EQ(softmax("3").out, outcome.out);
    const json j = json::parse(outcome.out);
    EXPECT_EQ(j["row"], 4);
    EXPECT_EQ(j["functions"][1]["whole"]["compared"], 8);
    EXPECT_LT(j["functions"][1]["whole"]["max_relative"], j["functions"][0]["whole"]["max_relative"]);
    expect_refused(run({"accuracy", "compose", "softmix"}), {"softmix", "softmax"});
    expect_refused(run({"accuracy", "compose", "softmax", "sqrt"}), {"no function sqrt for exp"});
    expect_refused(run({"accuracy", "compose", "softmax", "--inputs", file, "--row", "3"}), {"no whole rows of 3"});
}

}  // namespace
}  // namespace tessera::end_to_end
