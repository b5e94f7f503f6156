// The packer's conversions (spec/tensix-core.md 1.8): golden rows, ReLU, tiles, refusals.
#include "sim/tensix/pack.hpp"

#include <gtest/gtest.h>

#include <vector>

#include "golden.hpp"
#include "sim/fault/fault.hpp"
#include "sim/tensix/unpack.hpp"
#include "tests/sim/tensix/values.hpp"

namespace tessera::tensix {
namespace {

std::uint32_t packed_datum(const Pack& config, std::uint32_t x) {
    std::array<std::uint32_t, 16> row{};
    row[3] = x;
    return pack_row(config, row).datum[3];
}

TEST(Pack, EqualsTheGoldenSample) { golden::expect_all_pass(golden::sample("convert_pack.txt"), 80); }

TEST(Pack, EqualsTheWholeGoldenSet) {
    const auto file = golden::whole("convert_pack.txt");
    if (!std::filesystem::exists(file)) GTEST_SKIP() << file << " is not at hand";
    golden::expect_all_pass(file, 800);
}

constexpr std::uint32_t fp32_one = 0x3F800000;

TEST(Pack, ReluClearsEverySignedPattern) {
    for (const Relu relu : {Relu::zero, Relu::below_threshold, Relu::clamp}) {
        const Pack wide{.dst_is_32_bit = true, .intermediate = DataFormat::fp32, .out = DataFormat::fp32, .relu = relu};
        EXPECT_EQ(packed_datum(wide, 0x80000000), 0u);
        EXPECT_EQ(packed_datum(wide, 0xBF800000), 0u);
        EXPECT_EQ(packed_datum(wide, 0xFFC00000), 0u);
        const Pack narrow{.relu = relu};
        EXPECT_EQ(packed_datum(narrow, 0xFFC0), 0u);
    }
}

TEST(Pack, ReluComparesWithItsThreshold) {
    Pack config{.dst_is_32_bit = true, .intermediate = DataFormat::fp32, .out = DataFormat::fp32};
    config.relu_threshold = bf16_one;
    config.relu = Relu::below_threshold;
    EXPECT_EQ(packed_datum(config, fp32_one), 0u);
    EXPECT_EQ(packed_datum(config, fp32_one + 1), fp32_one + 1);
    config.relu = Relu::clamp;
    EXPECT_EQ(packed_datum(config, fp32_one + 0x1FFF), fp32_one + 0x1FFF) << "the low 13 bits are not compared";
    EXPECT_EQ(packed_datum(config, fp32_one + 0x2000), fp32_one);
    Pack narrow{.relu = Relu::clamp, .relu_threshold = bf16_one};
    EXPECT_EQ(packed_datum(narrow, bf16_one + 1), bf16_one);
    EXPECT_EQ(packed_datum(narrow, bf16_one - 1), bf16_one - 1);
    Pack half{.intermediate = DataFormat::fp16, .out = DataFormat::fp16, .relu = Relu::clamp, .relu_threshold = 0x3C00};
    EXPECT_EQ(packed_datum(half, 0x4000), 0x3C00u);
}

TEST(Pack, Int32ClampsInto8Bits) {
    Pack config{.dst_is_32_bit = true, .intermediate = DataFormat::int32, .out = DataFormat::int8};
    EXPECT_EQ(packed_datum(config, 0x80000005), 0x85u);
    EXPECT_EQ(packed_datum(config, 0x80000500), 0xFFu);
    config.out = DataFormat::uint8;
    EXPECT_EQ(packed_datum(config, 0x80000005), 0u);
    EXPECT_EQ(packed_datum(config, 300), 255u);
    config.relu = Relu::zero;
    config.out = DataFormat::int32;
    EXPECT_EQ(packed_datum(config, 0x80000005), 0u);
    config.relu = Relu::clamp;
    EXPECT_THROW(packed_datum(config, 5), fault::Fault);
}

// bf16 values with seven significant bits at most survive BFP8 and the unpacker.
TEST(Pack, ATileRoundTripsThroughBfp8) {
    std::vector<std::uint32_t> dst(tile_datums), src(tile_datums);
    for (std::uint32_t i = 0; i < tile_datums; ++i) dst[i] = (i & 1) << 15 | (127 + i / 16 % 8) << 7 | (i % 64) << 1;
    std::vector<std::uint8_t> l1(tile_bytes(DataFormat::bfp8));
    pack_tile({.out = DataFormat::bfp8}, std::span<const std::uint32_t, tile_datums>(dst), l1);
    EXPECT_EQ(l1[0], 127);
    EXPECT_EQ(l1[9], 128);
    unpack_tile({.in = DataFormat::bfp8}, l1, std::span<std::uint32_t, tile_datums>(src));
    for (std::uint32_t i = 0; i < tile_datums; ++i) ASSERT_EQ(src[i] >> 3, dst[i]) << i;
}

// What is cut off says how often the next number comes; exact numbers stay; equal keys give equal bytes.
TEST(Pack, RoundsStochasticallyByItsKey) {
    const auto share = [](Pack config, std::uint32_t datum, std::uint32_t above) {
        int up = 0;
        for (std::uint64_t key = 1; key <= 500; ++key) {
            config.random = key;
            std::array<std::uint32_t, row_datums> dst;
            dst.fill(datum);
            const PackedRow row = pack_row(config, dst), again = pack_row(config, dst);
            EXPECT_EQ(row.datum, again.datum);
            for (const std::uint32_t x : row.datum) {
                EXPECT_TRUE(x == above || x == above - 1) << x;
                up += x == above ? 1 : 0;
            }
        }
        return up / 8000.0;
    };
    const Pack to_bf16{.dst_is_32_bit = true};
    EXPECT_NEAR(share(to_bf16, 0x3F804000, 0x3F81), 0.25, 0.03);
    EXPECT_NEAR(share(to_bf16, 0xBF80C000, 0xBF81), 0.75, 0.03);
    EXPECT_EQ(share(to_bf16, 0x3F810000, 0x3F81), 1.0);
    // The block's exponent is that of the datum: the eighth significant bit goes, by the early conversion.
    EXPECT_NEAR(share({.out = DataFormat::bfp8}, 0x3F81, 0x41), 0.5, 0.03);
}

TEST(Pack, TakesEightBitsAsTheyAre) {
    Pack config{.intermediate = DataFormat::int8, .out = DataFormat::int8};
    EXPECT_EQ(packed_datum(config, 0xC123), 0x80u);
    config.out = DataFormat::uint8;
    EXPECT_EQ(packed_datum(config, 0x4123), 0u);
    config.dst_is_32_bit = true;
    EXPECT_EQ(packed_datum(config, 0x80000123), 0x23u);
    config.out = DataFormat::int8;
    EXPECT_EQ(packed_datum(config, 0x800001A5), 0xA5u);
}

TEST(Pack, RefusesWhatTheMachineHasNoRuleFor) {
    const Pack config{.dst_is_32_bit = true, .intermediate = DataFormat::fp16, .out = DataFormat::fp16};
    try {
        packed_datum(config, 0);
        FAIL();
    } catch (const fault::Fault& f) {
        EXPECT_EQ(f.id(), fault::Id::tensix_unsupported);
        EXPECT_EQ(f.detail(), "packing 32-bit Dst through fp16 to fp16 in L1");
    }
    EXPECT_THROW(packed_datum({.out = DataFormat::bfp8a}, 0), fault::Fault);
    std::vector<std::uint32_t> dst(tile_datums);
    std::vector<std::uint8_t> l1(2047);
    EXPECT_THROW(pack_tile({}, std::span<const std::uint32_t, tile_datums>(dst), l1), fault::Fault);
}

}  // namespace
}  // namespace tessera::tensix
