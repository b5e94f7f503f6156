// Contraction follows spec/tensix-core.md 5.2, instruction by instruction.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "sim/sfpu/isa.hpp"
#include "tests/sim/sfpu/functions.hpp"
#include "tests/sim/sfpu/sfpi_host.hpp"

namespace tessera::sfpu {
namespace {

using namespace sfpi;
using testing::ElementsAre;

// x, y, c, s are in L0..L3; loads, stores and gaps are left out of the listing.
using Expression = vFloat (*)(vFloat& x, vFloat& y, vFloat& c, vFloat& s);
std::vector<std::string> arithmetic(const arch::Arch& arch, Lowering lowering, Expression expression) {
    Program program = lowered(arch, lowering, [&] {
        vFloat x = dst_reg[0], y = dst_reg[2], c = dst_reg[4], s = dst_reg[6];
        dst_reg[1] = expression(x, y, c, s);
        dst_reg[0] = x;  // all four stay live
        dst_reg[2] = y;
        dst_reg[4] = c;
        dst_reg[6] = s;
    });
    std::erase_if(program.code,
                  [](const Instr& i) { return i.op == Op::load || i.op == Op::store || i.op == Op::nop; });
    return listing(program);
}

TEST(Contract, DifferenceOfProducts) {
    const Expression e = [](vFloat& x, vFloat& y, vFloat& c, vFloat& s) { return vFloat(x * c - y * s); };
    EXPECT_THAT(arithmetic(wh, Lowering::sfpi_2025, e),
                ElementsAre("SFPMUL L4, L1, L3, L9", "SFPMOV L4, L4, mod=1", "SFPMAD L4, L0, L2, L4"));
    // The flip folds into the product y s, which the addition then takes as its right operand.
    EXPECT_THAT(arithmetic(bh, Lowering::sfpi_2025, e),
                ElementsAre("SFPMUL L4, L0, L2, L9", "SFPMAD L4, L1, L3, L4, mod=1"));
}

TEST(Contract, SumOfProductsFusesTheRightOne) {
    const Expression e = [](vFloat& x, vFloat& y, vFloat& c, vFloat& s) { return vFloat(x * s + y * c); };
    for (const auto* arch : {&wh, &bh})
        EXPECT_THAT(arithmetic(*arch, Lowering::sfpi_2025, e),
                    ElementsAre("SFPMUL L4, L0, L3, L9", "SFPMAD L4, L1, L2, L4"));
}

TEST(Contract, ProductMinusValue) {
    const Expression e = [](vFloat& x, vFloat& y, vFloat& c, vFloat&) { return vFloat(x * y - c); };
    EXPECT_THAT(arithmetic(wh, Lowering::sfpi_2025, e), ElementsAre("SFPMOV L4, L2, mod=1", "SFPMAD L4, L0, L1, L4"));
    EXPECT_THAT(arithmetic(bh, Lowering::sfpi_2025, e), ElementsAre("SFPMAD L4, L0, L1, L2, mod=2"));
}

TEST(Contract, ValueMinusProductFusesOnBlackholeOnly) {
    const Expression e = [](vFloat& x, vFloat& y, vFloat& c, vFloat&) { return vFloat(c - x * y); };
    EXPECT_THAT(arithmetic(wh, Lowering::sfpi_2025, e), ElementsAre("SFPMUL L4, L0, L1, L9", "SFPMAD L4, L11, L4, L2"));
    EXPECT_THAT(arithmetic(bh, Lowering::sfpi_2025, e), ElementsAre("SFPMAD L4, L0, L1, L2, mod=1"));
}

TEST(Contract, SubtractionInPlaceIsAMadOnWormhole) {
    const Expression e = [](vFloat& x, vFloat& y, vFloat& c, vFloat&) {
        vFloat v = c;
        v -= x * y;
        return v;
    };
    EXPECT_THAT(arithmetic(wh, Lowering::sfpi_2025, e), ElementsAre("SFPMUL L4, L0, L1, L9", "SFPMAD L4, L11, L4, L2"));
    EXPECT_THAT(arithmetic(bh, Lowering::sfpi_2025, e), ElementsAre("SFPMAD L4, L0, L1, L2, mod=1"));
}

TEST(Contract, AProductUsedTwiceDoesNotFuse) {
    const Expression e = [](vFloat& x, vFloat& y, vFloat& c, vFloat&) {
        vFloat p = x * y;
        return vFloat((p + c) * p);
    };
    EXPECT_THAT(arithmetic(wh, Lowering::sfpi_2025, e),
                ElementsAre("SFPMUL L4, L0, L1, L9", "SFPADD L5, L10, L4, L2", "SFPMUL L4, L5, L4, L9"));
}

TEST(Contract, AConditionBetweenKeepsThemApart) {
    const Expression e = [](vFloat& x, vFloat& y, vFloat& c, vFloat& s) {
        vFloat p = x * y;
        v_if(c < 0.0f) { s = 1.0f; }
        v_endif;
        return vFloat(p + c);
    };
    const auto lines = arithmetic(wh, Lowering::sfpi_2025, e);
    EXPECT_THAT(lines, testing::Contains("SFPADD L4, L10, L4, L2"));
}

// x * x + y with a word of the kernel in between.
Program around(const arch::Arch& arch, const Instr& raw) {
    Host host;
    {
        vFloat x = dst_reg[0], y = dst_reg[2];
        vFloat product = x * x;
        const int column = arch.sfpu.isa_column;
        host.recorder.record_word(encode(raw, column), host.pc += 4, host.now++);
        dst_reg[0] = product + y;
    }
    return host.flush(arch, Lowering::sfpi_2025);
}

// A product whose lanes are not those of the sum stays an instruction of its own. The modifier decides, as in the
// vendor's table of what sets the flags: SFPPUSHC saves them, and only its modifier 13 changes them.
TEST(Contract, AWordOfTheKernelThatWritesFlagsKeepsThemApart) {
    struct Case {
        Op op;
        std::uint8_t mod;
        bool writes_flags, on_wormhole;
    };
    for (const Case& word : {
             Case{Op::setcc, 0, true, true},   Case{Op::setcc, 6, true, true},    Case{Op::encc, 0, true, true},
             Case{Op::encc, 10, true, true},   Case{Op::compc, 0, true, true},    Case{Op::popc, 0, true, true},
             Case{Op::popc, 3, true, true},    Case{Op::pushc, 0, false, true},   Case{Op::pushc, 1, false, false},
             Case{Op::pushc, 13, true, false}, Case{Op::pushc, 14, false, false}, Case{Op::iadd, 1, true, true},
             Case{Op::iadd, 5, false, true},   Case{Op::exexp, 2, true, true},    Case{Op::exexp, 0, false, true},
             Case{Op::lz, 2, true, true},      Case{Op::lz, 4, false, true},      Case{Op::gt, 1, true, false},
             Case{Op::gt, 8, false, false},    Case{Op::le, 1, true, false},      Case{Op::le, 8, false, false},
             Case{Op::mov, 0, false, true},
         })
        for (const auto* arch : {&wh, &bh}) {
            if (arch == &wh && !word.on_wormhole) continue;
            const Program program = around(*arch, {.op = word.op, .vd = 7, .vc = 7, .mod = word.mod});
            EXPECT_EQ(count(program, Op::mad), word.writes_flags ? 0 : 1) << arch->name << "\n" << print(program);
            EXPECT_EQ(count(program, Op::mul), word.writes_flags ? 1 : 0) << arch->name << "\n" << print(program);
        }
}

// Whether running the word changes which lanes take part, in one of a few states that differ in flags and stack.
bool changes_lanes(const arch::Arch& arch, const Instr& raw) {
    for (std::uint32_t seed = 1; seed < 9; ++seed) {
        State state = initial_state();
        seed_prng(state, seed);
        for (int l = 0; l < lane::count; ++l) state.flags[l] = state.prng[l] & 1 ? ~0u : 0u;
        for (int reg = 0; reg < 8; ++reg)
            for (int l = 0; l < lane::count; ++l)
                state.lreg[reg][l] = (state.prng[l] ^ seed << 30) * (reg + 1u) % 7 - 3;
        state.use = true;
        state.depth = 2;
        state.stack[1].use = seed & 1;
        const auto before = state.flags;
        tensix::Dst dst;
        DstPort port{dst};
        execute(arch.sfpu, state, port, std::span(&raw, 1));
        if (!state.use) return true;
        for (int l = 0; l < lane::count; ++l)
            if (state.flags[l] != before[l]) return true;
    }
    return false;
}

// The rows say what writes flags; here the executor is the judge of that. No instruction that changes the lanes in
// force may stand between a product and a sum that become one.
TEST(Contract, NothingIsContractedAcrossAnInstructionThatChangesTheLanes) {
    for (const auto* arch : {&wh, &bh}) {
        int changing = 0;
        for (const Row& row : rows)
            for (std::uint8_t mod = 0; mod < 16; ++mod) {
                const Modifiers modelled = row.column[static_cast<std::size_t>(arch->sfpu.isa_column)].modelled;
                if (!(modelled >> mod & 1) || row.op == Op::loadmacro) continue;
                const auto vc = static_cast<std::uint8_t>(row.op == Op::mul || row.op == Op::mul24 ? 9 : 4);
                const Instr raw{.op = row.op, .vd = 5, .va = 10, .vb = 4, .vc = vc, .mod = mod};
                if (!changes_lanes(*arch, raw)) continue;
                ++changing;
                const Program program = around(*arch, raw);
                EXPECT_EQ(count(program, Op::mad), 0) << arch->name << "\n" << print(program);
                EXPECT_TRUE(row.writes(mod) & operand::flags) << arch->name << " " << row.name << " " << int{mod};
            }
        // SFPENCC, SFPSETCC, SFPCOMPC, SFPPOPC and, with some modifiers, arithmetic.
        EXPECT_GT(changing, 25) << arch->name;
    }
}

TEST(Contract, DyingFactorOfABf16ConstantIsAnImmediate) {
    const auto code = [] {
        vFloat x = dst_reg[0], y = dst_reg[2];
        dst_reg[1] = x * 0.5f + y;
    };
    EXPECT_EQ(count(lowered(wh, Lowering::sfpi_2025, code), Op::muli), 1);
    EXPECT_EQ(count(lowered(wh, Lowering::sfpi_2023, code), Op::mad), 1);
    EXPECT_EQ(count(lowered(wh, Lowering::none, code), Op::mul), 1);
    const Expression live = [](vFloat& x, vFloat& y, vFloat&, vFloat&) { return vFloat(x * 0.5f + y); };
    EXPECT_THAT(arithmetic(wh, Lowering::sfpi_2025, live), ElementsAre("SFPLOADI L4, 0x3f00", "SFPMAD L4, L0, L4, L1"));
}

TEST(Contract, ConstantsInRegistersAreNoImmediates) {
    const auto code = [] { dst_reg[1] = vFloat(dst_reg[0]) * 2.25f + 1.0f; };
    const Program program = lowered(wh, Lowering::sfpi_2023, code);
    EXPECT_THAT(listing(program), testing::Contains("SFPMAD L0, L0, L1, L10")) << print(program);
}

TEST(Contract, RuntimeScalarsAreNotImmediatesAndCostTwoBuiltWords) {
    Host host;
    host.literals = false;
    dst_reg[1] = vFloat(dst_reg[0]) * 0.5f;
    const Program program = host.flush(wh, Lowering::sfpi_2025);
    EXPECT_EQ(count(program, Op::muli), 0);
    EXPECT_EQ(count(program, Op::loadi), 2);
    EXPECT_EQ(std::count(program.built.begin(), program.built.end(), 1), 4) << print(program);  // and both indices
}

TEST(Contract, ScaleStepOfExp24fFusesInTheOlderProfile) {
    const auto step = [] { dst_reg[1] = vFloat(dst_reg[0]) * 12102203.0f + 1065353216.0f; };
    EXPECT_EQ(count(lowered(wh, Lowering::sfpi_2023, step), Op::mad), 1);
    const Program newer = lowered(wh, Lowering::sfpi_2025, step);
    EXPECT_EQ(count(newer, Op::mul), 1);
    EXPECT_EQ(count(newer, Op::addi), 1);
}

TEST(Contract, WormholeGetsGapsBlackholeStallsInHardware) {
    const auto code = [] {
        vFloat x = dst_reg[0];
        vFloat y = x * x;
        vec_min_max(x, y);
        dst_reg[1] = y;
    };
    EXPECT_EQ(count(lowered(wh, Lowering::sfpi_2025, code), Op::nop), 2);
    EXPECT_EQ(count(lowered(bh, Lowering::sfpi_2025, code), Op::nop), 1);  // its scoreboard misses SFPSWAP
}

TEST(Contract, ConstantsLoadByTheShortestForm) {
    const auto loads = [](float value) {
        return count(lowered(wh, Lowering::none, [&] { dst_reg[1] = vFloat(dst_reg[0]) + value; }), Op::loadi);
    };
    EXPECT_EQ(loads(1.0f), 0);
    EXPECT_EQ(loads(0.837300003f), 0);
    EXPECT_EQ(loads(0.5f), 1);         // bf16
    EXPECT_EQ(loads(0x1.ffcp+3f), 1);  // fp16
    EXPECT_EQ(loads(3.14159265f), 2);
}

}  // namespace
}  // namespace tessera::sfpu
