// The unpacker's conversions (spec/tensix-core.md 1.5): golden rows, tiles, and the formats golden rows do not cover.
#include "sim/tensix/unpack.hpp"

#include <gtest/gtest.h>

#include <vector>

#include "golden.hpp"
#include "sim/fault/fault.hpp"

namespace tessera::tensix {
namespace {

std::uint32_t unpacked_datum(const Unpack& config, std::uint32_t datum, std::uint32_t exponent = 0) {
    return unpack_rule(config).datum(config.rules, datum, exponent);
}

TEST(Unpack, EqualsTheGoldenSample) { golden::expect_all_pass(golden::sample("convert_unpack.txt"), 50); }

TEST(Unpack, EqualsTheWholeGoldenSet) {
    const auto file = golden::whole("convert_unpack.txt");
    if (!std::filesystem::exists(file)) GTEST_SKIP() << file << " is not at hand";
    golden::expect_all_pass(file, 500);
}

TEST(Unpack, SmallExponentBfpBecomesFp16) {
    const Unpack config{.in = DataFormat::bfp8a, .out = DataFormat::fp16};
    EXPECT_EQ(unpacked_datum(config, 0x40, 15), 0x03C00u);  // 64/64 * 2^0
    EXPECT_EQ(unpacked_datum(config, 0xE0, 16), 0x44200u);  // -96/64 * 2^1
    EXPECT_EQ(unpacked_datum(config, 0x80, 16), 0x47C00u) << "minus zero is -2^16";
    EXPECT_EQ(unpacked_datum({.in = DataFormat::bfp4a, .out = DataFormat::bfp4a}, 0x4, 15), 0x03C00u);
}

TEST(Unpack, Fp8AndIntegers) {
    EXPECT_EQ(unpacked_datum({.in = DataFormat::fp8, .out = DataFormat::fp16}, 0xBC), 0x43C00u);
    EXPECT_EQ(unpacked_datum({.in = DataFormat::fp8, .out = DataFormat::fp16, .fp8_is_e4m3 = true}, 0x38), 0x03C00u);
    EXPECT_EQ(unpacked_datum({.in = DataFormat::fp8, .out = DataFormat::fp16, .rules = {true}}, 0x7F), 0x07FFFu);
    EXPECT_EQ(unpacked_datum({.in = DataFormat::int8, .out = DataFormat::int8}, 0x83), 0x44003u);
    EXPECT_EQ(unpacked_datum({.in = DataFormat::uint8, .out = DataFormat::uint8}, 0x83), 0x04083u);
    EXPECT_EQ(unpacked_datum({.in = DataFormat::uint32, .out = DataFormat::uint32, .target = Target::dst}, 0x80000001),
              0x80000001u);
}

TEST(Unpack, ATileIsReadInTheOrderOfItsData) {
    std::vector<std::uint8_t> l1(tile_bytes(DataFormat::bfp4));
    l1[5] = 127;                // exponent of face row 5
    l1[64 + 5 * 8 + 1] = 0xC4;  // its data 2 and 3: +1 and -1
    std::vector<std::uint32_t> out(tile_datums, 0xFFFFFFFF);
    unpack_tile({.in = DataFormat::bfp4, .out = DataFormat::bf16}, l1, std::span<std::uint32_t, tile_datums>(out));
    EXPECT_EQ(out[5 * 16 + 2], 0x3F80u << 3);
    EXPECT_EQ(out[5 * 16 + 3], 0xBF80u << 3);
    EXPECT_EQ(out[5 * 16 + 4], 0u);
}

TEST(Unpack, RefusesWhatTheMachineHasNoRuleFor) {
    try {
        unpack_rule({.in = DataFormat::bf16, .out = DataFormat::fp32, .target = Target::dst});
        FAIL();
    } catch (const fault::Fault& f) {
        EXPECT_EQ(f.id(), fault::Id::tensix_unsupported);
        EXPECT_EQ(f.detail(), "unpacking bf16 in L1 to fp32 in Dst");
    }
    EXPECT_THROW(unpack_rule({.in = DataFormat::bf16, .out = DataFormat::fp16}), fault::Fault);
}

TEST(Unpack, RefusesAShortTile) {
    std::vector<std::uint8_t> l1(2047);
    std::vector<std::uint32_t> out(tile_datums);
    try {
        unpack_tile({}, l1, std::span<std::uint32_t, tile_datums>(out));
        FAIL();
    } catch (const fault::Fault& f) {
        EXPECT_EQ(f.id(), fault::Id::format_mismatch);
        EXPECT_EQ(f.detail(), "a bf16 tile has 2048 bytes, 2047 are there");
    }
}

}  // namespace
}  // namespace tessera::tensix
