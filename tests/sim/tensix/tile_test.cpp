// Layout of a tile in L1 and the format codes (spec/tensix-core.md 1.1, 2.1).
#include "sim/tensix/tile.hpp"

#include <gtest/gtest.h>

#include <array>
#include <set>

namespace tessera::tensix {
namespace {

TEST(Tile, HasTheDocumentedSize) {
    EXPECT_EQ(tile_bytes(DataFormat::fp32), 4096u);
    EXPECT_EQ(tile_bytes(DataFormat::tf32), 4096u);
    EXPECT_EQ(tile_bytes(DataFormat::uint32), 4096u);
    EXPECT_EQ(tile_bytes(DataFormat::bf16), 2048u);
    EXPECT_EQ(tile_bytes(DataFormat::int16), 2048u);
    EXPECT_EQ(tile_bytes(DataFormat::uint8), 1024u);
    EXPECT_EQ(tile_bytes(DataFormat::bfp8), 1088u);
    EXPECT_EQ(tile_bytes(DataFormat::bfp4a), 576u);
    EXPECT_EQ(tile_bytes(DataFormat::bfp2), 320u);
}

TEST(Tile, CodesAreTheHardwares) {
    EXPECT_EQ(hardware_code(DataFormat::bf16), 5u);
    EXPECT_EQ(hardware_code(DataFormat::uint32), 8u);
    EXPECT_EQ(hardware_code(DataFormat::uint8), 14u);
    EXPECT_EQ(hardware_code(DataFormat::bfp2a), 11u);
}

TEST(Tile, NamesAreFoundAgain) {
    DataFormat format{};
    for (const auto f : {DataFormat::fp32, DataFormat::bfp8a, DataFormat::bfp2, DataFormat::uint8}) {
        ASSERT_TRUE(find_format(name(f), format));
        EXPECT_EQ(format, f);
    }
    EXPECT_FALSE(find_format("float", format));
}

// Four faces of 16x16, each row-major: i = 256 f + 16 (row mod 16) + col mod 16.
TEST(Tile, IndexFollowsTheFaces) {
    EXPECT_EQ(datum_index(0, 15), 15);
    EXPECT_EQ(datum_index(0, 16), 256);
    EXPECT_EQ(datum_index(15, 31), 511);
    EXPECT_EQ(datum_index(16, 0), 512);
    EXPECT_EQ(datum_index(31, 31), 1023);
    std::set<int> seen;
    for (int row = 0; row < tile_side; ++row) {
        for (int col = 0; col < tile_side; ++col) {
            const int i = datum_index(row, col);
            seen.insert(i);
            ASSERT_EQ(datum_row(i), row);
            ASSERT_EQ(datum_column(i), col);
        }
    }
    EXPECT_EQ(seen.size(), 1024u);
}

TEST(Tile, DataArePackedFromTheLowBits) {
    std::array<std::uint8_t, 8> bytes{};
    write_datum(bytes.data(), 1, 4, 0xA);
    write_datum(bytes.data(), 0, 4, 0x5);
    EXPECT_EQ(bytes[0], 0xA5);
    EXPECT_EQ(read_datum(bytes.data(), 1, 4), 0xAu);
    write_datum(bytes.data(), 7, 2, 3);
    EXPECT_EQ(bytes[1], 0xC0);
    EXPECT_EQ(read_datum(bytes.data(), 7, 2), 3u);
    write_datum(bytes.data(), 2, 16, 0x1234);
    EXPECT_EQ(bytes[4], 0x34);
    EXPECT_EQ(bytes[5], 0x12);
    write_datum(bytes.data(), 1, 32, 0xDEADBEEF);
    EXPECT_EQ(bytes[4], 0xEF);
    EXPECT_EQ(read_datum(bytes.data(), 1, 32), 0xDEADBEEFu);
    write_datum(bytes.data(), 0, 2, 0);
    EXPECT_EQ(bytes[0], 0xA4) << "the neighbours stay";
}

}  // namespace
}  // namespace tessera::tensix
