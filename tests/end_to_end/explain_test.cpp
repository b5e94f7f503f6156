// tessera explain: every fault is explained, every example has its fault and its correction none.
#include <iterator>
#include <regex>
#include <set>
#include <sstream>

#include "sim/fault/fault.hpp"
#include "tests/end_to_end/suite.hpp"

namespace tessera::end_to_end {
namespace {

using testing::HasSubstr;

class Explain : public Command {};

TEST_F(Explain, EveryFaultByNumberAndName) {
    for (const fault::Row& row : fault::rows()) {
        const Outcome by_number = run({"explain", fault::code(row.id)});
        expect_good(by_number);
        EXPECT_THAT(by_number.out, testing::StartsWith(fault::code(row.id) + "  " + std::string(row.name)));
        EXPECT_THAT(by_number.out, HasSubstr("\nsilicon "));
        EXPECT_EQ(run({"explain", std::string(row.name)}).out, by_number.out);
    }
    const Outcome help = run({"help", "TS014"});
    expect_good(help);
    EXPECT_EQ(help.out, run({"explain", "14"}).out);
    EXPECT_THAT(help.out, HasSubstr("  -    copy_tile(0, 0, 8);\n  +    copy_tile(0, 0, 0);\n"));
    EXPECT_THAT(help.out, HasSubstr("related    TS015 dst-ownership"));
}

TEST_F(Explain, RefusesWhatIsNone) {
    expect_refused(run({"explain", "TS999"}), {"explain TS999: no such fault", "tessera list faults"});
    expect_refused(run({"explain", "dst-indx"}), {"dst-index"});
    expect_refused(run({"explain", "TS033", "--example"}), {"there is no example of it: the error is in tessera"});
}

// Codes of the faults that `text` reports.
std::set<std::string> codes_in(const std::string& text) {
    static const std::regex code("\\[(TS[0-9]{3})\\]");
    std::set<std::string> out;
    for (std::sregex_iterator it(text.begin(), text.end(), code), end; it != end; ++it) out.insert((*it)[1]);
    return out;
}

// Without the lines that DPRINT leaves there.
std::string messages(const Outcome& outcome) {
    static const std::regex print("core \\([0-9]+,[0-9]+\\) [A-Z0-9]+: .*\n");
    return std::regex_replace(outcome.err, print, "");
}

// The options that a text of `explain` gives for its example.
std::vector<std::string> options_in(const std::string& text) {
    const std::string command = "tessera run wrong.toml";
    std::istringstream after(text.substr(text.find(command) + command.size()));
    std::string line;
    std::getline(after, line);
    std::istringstream words(line);
    return {std::istream_iterator<std::string>(words), {}};
}

std::vector<std::string> all_codes() {
    std::vector<std::string> out;
    for (const fault::Row& row : fault::rows()) out.push_back(fault::code(row.id));
    return out;
}

class ExplainEach : public Command, public testing::WithParamInterface<std::string> {};
INSTANTIATE_TEST_SUITE_P(Faults, ExplainEach, testing::ValuesIn(all_codes()),
                         [](const auto& code) { return code.param; });

TEST_P(ExplainEach, HasAnExampleAndItsCorrectionOrAReasonForNone) {
    const std::string code = GetParam(), text = run({"explain", code}).out;
    const Outcome example = run({"explain", code, "--example"});
    if (example.status != 0) {
        expect_refused(example, {"explain " + code + ": there is no example of it: "});
        EXPECT_THAT(text, testing::ContainsRegex("\nexample +none: [a-z]"));
        return;
    }
    write_text(scratch / "wrong.toml", example.out);
    write_text(scratch / "mended.toml", run({"explain", code, "--mended"}).out);
    const auto run_job = [&](const std::string& job) {
        std::vector<std::string> arguments{"run", job, "-q"};
        for (const std::string& option : options_in(text)) arguments.push_back(option);
        return run(arguments);
    };
    const Outcome wrong = run_job("wrong.toml"), mended = run_job("mended.toml");
    EXPECT_EQ(codes_in(wrong.err), std::set{code}) << wrong.err;
    EXPECT_EQ(mended.status, 0) << mended.err;
    EXPECT_EQ(messages(mended), "");
}

// Who meets a fault learns of it.
TEST_F(Explain, AFaultNamesTheCommand) {
    write_text(scratch / "wrong.toml", run({"explain", "TS001", "--example"}).out);
    EXPECT_THAT(run({"run", "wrong.toml"}).err, HasSubstr("  = more: tessera explain TS001\n"));
}

}  // namespace
}  // namespace tessera::end_to_end
