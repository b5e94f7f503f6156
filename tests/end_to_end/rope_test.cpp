// tessera rope as a user runs it: files in, files out, figures as text and as JSON.
#include <fmt/format.h>

#include <cmath>
#include <cstring>
#include <nlohmann/json.hpp>
#include <regex>

#include "host/ops/rope/rung.hpp"
#include "tests/end_to_end/suite.hpp"
#include "tests/support/vendor_tree.hpp"

namespace tessera::end_to_end {
namespace {

using nlohmann::json;
using testing::HasSubstr;

// The article's second printed example: all ones, D 2048, the first 256 columns rotate, position 1. The device printed
// four digits, and its exp_24f is 3.6e-5 off at most.
TEST_F(Command, ArticleExample) {
    const std::string x = npy("x.npy", std::vector<float>(3 * 2048, 1.0f), {1, 3, 2048});
    const std::string p = npy("p.npy", std::vector<std::int32_t>{1}, {1});
    for (const std::string arch : {"wormhole_b0", "blackhole"}) {
        const std::string file = arch + ".npy";
        const Outcome outcome = run({"rope", "--arch", arch, "--input", x, "--positions", p, "--rotary-dim", "256",
                                     "--output", file, "--unpack-to-dst"});
        expect_good(outcome);
        EXPECT_THAT(outcome.out, HasSubstr("check  passed"));
        const host::NpyArray y = host::read_npy(scratch / file);
        ASSERT_EQ(y.shape, (std::vector<std::size_t>{1, 3, 2048}));
        const auto values = y.as<float>();
        for (std::size_t row = 0; row < 3; ++row) {
            const auto line = values.subspan(row * 2048, 2048);
            EXPECT_NEAR(line[0], -0.3011, 5e-5 + 6e-5);
            EXPECT_NEAR(line[1], -0.2046, 5e-5 + 6e-5);
            EXPECT_NEAR(line[128], std::cos(1.0) + std::sin(1.0), 6e-5);
            for (std::size_t c = 256; c < 2048; ++c) ASSERT_EQ(line[c], 1.0f) << c;
        }
    }
}

TEST_F(Command, PositionsMayBe32Or64Bits) {
    const std::string x = npy("x.npy", std::vector<float>(2 * 64, 0.5f), {2, 1, 64});
    const std::string p32 = npy("p32.npy", std::vector<std::int32_t>{7, 300}, {2});
    const std::string p64 = npy("p64.npy", std::vector<std::int64_t>{7, 300}, {2});
    for (const std::string& p : {p32, p64})
        expect_good(run({"rope", "--input", x, "--positions", p, "--rotary-dim", "64", "--output", p + ".y"}));
    EXPECT_EQ(read_text(p32 + ".y"), read_text(p64 + ".y"));
}

// [B, N] positions are one per row; a matrix with one position throughout equals that position for the entry.
TEST_F(Command, OnePositionPerRow) {
    const std::string x = npy("x.npy", std::vector<float>(2 * 5 * 64, 0.5f), {2, 5, 64});
    const std::string each = npy("each.npy", std::vector<std::int32_t>(10, 9), {2, 5});
    const std::string entry = npy("entry.npy", std::vector<std::int32_t>(2, 9), {2});
    const auto call = [&](const std::string& p) {
        return run({"rope", "--input", x, "--positions", p, "--rotary-dim", "64", "--output", p + ".y"});
    };
    const Outcome by_row = call(each), by_entry = call(entry);
    expect_good(by_row);
    expect_good(by_entry);
    EXPECT_THAT(by_row.out, HasSubstr("one position per row"));
    EXPECT_EQ(read_text(each + ".y"), read_text(entry + ".y"));
}

// Every choice of exp and way in, both architectures, rows that do not fill a tile, a width that does not.
TEST_F(Command, EveryChoicePassesItsCheck) {
    for (const std::string arch : {"wormhole_b0", "blackhole"})
        for (const std::string exp : {"exp_21f", "exp_24f", "exp_61f", "exp_fp32"})
            for (const bool to_dst : {false, true})
                for (const bool per_row : {false, true}) {
                    std::vector<std::string> arguments{"rope", "--arch",       arch,  "--exp",   exp,  "--rows",
                                                       "45",   "--rotary-dim", "128", "--width", "150"};
                    if (to_dst) arguments.push_back("--unpack-to-dst");
                    if (per_row) arguments.push_back("--per-row");
                    const Outcome outcome = run(arguments);
                    SCOPED_TRACE(testing::PrintToString(arguments));
                    expect_good(outcome);
                    EXPECT_THAT(outcome.out, HasSubstr("check  passed"));
                    EXPECT_THAT(outcome.out, HasSubstr(exp));
                }
}

TEST_F(Command, EveryLoweringPassesItsCheck) {
    for (const std::string lowering : {"sfpi-2025", "sfpi-2023", "none"}) expect_good(small({"--lowering", lowering}));
}

double figure(const std::string& text, const std::string& pattern) {
    std::smatch found;
    EXPECT_TRUE(std::regex_search(text, found, std::regex(pattern))) << pattern;
    return found.size() > 1 ? std::stod(found[1]) : NAN;
}

// One object with the figures that the tables print.
TEST_F(Command, ManyCoresShareTheWork) {
    const Outcome many =
        run({"rope", "--batch", "2", "--rows", "64", "--width", "256", "--rotary-dim", "128", "--cores", "20"});
    expect_good(many);
    EXPECT_THAT(many.out, HasSubstr("wormhole_b0, 16 cores,"));  // as many as there are passive tiles
    expect_refused(run({"rope", "--cores", "57"}), {"57 cores", "8 x 7 = 56"});
}

TEST_F(Command, EveryRungPassesItsCheck) {
    // By instruction on one architecture each in turn: compiling for the vendor's library takes a second a kernel.
    const bool in_turn = tessera::test::by_vendor_library();
    int turn = 0;
    for (const host::RungRow& rung : host::rungs)
        for (const std::string arch : {"wormhole_b0", "blackhole"}) {
            const int of_four = turn++ % 4;
            if (in_turn && (of_four == 1 || of_four == 2)) continue;
            SCOPED_TRACE(fmt::format("{} {}", rung.name, arch));
            const Outcome outcome = run({"rope", "--arch", arch, "--rung", std::string(rung.name), "--rows", "32",
                                         "--width", "128", "--rotary-dim", "128"});
            expect_good(outcome);
            EXPECT_THAT(outcome.out, HasSubstr(fmt::format("rung {},", rung.name)));
        }
    expect_refused(small({"--rung", "R11"}), {"--rung R11", "R10"});
    expect_refused(small({"--rung", "R5"}), {"rung R5", "rows 3", "nearest: 32"});
    expect_refused(small({"--rung", "R4", "--batch", "2"}), {"rung R4", "batch 2", "nearest: 1"});
    expect_refused(small({"--rung", "R10", "--per-row"}), {"rung R10", "per batch entry"});
}

TEST_F(Command, JsonSaysWhatTheTextSays) {
    const std::vector<std::string> work{"--batch", "2", "--per-row"};
    auto with_json = work;
    with_json.push_back("--json");
    const Outcome text = small(work), machine = small(with_json);
    expect_good(text);
    expect_good(machine);
    const json j = json::parse(machine.out);
    EXPECT_EQ(j.at("schema_version"), 1);
    EXPECT_EQ(j.at("command"), "rope");
    EXPECT_EQ(j.at("options").at("batch"), 2);
    EXPECT_EQ(j.at("options").at("per_row"), true);
    EXPECT_EQ(j.at("check").at("passed"), true);
    EXPECT_EQ(j.at("time").at("cycles").get<double>(), figure(text.out, "time +(\\d+) cycles"));
    EXPECT_NEAR(j.at("time").at("microseconds").get<double>(), figure(text.out, "= ([0-9.]+) us"), 0.005);
    EXPECT_EQ(j.at("positions").at("largest").get<double>(), figure(text.out, "largest (\\d+)"));
    const double nmse = j.at("check").at("nmse"), error = j.at("check").at("max_abs_error");
    EXPECT_NEAR(nmse, figure(text.out, "NMSE\\s+([0-9.e+-]+)"), 5e-4 * nmse);
    EXPECT_NEAR(error, figure(text.out, "max ([0-9.e+-]+) at"), 5e-4 * error);
    ASSERT_EQ(j.at("units").size(), 9u);
    for (const json& unit : j.at("units")) {
        const std::string name = unit.at("unit");
        const std::string row = "\\(0,0\\)  " + name;
        EXPECT_EQ(unit.at("busy_cycles").get<double>(), figure(text.out, row + " +(?:\\d+|-) +(\\d+)")) << name;
    }
}

// What is not finite goes through: turned it stays so, passed through it keeps its bits.
TEST_F(Command, SpecialValuesPassTheCheck) {
    std::vector<float> values(128);
    const float special[] = {NAN, INFINITY, -INFINITY, 0.0f, -0.0f, 1e-45f, 1e-39f, 3e38f};
    for (std::size_t i = 0; i < values.size(); ++i) values[i] = special[i / 3 % std::size(special)];
    const std::string x = npy("x.npy", values, {1, 1, 128}), p = npy("p.npy", std::vector<std::int32_t>{3}, {1});
    for (const std::string arch : {"wormhole_b0", "blackhole"}) {
        const Outcome outcome = run({"rope", "--arch", arch, "--input", x, "--positions", p, "--rotary-dim", "64",
                                     "--unpack-to-dst", "--output", "y.npy", "--force"});
        expect_good(outcome);
        const host::NpyArray y = host::read_npy(scratch / "y.npy");
        EXPECT_EQ(std::memcmp(y.data.data() + 256, values.data() + 64, 256), 0);
    }
}

TEST_F(Command, QuietSaysNothing) {
    const Outcome outcome = small({"--quiet", "--output", "y.npy"});
    expect_good(outcome);
    EXPECT_EQ(outcome.out, "");
    EXPECT_EQ(scratch.names(), (std::vector<std::string>{"y.npy"}));
}

TEST_F(Command, ForceReplacesAndNothingElseDoes) {
    write_text(scratch / "y.npy", "mine");
    expect_refused(small({"--output", "y.npy"}), {"y.npy", "exists", "--force"});
    EXPECT_EQ(read_text(scratch / "y.npy"), "mine");
    expect_good(small({"--output", "y.npy", "--force"}));
    EXPECT_EQ(host::read_npy(scratch / "y.npy").shape, (std::vector<std::size_t>{1, 3, 64}));
}

TEST_F(Command, OutputOnStdout) {
    const Outcome piped = small({"--output", "-"});
    EXPECT_EQ(piped.status, 0);
    EXPECT_THAT(piped.err, HasSubstr("check  passed"));  // the report makes way
    expect_good(small({"--output", "y.npy"}));
    EXPECT_EQ(piped.out, read_text(scratch / "y.npy"));
}

// A terminal shows how far the simulation is, and nothing of it remains; a pipe never sees it.
TEST_F(Command, ProgressLeavesNoTrace) {
    if (!has_terminals()) GTEST_SKIP() << "this machine has no pseudo terminals (/dev/pts)";
    const std::vector<std::string> work{"rope", "--width", "1024", "--rotary-dim", "1024", "--batch",
                                        "2",    "--rows",  "96"};
    const std::map<std::string, std::string> cache{{"XDG_CACHE_HOME", shared_cache().string()}};
    const Outcome terminal = tessera(work, {scratch.path(), cache, true}), pipe = run(work);
    EXPECT_EQ(terminal.status, 0);
    EXPECT_EQ(on_screen(terminal.err), "");
    expect_good(pipe);
    EXPECT_EQ(terminal.out, pipe.out);
}

// As wide as the terminal and in colour; NO_COLOR and a pipe have none, and a pipe has 80 columns.
TEST_F(Command, OutputSuitsTheTerminal) {
    if (!has_terminals()) GTEST_SKIP() << "this machine has no pseudo terminals (/dev/pts)";
    const std::vector<std::string> work{"rope", "--width", "64", "--rotary-dim", "64", "--rows", "3"};
    const auto shown = [&](const std::map<std::string, std::string>& environment) {
        Setting setting{scratch.path(), environment, true};
        setting.environment["XDG_CACHE_HOME"] = shared_cache().string();
        setting.columns = 120;
        return tessera(work, setting).err;
    };
    const auto widest = [](const std::string& text) {
        std::size_t most = 0;
        std::istringstream lines(text);
        for (std::string line; std::getline(lines, line);) most = std::max(most, on_screen(line).size());
        return most;
    };
    const std::string colour = shown({{"TERM", "xterm"}, {"NO_COLOR", ""}});
    const std::string plain = shown({{"TERM", "xterm"}, {"NO_COLOR", "1"}}), pipe = run(work).out;
    EXPECT_THAT(colour, HasSubstr("check  \x1b[32mpassed\x1b[0m"));
    EXPECT_THAT(plain, HasSubstr("check  passed"));
    EXPECT_THAT(plain, testing::Not(HasSubstr("\x1b[3")));
    EXPECT_GT(widest(plain), 80u);
    EXPECT_LE(widest(plain), 120u);
    EXPECT_GT(widest(pipe), 60u);
    EXPECT_LE(widest(pipe), 80u);
    EXPECT_THAT(pipe, testing::Not(HasSubstr("\x1b")));
}

// The lowered programs as assembly, each instruction with the line it comes from; names do not depend on where tessera
// or the working folder lies.
TEST_F(Command, ProgramIsListedWithItsSourceLines) {
    const Outcome outcome = run({"rope", "--width", "64", "--rotary-dim", "64", "--program"});
    expect_good(outcome);
    EXPECT_THAT(outcome.out, HasSubstr("SFPU program 1 of 2: 20 instructions, at most 1 LRegs in use"));
    const std::regex line(R"( +\d+  SFPMAD L\d+, L\d+, L\d+, L\d+ +[0-8]  kernels/rope/rotation\.hpp:\d+)");
    EXPECT_TRUE(std::regex_search(outcome.out, line)) << outcome.out;
}

}  // namespace
}  // namespace tessera::end_to_end
