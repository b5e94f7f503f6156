// The rows: what listings, timing and checks derive from them (spec/tensix-core.md 4, 6).
#include "sim/sfpu/cost.hpp"

#include <gtest/gtest.h>

#include "sim/arch/arch.hpp"

namespace tessera::sfpu {
namespace {

const Column& column(Op op, const arch::Arch& arch) {
    return row_of(op).column[static_cast<std::size_t>(arch.sfpu.isa_column)];
}

TEST(SfpuRows, EveryOpcodeOfTheInstructionSetHasOne) {
    for (int opcode = 0x70; opcode <= 0x99; ++opcode) {
        ASSERT_GE(row_index[static_cast<std::size_t>(opcode)], 0) << opcode;
        EXPECT_EQ(static_cast<int>(row_of(static_cast<Op>(opcode)).op), opcode);
    }
    EXPECT_EQ(rows.size(), 0x9a - 0x70 + 2u);  // and SETRWC, INCRWC
}

TEST(SfpuRows, BlackholeAloneHasItsInstructionsAndSignFlips) {
    for (Op op : {Op::le, Op::gt, Op::mul24, Op::arecip}) {
        EXPECT_EQ(column(op, arch::wormhole_b0()).legal, 0);
        EXPECT_NE(column(op, arch::blackhole()).legal, 0);
    }
    EXPECT_FALSE(column(Op::mad, arch::wormhole_b0()).legal >> 1 & 1);
    EXPECT_TRUE(column(Op::mad, arch::blackhole()).legal >> 1 & 1);
}

TEST(SfpuRows, MultiplyAddTakesTwoCyclesWithAnInterlockOnBlackholeOnly) {
    for (Op op : {Op::mad, Op::add, Op::mul, Op::addi, Op::muli, Op::lut, Op::lutfp32}) {
        EXPECT_EQ(column(op, arch::wormhole_b0()).cost.latency, 2);
        EXPECT_EQ(column(op, arch::wormhole_b0()).cost.hazard, Hazard::next_read);
        EXPECT_EQ(column(op, arch::blackhole()).cost.hazard, Hazard::stall);
    }
    EXPECT_EQ(column(Op::iadd, arch::blackhole()).unseen(4), operand::vd);  // a scoreboard miss
    EXPECT_EQ(column(Op::iadd, arch::wormhole_b0()).cost.latency, 1);
    EXPECT_EQ(cost_of(arch::wormhole_b0().sfpu, row_of(Op::shft2), 3).latency, 2);
    EXPECT_EQ(cost_of(arch::wormhole_b0().sfpu, row_of(Op::shft2), 5).latency, 1);
    EXPECT_EQ(cost_of(arch::wormhole_b0().sfpu, row_of(Op::swap), 1).issue, 2);
}

TEST(SfpuRows, OperandsFollowTheModifier) {
    EXPECT_EQ(row_of(Op::iadd).reads(5), operand::vc);
    EXPECT_EQ(row_of(Op::iadd).reads(4), operand::vc | operand::vd);
    EXPECT_EQ(row_of(Op::iadd).writes(0), operand::vd | operand::flags);
    EXPECT_EQ(row_of(Op::iadd).writes(4), operand::vd);
    EXPECT_EQ(row_of(Op::mad).reads(0), operand::va | operand::vb | operand::vc);
    EXPECT_EQ(row_of(Op::loadi).reads(10), operand::vd);
    EXPECT_EQ(row_of(Op::loadi).reads(0), 0);
}

}  // namespace
}  // namespace tessera::sfpu
