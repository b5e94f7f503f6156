// DPRINT prints unless it is told not to; lines stand on the page as marks, and time does not depend on them.
#include <nlohmann/json.hpp>

#include "tests/end_to_end/suite.hpp"

namespace tessera::end_to_end {
namespace {

using nlohmann::json;
using testing::HasSubstr;
using testing::Not;

class Printing : public Command {
  protected:
    void SetUp() override {
        write_text(scratch / "job.toml", R"(
cores = "$cores"
[parameters]
cores = 2
[[kernel]]
processor = "brisc"
text = """
#include "debug/dprint.h"
void kernel_main() {
    DPRINT << "hello " << 42 << ENDL();
    for (volatile int i = 0; i < 100; ++i) {}
    DPRINT << "bye" << ENDL();
}
"""
)");
    }
    json report(const std::vector<std::string>& more) const {
        std::vector<std::string> arguments{"run", "job.toml", "--json"};
        arguments.insert(arguments.end(), more.begin(), more.end());
        return json::parse(run(arguments).out);
    }
};

TEST_F(Printing, PrintsByDefaultOnStderr) {
    const Outcome outcome = run({"run", "job.toml", "-q"});
    EXPECT_EQ(outcome.status, 0);
    EXPECT_EQ(outcome.out, "");
    for (const char* line : {"core (0,0) BRISC: hello 42\n", "core (0,1) BRISC: hello 42\n", "core (0,0) BRISC: bye\n"})
        EXPECT_THAT(outcome.err, HasSubstr(line));
}

TEST_F(Printing, ChoosesCores) {
    EXPECT_EQ(run({"run", "job.toml", "-q", "--dprint", "off"}).err, "");
    const Outcome one = run({"run", "job.toml", "-q", "--dprint", "0,1"});
    EXPECT_THAT(one.err, HasSubstr("core (0,1) BRISC: hello 42"));
    EXPECT_THAT(one.err, Not(HasSubstr("core (0,0)")));
    expect_refused(run({"run", "job.toml", "--dprint", "some"}), {"--dprint some", "`off`, `all`", "0,0"});
}

TEST_F(Printing, TheEnvironmentRulesWhereItIsSet) {
    const std::map<std::string, std::string> first{{"TT_METAL_DPRINT_CORES", "0,0"}};
    const Outcome off = run({"run", "job.toml", "-q", "--dprint", "off"}, first);
    EXPECT_THAT(off.err, HasSubstr("core (0,0) BRISC: hello 42"));
    EXPECT_THAT(off.err, Not(HasSubstr("core (0,1)")));
}

TEST_F(Printing, TakesNoTimeOfTheRun) { EXPECT_EQ(report({})["time"], report({"--dprint", "off"})["time"]); }

TEST_F(Printing, AMarkOnThePage) {
    run({"run", "job.toml", "--report", "r.html"});
    const json prints = data_of(read_text(scratch / "r.html")).at("prints");
    ASSERT_EQ(prints.size(), 4u);
    std::map<int, int> last;  // by core
    for (const json& one : prints) {
        EXPECT_GE(one.at(2), last[one.at(0)]);
        last[one.at(0)] = one.at(2);
    }
    EXPECT_EQ(prints[0].at(4), "hello 42");
    run({"run", "job.toml", "--report", "off.html", "--dprint", "off"});
    EXPECT_FALSE(data_of(read_text(scratch / "off.html")).contains("prints"));
}

// Runs that are compared or counted print nothing more.
TEST_F(Printing, ASweepIsSilent) {
    EXPECT_THAT(run({"run", "job.toml", "--sweep", "cores=1,2"}).err, Not(HasSubstr("hello")));
}

}  // namespace
}  // namespace tessera::end_to_end
