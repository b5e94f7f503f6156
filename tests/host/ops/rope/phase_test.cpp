// Frequencies in the forms that kernels take them, and the scalar core's product, against wider arithmetic.
#include "host/ops/rope/phase.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "host/ops/rope/reference.hpp"
#include "host/tensor/random_word.hpp"
#include "kernels/rope/fixed_point.hpp"

namespace tessera::host {
namespace {

constexpr long double precise_pi = std::numbers::pi_v<long double>;

TEST(RopePhase, SplitPartsAddUp) {
    for (const long double radians : rope_frequencies(256, 10000, {}, {})) {
        const SplitFrequency f = split_frequency(radians);
        EXPECT_EQ(f.f1, std::round(f.f1 * 4096) / 4096);
        EXPECT_LE(f.f1, 0.5f);
        EXPECT_LE(std::abs(f.f2), 0x1p-13f);
        const long double both = static_cast<long double>(f.f1) + static_cast<long double>(f.f2);
        EXPECT_NEAR(static_cast<double>(both - radians / precise_pi), 0, f.lost * (1 + 0x1p-20) + 1e-19);
        EXPECT_LE(f.lost, std::abs(static_cast<double>(f.f2)) * 0x1p-24);
    }
    EXPECT_EQ(split_frequency(1e-40L).f2, 0) << "the vector unit reads what is below 2^-126 as zero";
}

TEST(RopePhase, FixedFrequenciesLeaveWholeTurnsOut) {
    EXPECT_EQ(fixed_frequency(0), 0u);
    EXPECT_EQ(fixed_frequency(precise_pi / 2), std::uint64_t{1} << 62);
    EXPECT_EQ(fixed_frequency(precise_pi), std::uint64_t{1} << 63);
    EXPECT_EQ(fixed_frequency(2 * precise_pi), 0u);
    EXPECT_EQ(fixed_frequency(5 * precise_pi), std::uint64_t{1} << 63);
    for (const long double radians : rope_frequencies(256, 10000, {}, {}))
        EXPECT_LE(std::abs(static_cast<long double>(fixed_frequency(radians)) * 0x1p-64L - radians / (2 * precise_pi)),
                  0x1p-65L);
}

TEST(RopePhase, ScalarProductIsTheHighWord) {
    const auto expect = [](std::int32_t position, std::uint64_t frequency) {
        const auto product = static_cast<std::uint64_t>(static_cast<std::int64_t>(position)) * frequency;
        EXPECT_EQ(rope::turns_of(position,
                                 {static_cast<std::uint32_t>(frequency), static_cast<std::uint32_t>(frequency >> 32)}),
                  static_cast<std::uint32_t>(product >> 32) | 1u)
            << position << " " << frequency;
    };
    constexpr std::int32_t edges[] = {0, 1, -1, 2, 8191, 1 << 24, INT32_MAX, INT32_MIN, INT32_MIN + 1};
    constexpr std::uint64_t words[] = {0, 1, 0xFFFFFFFF, 0x100000000, UINT64_MAX, UINT64_C(1) << 63};
    for (const std::int32_t position : edges)
        for (const std::uint64_t frequency : words) expect(position, frequency);
    for (std::size_t i = 0; i < 1000; ++i) expect(static_cast<std::int32_t>(random_word(1, i)), random_word(2, i));
}

// The oracle itself, against 50 digits.
TEST(RopePhase, ReferenceHoldsAtAnyPosition) {
    struct Row {
        std::size_t pair;
        std::int64_t rotary_dim;
        double base;
        std::int32_t position;
        double cosine, sine;
    };
    constexpr Row rows[] = {
        {0, 256, 10000, 1000000, 0.93675212753314479, -0.34999350217129295},
        {0, 256, 10000, INT32_MAX, -0.68883669187794383, -0.72491655514455639},
        {0, 256, 10000, INT32_MIN, 0.23781619457280336, 0.97131017579293924},
        {1, 256, 10000, 1000000, 0.63637247619948636, 0.77138192326222823},
        {1, 256, 10000, INT32_MAX, -0.57340600181500552, -0.81927135741616763},
        {1, 256, 10000, INT32_MIN, 0.31448573182376911, 0.94926220006869987},
        {17, 256, 10000, 1000000, 0.96476677372249407, -0.26310657977536391},
        {17, 256, 10000, INT32_MAX, -0.76749024896349955, -0.64106061940033837},
        {17, 256, 10000, INT32_MIN, -0.54856267869796264, 0.83610943514573246},
        {5, 64, 500000, 1000000, 0.11538245875993453, 0.99332114052330126},
        {5, 64, 500000, INT32_MAX, 0.88041280915250329, -0.4742080613825516},
        {5, 64, 500000, INT32_MIN, 0.93398914924456007, 0.35730137012530878},
    };
    for (const Row& row : rows) {
        const RopeProblem problem{
            .width = row.rotary_dim, .rotary_dim = row.rotary_dim, .base = row.base, .positions = {row.position}};
        std::vector<float> x(static_cast<std::size_t>(row.rotary_dim), 0.0f);
        x[row.pair] = 1;
        const std::vector<double> y = rope_reference(problem, x);
        // What rope.hpp promises of the angle.
        const double limit = std::abs(static_cast<double>(row.position)) * 0x1p-61 + 1e-16;
        EXPECT_NEAR(y[row.pair], row.cosine, limit) << row.pair << " " << row.position;
        EXPECT_NEAR(y[row.pair + x.size() / 2], row.sine, limit) << row.pair << " " << row.position;
    }
}

}  // namespace
}  // namespace tessera::host
