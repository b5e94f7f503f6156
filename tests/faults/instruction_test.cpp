// Single instructions of the matrix unit that a kernel issues itself (spec/tensix-core.md 7.1): what they need and have
// not got, and registers that they depend on and that are not modelled.
#include "tests/faults/kernels.hpp"

namespace tessera::faults {
namespace {

// One tile of bf16 for cb 0, which T0 unpacks where the kernel says so.
struct Instruction : Scenario {
    explicit Instruction(const std::string& kernel, const arch::Arch& arch = arch::wormhole_b0()) : Scenario(arch) {
        cb(0, 2, DataFormat::bf16, 2048).cb(16, 2, DataFormat::bf16, 2048).one_tile();
        compute("    init_sfpu(0, 16);\n    cb_wait_front(0, 1);\n" + kernel);
    }
};

TEST(InstructionFault, SourceReachedBeforeItIsValid) {
    Instruction s(R"(
    tile_regs_acquire();
    MATH(TTI_MOVD2A(0, 0, 3, 2, 0);)  // BUG
    tile_regs_commit();
    cb_pop_front(0, 1);)");
    expect_fault(s, Id::src_bank, "TRISC1", "compute.cpp",
                 HasSubstr("MOVD2A reaches SrcA while the unpackers have it"));
}

TEST(InstructionFault, NobodyFillsTheSource) {
    Instruction s(R"(
    tile_regs_acquire();
    MATH(TTI_MOVA2D(0, 0, 3, 2, 0);)  // BUG
    tile_regs_commit();
    cb_pop_front(0, 1);)");
    expect_fault(s, Id::deadlock, "TRISC1", "compute.cpp", HasSubstr("SrcA"));
}

TEST(InstructionFault, LoopThatNobodyHasWritten) {
    Scenario s;
    s.compute("    MATH(TTI_MOP(1, 0, 0);)  // BUG");
    expect_fault(s, Id::uninitialised, "TRISC1", "compute.cpp",
                 HasSubstr("MOP runs a loop whose configuration word 0 nobody has written"));
}

TEST(InstructionFault, SourceConfiguredForAnotherFormat) {
    Instruction s(R"(
    MATH(TTI_RMWCIB2(0x1E, 1 << 1, 1);)  // fp16 for SrcA
    tile_regs_acquire();
    UNPACK(copy_tile(0, 0, 0);)
    MATH(TTI_MOVA2D(0, 0, 3, 2, 0);)  // BUG
    tile_regs_commit();
    cb_pop_front(0, 1);)");
    expect_fault(s, Id::format_mismatch, "TRISC1", "compute.cpp",
                 HasSubstr("MOVA2D: SrcA holds bf16 of cb 0, but the matrix unit is configured for fp16"));
}

TEST(InstructionFault, DependsOnARegisterThatIsNotModelled) {
    Instruction s(R"(
    MATH(TTI_RMWCIB0(2, 2, 2);)
    tile_regs_acquire();
    MATH(TTI_ZEROACC(0, 3, 0);)  // BUG
    tile_regs_commit();
    cb_pop_front(0, 1);)");
    expect_fault(s, Id::tensix_unsupported, "TRISC1", "compute.cpp",
                 HasSubstr("ZEROACC with ALU_ACC_CTRL_Zero_Flag_disabled_dst = 1, which is not modelled"));
}

// The row that the counters name and the number of the sixteen together lie beyond the half.
TEST(InstructionFault, ClearsTheLastRowsOfAHalfInTheOther) {
    Instruction s(R"(
    tile_regs_acquire();
    MATH(TTI_SETC16(1, 496);)
    MATH(TTI_ZEROACC(1, 0, 0, 3, 15);)
    MATH(TTI_ZEROACC(1, 0, 0, 3, 16);)  // BUG
    tile_regs_commit();
    cb_pop_front(0, 1);)",
                  arch::blackhole());
    expect_fault(s, Id::dst_index, "TRISC1", "compute.cpp",
                 HasSubstr("ZEROACC clears rows of Dst from 768 on, in the half that is the packers'"));
}

TEST(InstructionFault, WritesDstOutsideAcquire) {
    Instruction s(R"(
    MATH(TTI_ZEROACC(1, 3, 0);)  // BUG
    cb_pop_front(0, 1);)");
    expect_fault(s, Id::dst_ownership, "TRISC1", "compute.cpp",
                 HasSubstr("ZEROACC writes Dst without tile_regs_acquire"));
}

// A word of the kernel's own whose upper bits are ones reads as a call that no header makes.
TEST(InstructionFault, ACallThatNoHeaderMakes) {
    Scenario s;
    s.reader(R"(
    asm volatile(".insn i 0x0b, 0, x0, x0, %0" : : "i"(tessera::abi::Call::zone_end) : "a0", "memory");  // BUG)");
    expect_fault(s, Id::illegal_instruction, "BRISC", "reader.cpp", HasSubstr("a zone is closed that was not opened"));
}

}  // namespace
}  // namespace tessera::faults
