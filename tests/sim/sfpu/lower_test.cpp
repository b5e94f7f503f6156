// Predicates, registers, and segments of lowered SFPI code (spec/tensix-core.md 5.1, 5.3; design.md 4).
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <bit>

#include "tests/sim/sfpu/functions.hpp"
#include "tests/sim/sfpu/sfpi_host.hpp"

namespace tessera::sfpu {
namespace {

using namespace sfpi;
using testing::ElementsAre;

std::vector<std::string> lines(const std::function<void()>& code) {
    return listing(lowered(wh, Lowering::sfpi_2025, code));
}

TEST(Predicate, OutermostPushVanishesAndItsPopEnablesAllLanes) {
    EXPECT_THAT(lines([] {
                    vFloat x = dst_reg[0];
                    v_if(x < 0.0f) { x = -x; }
                    v_endif;
                    dst_reg[1] = x;
                }),
                ElementsAre("SFPLOAD L0, 0, addr_mod=3", "SFPSETCC L0", "SFPMOV L0, L0, mod=1", "SFPENCC 3, mod=10",
                            "SFPSTORE L0, 2, addr_mod=3"));
}

TEST(Predicate, InnerPopBeforeTheOuterOneVanishesUnlessComplemented) {
    const auto nested = [](bool with_else) {
        return lowered(wh, Lowering::sfpi_2025, [=] {
            vFloat x = dst_reg[0];
            v_if(x < 0.0f) {
                v_if(x != 0.0f) { x = 2.0f; }
                if (with_else) {
                    v_else;
                    x = 3.0f;
                }
                v_endif;
            }
            v_endif;
            dst_reg[1] = x;
        });
    };
    EXPECT_EQ(count(nested(false), Op::pushc), 0);
    EXPECT_EQ(count(nested(false), Op::popc), 0);
    EXPECT_EQ(count(nested(true), Op::pushc), 1);
    EXPECT_EQ(count(nested(true), Op::popc), 1);
}

TEST(Predicate, ElseIfComplementsPushesAndCompares) {
    EXPECT_THAT(
        lines([] {
            vInt x = dst_reg[0];
            v_if(x < 5) { x = 1; }
            v_elseif(x == 7) { x = 2; }
            v_else { x = 3; }
            v_endif;
            dst_reg[1] = x;
        }),
        ElementsAre("SFPLOAD L0, 0, addr_mod=3, mod=12", "SFPIADD L1, L0, -5, mod=1", "SFPLOADI L0, 0x0001, mod=4",
                    "SFPCOMPC", "SFPPUSHC", "SFPIADD L1, L0, -7, mod=5", "SFPSETCC L1, mod=6",
                    "SFPLOADI L0, 0x0002, mod=4", "SFPCOMPC", "SFPLOADI L0, 0x0003, mod=4", "SFPPOPC",
                    "SFPENCC 3, mod=10", "SFPSTORE L0, 2, addr_mod=3, mod=12"));
}

TEST(Predicate, AndNarrowsWithoutPush) {
    const Program program = lowered(wh, Lowering::sfpi_2025, [] {
        vFloat x = dst_reg[0];
        v_block {
            v_and(x >= 0.0f);
            x = x + 1.0f;
            v_and(x != 0.0f);
            x = 2.0f;
        }
        v_endblock;
        dst_reg[1] = x;
    });
    EXPECT_EQ(count(program, Op::setcc), 2);
    EXPECT_EQ(count(program, Op::pushc), 0);
    EXPECT_EQ(count(program, Op::encc), 1);
}

TEST(Predicate, EndWithoutBeginIsAFault) {
    Host host;
    host.record(VectorOp::pop, 0, 1, true);
    try {
        host.flush(wh, Lowering::sfpi_2025);
        FAIL();
    } catch (const LoweringFault& fault) {
        EXPECT_EQ(fault.id(), fault::Id::unbalanced_predicate);
    }
}

TEST(Registers, NineLiveVectorsAreAFaultThatNamesThem) {
    const auto code = [](int n) {
        std::vector<vFloat> v;
        v.reserve(static_cast<std::size_t>(n));
        for (int i = 0; i < n; ++i) v.push_back(vFloat(dst_reg[i]));
        for (int i = 0; i < n; ++i) dst_reg[i + 16] = v[static_cast<std::size_t>(i)];
    };
    EXPECT_EQ(lowered(wh, Lowering::sfpi_2025, [&] { code(8); }).peak, 8);
    try {
        lowered(wh, Lowering::sfpi_2025, [&] { code(9); });
        FAIL();
    } catch (const LoweringFault& fault) {
        EXPECT_EQ(fault.id(), fault::Id::lreg_pressure);
        EXPECT_THAT(fault.detail(), testing::HasSubstr("9 vectors"));
        EXPECT_EQ(fault.pcs().size(), 10u);
    }
}

// A constant named before its use takes a register from there on only where there are registers left.
TEST(Registers, ConstantsWaitForTheirUseWhenRegistersRunShort) {
    const auto code = [](int n) {
        std::vector<vFloat> v;
        v.reserve(static_cast<std::size_t>(n));
        vFloat constant = 3.14159274f;
        for (int i = 0; i < n; ++i) v.push_back(vFloat(dst_reg[i]));
        for (int i = 0; i < n; ++i) dst_reg[i + 16] = v[static_cast<std::size_t>(i)];
        dst_reg[30] = constant;
    };
    const Program roomy = lowered(wh, Lowering::sfpi_2025, [&] { code(7); });
    EXPECT_EQ(roomy.code.front().op, Op::loadi) << print(roomy);
    const Program tight = lowered(wh, Lowering::sfpi_2025, [&] { code(8); });
    EXPECT_EQ(tight.peak, 8);
    EXPECT_EQ(tight.code.front().op, Op::load) << print(tight);
}

TEST(Registers, AVectorWithoutAValueCannotBeRead) {
    EXPECT_THROW(lowered(wh, Lowering::sfpi_2025,
                         [] {
                             vFloat x;
                             dst_reg[0] = x + 1.0f;
                         }),
                 LoweringFault);
}

TEST(Registers, TransposeTakesTheFirstFour) {
    for (const auto* arch : arch::all()) {
        const Program program = lowered(*arch, Lowering::sfpi_2025, [] {
            vFloat a = dst_reg[0];
            vFloat b = a, c = a, d = a;
            subvec_transp(a, b, c, d);
            dst_reg[1] = a;
        });
        EXPECT_EQ(count(program, Op::transp), 1);
        lane::Lanes input, expected;
        for (int l = 0; l < lane::count; ++l) input[l] = 0x40000000u + static_cast<std::uint32_t>(l);
        for (int l = 0; l < lane::count; ++l) expected[l] = input[l % 8];  // row 0 everywhere
        EXPECT_EQ(run(*arch, program, input), expected) << print(program);
    }
}

// SFPTRANSP transposes L4..L7 as well, and the vendor's compiler keeps a fifth vector there: it does not survive.
TEST(Registers, AFifthVectorIsScrambledByATranspose) {
    const Program program = lowered(wh, Lowering::sfpi_2025, [] {
        vFloat kept = dst_reg[0];
        vFloat a = dst_reg[0];
        vFloat b = a, c = a, d = a;
        subvec_transp(a, b, c, d);
        dst_reg[3] = a;
        dst_reg[1] = kept;
    });
    ASSERT_EQ(program.scrambled.size(), 1u) << print(program);
    EXPECT_EQ(program.scrambled[0].reg, 4);
    lane::Lanes input;
    for (int l = 0; l < lane::count; ++l) input[l] = 0x40000000u + static_cast<std::uint32_t>(l);
    const lane::Lanes kept = run(wh, program, input);
    for (int l = 0; l < 8; ++l) EXPECT_EQ(kept[l], input[l]);  // row 0 of L4 is row 0 of L4
    EXPECT_NE(kept, input);
}

// What is no longer needed, or made afterwards, may be anywhere.
TEST(Registers, ATransposeScramblesNothingElse) {
    const Program program = lowered(wh, Lowering::sfpi_2025, [] {
        vFloat before = dst_reg[2];
        vFloat a = dst_reg[0];
        dst_reg[3] = before;
        vFloat b = a, c = a, d = a;
        subvec_transp(a, b, c, d);
        vFloat after = dst_reg[2];
        dst_reg[1] = a + after;
        dst_reg[4] = b + c + d;
    });
    EXPECT_TRUE(program.scrambled.empty()) << print(program);
}

TEST(Registers, LutForcesItsOperands) {
    const Program program = lowered(wh, Lowering::sfpi_2025, [] {
        vUInt l0 = l_reg[LRegs::LReg0], l1 = l_reg[LRegs::LReg1], l2 = l_reg[LRegs::LReg2];
        for (int i = 0; i < 2; ++i) dst_reg[i] = lut(dst_reg[i], l0, l1, l2);
        l_reg[LRegs::LReg0] = l0;
    });
    EXPECT_THAT(listing(program), testing::Contains("SFPLOAD L3, 0, addr_mod=3"));
    EXPECT_EQ(count(program, Op::mov), 0) << print(program);
    EXPECT_EQ(count(program, Op::lut), 2);
}

// The lookup of three fp16 pairs writes where LReg7 says: lowering lets it say what allocation decided.
TEST(Registers, LookupOfPairsGetsItsResultThroughLreg7) {
    for (const arch::Arch* arch : {&wh, &arch::blackhole()}) {
        const Program program = lowered(*arch, Lowering::sfpi_2025, [] {
            vFloat x = dst_reg[0];
            // Slopes 1, 2, 4; offsets 2^-15.
            vFloat y = lut2_sign(x, vUInt(0x3c000000u), vUInt(0x40000000u), vUInt(0x44000000u));
            dst_reg[1] = y + x;  // x lives on
        });
        lane::Lanes input{};
        input[0] = 0x40400000;
        input[1] = 0xbf800000;
        const lane::Lanes output = run(*arch, program, input);
        EXPECT_EQ(output[0], std::bit_cast<std::uint32_t>(15.0f + 0x1p-15f)) << print(program);
        EXPECT_EQ(output[1], std::bit_cast<std::uint32_t>(1.0f + 0x1p-15f)) << print(program);
    }
}

TEST(Registers, ProgrammableConstantsAreWrittenThroughL0) {
    EXPECT_THAT(lines([] { vConstFloatPrgm1 = 0.5f; }), ElementsAre("SFPLOADI L0, 0x3f00", "SFPCONFIG L13, 0x0000"));
}

TEST(Segments, VectorsAndConditionsOutliveAFlush) {
    Host host;
    std::vector<Instr> code;
    const auto flush = [&] {
        const Program program = host.flush(wh, Lowering::sfpi_2025);
        code.insert(code.end(), program.code.begin(), program.code.end());
    };
    {
        vFloat x = dst_reg[0];
        vFloat y = 1.0f;
        flush();
        v_if(x < 0.0f) {
            flush();
            y = x * x;
        }
        v_else {
            flush();
            y = 3.0f;
        }
        v_endif;
        flush();
        dst_reg[1] = y;
    }
    flush();
    EXPECT_EQ(host.recorder.open_pushes(), 0u);
    lane::Lanes input;
    for (int l = 0; l < lane::count; ++l) input[l] = l % 2 ? 0xC0000000u : 0x40000000u;
    Program whole;
    whole.code = code;
    const lane::Lanes output = run(wh, whole, input);
    for (int l = 0; l < lane::count; ++l) EXPECT_EQ(output[l], l % 2 ? 0x40800000u : 0x40400000u);
}

TEST(Segments, HashLeavesOutPcClockAndValuesOfRunTime) {
    const auto record = [](Host& host, float scalar, int index, std::uint32_t pc) {
        host.literals = false;
        host.pc = pc;
        dst_reg[index] = vFloat(dst_reg[0]) * scalar;
        return host.recorder.hash();
    };
    Host first, second;
    abi::host_recorder = &first;
    const auto a = record(first, 1.5f, 3, 0);
    Program program = first.flush(wh, Lowering::sfpi_2025);
    abi::host_recorder = &second;
    const auto b = record(second, 2.75f, 4, 1000);
    EXPECT_EQ(a, b);
    const Recording recording = second.recorder.take();
    bind(program, recording);
    EXPECT_EQ(program.code, lower(recording, wh.sfpu, Lowering::sfpi_2025).code);
    Host third;
    dst_reg[3] = vFloat(dst_reg[0]) * 1.5f;
    EXPECT_NE(third.recorder.hash(), a);
}

TEST(Segments, AConditionDoesNotOutliveItsSegment) {
    Host host;
    vFloat x = dst_reg[0];
    const vCond negative = x < 0.0f;
    host.flush(wh, Lowering::sfpi_2025);
    v_if(negative) { dst_reg[0] = x; }
    v_endif;
    EXPECT_THROW(host.flush(wh, Lowering::sfpi_2025), LoweringFault);
}

// A kernel's own word may read as an operation that no header makes.
TEST(Segments, AnOperationWithoutItsVectorsIsAnIllegalInstruction) {
    const auto id_of = [](const std::function<void(Host&)>& code) {
        Host host;
        try {
            code(host);
            host.flush(wh, Lowering::sfpi_2025);
        } catch (const fault::Fault& fault) {
            return fault.id();
        }
        return fault::Id::internal_error;
    };
    EXPECT_EQ(id_of([](Host& host) { host.record(VectorOp::negate, 9999, 0, false); }), fault::Id::illegal_instruction);
    for (const std::uint32_t number : {0u, 1u, 7u})
        EXPECT_EQ(id_of([&](Host& host) { host.record(VectorOp::result, 0, number, true); }),
                  fault::Id::illegal_instruction);
}

TEST(Segments, RawWordsKeepTheirPlace) {
    Host host;
    dst_reg[1] = vFloat(dst_reg[0]) + 1.0f;
    host.recorder.record_word(0x37040002u, 0, 0);
    host.recorder.record_word(0x8f000000u, 0, 0);
    dst_reg[1] = vFloat(dst_reg[0]) + 1.0f;
    const Program program = host.flush(wh, Lowering::sfpi_2025);
    ASSERT_EQ(program.code.size(), 10u) << print(program);
    EXPECT_EQ(program.code[4].op, Op::setrwc);
    EXPECT_EQ(program.code[5].op, Op::nop);
}

TEST(Segments, DstIncrementsSplitWhereTheirFieldEnds) {
    const Program program = lowered(wh, Lowering::sfpi_2025, [] {
        dst_reg++;
        dst_reg += 10;
    });
    std::uint32_t rows = 0;
    for (const Instr& instr : program.code) rows += instr.imm >> 14 & 15;
    EXPECT_EQ(rows, 22u);
}

}  // namespace
}  // namespace tessera::sfpu
