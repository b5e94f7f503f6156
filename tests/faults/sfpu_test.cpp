// SFPI code and raw SFPU instructions. The line is that of the operation, although it runs later.
#include "tests/faults/kernels.hpp"

namespace tessera::faults {
namespace {

// A compute kernel with `body` on the math core between acquire and commit.
struct Math : Scenario {
    explicit Math(const std::string& body, const arch::Arch& arch = arch::wormhole_b0()) : Scenario(arch) {
        above("#ifdef TRISC_MATH\nusing namespace sfpi;\nvoid on_vectors() {\n" + body + "\n}\n#endif");
        compute("    tile_regs_acquire();\n    MATH(sfpi::dst_reg[0] = 0.5f; on_vectors();)\n    tile_regs_commit();");
    }
};

const std::string nine = R"(
    vFloat a = dst_reg[0];  // A
    vFloat b = dst_reg[1];
    vFloat c = dst_reg[2];
    vFloat d = dst_reg[3];
    vFloat e = dst_reg[4];
    vFloat f = dst_reg[5];
    vFloat g = dst_reg[6];
    vFloat h = dst_reg[7];
)";

TEST(SfpuFault, MoreThanEightVectorsAlive) {
    Math s(nine + R"(
    vFloat i = dst_reg[8];  // BUG
    dst_reg[0] = ((a * b + c) * d + e) * f + g * h * i;
    dst_reg[1] = a + b + c + d + e + f + g + h + i;)");
    const int first = line_of(s.text("compute.cpp"), "// A");
    expect_fault(
        s, Id::lreg_pressure, "TRISC1", "compute.cpp",
        AllOf(HasSubstr("9 vectors live at once, the SFPU has 8 registers"),
              HasSubstr("compute.cpp:" + std::to_string(first) + ": note: 1 of the live vectors made here"),
              HasSubstr("compute.cpp:" + std::to_string(first + 7) + ": note: 1 of the live vectors made here")));
    Math good(nine + "    dst_reg[0] = a + b + c + d + e + f + g + h;\n");
    expect_clean(good);
}

TEST(SfpuFault, VectorKeptThroughATranspose) {
    const std::string begin = R"(
    vFloat kept = dst_reg[4];
    vFloat a = dst_reg[0];
    vFloat b = a, c = a, d = a;
)";
    Math s(begin + "    subvec_transp(a, b, c, d);  // CALL\n    dst_reg[1] = a;\n    dst_reg[2] = kept;  // BUG");
    expect_warning(s, Id::scrambled_vector, "TRISC1", "compute.cpp",
                   AllOf(HasSubstr("a vector kept in L4 is read after SFPTRANSP"),
                         HasSubstr("compute.cpp:" + std::to_string(line_of(s.text("compute.cpp"), "// CALL")) +
                                   ": note: the exchange is made here")));
    Math good(begin + "    dst_reg[2] = kept;\n    subvec_transp(a, b, c, d);\n    dst_reg[1] = a;");
    expect_clean(good);
}

TEST(SfpuFault, VectorThatWasNeverGivenAValue) {
    Math s("    vFloat x;\n    vFloat y = dst_reg[0];\n    dst_reg[1] = x + y;  // BUG");
    expect_fault(s, Id::uninitialised_vector, "TRISC1", "compute.cpp",
                 HasSubstr("a vector is used that was never given a value"));
    Math good("    vFloat x = 1.0f;\n    vFloat y = dst_reg[0];\n    dst_reg[1] = x + y;");
    expect_clean(good);
}

TEST(SfpuFault, ConditionStackPoppedWhenEmpty) {
    Math s("    TTI_SFPPUSHC(0, 0, 0, 0);\n    TTI_SFPPOPC(0, 0, 0, 0);\n    TTI_SFPPOPC(0, 0, 0, 0);  // BUG");
    expect_fault(s, Id::flag_stack, "TRISC1", "compute.cpp", HasSubstr("with 0 of 8 entries in use"));
}

TEST(SfpuFault, ConditionStackPushedBeyondItsEnd) {
    Math s("    for (int i = 0; i < 9; ++i) TTI_SFPPUSHC(0, 0, 0, 0);  // BUG");
    expect_fault(s, Id::flag_stack, "TRISC1", "compute.cpp", HasSubstr("with 8 of 8 entries in use"));
}

TEST(SfpuFault, ReservedModifier) {
    Math s("    TTI_SFPABS(0, 0, 1, 9);  // BUG");
    expect_fault(s, Id::sfpu_mode, "TRISC1", "compute.cpp", HasSubstr("modifier 9 is reserved on this architecture"));
    Math good("    TTI_SFPABS(0, 0, 1, 1);");
    expect_clean(good);
}

TEST(SfpuFault, EndInsideACondition) {
    Math s("    TTI_SFPPUSHC(0, 0, 0, 0);  // BUG");
    expect_fault(s, Id::unbalanced_predicate, "TRISC1", "compute.cpp",
                 HasSubstr("the kernel ended with 1 condition(s) open"));
    Math good("    TTI_SFPPUSHC(0, 0, 0, 0);\n    TTI_SFPPOPC(0, 0, 0, 0);");
    expect_clean(good);
}

