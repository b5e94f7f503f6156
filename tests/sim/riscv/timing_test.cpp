// Cycles of the pipeline, spec/timing.md 2.5 and 2.7, on hand-written code. Every cycle has a reason in the counters.
#include <gtest/gtest.h>

#include <vector>

#include "sim/riscv/hart.hpp"
#include "tests/sim/riscv/assemble.hpp"

namespace tessera::riscv {
namespace {

using namespace assemble;

Hart timed_hart(std::vector<W> words, abi::Risc risc = abi::Risc::t1, const arch::Arch& arch = arch::wormhole_b0()) {
    words.push_back(call(0));
    Hart hart(arch.riscv, risc, make_program(program_base, words));
    hart.set_reg(5, local_base);
    hart.local_memory().fill(local_base, 64, 0);
    return hart;
}

// Cycles up to the call, without those of the instruction cache.
Cycle cycles(std::vector<W> words, W a = 0, W b = 0, const arch::Arch& arch = arch::wormhole_b0()) {
    Hart hart = timed_hart(words, abi::Risc::t1, arch);
    hart.set_reg(6, a);
    hart.set_reg(7, b);
    EXPECT_EQ(hart.run(never).touch, Touch::call);
    EXPECT_EQ(hart.clock(), hart.counters().total_cycles());
    return hart.clock() - hart.counters().fetch_cycles;
}

TEST(Timing, OneInstructionPerCycle) {
    EXPECT_EQ(cycles({addi(8, 0, 1), addi(8, 8, 1), addi(8, 8, 1)}), 3u);
    EXPECT_EQ(cycles({sw(6, 5, 0), sw(6, 5, 4), sw(6, 5, 8)}), 3u) << "stores to local memory too";
}

TEST(Timing, MultiplyBlocksForItsCycles) {
    EXPECT_EQ(cycles({mul(8, 6, 7), mul(9, 6, 7)}), 4u);
    EXPECT_EQ(cycles({mul(8, 6, 7), mul(9, 6, 7)}, 0, 0, arch::blackhole()), 2u);
}

TEST(Timing, DivideTakesAsLongAsTheDividendIs) {
    const std::vector<W> divide{divu(8, 6, 7)}, divide_signed{r_type(0x33, 4, 1, 8, 6, 7)};
    EXPECT_EQ(cycles(divide, 1000, 0), 2u);
    EXPECT_EQ(cycles(divide, 1000, 1), 2u);
    EXPECT_EQ(cycles(divide, 0, 5), 7u);
    EXPECT_EQ(cycles(divide, 63, 5), 7u) << "6 significant bits";
    EXPECT_EQ(cycles(divide, 64, 5), 8u);
    EXPECT_EQ(cycles(divide, 0xFFFFFFFF, 5), 33u) << "at most";
    EXPECT_EQ(cycles(divide_signed, 0xFFFFFFFF, 5), 7u) << "the magnitude counts";
    EXPECT_EQ(cycles(divide_signed, 0x80000000, 0xFFFFFFFF), 2u) << "the overflow case is done at once";
}

TEST(Timing, ALoadHoldsUpOnlyTheInstructionThatNeedsIt) {
    EXPECT_EQ(cycles({lw(8, 5, 0), addi(9, 8, 1)}), 3u) << "local memory answers in two cycles";
    EXPECT_EQ(cycles({lw(8, 5, 0), addi(9, 0, 1), addi(9, 8, 1)}), 3u) << "hidden by one instruction";
    EXPECT_EQ(cycles({lw(8, 5, 0), addi(8, 0, 1), addi(9, 8, 1)}), 3u) << "overwriting does not wait";
    EXPECT_EQ(cycles({auipc(6, 0), lw(8, 6, 0), addi(9, 8, 1)}), 1u + 8 + 1) << "own text is in L1";
}

TEST(Timing, AServicedLoadIsReadyAfterItsLatency) {
    Hart hart = timed_hart({lui(6, 0x20000), lw(8, 6, 0), addi(9, 0, 1), addi(9, 8, 1)});
    hart.run(never);
    const Cycle issue = hart.clock();
    hart.finish_load(5, 8);
    EXPECT_EQ(hart.clock(), issue + 1) << "the hart goes on";
    hart.run(never);
    EXPECT_EQ(hart.reg(9), 6u);
    EXPECT_EQ(hart.counters().operand_cycles, 6u);
    EXPECT_EQ(hart.clock() - hart.counters().fetch_cycles, 1u + 8 + 1);
}

TEST(Timing, ACallWaitsForItsArguments) {
    Hart hart = timed_hart({lw(10, 5, 0)});
    hart.run(never);
    EXPECT_EQ(hart.counters().operand_cycles, 1u);
}

TEST(Timing, FourSlowLoadsPerSevenCycles) {
    Hart hart = timed_hart({lw(8, 0, 0), lw(9, 0, 0), lw(10, 0, 0), lw(11, 0, 0), lw(12, 0, 0)}, abi::Risc::b);
    std::vector<Cycle> issued;
    for (int i = 0; i < 5; ++i) {
        ASSERT_EQ(hart.run(never).touch, Touch::load);
        issued.push_back(hart.clock());
        hart.finish_load(0, 8);
    }
    EXPECT_EQ(issued[4], issued[0] + 7);
    EXPECT_EQ(hart.counters().load_window_cycles, 7u - 4 - 1) << "one of the cycles went to a fetch";
}

TEST(Timing, LoadsThatAreBackInFourCyclesGoOneACycle) {
    Hart hart =
        timed_hart({lw(8, 0, 0), lw(9, 0, 0), lw(10, 0, 0), lw(11, 0, 0), lw(12, 0, 0), lw(13, 0, 0)}, abi::Risc::b);
    for (int i = 0; i < 6; ++i) {
        ASSERT_EQ(hart.run(never).touch, Touch::load);
        hart.finish_load(0, 4);
    }
    EXPECT_EQ(hart.counters().load_window_cycles, 0u);
}

TEST(Timing, OneStoreToL1EveryFiveCycles) {
    Hart hart = timed_hart({lui(6, 0x20000), sw(0, 6, 0), sw(0, 6, 4), lui(6, abi::tensix_fifo_base), sw(0, 6, 0)});
    hart.run(never);
    const Cycle first = hart.clock();
    hart.finish_store(1);
    EXPECT_EQ(hart.run(never).address, 0x20004u);
    EXPECT_EQ(hart.clock(), first + 5);
    hart.finish_store(1);
    const Cycle fetches = hart.counters().fetch_cycles;
    hart.run(never);
    EXPECT_EQ(hart.clock() - (hart.counters().fetch_cycles - fetches), first + 5 + 2)
        << "the interval is that of L1 alone";
}

// A loop whose branch is taken every other time costs a wrong guess each time it is, or where history is kept only
// until that has been seen.
TEST(Timing, BlackholeLearnsWhatBranchesDo) {
    const auto turns = [](W count, const arch::Arch& arch) {
        return cycles({addi(8, 0, static_cast<int>(count)), i_type(0x13, 7, 9, 8, 1), beq(9, 0, 8), addi(10, 10, 1),
                       addi(8, 8, -1), bne(8, 0, -16)},
                      0, 0, arch);
    };
    const Cycle wrong_on_wormhole = 2;
    EXPECT_EQ(turns(60, arch::wormhole_b0()) - turns(40, arch::wormhole_b0()), 10 * (4 + wrong_on_wormhole) + 10 * 5);
    EXPECT_EQ(turns(60, arch::blackhole()) - turns(40, arch::blackhole()), 10u * 4 + 10 * 5);
}

TEST(Timing, BackwardBranchesAreExpectedTakenForwardOnesNot) {
    EXPECT_EQ(cycles({beq(0, 5, 8), addi(8, 0, 1)}), 2u);
    EXPECT_EQ(cycles({beq(0, 0, 8), addi(8, 0, 1)}), 1u + 2) << "forward and taken";
    // Ten turns: nine taken as expected, the last falls through.
    EXPECT_EQ(cycles({addi(8, 0, 10), addi(8, 8, -1), bne(8, 0, -4)}), 1u + 20 + 2);
    EXPECT_EQ(cycles({addi(8, 0, 10), addi(8, 8, -1), bne(8, 0, -4)}, 0, 0, arch::blackhole()), 1u + 20 + 4);
}

// A loop of `words` instructions in all, two turns; returns the lines fetched.
std::uint64_t misses_of_loop(W words, abi::Risc risc) {
    std::vector<W> text(words, addi(9, 9, 1));
    text[0] = addi(8, 8, 1);
    text[words - 2] = i_type(0x13, 2, 6, 8, 3);  // x6 = turns < 3
    text[words - 1] = bne(6, 0, -4 * static_cast<int>(words - 1));
    Hart hart = timed_hart(text, risc);
    hart.run(never);
    EXPECT_EQ(hart.counters().fetch_cycles,
              hart.counters().fetch_misses * arch::wormhole_b0().riscv.icache_miss_cycles.cycles());
    return hart.counters().fetch_misses;
}

TEST(Timing, ALoopThatFitsIntoTheCacheIsFetchedOnce) {
    // T1 holds 128 instructions, T0 512. The call behind the loop is in a line of its own.
    EXPECT_EQ(misses_of_loop(128, abi::Risc::t1), 32u + 1);
    EXPECT_EQ(misses_of_loop(132, abi::Risc::t1), 3u * 33 + 1) << "one line too many: least recently used never hits";
    EXPECT_EQ(misses_of_loop(132, abi::Risc::t0), 33u + 1);
    EXPECT_EQ(misses_of_loop(512, abi::Risc::t0), 128u + 1);
    EXPECT_EQ(misses_of_loop(516, abi::Risc::t0), 3u * 129 + 1);
}

TEST(Timing, LinesAreThoseOfTheRealAddress) {
    const std::vector<W> words{addi(8, 0, 1), addi(8, 0, 1), call(0)};
    Hart hart(arch::wormhole_b0().riscv, abi::Risc::t1, make_program(program_base + 8, words));
    hart.run(never);
    EXPECT_EQ(hart.counters().fetch_misses, 2u);
}

// Other data, same control flow and same divisors: the same cycles (design.md 2, blind time).
TEST(Timing, DataDoNotChangeCyclesOtherwise) {
    const std::vector<W> words{mul(8, 6, 7), lw(9, 5, 0), add(8, 8, 9), r_type(0x33, 1, 0, 8, 8, 6)};
    EXPECT_EQ(cycles(words, 0, 0), cycles(words, 0xFFFFFFFF, 0x12345678));
}

}  // namespace
}  // namespace tessera::riscv
