// ULP definitions, references and sweeps of the accuracy library (spec/sfpu-math.md 6.1, 7).
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <limits>

#include "host/accuracy/sweep.hpp"
#include "sim/fault/fault.hpp"

#pragma GCC diagnostic ignored "-Wshadow"  // nested v_if blocks each name their predicate
#include "sim/api/sfpi.h"

namespace tessera::accuracy {
namespace {

using sfpi::vFloat;
using testing::HasSubstr;
using testing::ThrowsMessage;

constexpr double infinity = std::numeric_limits<double>::infinity();

TEST(Ulp, SpacingIsThatOfTheBinade) {
    EXPECT_EQ(spacing(1.0, fp32), 0x1p-23);
    EXPECT_EQ(spacing(-1.999, fp32), 0x1p-23);
    EXPECT_EQ(spacing(0.999, bf16), 0x1p-8);
    EXPECT_EQ(spacing(0x1p-126, fp32), 0x1p-149);
    EXPECT_EQ(spacing(0x1p-140, fp32), 0x1p-149);
    EXPECT_EQ(spacing(0, bf16), 0x1p-133);
}

TEST(Ulp, RoundsToNearestEvenAndOverflows) {
    EXPECT_EQ(rounded(1 + 0x1p-24, fp32), 1);
    EXPECT_EQ(rounded(1 + 0x1.8p-23, fp32), 1 + 0x1p-22);
    EXPECT_EQ(rounded(-(1 + 0x1p-8 + 0x1p-40), bf16), -(1 + 0x1p-7));
    EXPECT_EQ(rounded(1 + 0x1p-8, bf16), 1);
    EXPECT_EQ(rounded(0x1.fep127, bf16), 0x1.fep127);
    EXPECT_EQ(rounded(-0x1.ffp127, bf16), -infinity);
    EXPECT_EQ(rounded(0x1p128, fp32), infinity);
}

// Just below 1 the exact result lies in a finer binade than the rounded one.
TEST(Ulp, DefinitionsDifferAtAPowerOfTwo) {
    const double exact = 1 - 0x1p-26, y = 1 + 0x1p-23;
    EXPECT_EQ(rounded(exact, fp32), 1);
    EXPECT_DOUBLE_EQ(error_in_ulp(y, exact, 1, fp32, Ulp::goldberg), 2.25);
    EXPECT_DOUBLE_EQ(error_in_ulp(y, exact, 1, fp32, Ulp::at_rounded), 1.125);
    EXPECT_DOUBLE_EQ(error_in_ulp(y, exact, 1, fp32, Ulp::of_rounded), 1);
}

// A reference whose double form lands on the tie while the long double one knows the side.
TEST(Reference, SettlesTiesInLongDouble) {
    const Reference above{"above", [](double) { return 1 + 0x1p-24; },
                          [](long double) { return 1 + 0x1p-24L + 0x1p-60L; }};
    const Reference below{"below", [](double) { return 1 + 0x1.8p-23; },
                          [](long double) { return 1 + 0x1.8p-23L - 0x1p-60L; }};
    const Reference tie{"tie", [](double) { return 1 + 0x1p-24; }, [](long double) { return 1 + 0x1p-24L; }};
    EXPECT_EQ(nearest(above, 0, above.value(0), fp32), 1 + 0x1p-23);
    EXPECT_EQ(nearest(below, 0, below.value(0), fp32), 1 + 0x1p-23);
    EXPECT_EQ(nearest(tie, 0, tie.value(0), fp32), 1);
}

Recorded identity(const Setting& setting) {
    return {setting, {}, [] { sfpi::dst_reg[0] = vFloat(sfpi::dst_reg[0]); }};
}

TEST(Recorded, ConvertsAtLoadAndStoreAsDstDoes) {
    const std::uint32_t in[] = {0x3f812345, 0x00012345, 0x80000001, 0x7f800000};
    std::uint32_t out[4];
    identity({.arch = arch::wormhole_b0()}).run(in, out);
    EXPECT_THAT(out, testing::ElementsAre(0x3f812345u, 0u, 0x80000000u, 0x7f800000u));
    // The store truncates to bf16.
    const Recorded sum({.arch = arch::wormhole_b0(), .dst = bf16}, {},
                       [] { sfpi::dst_reg[0] = vFloat(sfpi::dst_reg[0]) + 0.0077f; });
    const std::uint32_t one = 0x3f800000;
    sum.run({&one, 1}, {out, 1});
    EXPECT_EQ(out[0], 0x3f800000u);
}

TEST(Recorded, KeepsPredicationAndConstantsApartFromOtherVectors) {
    const Recorded clipped(
        {.arch = arch::blackhole()}, [] { sfpi::vConstFloatPrgm0 = 2.0f; },
        [] {
            vFloat x = sfpi::dst_reg[0];
            v_if(x > sfpi::vConstFloatPrgm0) { sfpi::dst_reg[0] = vFloat(sfpi::vConstFloatPrgm0); }
            v_endif;
            sfpi::dst_reg++;
        });
    std::vector<std::uint32_t> in, out(1000);
    for (int i = 0; i < 1000; ++i) in.push_back(std::bit_cast<std::uint32_t>(0.01f * static_cast<float>(i)));
    clipped.run(in, out);
    for (std::size_t i = 0; i < in.size(); ++i)
        ASSERT_EQ(std::bit_cast<float>(out[i]), std::min(std::bit_cast<float>(in[i]), 2.0f));
}

TEST(Recorded, RefusesWhatIsNotAFunctionOfOneArgument) {
    const Setting setting{.arch = arch::wormhole_b0()};
    EXPECT_THAT([&] { Recorded(setting, {}, [] { sfpi::dst_reg[1] = vFloat(sfpi::dst_reg[0]); }); },
                ThrowsMessage<fault::InputError>(HasSubstr("reads and writes dst_reg[0] only")));
    EXPECT_THAT(
        [&] {
            Recorded(
                setting, [] { sfpi::dst_reg[0] = vFloat(1.0f); }, [] {});
        },
        ThrowsMessage<fault::InputError>(HasSubstr("may not touch Dst")));
}

// 1.0077 x truncated: a known share of results is off.
TEST(Sweep, IsTheSameForAnyNumberOfThreads) {
    const Recorded scaled({.arch = arch::wormhole_b0()}, {},
                          [] { sfpi::dst_reg[0] = vFloat(sfpi::dst_reg[0]) * 1.0077f * 3.0f; });
    const Reference exact{"scaled", [](double x) { return x * static_cast<double>(1.0077f) * 3; },
                          [](long double x) { return x * static_cast<long double>(1.0077f) * 3; }};
    const Inputs inputs{0x3f800000, 300001, 17};
    const Statistics one = sweep(scaled, exact, inputs, {.threads = 1}),
                     three = sweep(scaled, exact, inputs, {.threads = 3});
    EXPECT_GT(one.not_exact(), 1000u);
    EXPECT_EQ(one.compared(), 300001u);
    EXPECT_EQ(one.count, three.count);
    EXPECT_EQ(one.sum_ulp, three.sum_ulp);
    EXPECT_EQ(one.max_ulp, three.max_ulp);
    EXPECT_EQ(one.worst_x, three.worst_x);
    EXPECT_LT(one.max_ulp, 1.6);
    EXPECT_GT(one.max_ulp, 0.5);
}

TEST(Sweep, NamesWhatBecameOfEveryInput) {
    const Reference twice{"twice", [](double x) { return 2 * x; }, [](long double x) { return 2 * x; }};
    const Reference tenth{"tenth", [](double x) { return x * 0x1p-60; }, [](long double x) { return x * 0x1p-60L; }};
    const Recorded same = identity({.arch = arch::wormhole_b0(), .dst = bf16});
    const Statistics wrong = sweep(same, twice, {0x3f800000, 10, 1 << 16}, {});
    EXPECT_EQ(wrong.of(Outcome::inexact), 10u);
    EXPECT_EQ(wrong.first_beyond, 0x3f800000u);
    EXPECT_EQ(wrong.max_ulp, 64 + 9 / 2.0);
    const Statistics all = sweep(same, twice, all_bf16, {});
    EXPECT_EQ(all.of(Outcome::beyond), 2 * 128u);
    EXPECT_EQ(all.of(Outcome::left_out), 4 * 128u);
    const Statistics small = sweep(same, tenth, between(0x1p-126f, 0x1p-100f, 1 << 16), {});
    EXPECT_GT(small.of(Outcome::flushed), 0u);
    const Recorded zero({.arch = arch::wormhole_b0()}, {}, [] { sfpi::dst_reg[0] = vFloat(0.0f); });
    EXPECT_EQ(sweep(zero, twice, {0x3f800000, 5, 1}, {}).of(Outcome::zeroed), 5u);
    EXPECT_EQ(sweep(zero, twice, {0x3f800000, 5, 1}, {.low = 2}).of(Outcome::left_out), 5u);
}

}  // namespace
}  // namespace tessera::accuracy
