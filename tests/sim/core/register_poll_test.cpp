// A loop that polls a register of the coprocessor (spec/timing.md 2.1): what it does next is known once it has gone
// round twice alike.
#include <gtest/gtest.h>

#include <optional>
#include <vector>

#include "sim/core/port/poll_watch.hpp"
#include "tests/sim/riscv/assemble.hpp"

namespace tessera::core {
namespace {

using namespace riscv::assemble;
using riscv::Hart;
using riscv::Pause;
using riscv::Touch;

// Loads a word outside the local memory over and over while it is not zero; `counts` in a register as well.
Hart polling(bool counts) {
    std::vector<W> words{lui(5, 0x20000), i_type(0x03, 2, 6, 5, 0)};
    if (counts) words.push_back(addi(7, 7, 1));
    words.push_back(b_type(1, 6, 0, counts ? -8 : -4));
    return Hart(arch::wormhole_b0().riscv, abi::Risc::t1, riscv::make_program(program_base, words));
}

// What it says at each load, when the loads find these values.
std::vector<std::optional<Cycle>> said(Hart hart, const std::vector<std::uint32_t>& values) {
    RegisterPoll poll;
    std::vector<std::optional<Cycle>> rounds;
    for (const std::uint32_t value : values) {
        const Pause pause = hart.run(never);
        EXPECT_EQ(pause.touch, Touch::load);
        rounds.push_back(poll.loaded(hart, pause.pc, value));
        hart.finish_load(value, 8);
    }
    return rounds;
}

TEST(RegisterPoll, KnowsTheRoundOfALoopThatFindsNothingNew) {
    Hart alone = polling(false);
    std::vector<Cycle> at;
    for (int i = 0; i < 6; ++i) {
        alone.run(never);
        at.push_back(alone.clock());
        alone.finish_load(1, 8);
    }
    const auto rounds = said(polling(false), {1, 1, 1, 1, 1});
    EXPECT_FALSE(rounds[0]);
    EXPECT_FALSE(rounds[1]);
    ASSERT_TRUE(rounds[4]);
    EXPECT_EQ(*rounds[4], at[5] - at[4]) << "the next load comes after as many cycles";
}

TEST(RegisterPoll, StaysAwakeWhereSomethingChanges) {
    EXPECT_FALSE(said(polling(false), {1, 2, 3, 4, 5, 6}).back()) << "the register";
    EXPECT_FALSE(said(polling(true), {1, 1, 1, 1, 1, 1}).back()) << "the loop counts its rounds";
}

TEST(RegisterPoll, StaysAwakeOnceItMustNotSleep) {
    Hart hart = polling(false);
    RegisterPoll poll;
    poll.stay_awake();
    for (int i = 0; i < 6; ++i) {
        const Pause pause = hart.run(never);
        EXPECT_FALSE(poll.loaded(hart, pause.pc, 1));
        hart.finish_load(1, 8);
    }
}

}  // namespace
}  // namespace tessera::core