// Wormhole has no interlock: the sum reads what the register held before the product.
TEST(SfpuFault, ResultReadInTheNextCycle) {
    const std::string mul = "    TTI_SFPLOADI(0, 0, 0x4000);\n    TTI_SFPMUL(0, 0, 9, 1, 0);  // MUL\n";
    Math s(mul + "    TTI_SFPADD(10, 1, 1, 2, 0);  // BUG");
    const int made = line_of(s.text("compute.cpp"), "// MUL");
    expect_fault(s, Id::sfpu_hazard, "TRISC1", "compute.cpp",
                 AllOf(HasSubstr("SFPADD L2, L10, L1, L1 reads L1 in the cycle after SFPMUL L1, L0, L0, L9"),
                       HasSubstr("compute.cpp:" + std::to_string(made) + ": note: the result is made here")));
    Math gap(mul + "    TTI_SFPNOP;\n    TTI_SFPADD(10, 1, 1, 2, 0);");
    expect_clean(gap);
    Math other(mul + "    TTI_SFPADD(10, 0, 0, 2, 0);\n    TTI_SFPADD(10, 1, 1, 2, 0);");
    expect_clean(other);
    // The compiler's own instruction in front of a raw one gets its gap.
    Math mixed("    l_reg[LRegs::LReg1] = vFloat(l_reg[LRegs::LReg0]) * 3.3f;\n    TTI_SFPADD(10, 1, 1, 2, 0);");
    expect_clean(mixed);
    Math blackhole(mul + "    TTI_SFPADD(10, 1, 1, 2, 0);", arch::blackhole());
    expect_clean(blackhole);
}

TEST(SfpuFault, SimpleInstructionBehindALaneRotation) {
    const std::string rotate = "    TTI_SFPSHFT2(0, 0, 1, 3);\n";
    Math s(rotate + "    TTI_SFPMOV(0, 2, 3, 0);  // BUG");
    expect_fault(s, Id::sfpu_hazard, "TRISC1", "compute.cpp",
                 HasSubstr("SFPMOV L3, L2 follows SFPSHFT2 L1, L0, mod=3, which still moves data between lanes"));
    Math good(rotate + "    TTI_SFPNOP;\n    TTI_SFPMOV(0, 2, 3, 0);");
    expect_clean(good);
    Math load(rotate + "    TTI_SFPLOADI(2, 0, 0);\n    TTI_SFPMOV(0, 2, 3, 0);");
    expect_clean(load);
}

// Blackhole holds most readers of a late result, but not the shifted operand of SFPSHFT.
TEST(SfpuFault, OperandThatTheInterlockOverlooks) {
    const std::string mul = "    TTI_SFPMUL(0, 0, 9, 1, 0);\n";
    Math s(mul + "    TTI_SFPSHFT(3, 0, 1, 1);  // BUG", arch::blackhole());
    expect_fault(
        s, Id::sfpu_hazard, "TRISC1", "compute.cpp",
        HasSubstr("reads L1 in the cycle after SFPMUL L1, L0, L0, L9, and the interlock does not look at this"));
    Math seen(mul + "    TTI_SFPSHFT(0, 1, 2, 0);", arch::blackhole());
    expect_clean(seen);
    Math exchange(mul + "    TTI_SFPSWAP(0, 1, 2, 0);\n    TTI_SFPNOP;", arch::blackhole());
    expect_clean(exchange);
    Math order(mul + "    TTI_SFPSWAP(0, 1, 2, 1);  // BUG", arch::blackhole());
    expect_fault(order, Id::sfpu_hazard, "TRISC1", "compute.cpp", HasSubstr("SFPSWAP L2, L1, mod=1 reads L1"));
}

TEST(SfpuFault, NestedConditionsWithEarlyReturnRunClean) {
    Math s(R"(
    vFloat x = dst_reg[0];
    v_if (x < 0.0f) {
        v_if (x > -1.0f) { x = 1.0f; }
        v_elseif (x > -2.0f) { x = 2.0f; }
        v_endif;
        dst_reg[0] = x;
        return;
    }
    v_endif;)");
    expect_clean(s);
}

TEST(SfpuFault, ReplayOfWhatWasNotRecorded) {
    Math s(
        "    TTI_REPLAY(0, 2, 1, 1);\n    TTI_SFPLOADI(0, 0, 1);\n    TTI_SFPLOADI(1, 0, 1);\n"
        "    TTI_REPLAY(1, 2, 0, 0);  // BUG");
    expect_fault(s, Id::uninitialised, "TRISC1", "compute.cpp",
                 HasSubstr("REPLAY plays entry 2, which nothing has recorded"));
    Math good(
        "    TTI_REPLAY(0, 2, 1, 1);\n    TTI_SFPLOADI(0, 0, 1);\n    TTI_SFPLOADI(1, 0, 1);\n"
        "    TTI_REPLAY(1, 1, 0, 0);");
    expect_clean(good);
}

TEST(SfpuFault, ReplayBeyondItsBuffer) {
    Math s("    TTI_REPLAY(30, 3, 1, 1);  // BUG");
    expect_fault(s, Id::tensix_unsupported, "TRISC1", "compute.cpp",
                 HasSubstr("REPLAY of 3 instruction(s) from entry 30: the buffer has 32"));
}

TEST(SfpuFault, ReplayRecordsSfpiCode) {
    Math s("    TTI_REPLAY(0, 2, 1, 1);\n    vFloat x = dst_reg[0];  // BUG\n    dst_reg[0] = x;");
    expect_fault(s, Id::tensix_unsupported, "TRISC1", "compute.cpp", HasSubstr("only raw Tensix instructions"));
}

}  // namespace
}  // namespace tessera::faults
