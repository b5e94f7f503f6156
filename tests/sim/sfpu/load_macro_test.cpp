// SFPLOADMACRO (spec/tensix-core.md 4.8): scheduled instructions give the bits of the same steps one after the other,
// read what was there before their cycle, and are refused where the sub-units cannot do what is asked.
#include "sim/sfpu/load_macro.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <random>

#include "sim/arch/arch.hpp"
#include "sim/fault/fault.hpp"
#include "sim/num/dst_bits.hpp"
#include "sim/sfpu/isa.hpp"

namespace tessera::sfpu {
namespace {

using fault::Fault;
using fault::Id;

constexpr int rows_of_face = 16;

std::uint32_t step(std::uint32_t choice, std::uint32_t delay = 0, bool staged = false, bool in_vb = false) {
    return (in_vb ? 0x80u : 0u) | (staged ? 0x40u : 0u) | delay << 3 | choice;
}

// A vector unit with an fp32 Dst of random numbers.
class Machine {
  public:
    explicit Machine(const arch::Arch& of, std::uint32_t seed = 1) : arch(of.sfpu), port{.dst = dst, .fp32 = true} {
        std::mt19937 random(seed);
        for (int row = 0; row < 4 * rows_of_face; ++row)
            for (int column = 0; column < 16; ++column)
                dst.write32(row, column, num::dst_from_32(0x3f000000 + (random() & 0x81ffffff)));
    }
    void set(int entry, std::uint32_t word) {
        for (std::uint32_t& column : state.macro[entry]) column = word;
    }
    void set_template(int n, const Instr& in) { set(n, encode(in, arch.isa_column)); }
    void set_sequence(int n, std::uint32_t simple, std::uint32_t mad, std::uint32_t round, std::uint32_t store) {
        set(4 + n, simple | mad << 8 | round << 16 | store << 24);
    }
    void run(std::vector<Instr> program) { schedule.run(arch, state, port, program); }
    std::optional<Id> refused(std::vector<Instr> program) {
        try {
            run(std::move(program));
        } catch (const Fault& fault) {
            what = fault.what();
            return fault.id();
        }
        return std::nullopt;
    }

