// The command explains itself: every option, its default and an example.
#include <sstream>

#include "tests/end_to_end/suite.hpp"

namespace tessera::end_to_end {
namespace {

using testing::HasSubstr;

TEST_F(Command, HelpOfRopeNamesEveryOption) {
    const Outcome outcome = run({"rope", "--help"});
    expect_good(outcome);
    for (const char* part : {"--batch N=1",
                             "--rows N=32",
                             "--width N=2048",
                             "--rotary-dim N=256",
                             "--base X=10000",
                             "--per-row",
                             "--mode NAME=neox",
                             "--backward",
                             "--freq-scale X=1",
                             "--ext-factor X=0",
                             "--attn-factor X=1",
                             "--beta-fast X=32",
                             "--beta-slow X=1",
                             "--ctx-orig N=0",
                             "--factors FILE",
                             "--strict",
                             "--pedantic",
                             "--exp NAME=exp_24f",
                             "--phase NAME=computed",
                             "--schedule NAME=article",
                             "--lowering NAME=sfpi-2025",
                             "--unpack-to-dst",
                             "--no-profiler",
                             "--input FILE",
                             "--positions FILE",
                             "--output FILE",
                             "--trace FILE",
                             "--force",
                             "--max-cycles N=2000000000",
                             "--arch NAME=wormhole_b0",
                             "--seed N=1",
                             "--json",
                             "--quiet",
                             "--verbose",
                             "simulated cycles",
                             "tessera rope --input x.npy"})
        EXPECT_THAT(outcome.out, HasSubstr(part));
    std::istringstream lines(outcome.out);
    for (std::string line; std::getline(lines, line);) EXPECT_LE(line.size(), 80u) << line;
}

// The subcommands as help lists them, which must be all there are.
std::vector<std::string> subcommands(const std::string& help) {
    std::vector<std::string> out;
    std::istringstream lines(help.substr(help.find("Subcommands:")));
    std::string line;
    std::getline(lines, line);
    while (std::getline(lines, line) && !line.empty())
        if (line[2] != ' ') out.push_back(line.substr(2, line.find(' ', 2) - 2));
    return out;
}

TEST_F(Command, HelpIsASubcommandToo) {
    const Outcome help = run({"help"});
    expect_good(help);
    EXPECT_EQ(help.out, run({"--help"}).out);
    EXPECT_EQ(run({"help", "profile", "rope"}).out, run({"profile", "rope", "--help"}).out);
    expect_refused(run({"help", "rop"}), {"help rop: no such subcommand", "did you mean `rope`?"});
    const std::vector<std::string> commands = subcommands(help.out);
    EXPECT_THAT(commands, testing::IsSupersetOf({"rope", "run", "exec", "profile", "list", "accuracy", "help"}));
    for (const std::string& command : commands) {
        const Outcome one = run({"help", command});
        expect_good(one);
        EXPECT_THAT(one.out, HasSubstr("Usage: tessera " + command));
        EXPECT_THAT(one.out, testing::AnyOf(HasSubstr("\nExample:\n"), HasSubstr("\nExamples:\n"))) << command;
        std::istringstream lines(one.out);
        for (std::string line; std::getline(lines, line);) EXPECT_LE(line.size(), 80u) << command << ": " << line;
    }
}

// The rows that readers take (host/job/file/keys.hpp).
TEST_F(Command, HelpOfJobFilesListsTheirKeys) {
    const Outcome help = run({"help", "job-file"});
    expect_good(help);
    for (const char* part : {"\n[[kernel]]:\n", "  processor = NAME", "one of brisc, ncrisc, compute\n",
                             "  fp32_dest_acc, fp32_dest_acc_en = true\n"})
        EXPECT_THAT(help.out, HasSubstr(part));
    std::istringstream lines(help.out);
    for (std::string line; std::getline(lines, line);) EXPECT_LE(line.size(), 80u) << line;
    const Outcome table = run({"help", "job-file", "tensor"}), key = run({"help", "job-file", "page_bytes"});
    EXPECT_THAT(table.out, testing::AllOf(HasSubstr("  generate = NAME"), testing::Not(HasSubstr("processor"))));
    EXPECT_THAT(key.out, testing::AllOf(HasSubstr("[tensor.NAME]"), HasSubstr("[[circular_buffer]]"),
                                        testing::Not(HasSubstr("generate"))));
    expect_refused(run({"help", "job-file", "page_byte"}), {"no such key; did you mean `page_bytes`?"});
    expect_refused(run({"help", "job-file", "tensor", "--json"}), {"the schema is of all keys"});
    expect_good(run({"help", "--documents", "made"}));
    EXPECT_EQ(read_text(scratch / "made/tessera/job.schema.json"), run({"help", "job-file", "--json"}).out);
    const std::string page =
        "gzip -dc '" + (scratch / "made/man/man1/tessera-help-job-file.1.gz").string() + "' | grep -q '^.SH KEYS$'";
    EXPECT_EQ(std::system(page.c_str()), 0);
}

// Pages and scripts come from the options themselves: each that help shows stands in them.
TEST_F(Command, ManPagesAndCompletionNameEveryOption) {
    const Outcome page = run({"help", "rope", "--man"}), help = run({"help", "rope"});
    expect_good(page);
    EXPECT_THAT(page.out, testing::StartsWith(".TH TESSERA-ROPE 1 "));
    for (const char* part : {".SH NAME\ntessera\\-rope \\- ", ".SH SYNOPSIS", ".SH EXAMPLES", "(default 2048)"})
        EXPECT_THAT(page.out, HasSubstr(part));
    const std::string bash = run({"help", "--completion", "bash"}).out;
    std::istringstream words(help.out);
    std::size_t options = 0;
    for (std::string word; words >> word;) {
        if (!word.starts_with("--") || word.find_first_of("=;,.") != word.npos) continue;
        ++options;
        EXPECT_THAT(bash, HasSubstr(" " + word + " "));
        std::string roff;
        for (const char c : word) roff += c == '-' ? "\\-" : std::string(1, c);
        EXPECT_THAT(page.out, HasSubstr(roff)) << word;
    }
    EXPECT_GT(options, 30u);
    const std::string zsh = run({"help", "--completion", "zsh"}).out;
    EXPECT_THAT(zsh, testing::StartsWith("#compdef tessera\n"));
    EXPECT_THAT(zsh, HasSubstr("'1:what:(archs boards figures "));
    // Behind a subcommand its parent's options no longer count, behind another word they do.
    EXPECT_THAT(zsh, HasSubstr("_arguments -C -A '-*' $options"));
    EXPECT_THAT(zsh, HasSubstr("*) _arguments $options"));
    EXPECT_THAT(zsh, HasSubstr("'--measure[whose maximum is made least\\: rel, ulp, or abs, of functions through "
                               "zero]:KIND:(rel ulp abs)'"));
    const std::string fish = run({"help", "--completion", "fish"}).out;
    EXPECT_THAT(fish, HasSubstr("-l arch -x -a 'wormhole_b0 blackhole'"));
    // A flag takes no word from what follows it, and behind a subcommand its parent's options no longer count.
    EXPECT_THAT(fish, HasSubstr("-l json -d"));
    EXPECT_THAT(fish, testing::Not(HasSubstr("-l json -x")));
    EXPECT_THAT(fish,
                HasSubstr("__fish_seen_subcommand_from accuracy; and not __fish_seen_subcommand_from rope choose"));
    expect_refused(run({"help", "--completion", "csh"}), {"--completion csh", "bash"});
}

// In a shell of its own, as readline would ask.
TEST_F(Command, BashCompletesWords) {
    write_text(scratch / "tessera.bash", run({"help", "--completion", "bash"}).out);
    write_text(scratch / "job.toml", "");
    const auto complete = [&](const std::string& words, int at) {
        write_text(scratch / "ask", "compopt() { :; }; source ./tessera.bash; COMP_WORDS=(" + words + "); COMP_CWORD=" +
                                        std::to_string(at) + "; _tessera; printf '%s ' \"${COMPREPLY[@]}\"\n");
        const std::string command = "cd '" + scratch.path().string() + "' && bash ask >answer 2>&1";
        EXPECT_EQ(std::system(command.c_str()), 0);
        return read_text(scratch / "answer");
    };
    EXPECT_EQ(complete("tessera prof", 1), "profile ");
    EXPECT_EQ(complete("tessera rope --rot", 2), "--rotary-dim ");
    EXPECT_EQ(complete("tessera profile rope --timel", 3), "--timeline ");
    EXPECT_EQ(complete("tessera profile --arch b", 3), "blackhole ");
    EXPECT_EQ(complete("tessera rope --mode ''", 3), "neox normal ");
    EXPECT_EQ(complete("tessera run jo", 2), "job.toml ");
    EXPECT_EQ(complete("tessera help job", 2), "job.toml job-file ");
    EXPECT_EQ(complete("tessera help job-file circ", 3), "circular_buffer ");
    EXPECT_EQ(complete("tessera rope --rows ''", 3), " ");  // a number: nothing to offer
}

TEST_F(Command, HelpOfTheCommand) {
    const Outcome help = run({"--help"}), version = run({"--version"});
    expect_good(help);
    expect_good(version);
    for (const char* part : {"rope", "list", "Exit codes", "Example"}) EXPECT_THAT(help.out, HasSubstr(part));
    EXPECT_THAT(version.out, testing::MatchesRegex("tessera [0-9]+\\.[0-9]+\\.[0-9]+\n"));
}

}  // namespace
}  // namespace tessera::end_to_end
