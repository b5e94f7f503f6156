// tessera accuracy --md and --latex: the tables of a study as a paper or a page takes them.
#include <sstream>

#include "tests/end_to_end/suite.hpp"

namespace tessera::end_to_end {
namespace {

using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

class AccuracyForms : public Command {
  protected:
    std::string printed(std::vector<std::string> arguments) const {
        arguments.insert(arguments.begin(), "accuracy");
        const Outcome outcome = run(arguments);
        expect_good(outcome);
        return outcome.out;
    }
    static std::vector<std::string> with(std::vector<std::string> arguments, const char* option) {
        arguments.emplace_back(option);
        return arguments;
    }
    static std::vector<std::string> lines_from(const std::string& text, const std::string& beginning) {
        std::vector<std::string> found;
        std::istringstream lines(text);
        for (std::string line; std::getline(lines, line);)
            if (line.starts_with(beginning)) found.push_back(line);
        return found;
    }
};

const std::vector<std::string> two_functions{"exp_21f", "exp_24f", "--exhaustive", "bf16"};

// The columns of the text, the rows of the text.
TEST_F(AccuracyForms, SeveralFunctionsAreOneTableOfEachForm) {
    const std::string markdown = printed(with(two_functions, "--md")), latex = printed(with(two_functions, "--latex"));
    EXPECT_EQ(lines_from(markdown, "|").size(), 4u);
    EXPECT_THAT(markdown, HasSubstr("| function | max ULP | mean ULP |"));
    EXPECT_THAT(markdown, StartsWith("<!--\ninputs     all 2^16 bf16\n-->\n"));
    EXPECT_THAT(latex, StartsWith("% inputs     all 2^16 bf16\n\n\\begin{tabular}{lrrrrrrr}\n"));
    EXPECT_THAT(latex,
                HasSubstr("function & max ULP & mean ULP & max rel & max abs & exact \\% & instr & cycles/tile"));
    EXPECT_EQ(lines_from(latex, "exp\\_2").size(), 2u);
    EXPECT_THAT(latex, testing::EndsWith("\\end{tabular}\n"));
    // A cell is the same in all of them.
    const std::string text = printed(two_functions);
    for (const char* cell : {"3488", "2528", " 109 "})
        for (const std::string* one : {&text, &markdown, &latex}) EXPECT_THAT(*one, HasSubstr(cell));
}

TEST_F(AccuracyForms, OneFunctionHasAllItsTables) {
    const std::vector<std::string> study{"exp_24f", "--sample", "300", "--sources"};
    const std::string markdown = printed(with(study, "--md")), latex = printed(with(study, "--latex"));
    for (const char* head : {"| outcome", "| error", "| inputs", "| x bits", "| input ", "| source"})
        EXPECT_EQ(lines_from(markdown, head).size(), 1u) << head;
    EXPECT_EQ(lines_from(latex, "\\begin{tabular}").size(), 6u);
    EXPECT_EQ(lines_from(latex, "\\end{tabular}").size(), 6u);
    EXPECT_THAT(latex, HasSubstr("% worst points by ULP\n"));
}

TEST_F(AccuracyForms, EachCommandOfAccuracyHasThem) {
    const std::vector<std::vector<std::string>> commands{
        {"choose", "tanh", "--max-rel", "0.1", "--sample", "50"},
        {"compose", "softmax", "exp_21f", "--row", "8", "--rows", "2"},
        {"fit", "exp_21f", "--sample", "50", "--tries", "2"},
        {"rope", "--exp", "exp_24f", "--sine", "phase", "--remedy", "none", "--sample", "10", "--last", "1000"}};
    for (const std::vector<std::string>& command : commands) {
        const std::string markdown = printed(with(command, "--md")), latex = printed(with(command, "--latex"));
        EXPECT_THAT(markdown, HasSubstr("\n-->\n\n| ")) << command.front();
        EXPECT_GE(lines_from(markdown, "| :").size() + lines_from(markdown, "| -").size(), 1u) << command.front();
        EXPECT_THAT(latex, HasSubstr("\n\n\\begin{tabular}{")) << command.front();
        EXPECT_EQ(lines_from(latex, "\\begin").size(), lines_from(latex, "\\end").size()) << command.front();
        EXPECT_THAT(latex, Not(HasSubstr("\n| "))) << command.front();
    }
}

TEST_F(AccuracyForms, AreOneAtATime) {
    const std::vector<std::vector<std::string>> commands{{"exp_24f", "--exhaustive"},
                                                         {"choose", "exp", "--max-ulp", "1"},
                                                         {"compose", "softmax"},
                                                         {"fit", "exp_24f"},
                                                         {"rope"}};
    for (std::vector<std::string> command : commands) {
        command.insert(command.begin(), "accuracy");
        expect_refused(run(with(with(command, "--md"), "--json")), {"--json and --md", "give one of them"});
        expect_refused(run(with(with(command, "--md"), "--latex")), {"--md and --latex", "give one of them"});
    }
}

}  // namespace
}  // namespace tessera::end_to_end
