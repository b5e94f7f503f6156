// The replayer itself: a wrong expectation is found, and nothing malformed is skipped.
#include "host/conformance/tvec.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>

#include "host/conformance/angle_vectors.hpp"
#include "host/conformance/numeric_vectors.hpp"
#include "host/conformance/published_sequences.hpp"
#include "sim/fault/fault.hpp"
#include "tests/support/paths.hpp"
#include "tests/support/temporary_folder.hpp"

namespace tessera::conformance {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

class Replay : public testing::Test {
  protected:
    std::filesystem::path write(const std::string& name, const std::string& text) {
        const auto path = folder_ / name;
        std::ofstream{path} << text;
        return path;
    }
    Outcome run(const std::string& body, const arch::Arch& arch = arch::wormhole_b0()) {
        return run_tvec(read_tvec(write("case.tvec", "# comment\ncase A.0 wh+bh\n" + body + "end\n")), arch);
    }
    std::string refusal(const std::string& text) {
        try {
            const auto path = write("bad.tvec", text);
            run_tvec(read_tvec(path), arch::wormhole_b0());
        } catch (const fault::InputError& error) {
            return error.what();
        }
        return "accepted";
    }
    const test::TemporaryFolder folder_;
};

// SFPMOV VC=10 VD=1: LReg1 becomes 1.0.
const std::string move = "op 7c000a10 SFPMOV VC=10 VD=1 Mod1=0\n";

TEST_F(Replay, PassesWhatIsRight) {
    const Outcome outcome = run(move + "out lreg 1 *3f800000\n");
    EXPECT_EQ(outcome.run, 1);
    EXPECT_EQ(outcome.passed, 1);
}

TEST_F(Replay, FindsAWrongValueWithItsPlace) {
    const Outcome outcome = run(move + "out lreg 1 *3f800001\n");
    EXPECT_EQ(outcome.passed, 0);
    EXPECT_THAT(outcome.mismatches,
                ElementsAre(HasSubstr("case.tvec:2: case A.0 on wh: LReg1 lane 0: expected 3f800001, got 3f800000")));
}

TEST_F(Replay, FindsWhatIsNotListed) {
    EXPECT_THAT(run(move).mismatches, ElementsAre(HasSubstr("LReg1 lane 0: expected 00000000, got 3f800000")));
    // SFPSTORE of 1.0: the upper halves in four physical rows change, the lower ones stay zero.
    EXPECT_EQ(run("op 72a40000 SFPSTORE VD=10 Mod0=4 AddrMod=0 Imm10=0\n").mismatches.size(), 4u);
    EXPECT_THAT(run("op 87000000 SFPPUSHC\n").mismatches,
                ElementsAre(HasSubstr("flags: expected ffffffff 1 0, got ffffffff 1 1")));
    EXPECT_THAT(run("op 38008000 INCRWC\n").mismatches, ElementsAre(HasSubstr("rwc: expected 0 0, got 2 0")));
}

TEST_F(Replay, CountsAFaultAsAMismatch) {
    EXPECT_THAT(run("op 88000000 SFPPOPC\n").mismatches, ElementsAre(HasSubstr("fault TS020")));
}

TEST_F(Replay, TakesTheLinesOfItsArchitecture) {
    const std::string body =
        "op.wh 7c000a10 SFPMOV\nop.bh 7c000b10 SFPMOV\nout.wh lreg 1 *3f800000\nout.bh lreg 1 *bf800000\n";
    EXPECT_TRUE(run(body, arch::wormhole_b0()).good());
    EXPECT_TRUE(run(body, arch::blackhole()).good());
    const auto only_bh = read_tvec(write("bh.tvec", "case B bh\n" + move + "end\n"));
    EXPECT_EQ(run_tvec(only_bh, arch::wormhole_b0()).run, 0);
    EXPECT_EQ(run_tvec(only_bh, arch::blackhole()).run, 1);
}

TEST_F(Replay, MalformedLinesAreNamedNeverSkipped) {
    const std::string start = "case A wh\n";
    EXPECT_THAT(refusal(start + "lerg 0 *0\n" + move + "end\n"),
                HasSubstr("bad.tvec:2: expected a state line, op or out"));
    EXPECT_THAT(refusal(start + "lreg 0 1 2\n" + move + "end\n"), HasSubstr(":2: expected 34 tokens"));
    EXPECT_THAT(refusal(start + "lreg 16 *0\n" + move + "end\n"), HasSubstr(":2: expected a decimal number up to 15"));
    EXPECT_THAT(refusal(start + "lreg 0 *0x1\n" + move + "end\n"), HasSubstr("hexadecimal"));
    EXPECT_THAT(refusal(start + "rwc 1\n" + move + "end\n"), HasSubstr(":2: expected 3 tokens"));
    EXPECT_THAT(refusal(start + move + "out lreg\nend\n"), HasSubstr(":3: expected"));
    EXPECT_THAT(refusal(start + move + "out prng 1\nend\n"), HasSubstr("lreg, flags, rwc or dst"));
    EXPECT_THAT(refusal(start + move + "lreg 0 *0\nend\n"), HasSubstr(":3: expected op or out"));
    EXPECT_THAT(refusal(start + "out flags 0 1 0\nend\n"), HasSubstr("an op before out"));
    EXPECT_THAT(refusal(start + "end\n"), HasSubstr("has no op"));
    EXPECT_THAT(refusal(start + move), HasSubstr("has no end"));
    EXPECT_THAT(refusal("case A arm\n"), HasSubstr("wh, bh or wh+bh"));
    EXPECT_THAT(refusal("lreg 0 *0\n"), HasSubstr(":1: expected case"));
    EXPECT_THROW(read_tvec("/nowhere/x.tvec"), fault::InputError);
}

TEST_F(Replay, TakesLegalButUnusualLayouts) {
    const auto path = write("odd.tvec",
                            "  # an indented comment\n\n\tcase A.0 bh+wh\r\nlreg 2 *ABCDEF01\n# between\n"
                            "op 7C000A10 SFPMOV VC=10\n\nout lreg 1 *3F800000\n  end  \ncase B wh\n" +
                                move + "out lreg 1 *3f800000\nend\n");
    for (const arch::Arch* arch : arch::all()) {
        const Outcome outcome = run_tvec(read_tvec(path), *arch);
        EXPECT_EQ(outcome.run, arch == &arch::wormhole_b0() ? 2 : 1);
        EXPECT_TRUE(outcome.good());
    }
}

TEST_F(Replay, AMnemonicOfAnotherInstructionIsMalformed) {
    EXPECT_THAT(refusal("case A wh\nop 7c000a10 SFPABS VC=10\nend\n"), HasSubstr(":2: expected the mnemonic of word"));
}

TEST_F(Replay, LaneConfigThatIsNotModelledIsUnsupported) {
    EXPECT_EQ(run("laneconfig 200\n" + move + "out lreg 1 *3f800000\n").unsupported, 1);
    EXPECT_TRUE(run("laneconfig 104\n" + move + "out lreg 1 *3f800000\n").good());
}

TEST_F(Replay, PublishedFunctionsNeedNoSequenceBesideThem) {
    // sin(pi/2) by sin_phase, and the same through a file called otherwise.
    const auto values = write("sin_phase_wh.txt", "3f000000 3f800000\n");
    EXPECT_TRUE(run_numeric(values, arch::wormhole_b0()).good());
    EXPECT_FALSE(has_sequence(write("cos_phase_wh.txt", "3f000000 3f800000\n")));
    EXPECT_THROW(run_numeric(folder_ / "cos_phase_wh.txt", arch::wormhole_b0()), fault::InputError);
}

// exp_21f_bf16 has no file of its own: it is exp_21f rounded.
TEST_F(Replay, PublishedSequencesAreThoseBesideTheVectors) {
    for (const arch::Arch* arch : arch::all()) {
        for (const std::string name : {"exp_24f", "exp_21f", "sin_phase"}) {
            const Sequence beside =
                read_sequence(TESSERA_SOURCE_DIR "/tests/data/sfpu/numeric/" + name + ".seq.txt", arch->sfpu);
            const Sequence published = published_sequence(name, arch->sfpu);
            EXPECT_EQ(published.program, beside.program) << name;
            EXPECT_EQ(published.output, beside.output) << name;
        }
        const Sequence rounded = published_sequence("exp_21f_bf16", arch->sfpu);
        EXPECT_EQ(rounded.program.back(), (sfpu::Instr{.op = sfpu::Op::stochrnd, .vd = 2, .vc = 2, .mod = 1}));
    }
}

TEST_F(Replay, AnglesAreComparedLineByLine) {
    const auto good = write("rope_angles.txt", "# comment\n64 10000 0 0 3ea2f8df 00000000 3f800000\n");
    const auto wrong = write("rope_angles_2.txt", "64 10000 0 0 3ea2f8df 00000000 3f800001\n");
    for (const arch::Arch* arch : arch::all()) {
        EXPECT_TRUE(run_angles(good, *arch).good());
        EXPECT_THAT(run_angles(wrong, *arch).mismatches,
                    ElementsAre(HasSubstr(":1: cosine: expected 3f800001, got 3f800000")));
        EXPECT_TRUE(run_angles(TESSERA_SOURCE_DIR "/tests/data/numeric/rope_angles.txt", *arch).good());
    }
    for (const std::string line : {"64 10000 0 0 0 0", "0 10000 0 0 0 0 0", "64 -1 0 0 0 0 0", "64 x 0 0 0 0 0"})
        EXPECT_THROW(run_angles(write("rope_angles_bad.txt", line + "\n"), arch::wormhole_b0()), fault::InputError);
}

TEST_F(Replay, NumericValuesAreComparedOneByOne) {
    const auto values = write("id_wh.txt", "# in out\n3f800000 3f800000\n40000000 40000001\n");
    write("id.seq.txt", "# output register L1\nop 7c000010 SFPMOV VC=0 VD=1 Mod1=0\n");
    const Outcome outcome = run_numeric(values, arch::wormhole_b0());
    EXPECT_EQ(outcome.run, 2);
    EXPECT_EQ(outcome.passed, 1);
    EXPECT_THAT(outcome.mismatches, ElementsAre(HasSubstr(":3: f(40000000): expected 40000001, got 40000000")));
    EXPECT_THROW(run_numeric(values, arch::blackhole()), fault::InputError);
}

}  // namespace
}  // namespace tessera::conformance
