// The reader of conversion vectors: what it counts, how it names a mismatch, and that a malformed line is an input
// error naming file, line and what was expected.
#include "host/conformance/conversion_vectors.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <sstream>

#include "sim/fault/fault.hpp"

namespace tessera::conformance {
namespace {

using testing::HasSubstr;

const arch::Arch& wh = arch::wormhole_b0();
const std::string zeros = " 0000 0000 0000 0000 0000 0000 0000 0000 0000 0000 0000 0000 0000 0000 0000";

Outcome run(const std::string& text) {
    std::istringstream in(text);
    return run_conversion_vectors(in, "vectors.txt", wh);
}

std::string error_of(const std::string& text) {
    try {
        run(text);
    } catch (const fault::InputError& error) {
        return error.what();
    }
    return "no error";
}

TEST(ConversionVectors, RunsTheLinesOfItsMachineOnly) {
    const Outcome outcome =
        run("# comment\n\nwh+bh pack dst=16b inter=bf16 out=bf16 x 3f80" + zeros + " = 3f80" + zeros +
            "\nbh pack dst=16b inter=bf16 out=bf16 x 3f80" + zeros + " = 0001" + zeros + "\n");
    EXPECT_EQ(outcome.run, 1);
    EXPECT_EQ(outcome.passed, 1);
    EXPECT_TRUE(outcome.mismatches.empty());
}

TEST(ConversionVectors, NamesTheFirstDifferingDatum) {
    const Outcome outcome = run("wh MOVA2D srca=bf16 dst=bf16 a 1fc00" + zeros + " = 3f81" + zeros + "\n");
    EXPECT_EQ(outcome.passed, 0);
    ASSERT_EQ(outcome.mismatches.size(), 1u);
    EXPECT_EQ(outcome.mismatches[0], "vectors.txt:1: MOVA2D on wh: datum 0: expected 00003f81, computed 00003f80");
}

TEST(ConversionVectors, CountsAnUnsupportedConversionAsFailed) {
    const Outcome outcome = run("wh unpack in=bf16 out=fp16 to=srca x 3f80" + zeros + " = 3f80" + zeros + "\n");
    EXPECT_EQ(outcome.run, 1);
    EXPECT_EQ(outcome.passed, 0);
    EXPECT_THAT(outcome.mismatches.at(0), HasSubstr("unpacking bf16 in L1 to fp16 in Src"));
}

TEST(ConversionVectors, KeepsTenMismatches) {
    std::string text;
    for (int i = 0; i < 12; ++i) text += "wh MOVA2D srca=bf16 dst=bf16 a 1fc00" + zeros + " = 3f81" + zeros + "\n";
    const Outcome outcome = run(text);
    EXPECT_EQ(outcome.run, 12);
    EXPECT_EQ(outcome.mismatches.size(), 10u);
}

TEST(ConversionVectors, AMalformedLineIsAnInputError) {
    const std::string good = "wh pack dst=16b inter=bf16 out=bf16 x 3f80" + zeros + " = 3f80" + zeros;
    EXPECT_EQ(
        error_of("\n\nwh shuffle x\n"),
        "vectors.txt:3: word 2: expected unpack, pack, MOVA2D, ELWADD, ELWSUB, ELWMUL or MVMUL, found \"shuffle\"; "
        "correct the line or remove it");
    EXPECT_THAT(error_of("wh\n"), HasSubstr("vectors.txt:1: word 2"));
    EXPECT_THAT(error_of("w!h pack\n"), HasSubstr("expected machine names joined by +"));
    EXPECT_THAT(error_of("wh pack dst=17b inter=bf16 out=bf16 x\n"), HasSubstr("expected dst=16b|32b, found \"17b\""));
    EXPECT_THAT(error_of("wh pack dst=16b out=bf16 x\n"), HasSubstr("expected inter="));
    EXPECT_THAT(error_of("wh pack dst=16b inter=floating out=bf16 x\n"), HasSubstr("names no data format"));
    EXPECT_THAT(error_of("wh pack dst=16b inter=bf16 out=bf16 x 3f8g\n"), HasSubstr("found \"3f8g\""));
    EXPECT_THAT(error_of(good.substr(0, good.size() - 5) + "\n"), HasSubstr("found the end of the line"));
    EXPECT_THAT(error_of(good + " 0000\n"), HasSubstr("expected the end of the line"));
    EXPECT_EQ(error_of(good + "\n"), "no error");
}

TEST(ConversionVectors, AMissingFileIsAnInputError) {
    EXPECT_THROW(run_conversion_vectors(std::filesystem::path("no/such/file.txt"), wh), fault::InputError);
}

}  // namespace
}  // namespace tessera::conformance
