// A wrong kernel ends the command with the exit code of design.md 8 and the line of the kernel; files of the run go up
// to there, its result is not written. The kernels of `rope` are replaced in a copy of the tree that only its kernels
// tell from the real one.
#include <nlohmann/json.hpp>

#include "tests/end_to_end/suite.hpp"
#include "tests/support/chrome_rules.hpp"
#include "tests/support/paths.hpp"

namespace tessera::end_to_end {
namespace {

using nlohmann::json;
using testing::HasSubstr;

class Faulty : public Command {
  protected:
    void SetUp() override {
        fs::create_directory_symlink(fs::path(TESSERA_SOURCE_DIR) / "sim", tree / "sim");
        fs::copy(fs::path(TESSERA_SOURCE_DIR) / "kernels", tree / "kernels", fs::copy_options::recursive);
    }
    // Runs `rope` after `from` in a kernel file became `to`.
    Outcome with(const std::string& file, const std::string& from, const std::string& to) const {
        const fs::path path = tree / ("kernels/rope/" + file);
        std::string text = read_text(path);
        const std::size_t at = text.find(from);
        EXPECT_NE(at, std::string::npos) << from;
        if (at != std::string::npos) text.replace(at, from.size(), to);
        write_text(path, text);
        return small({"--output", "y.npy", "--trace", "t.json"}, {{"TESSERA_API_DIR", (tree / "sim/api").string()}});
    }
    void expect_no_files() const { EXPECT_TRUE(scratch.names().empty()) << testing::PrintToString(scratch.names()); }
    // The trace goes up to the fault and says so, as stderr does.
    void expect_partial(const Outcome& outcome) const {
        EXPECT_EQ(scratch.names(), std::vector<std::string>{"t.json"});
        EXPECT_THAT(outcome.err, HasSubstr("tessera: partial, up to the fault: t.json\n"));
        EXPECT_THAT(outcome.err, HasSubstr("tessera: y.npy: not written"));
        const json trace = json::parse(read_text(scratch / "t.json"));
        EXPECT_THAT(trace.at("otherData").at("partial").get<std::string>(),
                    HasSubstr("a fault ended the run at cycle"));
    }
    Scratch tree;
};

TEST_F(Faulty, TheCopyAloneIsGood) {
    expect_good(with("rotation.hpp", "", ""));
    EXPECT_EQ(scratch.names(), (std::vector<std::string>{"t.json", "y.npy"}));
}

TEST_F(Faulty, WrongResultsFailTheCheck) {
    const Outcome outcome = with("phase.hpp", "0.5f - x", "0.4f - x");
    EXPECT_EQ(outcome.status, 1);
    EXPECT_THAT(outcome.out, HasSubstr("check  FAILED"));
    EXPECT_THAT(outcome.err, HasSubstr("check failed: element ["));
}

// The writer waits for tiles that nobody pushes.
TEST_F(Faulty, DeadlockIsAFaultOfTheProgram) {
    const Outcome outcome = with("unit.hpp", "cb_push_back(cb_rotated, unit_tiles);", "");
    EXPECT_EQ(outcome.status, 1) << outcome.err;
    EXPECT_THAT(outcome.err, HasSubstr("[TS001]"));
    EXPECT_THAT(outcome.err, HasSubstr("kernels/rope/writer.cpp:"));
    expect_partial(outcome);
}

// A push without its reserve, where there is room: silicon does what was meant.
TEST_F(Faulty, PedanticRunsRefuseWhatWorksToday) {
    write_text(scratch / "job.toml", R"(
[[circular_buffer]]
index = 0
format = "fp32"
pages = 2
[[kernel]]
processor = "brisc"
text = "void kernel_main() { cb_push_back(0, 1); }"
[[kernel]]
processor = "ncrisc"
text = "void kernel_main() { cb_wait_front(0, 1); cb_pop_front(0, 1); }"
)");
    const auto with = [&](std::vector<std::string> options) {
        options.insert(options.begin(), {"run", "job.toml"});
        return run(options);
    };
    for (const std::vector<std::string>& options :
         {std::vector<std::string>{}, {"--strict"}, {"--pedantic", "--faults", "cb-overflow=warn"}}) {
        const Outcome outcome = with(options);
        EXPECT_EQ(outcome.status, 0) << outcome.err;
        EXPECT_THAT(outcome.err, HasSubstr("warning: core (0,0) BRISC: cb_push_back(cb 0, 1)"));
    }
    EXPECT_THAT(with({}).err, HasSubstr("--pedantic makes it an error"));
    const Outcome refused = with({"--pedantic"});
    EXPECT_EQ(refused.status, 1);
    EXPECT_THAT(refused.err, HasSubstr("error: core (0,0) BRISC: cb_push_back(cb 0, 1)"));
}

// A function known by name only.
TEST_F(Faulty, UnsupportedFeature) {
    const Outcome outcome = with("compute_batch.cpp", "rope::store_unit();", "rope::store_unit(); dbg_halt();");
    EXPECT_EQ(outcome.status, 3) << outcome.err;
    EXPECT_THAT(outcome.err, HasSubstr("[TS019]"));
    EXPECT_THAT(outcome.err, HasSubstr("dbg_halt"));
    expect_partial(outcome);
}

TEST_F(Faulty, KernelThatDoesNotCompile) {
    const Outcome outcome = with("reader.cpp", "kernel_main() {", "kernel_main() { int broken = ;");
    EXPECT_EQ(outcome.status, 2);
    EXPECT_THAT(outcome.err, HasSubstr("reader.cpp"));
    EXPECT_THAT(outcome.err, HasSubstr("error: expected primary-expression"));
    EXPECT_EQ(outcome.out, "");
    expect_no_files();
}

TEST_F(Command, TooFewCyclesAreAFault) {
    const Outcome outcome = small({"--max-cycles", "500", "--output", "y.npy", "--trace", "t.json"});
    const json trace = json::parse(read_text(scratch / "t.json"));
    std::int64_t last = 0;
    for (const json& event : trace.at("traceEvents"))
        if (event.at("ph") == "X") last = std::max(last, test::ns(event.at("ts")) + test::ns(event.at("dur")));
    EXPECT_GE(last, 500);
    EXPECT_LT(last, 2000);
    EXPECT_EQ(outcome.status, 1);
    EXPECT_EQ(outcome.out, "");
    EXPECT_THAT(outcome.err, HasSubstr("[TS002]"));
    EXPECT_THAT(outcome.err, HasSubstr("500 cycles"));
    EXPECT_THAT(outcome.err, HasSubstr("kernels/rope/"));
    EXPECT_EQ(scratch.names(), std::vector<std::string>{"t.json"});
}

}  // namespace
}  // namespace tessera::end_to_end
