// Instructions fetched from memory: decoded when they are come to, and again once they have been written.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <memory>

#include "sim/abi/abi.hpp"
#include "sim/riscv/memory_text.hpp"
#include "tests/sim/riscv/assemble.hpp"
#include "tests/sim/riscv/expect_fault.hpp"

namespace tessera::riscv {
namespace {

using namespace assemble;

class Text : public testing::Test {
  protected:
    void put(W address, W word) {
        memory.store(address, 4, word);
        text.written(address, 4);
    }
    const Decoded& fetched(W address) {
        if (text.code()[address / 4].op == Op::unfetched) text.fetch(address / 4);
        return text.code()[address / 4];
    }
    CheckedMemory memory{"L1", 0, 0x4000};
    const std::shared_ptr<const Program> own = make_program(0x1000, std::vector<W>{addi(5, 0, 77), addi(6, 0, 78)});
    MemoryText text{memory, *own};
};

TEST_F(Text, IsDecodedAtItsAddress) {
    put(0x100, auipc(5, 0x1000));
    EXPECT_EQ(text.code()[0x40].op, Op::unfetched);
    EXPECT_EQ(fetched(0x100).imm, 0x1100);
    EXPECT_EQ(text.word(0x40), auipc(5, 0x1000));
}

TEST_F(Text, IsDecodedAgainOnceItIsWritten) {
    put(0x100, addi(5, 0, 1));
    put(0x104, addi(6, 0, 2));
    put(0x2000, addi(7, 0, 3));
    for (const W address : {0x100, 0x104, 0x2000}) fetched(address);
    put(0x104, addi(6, 0, 9));
    EXPECT_EQ(fetched(0x104).imm, 9);
    EXPECT_EQ(text.code()[0x2000 / 4].op, Op::add) << "others stay";
    memory.fill(0x0, 0x3000, 0x13);
    text.written(0x0, 0x3000);
    EXPECT_EQ(text.code()[0x2000 / 4].op, Op::unfetched) << "over several pages";
    EXPECT_EQ(text.code()[0x100 / 4].op, Op::unfetched);
}

TEST_F(Text, ALiteralIsPartOfTheInstructionBeforeIt) {
    put(0x100, vector_literal(3, 5, 6));
    put(0x104, 0x11111111);
    EXPECT_EQ(fetched(0x100).imm, 0x11111111);
    put(0x104, 0x22222222);
    EXPECT_EQ(fetched(0x100).imm, 0x22222222);
}

TEST_F(Text, TheOwnProgramIsAsItsFileHasIt) {
    EXPECT_EQ(fetched(0x1004).imm, 78);
    put(0x1004, addi(6, 0, 1));
    EXPECT_EQ(fetched(0x1004).imm, 78);
    put(0x1008, addi(7, 0, 1));
    EXPECT_EQ(fetched(0x1008).imm, 1) << "behind it";
}

TEST_F(Text, AJumpToItselfEndsTheProgram) {
    put(0x100, jal(0, 0));
    EXPECT_EQ(fetched(0x100).op, Op::call);
    EXPECT_EQ(fetched(0x100).imm, static_cast<int>(abi::Call::exit));
}

TEST_F(Text, NothingIsFetchedWhereNothingWasWritten) {
    put(0x100, addi(5, 0, 1));
    memory.mark(0x103, 1, false);
    EXPECT_THAT(fault_of(fault::Id::illegal_instruction, [&] { fetched(0x100); }).detail(),
                testing::HasSubstr("fetched at 0x00000100 of L1"));
    EXPECT_EQ(text.code()[text.words()].op, Op::past_end);
}

}  // namespace
}  // namespace tessera::riscv
