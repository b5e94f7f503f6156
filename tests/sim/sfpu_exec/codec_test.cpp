// Words of instructions: every field survives, in both encodings (spec/tensix-core.md 4.9), and their text.
#include <gtest/gtest.h>

#include "sim/arch/arch.hpp"
#include "sim/fault/fault.hpp"
#include "sim/sfpu/instr.hpp"
#include "sim/sfpu/isa.hpp"
#include "sim/sfpu/text.hpp"

namespace tessera::sfpu {
namespace {

int column_of(const arch::Arch& arch) { return arch.sfpu.isa_column; }

TEST(SfpuCodec, EveryBitOfEveryFieldSurvivesBothEncodings) {
    for (const arch::Arch* arch : arch::all())
        for (const Row& row : rows)
            for (int bit = 0; bit < 24; ++bit) {
                const auto word = static_cast<std::uint32_t>(row.op) << 24 | 1u << bit;
                const Instr in = decode(word, column_of(*arch));
                EXPECT_EQ(decode(encode(in, column_of(*arch)), column_of(*arch)), in) << row.name << " bit " << bit;
                // A bit that decodes to a field must come back in its place.
                if (in != Instr{.op = row.op}) {
                    EXPECT_EQ(encode(in, column_of(*arch)), word) << row.name << " bit " << bit;
                }
            }
}

TEST(SfpuCodec, TwoFieldsSitElsewhereOnBlackhole) {
    const Instr load{.op = Op::load, .vd = 3, .mod = 4, .addr_mod = 3, .imm = 18};
    EXPECT_EQ(encode(load, column_of(arch::wormhole_b0())), 0x7034c012u);
    EXPECT_EQ(encode(load, column_of(arch::blackhole())), 0x70346012u);
    const Instr toward_zero{.op = Op::stochrnd, .vd = 1, .mod = 7, .rounding = 2};
    EXPECT_EQ(encode(toward_zero, column_of(arch::blackhole())), 0x8e400017u);
    EXPECT_EQ(decode(0x8e400017u, column_of(arch::blackhole())), toward_zero);
}

TEST(SfpuCodec, CounterInstructionsKeepTheirFieldsInTheImmediate) {
    // SETRWC clear 0, CR_D, d = 8, SET_D.
    const Instr step = decode(0x37000000u | 4u << 18 | 8u << 14 | 4u, column_of(arch::wormhole_b0()));
    EXPECT_EQ(step.op, Op::setrwc);
    EXPECT_EQ(rwc::dst_value(step.imm), 8u);
    EXPECT_TRUE(rwc::from_carriage_return(step.imm));
    EXPECT_FALSE(rwc::counter_to_carriage_return(step.imm));
    EXPECT_TRUE(rwc::sets_dst(step.imm));
}

TEST(SfpuCodec, VbOfTheTwelveBitFormsIsAcceptedInEitherPlace) {
    const Instr canonical{.op = Op::and_, .vd = 4, .vc = 2, .mod = 1, .imm = 6};
    const Instr by_vb{.op = Op::and_, .vd = 4, .vb = 6, .vc = 2, .mod = 1};
    EXPECT_EQ(encode(by_vb, column_of(arch::blackhole())), 0x7e006241u);
    EXPECT_EQ(decode(0x7e006241u, column_of(arch::blackhole())), canonical);
}

TEST(SfpuCodec, ForeignOpcodeIsRefused) {
    for (std::uint32_t word : {0x6fffffffu, 0x9a000000u, 0u}) {
        EXPECT_THROW((void)decode(word, column_of(arch::wormhole_b0())), fault::Fault);
        EXPECT_THROW((void)encode({.op = static_cast<Op>(word >> 24)}, column_of(arch::wormhole_b0())), fault::Fault);
    }
}

TEST(SfpuText, NamesOperandsImmediatesAndModifiers) {
    EXPECT_EQ(text({.op = Op::mad, .vd = 1, .va = 3, .vb = 6, .vc = 2}), "SFPMAD L1, L3, L6, L2");
    EXPECT_EQ(text({.op = Op::mad, .vd = 1, .va = 3, .vb = 6, .vc = 2, .mod = 2}), "SFPMAD L1, L3, L6, L2, mod=2");
    EXPECT_EQ(text({.op = Op::iadd, .vd = 5, .vc = 4, .mod = 5, .imm = 4066}), "SFPIADD L5, L4, -30, mod=5");
    EXPECT_EQ(text({.op = Op::loadi, .vd = 2, .mod = 8, .imm = 0x4b38}), "SFPLOADI L2, 0x4b38, mod=8");
    EXPECT_EQ(text({.op = Op::load, .vd = 2, .addr_mod = 3, .imm = 6}), "SFPLOAD L2, 6, addr_mod=3");
    EXPECT_EQ(text({.op = Op::store, .vd = 2, .mod = 12, .imm = 6}), "SFPSTORE L2, 6, mod=12");
    EXPECT_EQ(text({.op = Op::setcc, .vc = 3, .mod = 4}), "SFPSETCC L3, mod=4");
    EXPECT_EQ(text({.op = Op::and_, .vd = 4, .vc = 2, .mod = 1, .imm = 6}), "SFPAND L4, L6, L2, mod=1");
    EXPECT_EQ(text({.op = Op::pushc}), "SFPPUSHC");
    EXPECT_EQ(text({.op = Op::nop}), "SFPNOP");
    EXPECT_EQ(text({.op = static_cast<Op>(0x10)}), "opcode 0x10");
}

}  // namespace
}  // namespace tessera::sfpu
