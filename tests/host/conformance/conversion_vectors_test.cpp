// The reader of conversion vectors: what it counts, how it names a mismatch, and that a malformed line is an input
// error naming file, line and what was expected.
#include "host/conformance/conversion_vectors.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <sstream>

#include "sim/fault/fault.hpp"

namespace tessera::conformance {
namespace {

using testing::HasSubstr;

const arch::Arch& wh = arch::wormhole_b0();
const std::string zeros = " 0000 0000 0000 0000 0000 0000 0000 0000 0000 0000 0000 0000 0000 0000 0000";

std::string row(const std::string& word, int count = 16) {
    std::string text;
    for (int i = 0; i < count; ++i) text += " " + word;
    return text;
}
std::string padded(std::size_t digits) { return row(std::string(digits, '0'), 15); }

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

TEST(ConversionVectors, AKeyThatTheTestDoesNotKnowIsMalformed) {
    EXPECT_THAT(error_of("wh pack dst=16b inter=bf16 out=bf16 rnd=1 x\n"),
                HasSubstr("one value for each of dst, inter"));
    EXPECT_THAT(error_of("wh MOVA2D srca=bf16 srca=bf16 dst=bf16 a\n"), HasSubstr("one value for each of"));
    EXPECT_THAT(error_of("wh pack dst=16b inter=bf16 out=bf16 relu=2 threshold=8000 x" + row("0") + " =" + row("0")),
                HasSubstr("threshold= a hexadecimal number up to 7fff"));
}

TEST(ConversionVectors, ReluIsPartOfThePackersParameters) {
    const std::string values = " 3f80 bf80 4000 3f00" + zeros.substr(15);
    const auto pack = [&](const std::string& key, const std::string& result) {
        return run("wh pack dst=16b inter=bf16 out=bf16 " + key + " x" + values + " = " + result + zeros.substr(15));
    };
    EXPECT_TRUE(pack("relu=1", "3f80 0000 4000 3f00").good());
    EXPECT_TRUE(pack("relu=2 threshold=3f00", "3f80 0000 4000 0000").good());
    EXPECT_TRUE(pack("relu=3 threshold=3f80", "3f80 0000 3f80 3f00").good());
}

// 8-bit integers: four phases, each with its parts of the magnitudes in their place, add up to the product.
TEST(ConversionVectors, IntegersOfTheMatrixUnit) {
    // Magnitudes 0xb7 and 0x2c5 with exponent 16, the second negative.
    const std::string a = "040b7" + padded(5), b = "442c5" + padded(5);
    const std::uint32_t high_a = 0xa0, low_a = 0x17, high_b = 0x2c0, low_b = 0x005;
    const std::uint32_t products[4]{high_a * high_b, low_a * high_b, high_a * low_b, low_a * low_b};
    std::string d = "00000000";
    std::uint32_t sum = 0;
    for (int phase = 0; phase < 4; ++phase) {
        sum += products[phase];
        const std::string next = fmt::format("{:08x}", 0x80000000 | sum);
        const Outcome outcome =
            run(fmt::format("wh ELWMUL srca=int8 srcb=int8 dst=int32 phase={} accum=1 a {} b {} d {} = {}\n", phase, a,
                            b, d + padded(8), next + padded(8)));
        EXPECT_TRUE(outcome.good()) << testing::PrintToString(outcome.mismatches);
        d = next;
    }
    EXPECT_EQ(sum, 0xb7u * 0x2c5u);
    EXPECT_TRUE(
        run("wh ELWADD srca=int8 srcb=int8 dst=int32 phase=0 accum=0 a " + a + " b " + b + " = 8000020e" + padded(8))
            .good());
    EXPECT_TRUE(run("wh ELWSUB srca=int8 srcb=int8 dst=int32 phase=0 accum=1 a " + a + " b " + b + " d 7fffffff" +
                    padded(8) + " = 7fffffff" + padded(8))
                    .good());
}

// Every combination that spec/tensix-core.md 1.5, 1.6 and 1.8 gives a rule for runs, on both architectures: zeros go in
// and come out.
TEST(ConversionVectors, EveryDocumentedCombinationRuns) {
    std::vector<std::string> lines;
    const auto unpack = [&](const char* in, const char* out, const char* to, bool shared = false) {
        lines.push_back(fmt::format("unpack in={} out={} to={} {} x{} ={}", in, out, to, shared ? "exp 7f" : "",
                                    row("0"), row("0")));
    };
    for (const char* to : {"srca", "srcb"}) {
        for (const char* out : {"tf32", "bf16", "fp16"}) unpack("fp32", out, to);
        for (const char* same : {"bf16", "fp16", "fp8", "int8", "uint8", "int16", "tf32"}) unpack(same, same, to);
        unpack("fp8", "fp16", to);
        for (const char* bfp : {"bfp8", "bfp4", "bfp2", "bfp8a", "bfp4a", "bfp2a"}) {
            unpack(bfp, bfp, to, true);
            unpack(bfp, std::string(bfp).ends_with("a") ? "fp16" : "bf16", to, true);
        }
    }
    for (const char* same : {"fp32", "tf32", "int32", "uint32"}) unpack(same, same, "dst");
    unpack("fp32", "tf32", "dst");

    const auto pack = [&](const char* dst, const char* inter, std::initializer_list<const char*> outs) {
        for (const std::string out : outs)
            for (int relu = 0; relu < 4; ++relu) {
                const bool integer = std::string(inter).starts_with("int") || std::string(inter).starts_with("uint");
                if (integer && relu > (std::string(inter) == "int32" ? 1 : 0)) continue;
                lines.push_back(fmt::format("pack dst={} inter={} out={} relu={} x{} ={}{}", dst, inter, out, relu,
                                            row("0"), out.starts_with("bfp") ? " exp 0 x" : "", row("0")));
            }
    };
    pack("32b", "fp32", {"fp32", "bf16", "fp16", "bfp8", "bfp4", "bfp2"});
    pack("32b", "bf16", {"bf16"});
    pack("32b", "bfp8", {"bfp8", "bfp4"});
    pack("32b", "int32", {"int32", "int8", "uint8"});
    pack("16b", "bf16", {"bf16", "fp32", "bfp8", "bfp4", "bfp2"});
    pack("16b", "bfp8", {"bf16", "fp32", "bfp8", "bfp4", "bfp2"});
    pack("16b", "bfp8a", {"bfp8", "bfp4", "bfp2"});
    pack("16b", "fp16", {"fp16", "fp32", "bf16"});
    pack("16b", "int16", {"int16"});

    for (const auto& [src, dst] : {std::pair{"bf16", "bf16"},
                                   {"fp16", "fp16"},
                                   {"tf32", "fp32"},
                                   {"bfp8", "bf16"},
                                   {"bfp4a", "fp16"},
                                   {"int8", "int8"},
                                   {"int16", "int16"}})
        lines.push_back(fmt::format("MOVA2D srca={} dst={} a{} ={}", src, dst, row("0"), row("0")));
    for (const char* dst : {"narrow", "wide"})
        for (const std::string src : {"bf16", "bfp8", "bfp4", "bfp2", "tf32", "fp16", "bfp8a", "int8"})
            for (int phase = 0; phase < 4; ++phase) {
                const bool a = src == "fp16" || src == "bfp8a";
                if (src == "int8" && *dst == 'n') continue;
                const std::string to = src == "int8" ? "int32" : *dst == 'w' ? "fp32" : a ? "fp16" : "bf16";
                const std::string formats = fmt::format("srca={} srcb={} dst={} phase={}", src, src, to, phase);
                for (const char* name : {"ELWADD", "ELWSUB", "ELWMUL"})
                    lines.push_back(fmt::format("{} {} accum=1 a{} b{} d{} ={}", name, formats, row("0"), row("0"),
                                                row("0"), row("0")));
                lines.push_back(fmt::format("MVMUL {} A{} B{} D{} ={}", formats, row("0", 256), row("0", 128),
                                            row("0", 128), row("0", 128)));
            }
    std::string text;
    for (const std::string& line : lines) text += "wh+bh " + line + "\n";
    for (const arch::Arch* arch : arch::all()) {
        std::istringstream in(text);
        const Outcome outcome = run_conversion_vectors(in, "combinations.txt", *arch);
        EXPECT_EQ(outcome.run, static_cast<long>(lines.size()));
        EXPECT_EQ(outcome.mismatches, std::vector<std::string>{}) << arch->name;
    }
}

// bf16 and TF32 have one width of exponent: each is read in its own form, 1 and 1 + 2^-10, and they meet as TF32
// (tensix-core.md 1.6).
TEST(ConversionVectors, Bf16AndTf32AreOneForm) {
    const std::string bf16 = row("1fc07"), tf32 = row("1fc01"), sum = row("40001000");
    const std::string end = " dst=fp32 phase=0 accum=0 a";
    EXPECT_EQ(run("wh ELWADD srca=bf16 srcb=tf32" + end + bf16 + " b" + tf32 + " =" + sum + "\n").passed, 1);
    EXPECT_EQ(run("wh ELWADD srca=tf32 srcb=bf16" + end + tf32 + " b" + bf16 + " =" + sum + "\n").passed, 1);
}

TEST(ConversionVectors, WhatTheMatrixUnitCannotMixIsRefused) {
    for (const char* line : {"MOVA2D srca=bf16 dst=fp16 a", "MOVA2D srca=tf32 dst=bf16 a"})
        EXPECT_EQ(run(fmt::format("wh {}{} ={}\n", line, row("0"), row("0"))).unsupported, 1) << line;
    EXPECT_EQ(run("wh ELWADD srca=fp16 srcb=fp16 dst=bf16 phase=0 accum=0 a" + row("0") + " b" + row("0") + " =" +
                  row("0") + "\n")
                  .unsupported,
              1);
    EXPECT_THAT(error_of("wh ELWADD srca=int8 srcb=bf16 dst=int32 phase=0 accum=0 a" + row("0") + " b" + row("0") +
                         " =" + row("0") + "\n"),
                HasSubstr("differ in form"));
}

TEST(ConversionVectors, AMissingFileIsAnInputError) {
    EXPECT_THROW(run_conversion_vectors(std::filesystem::path("no/such/file.txt"), wh), fault::InputError);
}

}  // namespace
}  // namespace tessera::conformance
