// Modes that no golden vector covers, by numbers worked out by hand from spec/tensix-core.md 4.
#include <gtest/gtest.h>

#include "sim/arch/arch.hpp"
#include "sim/fault/fault.hpp"
#include "sim/sfpu/executor.hpp"
#include "tests/sim/sfpu_exec/one_sfpu.hpp"

namespace tessera::sfpu {
namespace {

TEST(SfpuModes, AllLanesModeIgnoresFlagsAndTheUpperPartOfTheCounter) {
    for (const arch::Arch* arch : arch::all()) {
        OneSfpu unit{*arch};
        unit.state.lreg[1] = lane::broadcast(0x80000001);
        unit.state.flags = lane::mask_from_bits(0);
        unit.port.rwc = {10, 0};  // 10 mod 4 = 2: the odd columns of rows 4 to 7
        unit.run({{.op = Op::store, .vd = 1, .mod = 10, .imm = 4}, {.op = Op::load, .vd = 2, .mod = 10, .imm = 4}});
        EXPECT_EQ(unit.state.lreg[2], lane::broadcast(0x80000001)) << arch->name;
        EXPECT_EQ(unit.dst.read_row(4, tensix::DstFormat::fp32)[1], 0x80000001u);
        EXPECT_EQ(unit.dst.read_row(4, tensix::DstFormat::fp32)[0], 0u);
        EXPECT_EQ(unit.dst.read_row(12, tensix::DstFormat::fp32)[1], 0u);
    }
}

TEST(SfpuModes, LoadCapturesTheDstIndexBesideTheValue) {
    OneSfpu unit{arch::blackhole()};
    unit.run({{.op = Op::config, .vd = 15, .mod = 1, .imm = 0xc}, {.op = Op::load, .vd = 1, .mod = 4, .imm = 10}});
    EXPECT_EQ(unit.lane(5, 0), 8u << 4 | 1);  // row 8, column 1
    EXPECT_EQ(unit.lane(5, 31), 11u << 4 | 15);
}

TEST(SfpuModes, SrcbFormatsOutsideTheWideFamilyLoadAsHalf) {
    OneSfpu unit{arch::wormhole_b0()};
    unit.port.implied_format = 14;  // INT8 lies in Dst as fp16
    unit.dst.write16(0, 0, 0x7fe0 | 15);
    unit.run({{.op = Op::load, .vd = 1, .mod = 0}});
    EXPECT_EQ(unit.lane(1, 0), 0x3f800000u | 0x3ffu << 13);
}

TEST(SfpuModes, WormholeShiftLetsInWhatTheLastRotationRead) {
    for (const arch::Arch* arch : arch::all()) {
        OneSfpu unit{*arch};
        for (int l = 0; l < lane::count; ++l) unit.state.lreg[0][l] = 100 + static_cast<std::uint32_t>(l);
        unit.run({{.op = Op::shft2, .vd = 1, .vc = 0, .mod = 3}, {.op = Op::shft2, .vd = 2, .vc = 15, .mod = 4}});
        EXPECT_EQ(unit.lane(2, 9), 16u);
        EXPECT_EQ(unit.lane(2, 8), arch == &arch::wormhole_b0() ? 115u : 0u);
        unit.run({{.op = Op::shft2, .vd = 9, .vc = 9, .mod = 3}, {.op = Op::shft2, .vd = 2, .vc = 15, .mod = 4}});
        EXPECT_EQ(unit.lane(2, 8), 0u);
    }
}

TEST(SfpuModes, PeekingAtAFullStackClobbersItsBottomOnWormhole) {
    for (const arch::Arch* arch : arch::all()) {
        OneSfpu unit{*arch};
        unit.state.flags = lane::mask_from_bits(0x0f);
        unit.run({{.op = Op::pushc}});
        unit.state.flags = lane::mask_from_bits(0xff);
        unit.run(std::vector<Instr>(7, {.op = Op::pushc}));
        unit.run({{.op = Op::popc, .mod = 2}});
        EXPECT_EQ(lane::bits_of(unit.state.flags), 0xffffff00u);
        EXPECT_EQ(lane::bits_of(unit.state.stack[0].flags), arch == &arch::wormhole_b0() ? 0xffu : 0x0fu);
        EXPECT_EQ(unit.state.depth, 8);
    }
}

TEST(SfpuModes, BlackholePushChangesTheTop) {
    OneSfpu unit{arch::blackhole()};
    unit.state.flags = lane::mask_from_bits(0x0c);
    unit.run({{.op = Op::pushc}});
    unit.state.flags = lane::mask_from_bits(0x0a);
    unit.run({{.op = Op::pushc, .mod = 5}});  // top and not flag
    EXPECT_EQ(lane::bits_of(unit.state.stack[0].flags), 0x04u);
    unit.run({{.op = Op::pushc, .mod = 13}});
    EXPECT_EQ(lane::bits_of(unit.state.stack[0].flags), 0xfffffff5u);
    EXPECT_EQ(lane::bits_of(unit.state.flags), 0xfffffff5u);
    unit.run({{.op = Op::pushc, .mod = 15}});
    EXPECT_EQ(lane::bits_of(unit.state.stack[0].flags), 0u);
    EXPECT_EQ(unit.state.depth, 1);
}

TEST(SfpuModes, ExponentialEstimateTakesTheUpperHalfOfExp) {
    OneSfpu unit{arch::blackhole()};
    // 0, the steps at 1/64 and 0.6953125, 1.0 (2.703125), just below 2, 2; the lower half goes through, the sign
    // returns.
    const std::uint32_t in[]{0, 0x3c7f1234, 0x3c801234, 0x3f31ffff, 0x3f320000, 0xbf800001, 0x3fffabcd, 0x40000007};
    const std::uint32_t out[]{0x3f800000, 0x3f811234, 0x3f821234, 0x3fffffff,
                              0x40000000, 0xc02d0001, 0x40eaabcd, 0x40800007};
    for (std::size_t i = 0; i < std::size(in); ++i) unit.state.lreg[0][static_cast<int>(i)] = in[i];
    unit.run({{.op = Op::arecip, .vd = 1, .vc = 0, .mod = 2}});
    for (std::size_t i = 0; i < std::size(in); ++i)
        EXPECT_EQ(unit.lane(1, static_cast<int>(i)), out[i]) << std::hex << in[i];
}

TEST(SfpuModes, TemplatesTakeConfigurationAndWordsAndGiveThemBack) {
    OneSfpu unit{arch::wormhole_b0()};
    unit.state.lreg[0] = lane::broadcast(0x11223344);
    unit.run({{.op = Op::config, .vd = 2},
              {.op = Op::config, .vd = 5, .mod = 1, .imm = 0xabc},
              {.op = Op::config, .vd = 8, .mod = 1, .imm = 0xf0},
              {.op = Op::config, .vd = 8, .mod = 3, .imm = 0xf00f},  // 12 bits
              {.op = Op::abs, .vd = 13, .vc = 4},                    // into template 1 instead of running
              {.op = Op::mov, .vd = 1, .vc = 2, .mod = 8},
              {.op = Op::mov, .vd = 2, .vc = 5, .mod = 8},
              {.op = Op::mov, .vd = 3, .vc = 8, .mod = 8},
              {.op = Op::mov, .vd = 4, .vc = 1, .mod = 8},
              {.op = Op::mov, .vd = 5, .vc = 12, .mod = 8}});
    EXPECT_EQ(unit.lane(1, 31), 0x11223344u);
    EXPECT_EQ(unit.lane(2, 31), 0xabcu);
    EXPECT_EQ(unit.lane(3, 31), 0x0ffu);
    EXPECT_EQ(unit.lane(4, 31), 0x7d0004d0u);
    EXPECT_EQ(unit.lane(5, 31), 0u);
}

TEST(SfpuModes, IndirectResultsGoWhereLreg7Says) {
    OneSfpu unit{arch::blackhole()};
    for (int l = 0; l < lane::count; ++l) unit.state.lreg[7][l] = l % 2 ? 5 : 6;
    unit.state.lreg[1] = lane::broadcast(0x40000000);
    unit.run({{.op = Op::addi, .vd = 1, .mod = 8, .imm = 0x3f80}});
    EXPECT_EQ(unit.lane(5, 1), 0x40400000u);
    EXPECT_EQ(unit.lane(6, 0), 0x40400000u);
    EXPECT_EQ(unit.lane(5, 0), 0u);
    EXPECT_EQ(unit.lane(1, 0), 0x40000000u);
    unit.state.lreg[0] = lane::broadcast(0x3c000000);  // fp16: slope 1, offset 2^-15
    unit.state.lreg[3] = lane::broadcast(0x3f000000);
    unit.run({{.op = Op::lutfp32, .vd = 2, .mod = 10}});
    EXPECT_EQ(unit.lane(5, 1), 0x3f000200u);
    EXPECT_EQ(unit.lane(2, 1), 0u);
}

TEST(SfpuModes, SumsAndProductsKeepTheirConstantOperand) {
    OneSfpu unit{arch::blackhole()};
    for (const Instr& in : {Instr{.op = Op::add, .vd = 1, .va = 2, .vb = 3, .vc = 4},
                            Instr{.op = Op::mul, .vd = 1, .va = 2, .vb = 3, .vc = 4},
                            Instr{.op = Op::mul24, .vd = 1, .va = 2, .vb = 3, .vc = 4}})
        EXPECT_THROW(unit.run({in}), fault::Fault);
}

}  // namespace
}  // namespace tessera::sfpu
