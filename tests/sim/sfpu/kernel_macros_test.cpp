// The macros that kernels get for raw instructions (spec/kernel-api.md 1.6): three of each row, with the arguments in
// the order that the field knows, giving the words that the decoder reads.
#include "sim/sfpu/kernel_macros.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "sim/sfpu/isa.hpp"

#define TESSERA_ISA_COLUMN 1
#define TESSERA_TTI(word) (word)
#define TESSERA_TT(word) (word)
#define TESSERA_HAS_COMPARE 1
#include "sim/api/tessera/instructions.h"

namespace tessera::sfpu {
namespace {

TEST(KernelMacros, EveryVectorInstructionHasAllThree) {
    const std::string text = kernel_macros();
    const std::size_t second = text.find("#if TESSERA_HAS_COMPARE");
    ASSERT_NE(second, std::string::npos);
    for (const Row& row : rows)
        for (const std::string form : {"TT_OP_", "TTI_", "TT_"}) {
            if (row.unit == Unit::counters) continue;
            const std::string definition = "#define " + form + std::string(row.macro);
            const bool no_arguments = fields_of(row.layout).empty();
            const std::size_t at = text.find(definition + (no_arguments ? " " : "("));
            ASSERT_NE(at, std::string::npos) << definition;
            EXPECT_EQ(at > second, row.column[0].legal == 0) << definition;
        }
}

// One of each shape, by Blackhole's places.
TEST(KernelMacros, ArgumentsComeInTheFieldsOrder) {
    const auto is = [](std::uint32_t word, const Instr& in) {
        EXPECT_EQ(decode(word, 1), in) << std::hex << word;
        EXPECT_EQ(word, encode(in, 1)) << std::hex << word;
    };
    is(TT_OP_SFPLOAD(1, 2, 7, 30), {.op = Op::load, .vd = 1, .mod = 2, .addr_mod = 7, .imm = 30});
    is(TTI_SFPSTORE(1, 2, 3, 30), {.op = Op::store, .vd = 1, .mod = 2, .addr_mod = 3, .imm = 30});
    is(TT_SFPLOADI(5, 10, 0xabcd), {.op = Op::loadi, .vd = 5, .mod = 10, .imm = 0xabcd});
    is(TT_OP_SFPLOADMACRO(3 << 2 | 1, 4, 7, 20 | 1),
       {.op = Op::loadmacro, .vd = 5, .va = 3, .mod = 4, .addr_mod = 7, .imm = 20});
    is(TT_OP_SFPMAD(1, 2, 3, 4, 5), {.op = Op::mad, .vd = 4, .va = 1, .vb = 2, .vc = 3, .mod = 5});
    is(TT_OP_SFPMUL24(1, 2, 9, 4, 1), {.op = Op::mul24, .vd = 4, .va = 1, .vb = 2, .vc = 9, .mod = 1});
    is(TT_OP_SFPADDI(0x3f80, 4, 0), {.op = Op::addi, .vd = 4, .imm = 0x3f80});
    is(TT_OP_SFPCONFIG(0x770, 8, 1), {.op = Op::config, .vd = 8, .mod = 1, .imm = 0x770});
    is(TT_OP_SFPIADD(-1, 2, 3, 5), {.op = Op::iadd, .vd = 3, .vc = 2, .mod = 5, .imm = 0xfff});
    is(TT_OP_SFPCAST(2, 3, 1), {.op = Op::cast, .vd = 3, .vc = 2, .mod = 1});
    is(TT_OP_SFPLUTFP32(3, 2), {.op = Op::lutfp32, .vd = 3, .mod = 2});
    is(TT_OP_SFPLUT(3, 4, 0), {.op = Op::lut, .vd = 3, .mod = 4});
    is(TT_OP_SFP_STOCH_RND(2, 9, 1, 2, 3, 4),
       {.op = Op::stochrnd, .vd = 3, .vb = 1, .vc = 2, .mod = 4, .rounding = 2, .imm = 9});
    is(TT_OP_SFPARECIP(0, 2, 3, 0), {.op = Op::arecip, .vd = 3, .vc = 2});
    is(TT_OP_SFPNOP, {.op = Op::nop});
}

}  // namespace
}  // namespace tessera::sfpu