    const arch::Sfpu& arch;
    tensix::Dst dst;
    DstPort port;
    State state = initial_state();
    MacroSchedule schedule;
    std::string what;
};

Instr load_macro(std::uint8_t macro, std::uint8_t vd, std::uint32_t address) {
    return {.op = Op::loadmacro, .vd = vd, .va = macro, .imm = address};
}
constexpr Instr nop{.op = Op::nop};

TEST(LoadMacro, WordsHaveTheMacroAboveTheRegisterAndItsHighBitInTheAddress) {
    for (const arch::Arch* arch : arch::all()) {
        const int column = arch->sfpu.isa_column;
        const Instr in{.op = Op::loadmacro, .vd = 6, .va = 3, .mod = 9, .addr_mod = 2, .imm = 0x1f4};
        EXPECT_EQ(decode(encode(in, column), column), in);
        EXPECT_EQ(encode(in, column),
                  0x93000000u | (3 << 2 | 2) << 20 | 9 << 16 | 2u << (column == 0 ? 14 : 13) | 0x1f4u | 1u);
    }
}

// a * x + b, rounded to an integer, shifted into place and stored: one load macro a cycle against one step after the
// other.
TEST(LoadMacro, APipelineOfFiveSubUnitsGivesTheBitsOfItsSteps) {
    for (const arch::Arch* arch : arch::all()) {
        Machine macros(*arch), plain(*arch);
        for (Machine* machine : {&macros, &plain}) {
            machine->state.lreg[12] = lane::broadcast(0x43b8aa3b);
            machine->state.lreg[13] = lane::broadcast(0x46fde9a3);
        }
        const Instr mad{.op = Op::mad, .va = 12, .vc = 13}, round{.op = Op::stochrnd, .mod = 6},
            shift{.op = Op::shft, .mod = 1, .imm = 15};
        macros.set_template(1, mad);
        macros.set_template(2, round);
        macros.set_template(3, shift);
        macros.set_sequence(0, step(7, 3, true, true), step(5, 0, false, true), step(6, 2), step(3, 4, true));
        std::vector<Instr> fast, slow;
        for (std::uint32_t i = 0; i < 16; ++i) {
            const auto reg = static_cast<std::uint8_t>(i % 4);
            fast.push_back(load_macro(0, reg, 2 * i));
            Instr steps[] = {{.op = Op::load, .vd = reg, .imm = 2 * i}, mad, nop, round, shift,
                             {.op = Op::store, .vd = reg, .imm = 2 * i}};
            steps[1].vd = steps[1].vb = steps[3].vd = steps[3].vc = steps[4].vd = reg;
            slow.insert(slow.end(), std::begin(steps), std::end(steps));
        }
        macros.run(fast);
        plain.run(slow);
        EXPECT_TRUE(macros.dst == plain.dst) << arch->name;
        EXPECT_EQ(macros.schedule.tail(), 5u) << arch->name;  // the last store is five cycles behind its load
    }
}

// The condition is read from the register in the cycle that loads the next value into it, and the load still goes to
// all lanes: where(c, x, y) by three loads and a store.
TEST(LoadMacro, WhatRunsTogetherReadsWhatWasThereBefore) {
    for (const arch::Arch* arch : arch::all()) {
        Machine machine(*arch);
        const tensix::Dst before = machine.dst;
        for (int l = 0; l < lane::count; l += 3) machine.dst.write32(l / 8, 2 * (l % 8), 0);
        machine.set_template(0, {.op = Op::setcc, .mod = 6});
        machine.set_template(1, {.op = Op::encc, .mod = 0});
        machine.set_sequence(1, step(4), 0, 0, 0);
        machine.set_sequence(2, step(5), 0, 0, 0);
        machine.set(8, 0x770);
        machine.run(
            {load_macro(1, 0, 0), load_macro(2, 0, 16), {.op = Op::load, .imm = 32}, {.op = Op::store, .imm = 48}});
        for (int l = 0; l < lane::count; ++l)
            EXPECT_EQ(machine.dst.read32(48 + l / 8, 2 * (l % 8)),
                      before.read32((l % 3 == 0 ? 32 : 16) + l / 8, 2 * (l % 8)))
                << arch->name << " lane " << l;
    }
}

// A product takes two cycles: what is scheduled for the one between finds the register as it was.
TEST(LoadMacro, AScheduledReaderFindsTheOldValueUntilTheProductIsThere) {
    for (const std::uint32_t delay : {1u, 2u}) {
        Machine machine(arch::blackhole());
        machine.state.lreg[16] = lane::broadcast(0x40400000);
        machine.set_template(1, {.op = Op::mul, .va = 10, .vc = 9});
        machine.set_sequence(0, 0, step(5, 0, true, true), 0, step(3, delay, true));
        const std::uint32_t loaded = machine.dst.read32(0, 0);
        machine.run({load_macro(0, 3, 0), nop, nop});
        EXPECT_EQ(machine.dst.read32(0, 0), delay == 1 ? num::dst_from_32(0x40400000) : loaded) << delay;
        EXPECT_EQ(machine.state.lreg[16][0], num::dst_to_32(loaded));
    }
}

// Delays in instructions stand still while nothing is issued, over the end of a program too; delays in cycles do not.
TEST(LoadMacro, DelaysCountCyclesOrInstructions) {
    for (const bool by_instructions : {false, true}) {
        Machine machine(arch::wormhole_b0());
        const tensix::Dst before = machine.dst;
        machine.set_sequence(0, 0, 0, 0, step(3, 2));
        machine.set(8, 3u | (by_instructions ? 0x800u : 0u));
        machine.run({load_macro(0, 1, 0)});
        machine.dst = before;
        machine.state.lreg[1] = lane::broadcast(0x40000000);
        machine.run({{.op = Op::incrwc, .imm = 4u << 14}, nop, nop});
        // In instructions the second SFPNOP ends the delay, and the store goes where the load came from, although the
        // counter moved since.
        EXPECT_EQ(machine.dst.read32(0, 0), by_instructions ? num::dst_from_32(0x40000000) : before.read32(0, 0));
        EXPECT_EQ(machine.dst.read32(4, 0), before.read32(4, 0));
    }
}

TEST(LoadMacro, OnlyEnabledLanesTakeResultsInLReg16) {
    Machine machine(arch::wormhole_b0());
    machine.state.lreg[16] = lane::broadcast(7);
    machine.set_template(0, {.op = Op::exexp, .mod = 1});
    machine.set_sequence(0, step(4, 0, true), 0, 0, 0);
    for (int l = 0; l < lane::count; ++l) machine.state.flags[l] = l % 2 ? ~0u : 0u;
    machine.run({load_macro(0, 2, 0), nop});
    for (int l = 0; l < lane::count; ++l)
        EXPECT_EQ(machine.state.lreg[16][l], l % 2 ? machine.state.lreg[2][l] >> 23 & 255 : 7u) << l;
}

// The round sub-unit shifts what was loaded, by an immediate or by a register, into the loaded register or LReg16.
TEST(LoadMacro, TheRoundSubUnitShiftsWhatWasLoaded) {
    for (const bool by_register : {false, true})
        for (const bool staged : {false, true}) {
            Machine machine(arch::wormhole_b0());
            machine.state.lreg[12] = lane::broadcast(static_cast<std::uint32_t>(-5));
            machine.set_template(2, by_register ? Instr{.op = Op::shft2, .vc = 12, .mod = 5}
                                                : Instr{.op = Op::shft2, .mod = 6, .imm = -5 & 0xfff});
            machine.set_sequence(0, 0, 0, step(6, 0, staged, true), 0);
            machine.run({load_macro(0, 3, 0), nop});
            const std::uint32_t loaded = num::dst_to_32(machine.dst.read32(0, 0));
            EXPECT_EQ(machine.state.lreg[staged ? 16 : 3][0], loaded >> 5);
            EXPECT_EQ(machine.state.lreg[3][0], staged ? loaded : loaded >> 5);
        }
}

// An instruction of two operands takes one from where the macro loaded and the other from where the template says, be
// it any register; its result goes to a third.
TEST(LoadMacro, AnOperandOfTheTemplateMayBeAnyRegister) {
    for (std::uint8_t other = 0; other < 8; ++other) {
        Machine machine(arch::wormhole_b0());
        for (std::uint32_t reg = 0; reg < 8; ++reg) machine.state.lreg[reg] = lane::broadcast(reg << 4);
        machine.set_template(0, {.op = Op::iadd, .vc = other, .mod = 4});
        machine.set_sequence(0, step(4, 1, true, true), 0, 0, 0);
        machine.run({load_macro(0, 3, 0), {.op = Op::loadi, .vd = 3, .mod = 2, .imm = 7}, nop});
        EXPECT_EQ(machine.state.lreg[16][5], (other == 3 ? 7u : other << 4) + 7u) << int{other};
        for (std::uint32_t reg = 0; reg < 8; ++reg)
            EXPECT_EQ(machine.state.lreg[reg][5], reg == 3 ? 7u : reg << 4) << int{other};
    }
}

TEST(LoadMacro, ADiscardedInstructionIsAFault) {
    Machine machine(arch::wormhole_b0());
    machine.set_template(0, {.op = Op::abs, .mod = 1});
    machine.set_sequence(0, step(4, 1), 0, 0, 0);
    EXPECT_EQ(machine.refused({load_macro(0, 1, 0), nop, {.op = Op::mov, .vd = 5, .vc = 4}}), Id::sfpu_hazard);
    EXPECT_THAT(machine.what, testing::HasSubstr("SFPMOV L5, L4 is discarded: SFPABS"));
    EXPECT_EQ(machine.schedule.under_way(), 2u);
    // A cycle later the unit is free.
    Machine later(arch::wormhole_b0());
    later.set_template(0, {.op = Op::abs, .mod = 1});
    later.set_sequence(0, step(4, 1), 0, 0, 0);
    EXPECT_EQ(later.refused({load_macro(0, 1, 0), nop, nop, {.op = Op::mov, .vd = 5, .vc = 4}}), std::nullopt);
}

// The vendor's reductions by maximum: each load is ordered against a running value, and the next load takes the place
// of the smaller one while the greater is still on its way.
TEST(LoadMacro, OrdersTheLoadedRegisterAndAnother) {
    for (const arch::Arch* arch : arch::all()) {
        Machine macros(*arch), plain(*arch);
        const Instr order{.op = Op::swap, .vc = 4, .mod = 1};
        macros.set_template(0, order);
        macros.set_sequence(0, step(4, 0, false, true), 0, 0, 0);
        std::vector<Instr> fast{{.op = Op::load, .vd = 4}}, slow = fast;
        for (std::uint32_t row = 4; row < 60; row += 4) {
            fast.insert(fast.end(), {load_macro(0, 1, row), nop, {.op = Op::load, .vd = 1, .imm = 2}, nop});
            Instr swap = order;
            swap.vd = 1;
            slow.insert(slow.end(),
                        {{.op = Op::load, .vd = 1, .imm = row}, swap, nop, {.op = Op::load, .vd = 1, .imm = 2}});
        }
        macros.run(fast);
        plain.run(slow);
        EXPECT_EQ(macros.state.lreg[4], plain.state.lreg[4]) << arch->name;
        EXPECT_EQ(macros.state.lreg[1], plain.state.lreg[1]) << arch->name;
        // Its loaded register for VC is VD as well, so that nothing tells which result it would get.
        Machine other(*arch);
        other.set_template(0, {.op = Op::swap, .vd = 5, .mod = 1});
        other.set_sequence(0, step(4), 0, 0, 0);
        EXPECT_EQ(other.refused({load_macro(0, 1, 0), nop, nop}), Id::tensix_unsupported);
    }
}

TEST(LoadMacro, WhatTheSubUnitsCannotDoIsAFault) {
    struct Case {
        const char* what;
        std::uint32_t simple, mad, round;
        Id id;
    };
    const Instr abs{.op = Op::abs, .mod = 1}, mad{.op = Op::mad, .va = 10, .vc = 9},
        round{.op = Op::stochrnd, .mod = 1}, swap{.op = Op::swap, .vd = 10, .mod = 1};
    for (const Case& c : {Case{"and SFPSTOCHRND", step(4), 0, step(6), Id::sfpu_hazard},
                          Case{"two results for one register", step(4, 1), step(5), 0, Id::tensix_unsupported},
                          Case{"needs the mad sub-unit idle", step(7), step(5), 0, Id::sfpu_hazard},
                          Case{"the second cycle of an SFPSWAP", step(7), 0, step(6, 1), Id::sfpu_hazard},
                          Case{"which is reserved", step(1), 0, 0, Id::sfpu_mode},
                          Case{"not into LReg16", step(7, 0, true), 0, 0, Id::tensix_unsupported}}) {
        Machine machine(arch::wormhole_b0());
        machine.set_template(0, abs);
        machine.set_template(1, mad);
        machine.set_template(2, round);
        machine.set_template(3, swap);
        machine.set_sequence(0, c.simple, c.mad, c.round, 0);
        EXPECT_EQ(machine.refused({load_macro(0, 1, 0), nop, nop, nop}), c.id) << c.what;
        EXPECT_THAT(machine.what, testing::HasSubstr(c.what));
    }
    Machine machine(arch::wormhole_b0());
    machine.state.macro[4][3] = 5;
    EXPECT_EQ(machine.refused({load_macro(0, 1, 0)}), Id::tensix_unsupported);
}

}  // namespace
}  // namespace tessera::sfpu
