// Which loads poll: by the paths of code behind them.
#include "sim/riscv/poll.hpp"

#include <gtest/gtest.h>

#include <vector>

#include "tests/sim/riscv/assemble.hpp"

namespace tessera::riscv {
namespace {

using namespace assemble;

constexpr W word = 0x20000;  // what x5, x9 and, 16 less, x6 hold

bool polls(std::vector<W> words, W load = 0) {
    words.push_back(call(0));
    std::array<std::uint32_t, 32> registers{};
    registers[5] = word;
    registers[6] = word - 16;
    registers[9] = word;
    return waits_for_change(*make_program(program_base, words), program_base + 4 * load, registers);
}

TEST(Poll, ALoopThatLoadsOneWordAndStoresNothing) {
    EXPECT_TRUE(polls({lw(8, 5, 0), bne(8, 7, -4)}));
    EXPECT_TRUE(polls({lui(9, word), lw(8, 9, 0), bne(8, 7, -8)}, 1)) << "its address is made each time";
    EXPECT_FALSE(polls({lw(8, 5, 0), addi(5, 5, 4), bne(8, 7, -8)})) << "another word each time";
    EXPECT_FALSE(polls({lw(8, 5, 0), sw(8, 2, 0), bne(8, 7, -8)})) << "it keeps what it finds";
    EXPECT_FALSE(polls({lw(8, 5, 0), add(9, 9, 8)})) << "no loop";
}

TEST(Poll, TheFirstLookPeeledFromItsLoop) {
    EXPECT_TRUE(polls({lw(8, 5, 0), beq(8, 7, 12), lw(8, 5, 0), bne(8, 7, -4), add(9, 9, 8)})) << "the loop follows";
    EXPECT_TRUE(polls({lw(8, 5, 0), bne(8, 7, 12), sw(8, 2, 0), call(1), lw(8, 5, 0), bne(8, 7, -4)}))
        << "the loop is elsewhere, behind a branch";
    EXPECT_TRUE(polls({lw(8, 5, 0), beq(8, 7, 12), lw(8, 6, 16), bne(8, 7, -4), add(9, 9, 8)}))
        << "the address is in another register";
    EXPECT_TRUE(polls({lw(8, 5, 0), beq(8, 7, 16), addi(10, 6, 16), lw(8, 10, 0), bne(8, 7, -4), add(9, 9, 8)}))
        << "and made on the way";
    EXPECT_FALSE(polls({lw(8, 5, 0), beq(8, 7, 12), lw(8, 6, 20), bne(8, 7, -4), add(9, 9, 8)})) << "another word";
    EXPECT_FALSE(polls({lw(8, 5, 0), sw(8, 2, 0), lw(8, 5, 0), bne(8, 7, -4)})) << "its value is kept";
    EXPECT_FALSE(polls({lw(5, 5, 0), lw(8, 5, 0), bne(8, 7, -4)})) << "a pointer to another word";
}

}  // namespace
}  // namespace tessera::riscv
