// Each instruction of RV32IM, Zba, Zbb and Zaamo by itself, with the corner cases that the RISC-V manual spells out.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <vector>

#include "sim/riscv/hart.hpp"
#include "tests/sim/riscv/assemble.hpp"
#include "tests/sim/riscv/expect_fault.hpp"

namespace tessera::riscv {
namespace {

using namespace assemble;

// Executes one word, with a in x5 and b in x6, followed by the call `exit`; the hart is left at the call.
Hart execute(std::vector<W> words, W a, W b, const arch::Arch& chip = arch::wormhole_b0()) {
    words.push_back(call(0));
    Hart hart(chip.riscv, abi::Risc::b, make_program(program_base, words));
    hart.set_reg(5, a);
    hart.set_reg(6, b);
    hart.local_memory().fill(local_base, 64, 0x80);
    EXPECT_EQ(hart.run(never).touch, Touch::call);
    return hart;
}

struct AluCase {
    const char* name;
    W word, a, b, expected;
};
void PrintTo(const AluCase& one, std::ostream* out) { *out << one.name; }

class Alu : public testing::TestWithParam<AluCase> {};

TEST_P(Alu, Result) {
    const AluCase& c = GetParam();
    const Hart hart = execute({c.word}, c.a, c.b);
    EXPECT_EQ(hart.reg(7), c.expected) << std::hex << "a " << c.a << " b " << c.b;
    EXPECT_EQ(hart.pc(), program_base + 4);
    EXPECT_EQ(hart.counters().instructions, 1u);
}

constexpr W reg(W funct3, W funct7) { return r_type(0x33, funct3, funct7, 7, 5, 6); }
constexpr W imm(W funct3, int value) { return i_type(0x13, funct3, 7, 5, value); }
constexpr W least = 0x80000000, minus1 = 0xFFFFFFFF;

INSTANTIATE_TEST_SUITE_P(
    Rv32im, Alu,
    testing::Values(
        AluCase{"add", reg(0, 0), 0x7FFFFFFF, 1, least}, AluCase{"add_wraps", reg(0, 0), minus1, 2, 1},
        AluCase{"sub", reg(0, 0x20), 3, 5, 0xFFFFFFFE}, AluCase{"sub_least", reg(0, 0x20), 0, least, least},
        AluCase{"sll", reg(1, 0), 3, 31, least}, AluCase{"sll_uses_five_bits", reg(1, 0), 3, 33, 6},
        AluCase{"slt", reg(2, 0), least, 0, 1}, AluCase{"slt_equal", reg(2, 0), 4, 4, 0},
        AluCase{"sltu", reg(3, 0), least, 0, 0}, AluCase{"sltu_less", reg(3, 0), 0, minus1, 1},
        AluCase{"xor", reg(4, 0), 0xF0F0F0F0, 0xFF00FF00, 0x0FF00FF0}, AluCase{"srl", reg(5, 0), least, 31, 1},
        AluCase{"srl_uses_five_bits", reg(5, 0), 8, 0xFFFFFFE1, 4}, AluCase{"sra", reg(5, 0x20), least, 31, minus1},
        AluCase{"sra_positive", reg(5, 0x20), 0x40000000, 30, 1}, AluCase{"or", reg(6, 0), 0xF0, 0x0F, 0xFF},
        AluCase{"and", reg(7, 0), 0xF3, 0x3F, 0x33}, AluCase{"addi", imm(0, -2048), 0, 0, 0xFFFFF800},
        AluCase{"addi_most", imm(0, 2047), 1, 0, 2048}, AluCase{"slti", imm(2, -1), 0xFFFFFFFE, 0, 1},
        AluCase{"slti_not", imm(2, -1), 0, 0, 0}, AluCase{"sltiu_extends_the_sign", imm(3, -1), 0xFFFFFFFE, 0, 1},
        AluCase{"xori", imm(4, -1), 0x1234, 0, ~0x1234u}, AluCase{"ori", imm(6, -16), 5, 0, 0xFFFFFFF5},
        AluCase{"andi", imm(7, 0x7F0), 0xFFFF, 0, 0x7F0}, AluCase{"slli", imm(1, 31), 1, 0, least},
        AluCase{"srli", imm(5, 31), least, 0, 1}, AluCase{"srai", imm(5, 0x400 | 31), least, 0, minus1},
        AluCase{"slli_0", imm(1, 0), 9, 0, 9}, AluCase{"lui", lui(7, 0xABCDE000), 0, 0, 0xABCDE000},
        AluCase{"auipc", auipc(7, 0xFFFFF000), 0, 0, program_base - 0x1000},
        AluCase{"mul", reg(0, 1), 0x12345678, 0x9ABCDEF0, 0x242D2080},
        AluCase{"mul_signs", reg(0, 1), minus1, 7, 0xFFFFFFF9}, AluCase{"mulh", reg(1, 1), least, least, 0x40000000},
        AluCase{"mulh_mixed", reg(1, 1), minus1, 1, minus1}, AluCase{"mulhsu", reg(2, 1), minus1, minus1, minus1},
        AluCase{"mulhsu_positive", reg(2, 1), 2, minus1, 1}, AluCase{"mulhu", reg(3, 1), minus1, minus1, 0xFFFFFFFE},
        AluCase{"div", reg(4, 1), 0xFFFFFFF9, 2, 0xFFFFFFFD}, AluCase{"div_by_0", reg(4, 1), 42, 0, minus1},
        AluCase{"div_overflow", reg(4, 1), least, minus1, least}, AluCase{"divu", reg(5, 1), 0xFFFFFFF9, 2, 0x7FFFFFFC},
        AluCase{"divu_by_0", reg(5, 1), 42, 0, minus1}, AluCase{"divu_no_overflow", reg(5, 1), least, minus1, 0},
        AluCase{"rem", reg(6, 1), 0xFFFFFFF9, 2, minus1}, AluCase{"rem_positive", reg(6, 1), 7, 0xFFFFFFFE, 1},
        AluCase{"rem_by_0", reg(6, 1), 0xFFFFFFF9, 0, 0xFFFFFFF9}, AluCase{"rem_overflow", reg(6, 1), least, minus1, 0},
        AluCase{"remu", reg(7, 1), minus1, 10, 5}, AluCase{"remu_by_0", reg(7, 1), 42, 0, 42}),
    testing::PrintToStringParamName());

constexpr W one(W funct3, int value) { return i_type(0x13, funct3, 7, 5, value); }
constexpr W amo(W funct5) { return r_type(0x2F, 2, funct5 << 2, 7, 6, 5); }

class Extended : public testing::TestWithParam<AluCase> {};

TEST_P(Extended, ResultOnBlackholeOnly) {
    const AluCase& c = GetParam();
    EXPECT_EQ(execute({c.word}, c.a, c.b, arch::blackhole()).reg(7), c.expected) << std::hex << c.a << " " << c.b;
    EXPECT_THAT(fault_of(fault::Id::illegal_instruction, [&] { execute({c.word}, c.a, c.b); }).detail(),
                testing::HasSubstr("Zba, Zbb or Zaamo"));
}

INSTANTIATE_TEST_SUITE_P(
    ZbaZbb, Extended,
    testing::Values(AluCase{"sh1add", reg(2, 0x10), 0x80000001, 5, 7}, AluCase{"sh2add", reg(4, 0x10), 3, 5, 17},
                    AluCase{"sh3add", reg(6, 0x10), minus1, 9, 1}, AluCase{"andn", reg(7, 0x20), 0xFF, 0x0F, 0xF0},
                    AluCase{"orn", reg(6, 0x20), 1, 0xFFFFFFF0, 0xF},
                    AluCase{"xnor", reg(4, 0x20), 0xF0F0, 0xFF00, 0xFFFFF00F},
                    AluCase{"clz", one(1, 0x600), 0x00010000, 0, 15}, AluCase{"clz_of_0", one(1, 0x600), 0, 0, 32},
                    AluCase{"ctz", one(1, 0x601), 0x00010000, 0, 16}, AluCase{"ctz_of_0", one(1, 0x601), 0, 0, 32},
                    AluCase{"cpop", one(1, 0x602), 0xF0F00001, 0, 9},
                    AluCase{"sext_b", one(1, 0x604), 0x180, 0, 0xFFFFFF80},
                    AluCase{"sext_h", one(1, 0x605), 0x18000, 0, 0xFFFF8000},
                    AluCase{"zext_h", r_type(0x33, 4, 4, 7, 5, 0), 0xABCD1234, 0, 0x1234},
                    AluCase{"min", reg(4, 5), minus1, 1, minus1}, AluCase{"minu", reg(5, 5), minus1, 1, 1},
                    AluCase{"max", reg(6, 5), minus1, 1, 1}, AluCase{"maxu", reg(7, 5), minus1, 1, minus1},
                    AluCase{"rol", reg(1, 0x30), 0x80000001, 33, 3}, AluCase{"ror", reg(5, 0x30), 3, 1, 0x80000001},
                    AluCase{"rori", one(5, 0x600 | 4), 0x12345678, 0, 0x81234567},
                    AluCase{"orc_b", one(5, 0x287), 0x00100400, 0, 0x00FFFF00},
                    AluCase{"rev8", one(5, 0x698), 0x11223344, 0, 0x44332211},
                    // What stood in memory comes back; what they store is the next test's.
                    AluCase{"amoadd", amo(0), 1, local_base + 4, 0x80808080}),
    testing::PrintToStringParamName());

TEST(Instruction, AtomicsChangeTheirWord) {
    const auto stored = [](W funct5) {
        return execute({amo(funct5)}, 0x7000000F, local_base + 4, arch::blackhole())
            .local_memory()
            .load(local_base + 4, 4);
    };
    EXPECT_EQ(stored(0x00), 0xF080808Fu) << "add";
    EXPECT_EQ(stored(0x01), 0x7000000Fu) << "swap";
    EXPECT_EQ(stored(0x04), 0xF080808Fu) << "xor";
    EXPECT_EQ(stored(0x08), 0xF080808Fu) << "or";
    EXPECT_EQ(stored(0x0C), 0u) << "and";
    EXPECT_EQ(stored(0x10), 0x80808080u) << "min";
    EXPECT_EQ(stored(0x14), 0x7000000Fu) << "max";
    EXPECT_EQ(stored(0x18), 0x7000000Fu) << "minu";
    EXPECT_EQ(stored(0x1C), 0x80808080u) << "maxu";
}

TEST(Instruction, AtomicsOutsideStopAsOneAccess) {
    Hart hart(arch::blackhole().riscv, abi::Risc::b, make_program(program_base, std::vector<W>{amo(0), call(0)}));
    hart.set_reg(5, 3);
    hart.set_reg(6, 0x20000);
    const Pause pause = hart.run(never);
    EXPECT_EQ(pause.touch, Touch::atomic);
    EXPECT_EQ(pause.address, 0x20000u);
    EXPECT_EQ(evaluate(pause.op, 40, pause.value), 43u);
    hart.finish_atomic(40, 8);
    EXPECT_EQ(hart.reg(7), 40u);
    EXPECT_EQ(hart.pc(), program_base + 4);
    EXPECT_EQ(hart.run(never).touch, Touch::call);
    Hart odd(arch::blackhole().riscv, abi::Risc::b, make_program(program_base, std::vector<W>{amo(0)}));
    odd.set_reg(6, 0x20002);
    EXPECT_THAT(fault_of(fault::Id::misaligned, [&] { odd.run(never); }).detail(), testing::HasSubstr("atomic"));
}

TEST(Instruction, TheOwnConfigurationKeepsWhatIsWritten) {
    constexpr int cfg0 = 0x7C0;
    const Hart hart = execute({i_type(0x73, 1, 8, 5, cfg0), i_type(0x73, 2, 9, 6, cfg0), i_type(0x73, 7, 10, 2, cfg0),
                               i_type(0x73, 2, 7, 0, cfg0)},
                              0x0A, 0x70, arch::blackhole());
    EXPECT_EQ(hart.reg(8), 0u);
    EXPECT_EQ(hart.reg(9), 0x0Au);
    EXPECT_EQ(hart.reg(10), 0x7Au);
    EXPECT_EQ(hart.reg(7), 0x78u);
    EXPECT_THAT(
        fault_of(fault::Id::illegal_instruction, [&] { execute({i_type(0x73, 1, 8, 5, cfg0)}, 0, 0); }).detail(),
        testing::HasSubstr("a CSR that the cores of this chip do not have"));
}

TEST(Instruction, X0StaysZero) {
    const Hart hart = execute({addi(0, 5, 1), lui(0, 0x1000), jal(0, 4), lw(0, 6, 0), add(7, 0, 0)}, 3, local_base);
    EXPECT_EQ(hart.reg(0), 0u);
    EXPECT_EQ(hart.reg(7), 0u);
}

TEST(Instruction, LoadsExtend) {
    const auto load = [](W funct3, W byte) {
        Hart hart(arch::wormhole_b0().riscv, abi::Risc::b,
                  make_program(program_base, std::vector<W>{i_type(0x03, funct3, 7, 6, -4), call(0)}));
        hart.local_memory().fill(local_base, 8, static_cast<std::uint8_t>(byte));
        hart.set_reg(6, local_base + 8);
        hart.run(never);
        return hart.reg(7);
    };
    EXPECT_EQ(load(0, 0x80), 0xFFFFFF80u);
    EXPECT_EQ(load(0, 0x7F), 0x7Fu);
    EXPECT_EQ(load(1, 0x80), 0xFFFF8080u);
    EXPECT_EQ(load(1, 0x12), 0x1212u);
    EXPECT_EQ(load(2, 0x80), 0x80808080u);
    EXPECT_EQ(load(4, 0x80), 0x80u);
    EXPECT_EQ(load(5, 0x80), 0x8080u);
}

TEST(Instruction, StoresWriteTheirBytesOnly) {
    const auto store = [](W funct3) {
        const Hart hart = execute({s_type(funct3, 5, 6, 4)}, local_base, 0x11223344);
        return hart.local_memory().load(local_base + 4, 4);
    };
    EXPECT_EQ(store(0), 0x80808044u);
    EXPECT_EQ(store(1), 0x80803344u);
    EXPECT_EQ(store(2), 0x11223344u);
}

TEST(Instruction, BranchesCompare) {
    const auto taken = [](W funct3, W a, W b) {
        const Hart hart = execute({b_type(funct3, 5, 6, 8), addi(7, 0, 1)}, a, b);
        return hart.reg(7) == 0;
    };
    EXPECT_TRUE(taken(0, 4, 4));
    EXPECT_FALSE(taken(0, 4, 5));
    EXPECT_TRUE(taken(1, 4, 5));
    EXPECT_FALSE(taken(1, 4, 4));
    EXPECT_TRUE(taken(4, least, 0));
    EXPECT_FALSE(taken(4, 0, 0));
    EXPECT_TRUE(taken(5, 0, 0));
    EXPECT_FALSE(taken(5, minus1, 0));
    EXPECT_TRUE(taken(6, 0, minus1));
    EXPECT_FALSE(taken(6, least, 0));
    EXPECT_TRUE(taken(7, least, 0));
    EXPECT_FALSE(taken(7, 0, 1));
}

TEST(Instruction, JumpsLink) {
    const Hart forward = execute({jal(1, 8), addi(7, 0, 1)}, 0, 0);
    EXPECT_EQ(forward.reg(1), program_base + 4);
    EXPECT_EQ(forward.reg(7), 0u);
    const Hart back = execute({jal(0, 12), addi(7, 0, 5), jal(0, 8), jal(1, -8)}, 0, 0);
    EXPECT_EQ(back.reg(7), 5u);
    EXPECT_EQ(back.reg(1), program_base + 16);
    // The target is known before the link is written, and its lowest bit is dropped.
    const Hart indirect = execute({jalr(5, 5, 9), addi(7, 0, 1)}, program_base, 0);
    EXPECT_EQ(indirect.reg(5), program_base + 4);
    EXPECT_EQ(indirect.reg(7), 0u);
}

TEST(Instruction, FenceIsANopAndCountersCount) {
    const Hart hart = execute({0x0FF0000F, addi(8, 0, 0), i_type(0x73, 2, 7, 0, 0xC02 - 4096),
                               i_type(0x73, 2, 9, 0, 0xC00 - 4096), i_type(0x73, 2, 10, 0, 0xC80 - 4096)},
                              0, 0);
    EXPECT_EQ(hart.reg(7), 2u);
    EXPECT_EQ(hart.reg(9), 3u + arch::wormhole_b0().riscv.icache_miss_cycles.cycles()) << "one line was fetched so far";
    EXPECT_EQ(hart.reg(10), 0u);
}

}  // namespace
}  // namespace tessera::riscv
