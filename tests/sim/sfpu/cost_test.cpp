// Costs of instructions that are set: gaps where software must wait, stalls where the hardware does.
#include "sim/sfpu/cost.hpp"

#include <gtest/gtest.h>

#include <functional>
#include <set>

#include "sim/api/sfpi.h"
#include "sim/sfpu/analysis.hpp"
#include "tests/sim/sfpu/sfpi_host.hpp"

namespace tessera::sfpu {
namespace {

using namespace sfpi;
using Names = std::vector<std::string>;

arch::Arch with(const arch::Arch& given, const std::string& name, int value) {
    arch::Arch arch = given;
    for (const CostRow& row : cost_rows(arch.sfpu))
        if (row.name == name) {
            row.set(arch.sfpu, value);
            EXPECT_EQ(row.value(arch.sfpu), value);
            return arch;
        }
    ADD_FAILURE() << name;
    return arch;
}

void multiply_then_add() { dst_reg[1] = dst_reg[0] * 2.5f + 0.75f; }

Names operations(const Program& program) {
    Names names;
    for (const Instr& instr : program.code) names.emplace_back(row_of(instr.op).name);
    return names;
}
Names of(const arch::Arch& arch) { return operations(lowered(arch, Lowering::sfpi_2025, multiply_then_add)); }

TEST(SetCosts, SoftwareGapsAreAsLongAsTheLatencyAsks) {
    const arch::Arch& wormhole = arch::wormhole_b0();
    EXPECT_EQ(of(wormhole), (Names{"SFPLOAD", "SFPMULI", "SFPNOP", "SFPADDI", "SFPNOP", "SFPSTORE"}));
    EXPECT_EQ(of(with(wormhole, "sfpu.muli.latency", 4)),
              (Names{"SFPLOAD", "SFPMULI", "SFPNOP", "SFPNOP", "SFPNOP", "SFPADDI", "SFPNOP", "SFPSTORE"}));
    EXPECT_EQ(of(with(wormhole, "sfpu.addi.latency", 1)),
              (Names{"SFPLOAD", "SFPMULI", "SFPNOP", "SFPADDI", "SFPSTORE"}));
    // An instruction that is never late on silicon, and whose reader comes after another one's gap.
    EXPECT_EQ(of(with(wormhole, "sfpu.load.latency", 2)),
              (Names{"SFPLOAD", "SFPNOP", "SFPMULI", "SFPNOP", "SFPADDI", "SFPNOP", "SFPSTORE"}));
}

TEST(SetCosts, TheInterlockStallsAsLongAsTheLatencyAsks) {
    const auto stalls = [](const arch::Arch& arch) {
        const Program program = lowered(arch, Lowering::sfpi_2025, multiply_then_add);
        EXPECT_EQ(count(program, Op::nop), 0);
        return analyse(program, arch.sfpu).stalls;
    };
    const arch::Arch& blackhole = arch::blackhole();
    EXPECT_EQ(stalls(blackhole), 2u);
    EXPECT_EQ(stalls(with(blackhole, "sfpu.muli.latency", 5)), 5u);
    EXPECT_EQ(stalls(with(blackhole, "sfpu.load.latency", 3)), 4u);
    EXPECT_EQ(stalls(with(with(blackhole, "sfpu.muli.latency", 1), "sfpu.addi.latency", 1)), 0u);
}

// Cycles a vector of a loop that ends in a step of the counters.
Cycle cycles_a_vector(const arch::Arch& arch, const std::function<void()>& vector) {
    const auto cycles = [&](int vectors) {
        const Program program = lowered(arch, Lowering::sfpi_2025, [&] {
            for (int i = 0; i < vectors; ++i) {
                vector();
                dst_reg++;
            }
        });
        return analyse(program, arch.sfpu).cycles;
    };
    return (cycles(12) - cycles(4)) / 8;
}

// Silicon's identity, tables of lines and polynomials (timing.md 2.8): a held store hides the step behind it, a stall
// earlier hides nothing.
TEST(Interlock, AStepOfTheCountersPassesAHeldInstructionBy) {
    const arch::Arch& blackhole = arch::blackhole();
    EXPECT_EQ(cycles_a_vector(blackhole, [] { dst_reg[0] = vFloat(dst_reg[0]); }), 3u);
    EXPECT_EQ(cycles_a_vector(blackhole, [] { dst_reg[0] = dst_reg[0] * 2.5f; }), 4u);
    EXPECT_EQ(cycles_a_vector(blackhole, multiply_then_add), 6u);
    EXPECT_EQ(cycles_a_vector(blackhole, [] { dst_reg[0] = setsgn(dst_reg[0] * 2.5f, 0); }), 6u);
    // On Wormhole the gap is an instruction, SFPNOP, and the step comes after it.
    EXPECT_EQ(cycles_a_vector(arch::wormhole_b0(), [] { dst_reg[0] = dst_reg[0] * 2.5f; }), 5u);
    // A step hides one cycle, however long the hold.
    EXPECT_EQ(cycles_a_vector(with(blackhole, "sfpu.muli.latency", 5), [] { dst_reg[0] = dst_reg[0] * 2.5f; }), 7u);
}

TEST(SetCosts, IssueCyclesHoldWhatFollows) {
    const arch::Arch slow = with(arch::wormhole_b0(), "sfpu.muli.issue", 7);
    const Program program = lowered(slow, Lowering::sfpi_2025, multiply_then_add);
    ASSERT_EQ(program.code.size(), 6u);
    EXPECT_EQ(analyse(program, arch::wormhole_b0().sfpu).cycles, 6u);
    // The gap behind the multiplication lies in the first of the six more.
    EXPECT_EQ(analyse(program, slow.sfpu).cycles, 11u);
}

// Modifiers of two speeds are set apart.
TEST(SetCosts, SlowModifiersHaveNamesOfTheirOwn) {
    const arch::Arch arch = with(arch::wormhole_b0(), "sfpu.shft2.slow_latency", 6);
    EXPECT_EQ(cost_of(arch.sfpu, row_of(Op::shft2), 3).latency, 6);
    EXPECT_EQ(cost_of(arch.sfpu, row_of(Op::shft2), 5).latency, 1);
    EXPECT_EQ(longest_latency(arch.sfpu), 6);
    EXPECT_EQ(longest_latency(arch::wormhole_b0().sfpu), 2);
}

TEST(SetCosts, EveryInstructionOfTheArchitectureHasThem) {
    for (const arch::Arch* arch : arch::all()) {
        std::set<std::string> names;
        std::set<Op> ops;
        for (const CostRow& row : cost_rows(arch->sfpu)) {
            EXPECT_TRUE(names.insert(row.name).second) << row.name;
            EXPECT_TRUE(cost_range.holds(row.value(arch->sfpu))) << row.name;
            ops.insert(row.row->op);
        }
        for (const Row& row : rows)
            EXPECT_EQ(ops.contains(row.op), row.column[static_cast<std::size_t>(arch->sfpu.isa_column)].legal != 0)
                << row.name;
    }
}

}  // namespace
}  // namespace tessera::sfpu
