// The sentences of a comparison explain the whole difference, or say that they do not.
#include "sim/views/comparison.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <sstream>

namespace tessera::views {
namespace {

using testing::Contains;
using testing::HasSubstr;
using testing::Not;

// A run of one T1 that works, and whose end waits for a write.
ProfileData run(const std::string& name, Cycle work, Cycle write) {
    ProfileData data;
    data.title = name;
    data.cycles = work + write;
    UnitProfile t1;
    t1.unit = unit_name(trisc1);
    t1.row = trisc1;
    t1.cycles = t1.busy = work;
    t1.work = {{"instructions", work}};
    data.cores.emplace_back().units = {t1};
    data.path.cycles = data.cycles;
    data.path.kinds = {{"NCRISC", "write to DRAM", "", write, 3}, {"TRISC1 math", "SFPU code", "", work, 2}};
    return data;
}

TEST(Comparison, TheCriticalPathExplainsAllOfTheDifference) {
    const Comparison c = compare(run("a", 1074, 3576), run("b", 1000, 3000));
    EXPECT_THAT(c.sentences[0], HasSubstr("a takes 650 cycles more than b"));
    EXPECT_EQ(c.sentences[1], "Along the critical path: +576 NCRISC write to DRAM, +74 TRISC1 math SFPU code.");
    // What T1 does more is a ninth of it: no advice about T1's instructions follows.
    EXPECT_THAT(c.sentences, Contains(HasSubstr("74 cycles more a core, the smaller part of it")));
    EXPECT_THAT(c.sentences, Not(Contains(HasSubstr("+74 instructions"))));
}

TEST(Comparison, WorkThatMakesTheDifferenceIsTakenApart) {
    const Comparison c = compare(run("a", 1600, 3050), run("b", 1000, 3000));
    EXPECT_EQ(c.sentences[1], "Along the critical path: +600 TRISC1 math SFPU code, +50 NCRISC write to DRAM.");
    EXPECT_THAT(c.sentences, Contains(HasSubstr("+600 instructions")));
}

TEST(Comparison, SmallPiecesAreSummedUp) {
    ProfileData here = run("a", 1600, 3003);
    const Comparison c = compare(here, run("b", 1000, 3000));
    EXPECT_EQ(c.sentences[1], "Along the critical path: +600 TRISC1 math SFPU code, +3 all other pieces.");
    here.path.kinds.clear();  // a path that was not kept
    EXPECT_THAT(compare(here, run("b", 1000, 3000)).sentences, Not(Contains(HasSubstr("Along the critical path"))));
}

TEST(Comparison, RunsOnMoreCoresCompareByCore) {
    const auto on = [](std::size_t cores, Cycle cycles_of_all) {
        ProfileData data = run("a", 1000, 0);
        UnitProfile vector;
        vector.unit = unit_name(sfpu);
        vector.row = sfpu;
        data.cores[0].units.push_back(vector);
        data.cores.resize(cores, data.cores[0]);
        data.sfpu.lines.emplace_back().at = "c.cpp:7";
        data.sfpu.lines[0].cycles = cycles_of_all;
        data.sfpu.lines[0].instructions = cycles_of_all - cores;
        data.sfpu.lines[0].held = {{"latency", cores}};
        return data;
    };
    const Comparison c = compare(on(4, 400), on(1, 100));
    for (const std::vector<Difference>* all : {&c.lines, &c.causes})
        for (const Difference& one : *all) EXPECT_EQ(one.here, one.there) << one.what;
    EXPECT_EQ(c.lines.at(0).here, 100);
}

TEST(Comparison, IsAsWideAsTheScreen) {
    ProfileView view;
    std::istringstream lines(to_text(compare(run("a", 1600, 3050), run("b", 1000, 3000)), view));
    for (std::string line; std::getline(lines, line);) EXPECT_LE(line.size(), 80u) << line;
}

}  // namespace
}  // namespace tessera::views
