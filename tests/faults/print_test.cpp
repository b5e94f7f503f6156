// DPRINT from kernels: whole lines, with core and RISC, only for the cores asked for (spec/kernel-api.md 1.5, 5.5).
#include <cstdlib>

#include "tests/faults/kernels.hpp"

namespace tessera::faults {
namespace {

using Lines = std::vector<std::string>;

const std::string speak = R"(
    DPRINT << "n = " << 3u << HEX() << " 0x" << 255u << ENDL();
    DPRINT << "unfinished";)";

Lines lines_of(Scenario& s, core::Options options) {
    Lines lines;
    options.print_line = [&](std::string_view line) { lines.emplace_back(line); };
    expect_clean(s, options);
    return lines;
}

TEST(Dprint, WholeLinesOfEveryRiscInTheOrderOfTheirEnds) {
    Scenario s;
    s.reader(speak).writer("    DPRINT << -1 << '!' << ENDL();").compute(R"(
    UNPACK(DPRINT << "unpack" << ENDL();)
    DPRINT_MATH(DPRINT << 0.5f << ENDL();))");
    core::Options options;
    options.print_all_cores = true;
    const Lines once = lines_of(s, options);
    EXPECT_THAT(once, ::testing::UnorderedElementsAre("core (0,0) BRISC: n = 3 0xff", "core (0,0) BRISC: unfinished",
                                                      "core (0,0) NCRISC: -1!", "core (0,0) TRISC0: unpack",
                                                      "core (0,0) TRISC1: 0.5"));
    EXPECT_EQ(lines_of(s, options), once);
}

TEST(Dprint, OnlyTheCoresAskedFor) {
    Scenario s;
    s.reader(speak);
    core::Options options;
    options.print_cores = {{1, 0}};
    EXPECT_EQ(lines_of(s, options), Lines{});
    options.print_cores = {{1, 0}, {0, 0}};
    EXPECT_EQ(lines_of(s, options).size(), 2u);
}

TEST(Dprint, EnvironmentChooses) {
    Scenario s;
    s.reader(speak);
    ::unsetenv("TT_METAL_DPRINT_CORES");
    EXPECT_EQ(lines_of(s, {}), Lines{}) << "off by default";
    ::setenv("TT_METAL_DPRINT_CORES", "all", 1);
    EXPECT_EQ(lines_of(s, {}).size(), 2u);
    ::setenv("TT_METAL_DPRINT_CORES", "(3,2),(0,0)", 1);
    EXPECT_EQ(lines_of(s, {}).size(), 2u);
    ::setenv("TT_METAL_DPRINT_CORES", "3,2", 1);
    EXPECT_EQ(lines_of(s, {}), Lines{});
    for (const char* wrong : {"some", "1", "1,2,3"}) {
        ::setenv("TT_METAL_DPRINT_CORES", wrong, 1);
        EXPECT_THROW(s.run(), fault::InputError) << wrong;
    }
    ::unsetenv("TT_METAL_DPRINT_CORES");
}

TEST(Dprint, CostsNoMoreWhenShown) {
    Scenario shown, hidden;
    shown.reader(speak);
    hidden.reader(speak);
    core::Options options;
    options.print_line = [](std::string_view) {};
    const Cycle without = hidden.device.run(hidden.program, options).cycles;
    options.print_all_cores = true;
    EXPECT_EQ(shown.device.run(shown.program, options).cycles, without);
}

}  // namespace
}  // namespace tessera::faults
