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
    for (std::string line; std::getline(lines, line);) EXPECT_LE(line.size(), 120u) << line;
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
