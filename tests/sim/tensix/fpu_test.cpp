// The matrix unit (spec/tensix-core.md 1.6): golden rows and blocks, and the properties the section states in words.
#include "sim/tensix/fpu.hpp"

#include <gtest/gtest.h>

#include <vector>

#include "golden.hpp"
#include "tests/sim/tensix/values.hpp"

namespace tessera::tensix {
namespace {

TEST(Fpu, EqualsTheGoldenSample) {
    golden::expect_all_pass(golden::sample("fpu_elw.txt"), 140);
    golden::expect_all_pass(golden::sample("fpu_mvmul.txt"), 20);
}

TEST(Fpu, EqualsTheWholeGoldenSet) {
    for (const char* name : {"fpu_elw.txt", "fpu_mvmul.txt"}) {
        const auto file = golden::whole(name);
        if (!std::filesystem::exists(file)) GTEST_SKIP() << file << " is not at hand";
        golden::expect_all_pass(file, 40);
    }
}

TEST(Fpu, AddsAndSubtracts) {
    const Fpu fpu;
    EXPECT_EQ(elw_add(fpu, src_one, src_one, 0), bf16_two);
    EXPECT_EQ(elw_sub(fpu, src_one, src_one, 0), 0u);
    EXPECT_EQ(elw_add(fpu, src_one, 0, bf16_one), bf16_two);
    EXPECT_EQ(elw_add(fpu, 0x3FF, 0, 0), 0u) << "source denormals count as zero";
}

// A full product is the sum over the phases, executed in order: 1.9921875^2 = 3.96881..., exact in fp32.
TEST(Fpu, FourPhasesMakeTheFullProductOfBf16) {
    Fpu fpu{.dst_is_32_bit = true};
    const std::uint32_t a = src_one | 0x3F8;
    std::uint32_t d = 0;
    for (fpu.phase = 0; fpu.phase < 4; ++fpu.phase) d = elw_mul(fpu, a, a, d);
    EXPECT_EQ(d, 0x407E0100u);  // 255 * 255 / 2^14
}

// copy_tile into an fp32 Dst is ELWADD with zero: NaN becomes the infinity of its sign, -0 and denormals +0.
TEST(Fpu, AddingZeroTurnsNanIntoInfinity) {
    const Fpu fpu{.dst_is_32_bit = true};
    EXPECT_EQ(elw_add(fpu, 0x40000 | 255u << 10 | 0x200, 0, 0), 0xFF800000u);
    EXPECT_EQ(elw_add(fpu, 0x40000, 0, 0), 0u);
}

TEST(Fpu, MultipliesMatrices) {
    const Fpu fpu;
    std::vector<std::uint32_t> a(256), b(128), d(128, bf16_one);
    for (std::size_t i = 0; i < 16; ++i) a[16 * i + (i + 1) % 16] = src_one;  // A moves columns by one
    b[16 * 2 + 5] = 128u << 10;                                               // B[2][5] = 2
    mvmul(fpu, std::span<const std::uint32_t, 256>(a), std::span<const std::uint32_t, 128>(b),
          std::span<std::uint32_t, 128>(d));
    EXPECT_EQ(d[16 * 2 + 6], 0x4040u);  // 1 + 2
    EXPECT_EQ(d[16 * 2 + 5], bf16_one);
    EXPECT_EQ(d[16 * 5 + 6], bf16_one);
}

// The one bit in which the architectures differ: a sum of minus one unit.
TEST(Fpu, MinusOneUnitIsRenormalisedByRule) {
    // 1 - (1 + 2^-23) in an fp32 Dst is -2^-23; Wormhole's exponent comes out 27 too high.
    Fpu fpu{.dst_is_32_bit = true};
    EXPECT_EQ(elw_add(fpu, src_one, 0, 0xBF800001), 0xBF800000u + (4u << 23));
    fpu.rules.renormalises_minus_one = true;
    EXPECT_EQ(elw_add(fpu, src_one, 0, 0xBF800001), 0xB4000000u);
}

TEST(Mova2d, CopiesWhatIsNotZero) {
    EXPECT_EQ(mova2d(SrcForm::bf16, src_one), bf16_one);
    EXPECT_EQ(mova2d(SrcForm::bf16, 0x40000 | 255u << 10 | 0x200), 0xFFC0u) << "NaN survives";
    EXPECT_EQ(mova2d(SrcForm::bf16, 0x40008), 0u) << "-0 and denormals become +0";
    EXPECT_EQ(mova2d(SrcForm::bf16, 0x40008, true), 0x8001u);
    EXPECT_EQ(mova2d(SrcForm::fp16, 0x43C01), 0xBC01u);
    EXPECT_EQ(mova2d(SrcForm::tf32, src_one | 1), 0x3F802000u);
}

// 1 + 2^-8 is between two bf16; the mean of many draws is it, and a 32-bit Dst does not round by them.
TEST(Fpu, RoundsStochasticallyToA16BitDst) {
    double sum = 0;
    constexpr int draws = 4000;
    for (int i = 1; i <= draws; ++i) {
        const Fpu fpu{.form = SrcForm::tf32, .random = static_cast<std::uint64_t>(i)};
        const std::uint32_t d = elw_add(fpu, 127u << 10 | 4, 0, 0);
        EXPECT_TRUE(d == 0x3F80 || d == 0x3F81) << d;
        EXPECT_EQ(d, elw_add(fpu, 127u << 10 | 4, 0, 0));
        EXPECT_EQ(elw_add({.form = SrcForm::tf32, .dst_is_32_bit = true, .random = fpu.random}, 127u << 10 | 4, 0, 0),
                  0x3F808000u);
        sum += d - 0x3F80;
    }
    EXPECT_NEAR(sum / draws, 0.5, 0.05);
}

}  // namespace
}  // namespace tessera::tensix
