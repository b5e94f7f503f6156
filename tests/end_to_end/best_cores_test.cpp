// --cores best: as many cores as take the fewest cycles, in every command that runs, whatever runs.
#include <nlohmann/json.hpp>

#include "tests/end_to_end/suite.hpp"
#include "tests/support/paths.hpp"

namespace tessera::end_to_end {
namespace {

using nlohmann::json;

class BestCores : public Command {
  protected:
    static json report(const Outcome& outcome) {
        EXPECT_EQ(outcome.status, 0) << outcome.err;
        return outcome.status == 0 ? json::parse(outcome.out) : json();
    }
    json rope(const std::string& cores, std::vector<std::string> more = {}) const {
        more.insert(more.begin(),
                    {"rope", "--rows", "64", "--width", "256", "--blind-time", "--json", "--cores", cores});
        return report(run(more));
    }
};

TEST_F(BestCores, NoneOfTheOthersTakesFewerCycles) {
    const json best = rope("best");
    for (const char* cores : {"1", "2", "4", "8", "16", "32", "56"})
        EXPECT_LE(best["time"]["cycles"], rope(cores)["time"]["cycles"]) << cores;
    EXPECT_GT(best["options"]["cores"], 1);
}

TEST_F(BestCores, TheReportIsThatOfTheNumberFound) {
    const json best = rope("best");
    EXPECT_EQ(best, rope(std::to_string(best["options"]["cores"].get<int>())));
    EXPECT_EQ(best, rope("best", {"--jobs", "1"}));
}

TEST_F(BestCores, AJobFileTakesTheWord) {
    const std::string add = TESSERA_SOURCE_DIR "/kernels/examples/add.toml";
    const auto cycles = [&](const std::string& cores) {
        return report(run({"run", add, "--param", "rows=512", "--blind-time", "--json", "--param", "cores=" + cores}));
    };
    const json best = cycles("best");
    for (const char* cores : {"1", "8", "56"})
        EXPECT_LE(best["time"]["cycles"], cycles(cores)["time"]["cycles"]) << cores;
}

TEST_F(BestCores, SweepsAndProfilesTakeTheWord) {
    const json swept =
        report(run({"rope", "--rows", "64", "--width", "256", "--blind-time", "--json", "--sweep", "cores=1,best"}));
    EXPECT_LT(swept["points"][1]["cycles"], swept["points"][0]["cycles"]);
    const json profile =
        report(run({"profile", "rope", "--rows", "64", "--width", "256", "--cores", "best", "--json"}));
    EXPECT_EQ(profile["cycles"], swept["points"][1]["cycles"]);
}

TEST_F(BestCores, OtherWordsAreRefused) {
    expect_refused(run({"rope", "--cores", "worst"}), {"--cores", "`worst` is not a whole number"});
    expect_refused(run({"rope", "--rows", "best"}), {"--rows", "`best` is not a whole number"});
}

}  // namespace
}  // namespace tessera::end_to_end
