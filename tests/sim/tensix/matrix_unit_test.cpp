// Instructions of the matrix unit on blocks (spec/tensix-core.md 1.6).
#include "sim/tensix/matrix_unit.hpp"

#include <gtest/gtest.h>

#include "sim/fault/fault.hpp"
#include "sim/num/src.hpp"
#include "sim/tensix/pack_accumulate.hpp"
#include "tests/sim/tensix/values.hpp"

namespace tessera::tensix {
namespace {

constexpr std::uint32_t src_minus_two = 0x40000 | src_two;

SrcBank bank_of(std::uint32_t value, SrcForm form = SrcForm::bf16) {
    SrcBank bank{.form = form};
    bank.datum.fill(value);
    return bank;
}
std::uint32_t in(const Dst& dst, int row, int column, DstFormat format = DstFormat::bf16) {
    return dst.read_row(row, format)[static_cast<std::size_t>(column)];
}

TEST(MatrixUnit, AddsEightRowsWithAPartOfSrcB) {
    const MatrixUnit unit;
    const SrcBank a = bank_of(src_one);
    SrcBank b = bank_of(0);
    b.at(0, 3) = src_one;  // first row
    b.at(2, 0) = src_two;  // first column
    const struct {
        Broadcast broadcast;
        int row, column;
        std::uint32_t expected;
    } cases[] = {{Broadcast::none, 2, 0, bf16_three},   {Broadcast::none, 5, 3, bf16_one},
                 {Broadcast::row, 5, 3, bf16_two},      {Broadcast::row, 2, 0, bf16_one},
                 {Broadcast::column, 2, 9, bf16_three}, {Broadcast::scalar, 2, 3, bf16_one}};
    for (const auto& c : cases) {
        Dst dst;
        elw(unit, Elw::add, a, 0, b, 0, c.broadcast, dst, 8, false);
        EXPECT_EQ(in(dst, 8 + c.row, c.column), c.expected) << static_cast<int>(c.broadcast);
        EXPECT_FALSE(dst.holds(16, DstFormat::bf16)) << "eight rows only";
    }
}

TEST(MatrixUnit, ProductsAddToDstSumsOnlyWhereAsked) {
    const MatrixUnit unit;
    const SrcBank ones = bank_of(src_one);
    Dst dst;
    for (int i = 0; i < 2; ++i) elw(unit, Elw::multiply, ones, 0, ones, 0, Broadcast::none, dst, 0, false);
    EXPECT_EQ(in(dst, 0, 0), bf16_two);
    elw(unit, Elw::subtract, ones, 0, bank_of(src_two), 0, Broadcast::none, dst, 0, true);
    EXPECT_EQ(in(dst, 0, 0), bf16_one);
    elw(unit, Elw::add, ones, 0, ones, 0, Broadcast::none, dst, 0, false);
    EXPECT_EQ(in(dst, 0, 0), bf16_two);
}

TEST(MatrixUnit, PoolsASumIntoFourRows) {
    const MatrixUnit unit;
    SrcBank scaler = bank_of(0);
    for (int c = 0; c < 16; ++c) scaler.at(0, c) = src_one;
    Dst dst;
    gapool(unit, bank_of(src_one), 0, scaler, 0, dst, 4);
    EXPECT_EQ(in(dst, 4, 7), 0x4180u);  // 16
    EXPECT_EQ(in(dst, 5, 7), 0u);
    EXPECT_FALSE(dst.holds(8, DstFormat::bf16));
}

// A cleared row counts as minus infinity, one that was written as what it holds.
TEST(MatrixUnit, PoolsAMaximum) {
    const MatrixUnit unit;
    const SrcBank ones = bank_of(src_one);
    Dst dst;
    SrcBank a = bank_of(src_minus_two);
    gmpool(unit, a, 0, ones, 0, dst, 0);
    EXPECT_EQ(in(dst, 0, 0), 0xC000u);
    EXPECT_EQ(in(dst, 3, 0), 0u);
    a.at(9, 5) = 0x40001;  // a denormal counts as zero
    gmpool(unit, a, 0, ones, 0, dst, 0);
    EXPECT_EQ(in(dst, 0, 5), 0u);
    EXPECT_EQ(in(dst, 0, 6), 0xC000u);
}

// By its exponent alone: sign and mantissa of the scaler do not count, and exponent 0 leaves a row of SrcA out.
TEST(MatrixUnit, ScalesAMaximumByAnExponent) {
    const MatrixUnit unit;
    for (const std::uint32_t scaler : {src_two, src_minus_two, src_two | 0x200}) {
        Dst dst;
        gmpool(unit, bank_of(src_minus_two), 0, bank_of(scaler), 0, dst, 0);
        EXPECT_EQ(in(dst, 0, 0), 0xC080u);  // -4
        // What Dst holds is not scaled.
        gmpool(unit, bank_of(src_one), 0, bank_of(126u << 10), 0, dst, 0);
        EXPECT_EQ(in(dst, 0, 0), 0x3F00u);
    }
    Dst dst;
    SrcBank a = bank_of(src_minus_two), scaler = bank_of(src_one);
    for (int c = 0; c < 16; ++c) a.at(7, c) = src_two;
    scaler.at(0, 7) = 0;
    gmpool(unit, a, 0, scaler, 0, dst, 0);
    EXPECT_EQ(in(dst, 0, 3), 0xC000u);
    Dst untouched;
    gmpool(unit, a, 0, bank_of(0), 0, untouched, 0);
    EXPECT_EQ(in(untouched, 0, 3), 0xFFFFu);
    EXPECT_TRUE(scales_to_nothing(bank_of(0x3FF), 0));
    EXPECT_FALSE(scales_to_nothing(scaler, 0));
    // An exponent out of range wraps.
    Dst wrapped;
    gmpool(unit, bank_of(254u << 10), 0, bank_of(129u << 10), 0, wrapped, 0);
    EXPECT_EQ(in(wrapped, 0, 0), 0x0000u);
}

TEST(MatrixUnit, PoolsIntegersWithoutScalingThem) {
    const auto integer = [](std::uint32_t m) { return 16u << 10 | m; };
    SrcBank a = bank_of(integer(3), SrcForm::int8);
    a.at(4, 0) = integer(9);
    a.at(5, 0) = num::src_sign | integer(200);
    for (int r = 0; r < 16; ++r) a.at(r, 1) = num::src_sign | integer(20u + static_cast<std::uint32_t>(r));
    Dst dst;
    gmpool({.dst_is_32_bit = true}, a, 0, bank_of(integer(7), SrcForm::int8), 0, dst, 0);
    EXPECT_EQ(dst.read_row(0, DstFormat::fp32)[0], 9u);
    EXPECT_EQ(dst.read_row(0, DstFormat::fp32)[1], 0x80000014u);
    EXPECT_EQ(dst.read_row(0, DstFormat::fp32)[2], 3u);
}

TEST(MatrixUnit, MovesBetweenDstAndSrc) {
    const MatrixUnit wide{.dst_is_32_bit = true};
    Dst dst;
    DstRow row{};
    row[1] = 0x3F80'FFFF;
    dst.write_row(0, DstFormat::fp32, row);
    SrcBank bank;
    movd2src(wide, dst, 0, SrcForm::tf32, bank, 16, 1);
    EXPECT_EQ(bank.at(16, 1), src_one | 7) << "ten bits, truncated";
    movd2src(wide, dst, 0, SrcForm::bf16, bank, 17, 1);
    EXPECT_EQ(bank.at(17, 1), src_one) << "seven bits, truncated";
    EXPECT_THROW(movd2src(wide, dst, 0, SrcForm::int8, bank, 0, 1), fault::Fault);

    transpose_srcb(bank);
    EXPECT_EQ(bank.at(17, 0), src_one | 7);
    EXPECT_EQ(bank.at(17, 1), src_one);
    SrcBank a;
    movb2a({}, bank, 16, a, 0, 16);
    EXPECT_EQ(a.at(1, 0), src_one) << "SrcB is read in its form";

    movb2d({}, bank, 17, dst, 64, 8, Broadcast::row);
    for (int r = 0; r < 8; ++r) EXPECT_EQ(in(dst, 64 + r, 1), bf16_one);
}

TEST(MatrixUnit, MixesTf32WithBf16ButNotWithFp16) {
    EXPECT_EQ(common_form(bank_of(0, SrcForm::tf32), bank_of(0)), SrcForm::tf32);
    EXPECT_THROW(common_form(bank_of(0, SrcForm::fp16), bank_of(0)), fault::Fault);
    EXPECT_THROW(common_form(bank_of(0, SrcForm::int16), bank_of(0, SrcForm::int16)), fault::Fault);
}

// Two parts of each operand make the whole product over four phases; Dst saturates.
TEST(MatrixUnit, MultipliesIntegers) {
    const std::uint32_t a = num::int8_to_src(0xFF, 7), b = num::int8_to_src(0x65, 7);  // -127, 101
    Fpu fpu{.form = SrcForm::int8, .dst_is_32_bit = true};
    std::uint32_t d = 0;
    for (fpu.phase = 0; fpu.phase < 4; ++fpu.phase) d = elw_mul(fpu, a, b, d);
    EXPECT_EQ(d, 0x80000000u | 127 * 101);
    EXPECT_EQ(elw_sub(fpu, a, b, 0), 0x80000000u | 228);
    EXPECT_EQ(elw_add(fpu, b, b, 0x7FFFFFF0), 0x7FFFFFFFu);
    EXPECT_EQ(elw_add(fpu, a, a, 0xFFFFFFF0), 0xFFFFFFFFu);
}

TEST(PackAccumulate, AddsToL1) {
    EXPECT_EQ(l1_add_fp32(0x3F800000, 0x3F800000), 0x40000000u);
    EXPECT_EQ(l1_add_fp32(0x3F800000, 0x00000001), 0x3F800000u) << "denormals are zero";
    EXPECT_EQ(l1_add_fp32(0x7F800000, 0xFF800000), 0x7FC00000u);
    EXPECT_EQ(l1_add_bf16(0x3F80, 0x3B80), 0x3F80u) << "half a unit rounds to even";
    EXPECT_EQ(l1_add_bf16(0x3F81, 0x3B80), 0x3F82u);
    EXPECT_EQ(l1_add_bf16(0x7F80, 0xFF80), 0x7FC0u);
    EXPECT_EQ(l1_add_bf16(0x7F7F, 0x7F7F), 0x7F80u);
    EXPECT_EQ(l1_add_bf16(0x0080, 0x8081), 0x8000u) << "what is too small keeps its sign";
    EXPECT_EQ(l1_add_fp16(0x3C00, 0x3C01), 0x4000u) << "half a unit rounds to even";
    EXPECT_EQ(l1_add_fp16(0x3C01, 0x3C02), 0x4002u);
    EXPECT_EQ(l1_add_fp16(0x7FFF, 0x7C00), 0x7FFFu) << "exponent 31 is a number, and the sum saturates";
    EXPECT_EQ(l1_add_fp16(0x3C00, 0xC000), 0xBC00u);
    EXPECT_EQ(l1_add_fp16(0x0400, 0x8401), 0x8000u);
    std::array<std::uint8_t, 2> bytes{};
    EXPECT_THROW(pack_accumulate(DataFormat::int16, bytes, bytes), fault::Fault);
}

}  // namespace
}  // namespace tessera::tensix
