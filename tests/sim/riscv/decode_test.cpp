#include "sim/riscv/decode.hpp"

#include <gtest/gtest.h>

#include "sim/abi/abi.hpp"
#include "sim/abi/announcement.hpp"
#include "tests/sim/riscv/assemble.hpp"

namespace tessera::riscv {
namespace {

using namespace assemble;

Op op_of(W word) { return decode(word, 0, 0x8000).op; }

TEST(Decode, WordsWhoseLowBitsAreNot11AreTensixInstructionsRotatedByTwo) {
    constexpr W instruction = 0x84123457;  // top bits 10: a word that ends in 10 in the text
    const W word = text_from_tensix(instruction);
    EXPECT_EQ(word, 0x1048D15Eu);
    EXPECT_EQ(tensix_from_text(word), instruction);
    const Decoded d = decode(word, 0, 0);
    EXPECT_EQ(d.op, Op::tensix);
    EXPECT_EQ(static_cast<W>(d.imm), instruction);
    EXPECT_EQ(op_of(0), Op::tensix);  // opcode 0
    EXPECT_EQ(op_of(0xFFFFFFFC), Op::tensix);
    EXPECT_NE(op_of(0xFFFFFFFF), Op::tensix);
}

TEST(Decode, CallsCarryTheirNumber) {
    const Decoded d = decode(call(static_cast<W>(abi::Call::noc_read)), 0, 0);
    EXPECT_EQ(d.op, Op::call);
    EXPECT_EQ(static_cast<abi::Call>(d.imm), abi::Call::noc_read);
    EXPECT_EQ(d.sources, 0x3FC00u) << "a0..a7";
    EXPECT_EQ(decode(call(0xFFF), 0, 0).imm, 0xFFF) << "the number is not signed";
    EXPECT_EQ(op_of(i_type(abi::call_opcode, 1, 0, 0, 0)), Op::illegal);
}

// HINTs of RV32I: slti, sltiu and lui to x0.
TEST(Decode, AnnouncementsDoNothing) {
    const auto said = [](W word) {
        const Decoded d = decode(word, 0, 0);
        EXPECT_EQ(d.op, Op::announce);
        EXPECT_EQ(d.touched, 0u);
        return std::pair(static_cast<abi::Announcement>(d.rs2), static_cast<W>(d.imm));
    };
    constexpr W key = 0x1FFF3;  // more bits than an immediate has: the rest is the number of a register
    using enum abi::Announcement;
    EXPECT_EQ(said(i_type(0x13, 2, 0, key >> 12, static_cast<int>(key & 0xFFF))), std::pair(sets_up, key));
    EXPECT_EQ(said(i_type(0x13, 3, 0, key >> 12, static_cast<int>(key & 0xFFF))), std::pair(runs, key));
    const auto upper = [](W kind, W value) { return kind << 30 | value << 12 | 0x37; };
    EXPECT_EQ(said(upper(0, 0x3FFFF)), std::pair(starts, W{0x3FFFF}));
    EXPECT_EQ(said(upper(1, 5)), std::pair(starts_with_op, W{5}));
    EXPECT_EQ(said(upper(2, 5)), std::pair(reconfigures, W{5}));
    EXPECT_EQ(said(upper(3, 0)), std::pair(results, W{0}));
    EXPECT_EQ(op_of(0x13), Op::add) << "nop";
}

TEST(Decode, VectorOperationsTakeARegisterOrTheNextWord) {
    const Decoded plain = decode(vector(93, 5, 6, 7), 0xDEADBEEF, 0);
    EXPECT_EQ(plain.op, Op::vector);
    EXPECT_EQ(plain.imm, 93);
    EXPECT_EQ(plain.sources, 1u << 6 | 1u << 7);
    const Decoded literal = decode(vector_literal(93, 5, 6), 0xDEADBEEF, 0);
    EXPECT_EQ(literal.op, Op::vector_literal);
    EXPECT_EQ(literal.rs2, 93);
    EXPECT_EQ(static_cast<W>(literal.imm), 0xDEADBEEFu);
    EXPECT_EQ(literal.sources, 1u << 6);
    EXPECT_EQ(op_of(r_type(abi::vector_opcode, 2, 0, 1, 1, 1)), Op::illegal);
    const std::vector<W> cut{vector_literal(1, 5, 6)};
    EXPECT_EQ(decode_text(cut, 0)[0].op, Op::illegal) << "its literal is behind the text";
}

TEST(Decode, RefusesWhatIsNotRv32im) {
    EXPECT_EQ(op_of(0x00000073), Op::illegal) << "ecall stops the core for a debugger";
    EXPECT_EQ(op_of(0x00100073), Op::illegal) << "ebreak";
    EXPECT_EQ(op_of(0xFFFFFFFF), Op::illegal);
    EXPECT_EQ(op_of(r_type(0x33, 0, 2, 1, 1, 1)), Op::illegal);
    EXPECT_EQ(op_of(r_type(0x33, 1, 0x20, 1, 1, 1)), Op::illegal) << "only sub and sra are alternates";
    EXPECT_EQ(op_of(i_type(0x13, 1, 1, 1, 0x400)), Op::illegal) << "slli with a funct7";
    EXPECT_EQ(op_of(i_type(0x13, 5, 1, 1, 0x020)), Op::illegal) << "a shift by 32";
    EXPECT_EQ(op_of(i_type(0x03, 3, 1, 1, 0)), Op::illegal) << "ld";
    EXPECT_EQ(op_of(i_type(0x03, 6, 1, 1, 0)), Op::illegal) << "lwu";
    EXPECT_EQ(op_of(s_type(3, 1, 1, 0)), Op::illegal) << "sd";
    EXPECT_EQ(op_of(b_type(2, 1, 1, 8)), Op::illegal);
    EXPECT_EQ(op_of(i_type(0x67, 1, 1, 1, 0)), Op::illegal);
    EXPECT_EQ(op_of(i_type(0x73, 1, 5, 6, 0xC00 - 4096)), Op::illegal) << "counters cannot be written";
    EXPECT_EQ(op_of(i_type(0x73, 2, 5, 0, 0x300)), Op::illegal) << "mstatus";
    EXPECT_EQ(op_of(r_type(0x2F, 2, 2 << 2, 1, 1, 0)), Op::illegal) << "lr.w";
    EXPECT_EQ(op_of(r_type(0x2F, 3, 0, 1, 1, 1)), Op::illegal) << "amoadd.d";
    EXPECT_EQ(op_of(r_type(0x33, 1, 5, 1, 1, 1)), Op::illegal) << "clmul";
    EXPECT_EQ(op_of(r_type(0x53, 0, 0, 1, 1, 1)), Op::illegal) << "fadd.s";
    EXPECT_EQ(op_of(0x0000100F), Op::fence) << "fence.i is a nop on these cores";
}

TEST(Decode, ATextEndsWithAnEntryThatIsNoInstruction) {
    const std::vector<W> words{addi(1, 0, 1)};
    const auto code = decode_text(words, 0x8000);
    ASSERT_EQ(code.size(), 2u);
    EXPECT_EQ(code[1].op, Op::past_end);
}

}  // namespace
}  // namespace tessera::riscv
