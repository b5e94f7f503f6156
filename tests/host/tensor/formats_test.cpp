// Tiles of every format: layout, rounding, the way back, and agreement with the machine's unpacker and packer.
#include "host/tensor/formats.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <random>

#include "sim/fault/fault.hpp"
#include "sim/num/bf16.hpp"
#include "sim/num/fp16.hpp"
#include "sim/num/src.hpp"
#include "sim/tensix/pack.hpp"
#include "sim/tensix/unpack.hpp"

namespace tessera::host {
namespace {

using enum tensix::DataFormat;
using tensix::DataFormat;

constexpr DataFormat real_formats[]{fp32, tf32, bf16, fp16, bfp8, bfp4, bfp2, bfp8a, bfp4a, bfp2a};
constexpr Extent2D padded_extent{40, 70};  // padded on both sides

std::vector<float> reals(float scale) {
    std::mt19937 random{3};
    std::normal_distribution<float> normal{0, scale};
    std::vector<float> values(2 * padded_extent.rows * padded_extent.columns);
    for (float& value : values) value = normal(random);
    values[0] = 0;
    return values;
}

// What has been through a format once comes back unchanged from then on.
TEST(TileFormats, SecondRoundTripChangesNothing) {
    for (const DataFormat format : real_formats) {
        const std::vector<float> values = reals(1.0f);
        const auto tiles = to_tiles(std::span<const float>(values), 2, padded_extent, format);
        EXPECT_EQ(tiles.size(), 2 * 2 * 3 * tensix::tile_bytes(format)) << tensix::name(format);
        const std::vector<float> once = from_tiles(tiles, 2, padded_extent, format);
        ASSERT_EQ(once.size(), values.size());
        EXPECT_EQ(to_tiles(std::span<const float>(once), 2, padded_extent, format), tiles) << tensix::name(format);
        EXPECT_EQ(from_tiles(tiles, 2, padded_extent, format), once) << tensix::name(format);
    }
}

// Each format keeps as many bits as it has; BFP relative to the largest of its 16 neighbours.
TEST(TileFormats, ErrorStaysWithinTheFormat) {
    const std::pair<DataFormat, double> mantissas[]{{fp32, 0}, {tf32, 0x1p-11}, {bf16, 0x1p-8}, {fp16, 0x1p-11}};
    const std::vector<float> values = reals(2.0f);
    const auto through = [&](DataFormat format) {
        return from_tiles(to_tiles(std::span<const float>(values), 2, padded_extent, format), 2, padded_extent, format);
    };
    for (const auto& [format, relative] : mantissas) {
        const auto out = through(format);
        for (std::size_t i = 0; i < values.size(); ++i)
            ASSERT_LE(std::abs(out[i] - values[i]), relative * std::abs(values[i])) << tensix::name(format) << " " << i;
    }
    for (const auto& [format, magnitude_bits] :
         {std::pair{bfp8, 7}, {bfp4, 3}, {bfp2, 1}, {bfp8a, 7}, {bfp4a, 3}, {bfp2a, 1}}) {
        const auto out = through(format);
        for (std::size_t row = 0; row < values.size(); row += padded_extent.columns)
            for (std::size_t first = 0; first < padded_extent.columns; first += 16) {
                const std::size_t n = std::min<std::size_t>(16, padded_extent.columns - first);
                double largest = 0;
                for (std::size_t i = 0; i < n; ++i)
                    largest = std::max<double>(largest, std::abs(values[row + first + i]));
                // Half of a last place, and where the largest saturates nearly a whole one.
                const double last_place = std::exp2(std::floor(std::log2(largest)) + 1 - magnitude_bits);
                for (std::size_t i = row + first; i < row + first + n; ++i)
                    ASSERT_LE(std::abs(out[i] - values[i]), last_place) << tensix::name(format) << " " << i;
            }
        const std::vector<float> ones(32 * 32, -1.0f);
        EXPECT_EQ(from_tiles(to_tiles(std::span<const float>(ones), 1, {32, 32}, format), 1, {32, 32}, format), ones)
            << tensix::name(format);
    }
}

TEST(TileFormats, HalfSaturatesAndUsesItsHighestExponent) {
    std::vector<float> values(32 * 32, 0.0f);
    const float in[]{65504.0f, 65536.0f, 98304.0f, 131008.0f, 1e6f, -INFINITY, 65519.0f, 65521.0f};
    const float out[]{65504.0f, 65536.0f, 98304.0f, 131008.0f, 131008.0f, -131008.0f, 65504.0f, 65536.0f};
    std::copy(std::begin(in), std::end(in), values.begin());
    const auto back = from_tiles(to_tiles(std::span<const float>(values), 1, {32, 32}, fp16), 1, {32, 32}, fp16);
    for (std::size_t i = 0; i < std::size(out); ++i) EXPECT_EQ(back[i], out[i]) << in[i];
}

TEST(TileFormats, IntegersKeepWhatTheyHoldAndRefuseTheRest) {
    const struct {
        DataFormat format;
        std::int32_t least, most;
    } ranges[]{{int32, INT32_MIN, INT32_MAX},
               {uint32, INT32_MIN, INT32_MAX},
               {int16, 0, 65535},
               {uint8, 0, 255},
               {int8, -127, 127}};
    for (const auto& [format, least, most] : ranges) {
        std::vector<std::int32_t> values(padded_extent.rows * padded_extent.columns);
        std::mt19937 random{4};
        std::uniform_int_distribution<std::int32_t> any{least, most};
        for (auto& value : values) value = any(random);
        values[5] = least, values[6] = most;
        const auto tiles = to_tiles(std::span<const std::int32_t>(values), 1, padded_extent, format);
        EXPECT_EQ(integers_from_tiles(tiles, 1, padded_extent, format), values) << tensix::name(format);
        if (least == INT32_MIN) continue;
        values[7] = most + 1;
        EXPECT_THROW(to_tiles(std::span<const std::int32_t>(values), 1, padded_extent, format), fault::InputError);
    }
    const std::vector<float> one(1, 1.0f);
    EXPECT_THROW(to_tiles(std::span<const float>(one), 1, {1, 1}, int8), fault::InputError);
    const std::vector<std::int32_t> whole(1, 1);
    EXPECT_THROW(to_tiles(std::span<const std::int32_t>(whole), 1, {1, 1}, bf16), fault::InputError);
    EXPECT_THROW(integers_from_tiles(std::vector<std::uint8_t>(2048), 1, {32, 32}, bf16), fault::InputError);
    EXPECT_THROW(from_tiles(std::vector<std::uint8_t>(2047), 1, {32, 32}, bf16), fault::InputError);
}

// The vendor's host moves a value to the block's exponent and rounds it once, ties to even; the packer rounds to seven
// bits, ties away, and truncates what is beyond (spec/tensix-core.md 1.8).
TEST(TileFormats, TheHostRoundsBlockFloatsOnce) {
    const struct {
        DataFormat format;
        float value;
        std::uint32_t datum;
    } rows[]{{bfp4, 1.375f, 6},
             {bfp4, 1.6875f, 7},
             {bfp4, 1.2421875f, 5},
             {bfp4, 1.9921875f, 7},
             {bfp4, 1.125f, 4},
             {bfp4, -1.375f, 14},
             {bfp4, 0.3125f, 1},
             {bfp4, -0.0625f, 0},
             {bfp2, 0.5f, 0},
             {bfp2, 0.75f, 1},
             {bfp2, -1.5f, 3},
             {bfp8, 1 + 0x1p-7f, 64},
             {bfp8, 1 + 0x1.8p-6f, 66},
             {bfp8, -1.9999f, 255},
             {bfp8, 1 + 0x1.001p-7f, 65},
             {bfp4a, 1.375f, 6},
             {bfp8a, 1 + 0x1.001p-7f, 65},
             {bfp2a, 0.75f, 1}};
    for (const auto& [format, value, datum] : rows) {
        std::vector<float> values(32 * 32);
        values[0] = 1.0f, values[1] = value;
        const auto tile = to_tiles(std::span<const float>(values), 1, {32, 32}, format);
        EXPECT_EQ(tile[0], tensix::has_small_exponent(format) ? 15 : 127) << tensix::name(format) << " " << value;
        EXPECT_EQ(tensix::read_datum(tile.data() + 64, 1, tensix::datum_bits(format)), datum)
            << tensix::name(format) << " " << value;
    }
}

// The machine reads from a host's tile the numbers that the host reads.
TEST(TileFormats, TheUnpackerReadsWhatTheHostWrote) {
    const std::vector<float> values = reals(1.0f);
    for (const DataFormat format : {bf16, fp16, bfp8, bfp4, bfp2, bfp8a, bfp4a, bfp2a}) {
        const std::span<const float> first(values.data(), 32 * 32);
        const auto tiles = to_tiles(first, 1, {32, 32}, format);
        std::array<std::uint32_t, tensix::tile_datums> src;
        tensix::unpack_tile({.in = format, .out = format}, tiles, src);
        std::vector<float> read;
        for (const std::uint32_t x : src)
            read.push_back(std::bit_cast<float>(tensix::has_small_exponent(format)
                                                    ? num::fp16_to_fp32(num::src_to_fp16(x))
                                                    : num::bf16_to_fp32(num::src_to_bf16(x))));
        EXPECT_EQ(untilize(std::span<const float>(read), 1, {32, 32}), from_tiles(tiles, 1, {32, 32}, format))
            << tensix::name(format);
    }
}

}  // namespace
}  // namespace tessera::host
