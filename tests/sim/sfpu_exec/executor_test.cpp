// The executor beyond the golden vectors: its builds agree, blocks equal single vectors, faults, modes without vectors.
#include "sim/sfpu/executor.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <random>

#include "sim/fault/fault.hpp"
#include "sim/num/sfpu_convert.hpp"
#include "sim/sfpu/isa.hpp"
#include "sim/sfpu/ops/random.hpp"
#include "tests/sim/sfpu_exec/one_sfpu.hpp"

namespace tessera::sfpu {
namespace {

using fault::Id;

Id fault_of(OneSfpu& unit, const Instr& instr, std::string part = "SFP") {
    try {
        unit.run({instr});
    } catch (const fault::Fault& fault) {
        EXPECT_THAT(fault.detail(), testing::HasSubstr(part));
        return fault.id();
    }
    ADD_FAILURE() << "no fault";
    return Id::internal_error;
}

std::uint32_t pattern(std::mt19937& random) {
    const std::uint32_t bits = random();
    switch (random() % 4) {
        case 0: return bits;
        case 1: return (bits & 0x80ffffff) | 0x3f000000;
        case 2: return bits % 64;
        default: return (bits & 1) << 31 | (bits & 2 ? 0x7f800000 : 0) | (bits >> 2 & 3);
    }
}

// Straight-line programs of everything but Dst, with legal modifiers and a stack that never over- or underflows.
std::vector<Instr> random_program(std::mt19937& random, const arch::Sfpu& arch) {
    std::vector<Instr> program;
    int depth = 0;
    while (program.size() < 200) {
        const Row& row = rows[random() % rows.size()];
        const auto modelled = row.column[static_cast<std::size_t>(arch.isa_column)].modelled;
        if (row.layout == Layout::load || row.layout == Layout::rwc) continue;
        if (row.op == Op::config || row.op == Op::loadmacro) continue;
        Instr in{.op = row.op,
                 .vd = static_cast<std::uint8_t>(random() % 9),
                 .va = static_cast<std::uint8_t>(random() % 16),
                 .vb = static_cast<std::uint8_t>(random() % 16),
                 .vc = static_cast<std::uint8_t>(random() % 16),
                 .mod = static_cast<std::uint8_t>(random() % 16),
                 .imm = static_cast<std::uint32_t>(random() % 4096)};
        if (!(modelled >> in.mod & 1)) continue;
        if (row.op == Op::add) in.va = 10;
        if (row.op == Op::mul || row.op == Op::mul24) in.vc = 9;
        if (row.op == Op::stochrnd) in.imm &= 31;
        const bool pops = row.op == Op::popc && in.mod == 0;
        const bool pushes = row.op == Op::pushc && in.mod == 0;
        if ((pushes && depth == State::stack_limit) || (pops && depth == 0)) continue;
        if (row.op == Op::pushc && in.mod != 0 && depth == 0) continue;
        depth += pushes ? 1 : pops ? -1 : 0;
        program.push_back(in);
    }
    return program;
}

TEST(SfpuExecutor, EveryLevelOfTheProcessorGivesTheSameStateSinglyAndInBlocks) {
    std::mt19937 random{7};
    for (const arch::Arch* arch : arch::all())
        for (int round = 0; round < 40; ++round) {
            const auto program = random_program(random, arch->sfpu);
            std::vector<State> start(5, initial_state());
            for (State& state : start)
                for (int r = 0; r < 8; ++r)
                    for (int l = 0; l < lane::count; ++l) state.lreg[r][l] = pattern(random);
            std::vector<State> expected = start;
            for (State& state : expected) {
                tensix::Dst dst;
                DstPort port{.dst = dst};
                executor(lane::Level::baseline)
                    .run(arch->sfpu, lane::table(lane::Level::baseline).of(arch->sfpu.mad), &state, 1, &port,
                         program.data(), program.size());
            }
            for (lane::Level level : {lane::Level::baseline, lane::Level::v3, lane::Level::v4}) {
                if (!lane::supported(level)) continue;
                auto states = start;
                executor(level).run(arch->sfpu, lane::table(level).of(arch->sfpu.mad), states.data(), states.size(),
                                    nullptr, program.data(), program.size());
                for (std::size_t i = 0; i < states.size(); ++i)
                    ASSERT_TRUE(states[i] == expected[i]) << arch->name << " round " << round;
            }
            auto states = start;
            execute_block(arch->sfpu, states, program);
            EXPECT_TRUE(states == expected);
        }
}

TEST(SfpuExecutor, CastEqualsTheScalarConversion) {
    std::mt19937 random{3};
    OneSfpu unit{arch::wormhole_b0()};
    for (int round = 0; round < 20000; ++round) {
        for (int l = 0; l < lane::count; ++l)
            unit.state.lreg[0][l] = random() >> random() % 32 | (random() & 0x80000000);
        if (round == 0)
            for (int l = 0; l < lane::count; ++l)
                unit.state.lreg[0][l] = static_cast<std::uint32_t>(l % 2) << 31 | (l < 8 ? 0 : 0x7fffffffu >> (l / 4));
        unit.run({{.op = Op::cast, .vd = 1, .vc = 0}});
        for (int l = 0; l < lane::count; ++l)
            ASSERT_EQ(unit.state.lreg[1][l], num::int32_to_fp32_rne(unit.state.lreg[0][l]));
    }
}

// Stochastic rounding compares what is removed with the lane's generator, which then steps (tensix-core.md 3.4, 4.6).
// Integers below 2^24 convert exactly whatever it holds.
TEST(SfpuExecutor, StochasticRoundingFollowsTheGeneratorOfEachLane) {
    std::mt19937 random{4};
    OneSfpu unit{arch::wormhole_b0()};
    seed_prng(unit.state, 0x1234);
    int up = 0, down = 0;
    for (int round = 0; round < 200; ++round) {
        for (int l = 0; l < lane::count; ++l) unit.state.lreg[0][l] = random() & 0xBFFFFFFF;
        const Lanes first = unit.state.prng;
        unit.run({{.op = Op::stochrnd, .vd = 1, .vc = 0, .mod = 1, .rounding = 1}});
        const Lanes second = unit.state.prng;
        unit.run({{.op = Op::cast, .vd = 2, .vc = 0, .mod = 1}});
        EXPECT_FALSE(first == second);
        EXPECT_FALSE(second == unit.state.prng);
        for (int l = 0; l < lane::count; ++l) {
            const std::uint32_t x = unit.state.lreg[0][l];
            ASSERT_EQ(unit.state.lreg[1][l], num::stochrnd_bf16(x, num::round_stochastic(first[l])));
            ASSERT_EQ(unit.state.lreg[2][l], num::int32_to_fp32_stochastic(x, second[l]));
            if ((x & 0x7fffffff) < 1u << 24) {
                ASSERT_EQ(unit.state.lreg[2][l], num::int32_to_fp32_rne(x));
            }
            if (num::exponent(x) == 0 || num::exponent(x) == 255) continue;
            ++(unit.state.lreg[1][l] > x ? up : down);
        }
    }
    EXPECT_GT(up, 1000);
    EXPECT_GT(down, 1000);
}

TEST(SfpuExecutor, ModifierOfTheOtherArchitectureIsRefusedByName) {
    OneSfpu wh{arch::wormhole_b0()}, bh{arch::blackhole()};
    EXPECT_EQ(fault_of(wh, {.op = Op::mad, .mod = 1}, "SFPMAD L0, L0, L0, L0, mod=1"), Id::sfpu_mode);
    EXPECT_EQ(fault_of(wh, {.op = Op::gt, .mod = 1}, "no such instruction"), Id::sfpu_mode);
    EXPECT_EQ(fault_of(wh, {.op = Op::shft, .mod = 2}), Id::sfpu_mode);
    EXPECT_EQ(fault_of(bh, {.op = Op::mul, .mod = 2}), Id::sfpu_mode);
    EXPECT_EQ(fault_of(wh, {.op = Op::pushc, .mod = 3}), Id::sfpu_mode);
    EXPECT_EQ(fault_of(wh, {.op = Op::loadmacro}), Id::tensix_unsupported);
    EXPECT_EQ(fault_of(wh, {.op = static_cast<Op>(0x12)}, "0x12"), Id::tensix_unsupported);
}

TEST(SfpuExecutor, FlagStackHoldsEightEntries) {
    OneSfpu unit{arch::wormhole_b0()};
    EXPECT_EQ(fault_of(unit, {.op = Op::popc}, "SFPPOPC with 0 of 8"), Id::flag_stack);
    unit.run(std::vector<Instr>(8, {.op = Op::pushc}));
    EXPECT_EQ(unit.state.depth, 8);
    EXPECT_EQ(fault_of(unit, {.op = Op::pushc}, "SFPPUSHC with 8 of 8"), Id::flag_stack);
}

TEST(SfpuExecutor, InstructionsBeforeTheFaultHaveTakenEffect) {
    OneSfpu unit{arch::wormhole_b0()};
    EXPECT_THROW(unit.run({{.op = Op::loadi, .vd = 2, .imm = 0x3f80}, {.op = Op::popc}}), fault::Fault);
    EXPECT_EQ(unit.state.lreg[2], lane::broadcast(0x3f800000));
}

TEST(SfpuExecutor, OddDstAddressIsAFault) {
    OneSfpu unit{arch::wormhole_b0()};
    EXPECT_EQ(fault_of(unit, {.op = Op::load, .mod = 4, .imm = 3}, "odd Dst address 3"), Id::dst_index);
}

TEST(SfpuExecutor, BlocksHaveNoDst) {
    std::vector<State> states(2, initial_state());
    const std::vector<Instr> program{{.op = Op::load, .mod = 4}};
    EXPECT_THROW(execute_block(arch::wormhole_b0().sfpu, states, program), fault::Fault);
}

TEST(SfpuExecutor, WritesAboveTheGeneralRegistersAreDropped) {
    OneSfpu unit{arch::wormhole_b0()};
    const State before = unit.state;
    unit.run({{.op = Op::loadi, .vd = 10, .imm = 0x4000},
              {.op = Op::iadd, .vd = 9, .vc = 11, .imm = 0},
              {.op = Op::mad, .vd = 11, .va = 10, .vb = 10, .vc = 10},
              {.op = Op::mov, .vd = 8, .vc = 10, .mod = 2}});
    EXPECT_TRUE(unit.state == before);
}

TEST(SfpuExecutor, IndirectRegistersComeOutOfLreg7LaneByLane) {
    OneSfpu unit{arch::wormhole_b0()};
    for (int l = 0; l < lane::count; ++l) unit.state.lreg[7][l] = l % 2 ? 10 : 11;  // 1.0 or -1.0
    unit.state.lreg[1] = lane::broadcast(0x40400000);
    unit.run({{.op = Op::mad, .vd = 2, .va = 0, .vb = 1, .vc = 9, .mod = mad_mod::indirect_va}});
    for (int l = 0; l < lane::count; ++l) EXPECT_EQ(unit.state.lreg[2][l], l % 2 ? 0x40400000u : 0xc0400000u);
    for (int l = 0; l < lane::count; ++l) unit.state.lreg[7][l] = l % 2 ? 3 : 9;  // LReg9 takes no result
    unit.run({{.op = Op::mad, .vd = 2, .va = 10, .vb = 1, .vc = 9, .mod = mad_mod::indirect_vd}});
    for (int l = 0; l < lane::count; ++l) EXPECT_EQ(unit.state.lreg[3][l], l % 2 ? 0x40400000u : 0u);
    EXPECT_EQ(unit.state.lreg[9], lane::broadcast(0));
}

TEST(SfpuExecutor, RowMaskOfLaneConfigTakesRowsOut) {
    OneSfpu unit{arch::wormhole_b0()};
    unit.run({{.op = Op::config, .vd = 15, .mod = 1, .imm = 0x2000}, {.op = Op::loadi, .vd = 1, .imm = 0x3f80}});
    for (int l = 0; l < lane::count; ++l) EXPECT_EQ(unit.state.lreg[1][l], l / 8 == 1 ? 0u : 0x3f800000u);
    EXPECT_EQ(fault_of(unit, {.op = Op::config, .vd = 15, .mod = 1, .imm = 512}, "LaneConfig"), Id::tensix_unsupported);
}

TEST(SfpuExecutor, CountersFollowSetrwcAndIncrwc) {
    OneSfpu unit{arch::wormhole_b0()};
    const auto word = [](Op op, std::uint32_t fields) { return Instr{.op = op, .imm = fields}; };
    constexpr std::uint32_t cr_d = 4u << 18, c_to_cr = 8u << 18, set_d = 4;
    unit.run({word(Op::incrwc, 2u << 14)});
    EXPECT_EQ(unit.port.rwc, (Rwc{2, 0}));
    unit.run({word(Op::setrwc, cr_d | 8u << 14 | set_d)});  // from the carriage return, not from Dst
    EXPECT_EQ(unit.port.rwc, (Rwc{8, 8}));
    unit.run({word(Op::incrwc, 4u << 14), word(Op::setrwc, c_to_cr | 1u << 14 | set_d)});
    EXPECT_EQ(unit.port.rwc, (Rwc{13, 13}));
    unit.run({word(Op::incrwc, cr_d | 3u << 14)});
    EXPECT_EQ(unit.port.rwc, (Rwc{16, 16}));
    unit.run({word(Op::setrwc, 8u << 14)});  // without SET_D nothing of Dst changes
    EXPECT_EQ(unit.port.rwc, (Rwc{16, 16}));
    unit.run({word(Op::setrwc, set_d)});
    EXPECT_EQ(unit.port.rwc, (Rwc{0, 0}));
}

TEST(SfpuExecutor, ModeZeroFollowsTheConfiguredFormat) {
    OneSfpu unit{arch::blackhole()};
    unit.state.lreg[1] = lane::broadcast(0x3fc01234);
    unit.port.implied_format = 5;
    unit.run({{.op = Op::store, .vd = 1}});
    EXPECT_EQ(unit.dst.read_row(0, tensix::DstFormat::bf16)[0], 0x3fc0u);
    unit.port.implied_format = 1;
    unit.run({{.op = Op::store, .vd = 1, .imm = 4}});
    EXPECT_EQ(unit.dst.read_row(4, tensix::DstFormat::fp16)[0], 0x3e00u);
    unit.port.fp32 = true;
    unit.run({{.op = Op::store, .vd = 1, .imm = 8}, {.op = Op::load, .vd = 2, .imm = 8}});
    EXPECT_EQ(unit.dst.read_row(8, tensix::DstFormat::fp32)[0], 0x3fc01234u);
    EXPECT_EQ(unit.state.lreg[2], unit.state.lreg[1]);
}

TEST(SfpuExecutor, EveryStoreModeComesBackThroughTheLoadOfTheSameMode) {
    // Values that the mode can hold; the two's complement modes convert on Wormhole only.
    struct {
        int mod;
        std::uint32_t value;
    } const held[]{{1, 0xbfc00000}, {2, 0x3fc00000}, {3, 0x3fc01234},  {4, 0x80000001}, {5, 0x80000055},
                   {6, 0xbeef},     {8, 0x80001234}, {12, 0xfffffffe}, {13, 0x155}};
    for (const arch::Arch* arch : arch::all())
        for (const auto& [mod, value] : held) {
            OneSfpu unit{*arch};
            unit.state.lreg[1] = lane::broadcast(value);
            const auto m = static_cast<std::uint8_t>(mod);
            unit.run({{.op = Op::store, .vd = 1, .mod = m, .imm = 2}, {.op = Op::load, .vd = 2, .mod = m, .imm = 2}});
            EXPECT_EQ(unit.state.lreg[2], lane::broadcast(value)) << arch->name << " mode " << mod;
        }
}

TEST(SfpuExecutor, LookupsTakeTheirPieceAndKeepTheSign) {
    OneSfpu unit{arch::wormhole_b0()};
    for (int r : {0, 1, 2}) {
        unit.state.lreg[r] = lane::broadcast(0x3f800000u + (static_cast<std::uint32_t>(r) << 23));  // slopes 1, 2, 4
        unit.state.lreg[4 + r] = lane::broadcast(0);
    }
    const std::uint32_t x[3]{0xbf000000, 0x3fc00000, 0xc0400000}, y[3]{0x3f000000, 0x40400000, 0x41400000};
    for (int l = 0; l < lane::count; ++l) unit.state.lreg[3][l] = x[l % 3];
    unit.run({{.op = Op::lutfp32, .vd = 6, .mod = 0}});
    for (int l = 0; l < lane::count; ++l) EXPECT_EQ(unit.state.lreg[6][l], y[l % 3]);
    unit.state.lreg[6] = lane::broadcast(0);
    unit.run({{.op = Op::lutfp32, .vd = 7, .mod = 4}});
    for (int l = 0; l < lane::count; ++l) EXPECT_EQ(unit.state.lreg[7][l], y[l % 3] | (x[l % 3] & 0x80000000));
}

}  // namespace
}  // namespace tessera::sfpu
