// Dst: two views of one array, cleared rows, the order of bits (spec/tensix-core.md 1.4).
#include "sim/tensix/dst.hpp"

#include <gtest/gtest.h>

#include <set>

#include "sim/fault/fault.hpp"

namespace tessera::tensix {
namespace {

TEST(Dst, ThirtyTwoBitRowsAreTwoPhysicalRowsEightApart) {
    std::set<int> used;
    for (int row = 0; row < 512; ++row) {
        const int upper = Dst::upper_row(row);
        EXPECT_TRUE(used.insert(upper).second);
        EXPECT_TRUE(used.insert(upper + 8).second);
        EXPECT_EQ(upper / 512, row / 256);
    }
    for (int row = 512; row < 768; ++row) EXPECT_EQ(Dst::upper_row(row), Dst::upper_row(row - 256));
    EXPECT_EQ(used.size(), 1024u);
    EXPECT_EQ(Dst::upper_row(8), 16);
    EXPECT_EQ(Dst::upper_row(512), 512);
}

TEST(Dst, CellsHoldSignMantissaExponent) {
    Dst dst;
    DstRow row{};
    row[3] = 0xc049;  // bf16 -3.140625
    dst.write_row(5, DstFormat::bf16, row);
    EXPECT_EQ(dst.bits[5][3], 0xc980);
    EXPECT_EQ(dst.read_row(5, DstFormat::bf16)[3], 0xc049u);
    EXPECT_EQ(dst.read_row(5, DstFormat::raw16)[3], 0xc980u);
    row[3] = 0xc248;  // fp16
    dst.write_row(5, DstFormat::fp16, row);
    EXPECT_EQ(dst.bits[5][3], 0xc910);
    row[3] = 0xc0490fdb;
    dst.write_row(5, DstFormat::fp32, row);
    EXPECT_EQ(dst.bits[5][3], 0xc980);
    EXPECT_EQ(dst.bits[13][3], 0x0fdb);
    EXPECT_EQ(dst.read_row(5, DstFormat::fp32)[3], 0xc0490fdbu);
}

TEST(Dst, EveryDatumComesBackInItsFormat) {
    Dst dst;
    for (DstFormat format : {DstFormat::bf16, DstFormat::fp16, DstFormat::raw16})
        for (std::uint32_t base = 0; base < 0x10000; base += 16) {
            DstRow row;
            for (std::uint32_t i = 0; i < 16; ++i) row[i] = base + i;
            dst.write_row(700, format, row);
            ASSERT_EQ(dst.read_row(700, format), row);
        }
}

TEST(Dst, ClearedRowsReadAsZeroUntilWritten) {
    Dst dst;
    DstRow row;
    row.fill(0x3f80);
    for (int r : {0, 511, 512}) dst.write_row(r, DstFormat::bf16, row);
    dst.clear_rows(0, Dst::rows / 2);
    EXPECT_EQ(dst.read_row(0, DstFormat::bf16), DstRow{});
    EXPECT_EQ(dst.read_row(511, DstFormat::bf16), DstRow{});
    EXPECT_EQ(dst.read_row(512, DstFormat::bf16), row);
    EXPECT_EQ(dst.read_row(0, DstFormat::fp32), DstRow{});
    dst.write_row(0, DstFormat::bf16, row);
    EXPECT_EQ(dst.read_row(0, DstFormat::bf16), row);
    dst.clear_rows(0, Dst::rows);
    EXPECT_EQ(dst.read_row(512, DstFormat::bf16), DstRow{});
}

TEST(Dst, CopyIsASnapshot) {
    Dst dst;
    const Dst before = dst;
    dst.write16(7, 2, 1);
    EXPECT_FALSE(dst == before);
    EXPECT_EQ(before.read16(7, 2), 0u);
}

TEST(Dst, RowsOutsideAreFaults) {
    Dst dst;
    EXPECT_THROW((void)dst.read_row(1024, DstFormat::bf16), fault::Fault);
    EXPECT_THROW((void)dst.read_row(-1, DstFormat::bf16), fault::Fault);
    EXPECT_NO_THROW((void)dst.read_row(1023, DstFormat::fp32));
}

}  // namespace
}  // namespace tessera::tensix
