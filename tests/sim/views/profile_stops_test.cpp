// Where the time of a bank and of a link went, on packets chosen by hand.
#include "sim/views/profile_stops.hpp"

#include <gtest/gtest.h>

#include <map>
#include <string>

namespace tessera::views {
namespace {

const arch::Arch& wormhole = arch::wormhole_b0();  // a bank moves 22 bytes a cycle, a link 31
const arch::Coord bank_at{0, 11}, core_at{1, 1};

Stay at_bank(std::uint64_t id, Cycle ready, Cycle begin, Cycle end, std::uint32_t bytes = 2200) {
    return {{0, brisc}, id, Stop::bank, 0, bank_at, 0, true, false, bytes, ready, begin, end};
}

Stay on_link(std::uint64_t id, Cycle ready, Cycle begin, Cycle end) {
    return {{0, brisc}, id, Stop::along_x, 0, bank_at, -1, true, false, 3100, ready, begin, end};
}

Transfer transfer(std::uint64_t id, Cycle issue, Cycle complete) {
    Transfer out{{0, brisc}, 0, true, bank_at, core_at, 2200, issue, complete, 0};
    out.id = id;
    return out;
}

using Parts = std::map<std::string, Cycle>;

Parts by_name(const std::vector<PartCycles>& parts) {
    Parts out;
    for (const PartCycles& part : parts) out[part.part] = part.cycles;
    return out;
}

TEST(StopParts, ABankMovesBytesTurnsAndIsFreeForThreeReasons) {
    StopRecorder recorder(wormhole);
    recorder.add(at_bank(1, 50, 50, 150));
    recorder.add(on_link(1, 240, 240, 340));
    recorder.add(transfer(1, 10, 400));
    Stay second = at_bank(2, 100, 270, 370);
    second.turned = 120;
    recorder.add(second);
    recorder.add(on_link(2, 460, 500, 600));
    recorder.add(transfer(2, 20, 700));
    EXPECT_EQ(by_name(recorder.bank(0, 1000)), (Parts{{"data", 200},
                                                      {"turnaround", 120},  // 150 to 270
                                                      {"queueing", 40},     // 460 to 500, at the link
                                                      {"latency", 40 + 90 + 200},
                                                      {"idle", 10 + 300}}));
    EXPECT_EQ(recorder.queued(), 170u + 40) << "the second at the bank and at the link";
    EXPECT_EQ(by_name(recorder.router(Stop::along_x, 0, bank_at, 1000)),
              (Parts{{"data", 200},
                     {"queueing", 140 + 40},  // the second waits for the bank from 100 to 240, then here
                     {"latency", 90 + 120 + 100},
                     {"idle", 310}}));
}

TEST(StopParts, AShortRequestKeepsABankLongerThanItsBytesNeed) {
    StopRecorder recorder(wormhole);
    recorder.add(at_bank(1, 0, 0, 66, 44));
    EXPECT_EQ(by_name(recorder.bank(0, 66)), (Parts{{"data", 2}, {"overhead", 64}}));
}

TEST(StopParts, WhoWaitsForAChannelLeavesTheStopUnused) {
    StopRecorder recorder(wormhole);
    Stay stay = at_bank(1, 0, 50, 150);
    stay.blocked = 50;
    recorder.add(stay);
    EXPECT_EQ(by_name(recorder.bank(0, 200)), (Parts{{"data", 100}, {"blocked", 50}, {"idle", 50}}));
}

// Virtual channels let packets share a link: a cycle in which one moves is not one in which another is blocked.
TEST(StopParts, PacketsThatShareAStopCountEachCycleOnce) {
    StopRecorder recorder(wormhole);
    recorder.add(on_link(1, 0, 0, 100));
    Stay second = on_link(2, 0, 200, 300);
    second.blocked = 150;
    recorder.add(second);
    EXPECT_EQ(by_name(recorder.router(Stop::along_x, 0, bank_at, 300)), (Parts{{"data", 200}, {"blocked", 100}}));
}

TEST(StopParts, WhatComesAfterTheRunDoesNotCount) {
    StopRecorder recorder(wormhole);
    recorder.add(at_bank(1, 0, 50, 150));
    recorder.add(transfer(1, 0, 400));
    EXPECT_EQ(by_name(recorder.bank(0, 100)), (Parts{{"data", 50}, {"queueing", 50}}));
    EXPECT_EQ(by_name(recorder.bank(1, 100)), (Parts{{"idle", 100}}));
}

}  // namespace
}  // namespace tessera::views
