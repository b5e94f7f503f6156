#include "sim/views/profile.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <sstream>

#include "sim/fault/fault.hpp"
#include "sim/views/profile_json.hpp"
#include "sim/views/profile_text.hpp"
#include "tests/sim/views/profile_events.hpp"

namespace tessera::views {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

ProfileData made_up() {
    Profile profile(arch::wormhole_b0());
    tell_made_up_run(profile);
    const BankUse bank{0, {0, 11}, 250};
    const LinkUse link{0, {0, 11}, 0, 500};
    profile.on_run_end({1000, {&link, 1}, {&bank, 1}});
    return profile.data("made up");
}

const UnitProfile& unit(const ProfileData& data, int row) {
    for (const UnitProfile& one : data.cores.at(0).units)
        if (one.row == row) return one;
    throw std::out_of_range("no such unit");
}

TEST(Profile, SplitsTheLifeOfARisc) {
    const ProfileData data = made_up();
    EXPECT_EQ(data.cycles, 1000u);
    const UnitProfile& writer = unit(data, ncrisc);
    EXPECT_EQ(writer.cycles, 1000u);
    EXPECT_EQ(writer.busy, 1000u - 658u - 190u);
    ASSERT_EQ(writer.waits.size(), 2u);
    EXPECT_EQ(writer.waits[0].reason, "cb_empty");
    EXPECT_EQ(writer.waits[0].index, "cb 16");
    EXPECT_EQ(writer.waits[0].cycles, 658u);
    ASSERT_EQ(writer.waits[0].lines.size(), 1u);
    EXPECT_EQ(writer.waits[0].lines[0].at, "writer.cpp:30");
    EXPECT_EQ(writer.waits[1].reason, "noc_write");
    EXPECT_EQ(writer.waits[1].index, "");
    ASSERT_EQ(writer.work.size(), 2u);
    EXPECT_EQ(writer.work[0].part, "calls");
    EXPECT_EQ(writer.work[0].cycles + writer.work[1].cycles, writer.busy);
    EXPECT_EQ(writer.writes.bytes, 200u);
    EXPECT_EQ(writer.writes.latency, 220u);
}

TEST(Profile, AUnitIsBusyWaitsOrIsIdle) {
    const ProfileData data = made_up();
    const UnitProfile& one = unit(data, unpacker);
    EXPECT_EQ(one.busy, 79u);
    EXPECT_EQ(one.idle, 421u);
    EXPECT_EQ(unit(data, packer).waits.at(0).cycles, 520u);
    EXPECT_EQ(one.commands, 0u);
    EXPECT_EQ(unit(data, fpu).commands, 90u) << "before it waits for SrcA";
}

TEST(Profile, BuffersOverTheTimeOfTheCore) {
    const ProfileData data = made_up();
    ASSERT_EQ(data.cores[0].buffers.size(), 2u);
    const BufferProfile& in = data.cores[0].buffers[0];
    EXPECT_EQ(in.capacity, 4);
    EXPECT_EQ(in.max, 2);
    EXPECT_DOUBLE_EQ(in.mean, 2 * 95.0 / 1000);  // two pages from 405 to 500
    EXPECT_DOUBLE_EQ(in.empty, 905.0 / 1000);
    EXPECT_DOUBLE_EQ(in.full, 0);
    EXPECT_EQ(in.filled, "BRISC");
    EXPECT_EQ(in.emptied, "TRISC0 unpack");
    EXPECT_DOUBLE_EQ(data.cores[0].buffers[1].mean, 299.0 / 1000);  // one page from 701 to the end
}

TEST(Profile, BanksAndLinks) {
    const ProfileData data = made_up();
    ASSERT_EQ(data.banks.size(), 1u);
    EXPECT_EQ(data.banks[0].read_bytes, 100u);
    EXPECT_EQ(data.banks[0].written_bytes, 200u);
    EXPECT_EQ(data.banks[0].busy, 250u);
    ASSERT_EQ(data.links.size(), 1u);
    EXPECT_EQ(data.links[0].direction, "x");
}

// unit, what, line, begin, end
std::string text(const PathStep& step) {
    return step.unit + " | " + step.what + " | " + step.at + " | " + std::to_string(step.begin) + "-" +
           std::to_string(step.end);
}

TEST(CriticalPath, LeadsBackThroughWhatEndedEachWait) {
    std::vector<std::string> steps;
    const ProfileData data = made_up();
    for (const PathStep& step : data.path.steps) steps.push_back(text(step));
    EXPECT_THAT(steps, ElementsAre("BRISC | work | reader.cpp:10 | 0-100",              //
                                   "BRISC | read from DRAM | reader.cpp:10 | 100-400",  //
                                   "BRISC | work | reader.cpp:12 | 400-405",            //
                                   "TRISC0 unpack | polling | compute.cpp:20 | 405-412",
                                   "TRISC0 unpack | work | compute.cpp:21 | 412-420",
                                   "unpacker | polling |  | 420-421",                   //
                                   "unpacker | unpack | compute.cpp:21 | 421-500",      //
                                   "FPU | copy | compute.cpp:22 | 500-590",             //
                                   "FPU | commands | compute.cpp:24 | 590-600",         //
                                   "packer | pack | compute.cpp:25 | 600-700",          //
                                   "packer | commands | compute.cpp:26 | 700-701",      //
                                   "NCRISC | polling | writer.cpp:30 | 701-708",        //
                                   "NCRISC | work | writer.cpp:31 | 708-760",           //
                                   "NCRISC | write to DRAM | writer.cpp:31 | 760-980",  //
                                   "NCRISC | work |  | 980-1000"));
    EXPECT_EQ(data.path.cycles, 1000u);
    EXPECT_EQ(data.path.kinds.at(0).what, "read from DRAM");
    EXPECT_EQ(data.path.kinds.at(0).cycles, 300u);
}

TEST(CriticalPath, IsNotGuessedWithoutCauses) {
    Profile profile(arch::wormhole_b0());
    profile.on_wait({{0, brisc}, WaitReason::noc_read, 0, 10, 20});
    profile.on_zone({{0, brisc}, "BRISC-KERNEL", "reader.cpp", 1, 0, 50});
    const ProfileData data = profile.data("bare");
    EXPECT_TRUE(data.path.steps.empty());
    EXPECT_EQ(data.verdict.bound, "unknown");
    EXPECT_THAT(data.notes, testing::Contains(HasSubstr("critical path")));
}

struct NoWords : VectorCode {
    std::string text(std::size_t) const override { return "SFPNOP"; }
    Cycle latency(std::size_t) const override { return 1; }
    int live(std::size_t) const override { return 0; }
};

TEST(SfpuLines, FoldInstructionsByLine) {
    const Spot a{"k.cpp", 5}, b{"k.cpp", 5}, c{"k.cpp", 7};  // two instructions of line 5
    HoldCycles operand{}, refetch{};
    operand[static_cast<std::size_t>(Hold::operand)] = 2;
    refetch[static_cast<std::size_t>(Hold::refetch)] = 3;
    const std::vector<VectorIssue> issues{{&a, 10, {}, 0, false},
                                          {&b, 13, operand, 0, false, true},
                                          {&a, 14, {}, 0, false},
                                          {&c, 18, refetch, 200, true}};
    Profile profile(arch::wormhole_b0());
    profile.on_vector_run({{0, sfpu}, 10, 19, 5, 20, issues, NoWords{}});
    const SfpuProfile out = profile.data("lines").sfpu;
    EXPECT_EQ(out.programs, 1u);
    EXPECT_EQ(out.cycles, 9u);
    EXPECT_EQ(out.nops, 1u);
    EXPECT_EQ(out.constants, 1u);
    ASSERT_EQ(out.lines.size(), 2u);
    EXPECT_EQ(out.lines[0].at, "k.cpp:5");
    EXPECT_EQ(out.lines[0].executions, 2u);
    EXPECT_EQ(out.lines[0].instructions, 3u);
    EXPECT_EQ(out.lines[0].constants, 1u);
    EXPECT_EQ(out.lines[0].cycles, 5u);
    EXPECT_EQ(out.lines[1].cycles, 4u);
    EXPECT_EQ(out.lines[1].loop, 200u);
    EXPECT_EQ(out.lines[1].held.at(0).hold, "refetch");
}

// An SFPU program on the critical path is the time of its lines, not of one of them.
TEST(CriticalPath, SharesSfpuCodeAmongItsLines) {
    const Spot a{"k.cpp", 5}, b{"k.cpp", 7};
    HoldCycles operand{};
    operand[static_cast<std::size_t>(Hold::operand)] = 2;
    const std::vector<VectorIssue> issues{{&a, 10, {}, 0, false}, {&b, 13, operand, 0, false}};
    Profile profile(arch::wormhole_b0());
    profile.on_core_name({0, {0, 0}, {1, 1}});
    profile.on_wait({{0, trisc1}, WaitReason::mailbox, 0, 0, 1, "k.cpp", 1, {{0, trisc0}, 1}});
    profile.on_vector_run({{0, sfpu}, 10, 14, 10, 90, issues, NoWords{}});
    profile.on_zone({{0, trisc1}, "TRISC-KERNEL", "k.cpp", 1, 0, 100});
    const PathProfile path = profile.data("lines").path;
    std::map<std::string, Cycle> lines;
    Cycle sum = 0;
    for (const PathShare& line : path.lines) {
        sum += line.cycles;
        if (line.what == "SFPU code") lines[line.at] = line.cycles;
    }
    EXPECT_EQ(sum, path.cycles);
    EXPECT_EQ(lines, (std::map<std::string, Cycle>{{"k.cpp:5", 20}, {"k.cpp:7", 60}}));  // 1 and 3 cycles of 4
}

// cb_full is no contradiction to a buffer that is never full: who reserves waits for room that it has reserved itself.
TEST(ProfileText, BuffersSayWhoWaitedForRoomAndForPages) {
    Profile profile(arch::wormhole_b0());
    tell_made_up_run(profile);
    profile.on_wait({{0, trisc2}, WaitReason::cb_full, 16, 0, 250, "compute.cpp", 40, {{0, packer}, 250}});
    ProfileView view;
    view.shown = {Section::buffers};
    const std::string text = to_text(profile.data("buffers"), view);
    EXPECT_THAT(text, testing::ContainsRegex("16 .* 0\\.0  TRISC2 +25\\.0  [^ ]* +65\\.8\n"));
    EXPECT_THAT(text, HasSubstr("waits though it is not full"));
    std::istringstream lines(text);
    for (std::string line; std::getline(lines, line);) EXPECT_LE(line.size(), 80u) << line;
}

TEST(ProfileJson, ComesBackAsItWas) {
    const std::string text = to_json(made_up());
    EXPECT_TRUE(is_profile_json(text));
    EXPECT_EQ(to_json(profile_from_json(text, "p.json")), text);
}

TEST(ProfileJson, RefusesWhatIsNone) {
    const auto message = [](const std::string& text) -> std::string {
        try {
            profile_from_json(text, "p.json");
        } catch (const fault::InputError& error) {
            return error.what();
        }
        return "";
    };
    EXPECT_THAT(message("{"), HasSubstr("p.json: not a profile"));
    EXPECT_THAT(message("{}"), HasSubstr("schema_version"));
    EXPECT_THAT(message(R"({"schema_version": 1})"), HasSubstr("schema_version is 1, expected 4"));
    EXPECT_THAT(message(R"({"schema_version": 4})"), HasSubstr("`title` is missing"));
    EXPECT_THAT(message(R"({"schema_version": 4, "title": 5})"), HasSubstr("not a profile"));
    // Numbers that index, size or divide, and names that stand for a place.
    const auto changed = [&](const char* from, const char* to) {
        std::string text = to_json(made_up(), -1);
        const std::size_t at = text.find(from);
        EXPECT_NE(at, text.npos) << from;
        return message(text.replace(at, std::string(from).size(), to));
    };
    EXPECT_EQ(changed("\"cycles\":1000", "\"cycles\":0"),
              "p.json: not a profile: `cycles` is 0; a whole number from 1 to 281474976710656 is expected");
    EXPECT_THAT(changed("\"clock_ghz\":1.0", "\"clock_ghz\":0"), HasSubstr("`clock_ghz` is 0; a number from 0.001"));
    EXPECT_THAT(changed("\"arch\":\"wormhole_b0\"", "\"arch\":\"mole\""), HasSubstr("`arch` is no architecture"));
    EXPECT_THAT(changed("\"core\":0,\"x\":", "\"core\":0,\"x\":99999999"), HasSubstr("`cores[0].x` is 99999999"));
    EXPECT_THAT(changed("\"row\":", "\"row\":9"), HasSubstr("units[0].row` is"));
    EXPECT_THAT(changed("\"direction\":\"x\"", "\"direction\":\"up\""),
                HasSubstr("direction` is none of x, y, leave and enter"));
    EXPECT_THAT(message("[" + std::string(100'000, '[')), HasSubstr("line 1, column 65: nested more than 64 deep"));
    EXPECT_FALSE(is_profile_json(R"({"traceEvents": []})"));
}

}  // namespace
}  // namespace tessera::views
