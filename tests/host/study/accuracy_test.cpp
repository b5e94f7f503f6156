// ULP definitions, references and sweeps of the accuracy library (spec/sfpu-math.md 6.1, 7).
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <limits>

#include "host/study/exp_values.hpp"
#include "host/study/study.hpp"
#include "sim/fault/fault.hpp"

// Nested v_if blocks each name their predicate.
#pragma GCC diagnostic ignored "-Wshadow"
#pragma GCC diagnostic ignored "-Wshadow=compatible-local"
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

// A reference whose double form lands on the tie while the precise one knows the side.
TEST(Reference, SettlesTiesByThePreciseForm) {
    const Reference above{"above", [](double) { return 1 + 0x1p-24; },
                          [](double, const Format&) { return 1 + 0x1p-23; }};
    const Reference below{"below", [](double) { return 1 + 0x1.8p-23; },
                          [](double, const Format&) { return 1 + 0x1p-23; }};
    EXPECT_EQ(nearest(above, 0, 0, above.value(0), fp32), 1 + 0x1p-23);
    EXPECT_EQ(nearest(below, 0, 0, below.value(0), fp32), 1 + 0x1p-23);
    EXPECT_FALSE(is_undecided(1 + 0x1p-24 + 0x1p-40, fp32));
    EXPECT_TRUE(is_undecided(1 + 0x1p-24 + 0x1p-50, fp32));
    EXPECT_TRUE(is_undecided(1 - 0x1p-9 - 0x1p-52, bf16));
}

// Every reference by its own two ways: rounded(value) where that decides, MPFR everywhere.
TEST(Reference, BothFormsAgree) {
    for (const std::string& name : reference_names()) {
        const Reference& f = *find_reference(name);
        // Of MPFR's own functions many, of expressions, which take longer, some.
        const std::uint32_t step = f.rounded != nullptr || f.rounded_of_two != nullptr ? 1 : 40;
        for (std::uint32_t i = 0; i < 4000; i += step) {
            const double x = static_cast<double>(std::bit_cast<float>((i * 1047859u & 0xbfffffff) % 0xc2f00000u));
            const double y = 0.25 * (i % 23) - 2;
            const double exact = f.of(x, y);
            if (!std::isfinite(exact) || std::abs(exact) < 0x1p-126) continue;
            ASSERT_EQ(nearest(f, x, y, exact, fp32), f.nearest_of(x, y, fp32)) << name << " of " << x;
            ASSERT_EQ(nearest(f, x, y, exact, bf16), f.nearest_of(x, y, bf16)) << name << " of " << x;
        }
    }
}

TEST(Reference, ExpOfManyIsThatOfOne) {
    std::vector<double> x{0, -0.0, 1, -1, 88.7, -103, 700, -700, 701, -701, -746, infinity, -infinity, 0x1p-60},
        f(2000);
    while (x.size() < f.size()) x.push_back(0.0873 * static_cast<double>(x.size()) - 90);
    exp_values(x.data(), f.data(), x.size());
    for (std::size_t i = 0; i < x.size(); ++i) {
        if (std::abs(x[i]) > 700) {
            EXPECT_EQ(f[i], x[i] > 0 ? infinity : x[i] < -745.13 ? 0 : 0x1p-1074) << x[i];
            continue;
        }
        EXPECT_LE(std::abs(f[i] / std::exp(x[i]) - 1), 0x1p-50) << x[i];
    }
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
                          [](double x, const Format& f) { return rounded(x * static_cast<double>(1.0077f) * 3, f); }};
    const Inputs inputs{0x3f800000, 300001, 17};
    const Statistics one = sweep(scaled, exact, inputs, {.threads = 1}),
                     three = sweep(scaled, exact, inputs, {.threads = 3});
    EXPECT_GT(one.not_exact(), 1000u);
    EXPECT_EQ(one.compared(), 300001u);
    EXPECT_EQ(one.count, three.count);
    EXPECT_EQ(one.ulp_magnitude, three.ulp_magnitude);
    EXPECT_EQ(one.ulp_square, three.ulp_square);
    EXPECT_EQ(one.max_ulp(), three.max_ulp());
    EXPECT_EQ(one.worst.x(), three.worst.x());
    EXPECT_LT(one.max_ulp(), 1.6);
    EXPECT_GT(one.max_ulp(), 0.5);
}

// A sine that is off for negative numbers of a few exponents, whichever block comes first.
TEST(Sweep, FindsTheSameAsymmetriesBesideTheMirror) {
    const Recorded function({.arch = arch::wormhole_b0()}, {}, [] {
        vFloat x = sfpi::dst_reg[0];
        v_if(x < -3.0f) { sfpi::dst_reg[0] = x + 0.25f; }
        v_endif;
    });
    const Reference odd{.name = "odd",
                        .value = [](double x) { return x; },
                        .rounded = [](double x, const Format& f) { return rounded(x, f); },
                        .symmetry = Symmetry::odd};
    const std::uint64_t distance = mirror_distance(all_tf32);
    EXPECT_EQ(distance, 4u);
    std::vector<Task> in_order, in_pairs;
    for (std::uint64_t block = 0; block < 2 * distance; ++block) {
        in_order.push_back({&all_tf32, block});
        in_pairs.push_back({&all_tf32, block / 2 + block % 2 * distance});
    }
    const Statistics one = judged(function, odd, in_order, {}), other = judged(function, odd, in_pairs, {});
    EXPECT_GT(one.asymmetries, 1000u);
    EXPECT_EQ(one.asymmetries, other.asymmetries);
    EXPECT_EQ(one.first_asymmetry, other.first_asymmetry);
    EXPECT_EQ(one.count, other.count);
    EXPECT_EQ(one.ulp_magnitude, other.ulp_magnitude);
    EXPECT_EQ(mirror_distance(all_bf16), 0u);
}

TEST(Sweep, NamesWhatBecameOfEveryInput) {
    const Reference twice{"twice", [](double x) { return 2 * x; },
                          [](double x, const Format& f) { return rounded(2 * x, f); }};
    const Reference tenth{"tenth", [](double x) { return x * 0x1p-60; },
                          [](double x, const Format& f) { return rounded(x * 0x1p-60, f); }};
    const Recorded same = identity({.arch = arch::wormhole_b0(), .dst = bf16});
    const Statistics wrong = sweep(same, twice, {0x3f800000, 10, 1 << 16}, {});
    EXPECT_EQ(wrong.of(Outcome::inexact), 10u);
    EXPECT_EQ(wrong.first_beyond(), 0x3f800000u);
    EXPECT_EQ(wrong.max_ulp(), 64 + 9 / 2.0);
    const Statistics all = sweep(same, twice, all_bf16, {});
    EXPECT_EQ(all.of(Outcome::beyond), 2 * 128u);
    EXPECT_EQ(all.of(Outcome::left_out), 4 * 128u);
    const Statistics small = sweep(same, tenth, between(0x1p-126f, 0x1p-100f, 1 << 16), {});
    EXPECT_GT(small.of(Outcome::flushed), 0u);
    const Recorded zero({.arch = arch::wormhole_b0()}, {}, [] { sfpi::dst_reg[0] = vFloat(0.0f); });
    EXPECT_EQ(sweep(zero, twice, {0x3f800000, 5, 1}, {}).of(Outcome::zeroed), 5u);
    EXPECT_EQ(sweep(zero, twice, {0x3f800000, 5, 1}, {.low = 2}).of(Outcome::left_out), 5u);
}

// A result of 1 + 2^-7 where the exponential of a tiny number is due: below 1 the numbers lie half as far apart, though
// as a double the result is 1 on both sides. In order, at random, and where MPFR looks at single inputs.
TEST(Sweep, BinadeIsThatOfTheExactResult) {
    const Recorded above({.arch = arch::wormhole_b0(), .dst = bf16}, {},
                         [] { sfpi::dst_reg[0] = vFloat(sfpi::dst_reg[0]) * 0.0f + 1.0078125f; });
    const std::shared_ptr<const Reference> own = reference_given("2 / (1 + exp(-x))");
    for (const Reference* reference : {&reference::exp, own.get()}) {
        const auto most = [&](double low, double high, Inputs::Kind kind) {
            return sweep(above, *reference, {.count = 2000, .kind = kind, .low = low, .high = high, .seed = 1}, {})
                .max_ulp();
        };
        for (const Inputs::Kind kind : {Inputs::Kind::bits, Inputs::Kind::log}) {
            EXPECT_NEAR(most(-1e-20, -1e-30, kind), 2, 1e-9) << reference->name;
            EXPECT_NEAR(most(1e-30, 1e-20, kind), 1, 1e-9) << reference->name;
        }
        const Statistics below = sweep(above, *reference, between(-0x1p-90f, -0x1p-80f, 4096), {}),
                         over = sweep(above, *reference, between(0x1p-90f, 0x1p-80f, 4096), {});
        EXPECT_NEAR(below.mean(), 2, 1e-9) << reference->name;
        EXPECT_NEAR(over.mean(), 1, 1e-9) << reference->name;
        EXPECT_EQ(below.above[0], below.compared());
        EXPECT_EQ(below.above[1], 0u);  // 2 ULP and what the reference leaves open
        EXPECT_EQ(over.above[0], 0u);
    }
    EXPECT_NEAR(sweep(above, reference::cos, between(0x1p-90f, 0x1p-80f, 4096), {}).mean(), 2, 1e-9);
    EXPECT_NEAR(sweep(above, reference::cosh, between(0x1p-90f, 0x1p-80f, 4096), {}).mean(), 1, 1e-9);
    // Where the exact result is the power of two, its own spacing counts.
    EXPECT_EQ(sweep(above, *find_reference("sign"), between(1.0f, 2.0f, 1 << 16), {}).max_ulp(), 1);
}

// Faithful is the neighbour on the side of the true result, also where the double shows no side.
TEST(Sweep, FaithfulIsTheNeighbourOnTheOwnSide) {
    const auto moved = [](int by) {
        return Recorded({.arch = arch::wormhole_b0()}, {}, [by] {
            sfpi::dst_reg[0] = sfpi::reinterpret<vFloat>(sfpi::reinterpret<sfpi::vInt>(vFloat(sfpi::dst_reg[0])) + by);
        });
    };
    const Inputs tiny = between(0x1.8p-30f, 0x1.81p-30f, 16);  // sin(x) is x less x^3 / 6
    EXPECT_EQ(sweep(moved(-1), reference::sin, tiny, {}).of(Outcome::faithful), tiny.count);
    EXPECT_EQ(sweep(moved(1), reference::sin, tiny, {}).of(Outcome::inexact), tiny.count);
    EXPECT_EQ(sweep(moved(1), reference::tan, tiny, {}).of(Outcome::faithful), tiny.count);
    // A number of the format is the only faithful result for itself.
    for (const int by : {-1, 1})
        EXPECT_EQ(sweep(moved(by), *find_reference("identity"), tiny, {}).of(Outcome::inexact), tiny.count);
    EXPECT_EQ(outcome_of(0x3f800000, 1 - 0x1p-24, 1 + 0x1p-30, 1, fp32, -2, 2), Outcome::inexact);
    EXPECT_EQ(outcome_of(0x3f800000, 1 + 0x1p-23, 1 + 0x1p-30, 1, fp32, -2, 2), Outcome::faithful);
    EXPECT_EQ(outcome_of(0x3f800000, 1 - 0x1p-24, 1 - 0x1p-30, 1, fp32, -2, 2), Outcome::faithful);
    EXPECT_EQ(outcome_of(0x3f800000, 1 - 0x1p-23, 1 - 0x1p-30, 1, fp32, -2, 2), Outcome::inexact);
}

// Errors of 10^60 ULP count as what they are.
TEST(Sweep, MeansHoldTheLargestErrors) {
    const Recorded huge({.arch = arch::wormhole_b0()}, {},
                        [] { sfpi::dst_reg[0] = vFloat(sfpi::dst_reg[0]) * 0.0f + 1e37f; });
    const Inputs one{0x00800000, 1, 1}, many = between(0x1p-126f, 0x1p-120f, 1 << 16);
    const Statistics alone = sweep(huge, *find_reference("identity"), one, {});
    EXPECT_NEAR(alone.mean() / (static_cast<double>(1e37f) * 0x1p149), 1, 1e-12);
    EXPECT_NEAR(alone.mean_relative() / (static_cast<double>(1e37f) * 0x1p126), 1, 1e-12);
    EXPECT_NEAR(alone.rms() / alone.mean(), 1, 1e-12);
    const Statistics all = sweep(huge, *find_reference("identity"), many, {});
    EXPECT_GT(all.mean(), 0.01 * all.max_ulp());
    EXPECT_LE(all.mean(), all.max_ulp());
    EXPECT_LE(all.percentile(0.5), all.max_ulp());
    EXPECT_LT(all.percentile(0.01), all.max_ulp());
}

TEST(FixedSum, DoesNotDependOnTheOrder) {
    const std::vector<double> parts{1e70, -3.25, 0x1p-32, -1e70, 7e40, 0x1p-40, -7e40, 1e-9};
    UlpSum forwards, backwards, halves;
    for (std::size_t i = 0; i < parts.size(); ++i) {
        forwards.add(parts[i]);
        backwards.add(parts[parts.size() - 1 - i]);
        UlpSum part;
        part.add(parts[i]);
        halves.add(part);
    }
    EXPECT_EQ(forwards, backwards);
    EXPECT_EQ(forwards, halves);
    EXPECT_EQ(forwards.value(), -3.25 + 0x1p-32 + std::floor(1e-9 * 0x1p32) * 0x1p-32);
    EXPECT_EQ(UlpSum::of_text(forwards.text()), forwards);
    EXPECT_EQ(forwards.text().size(), 16u);  // leading words that repeat the sign are left out
    UlpSum large;
    for (int i = 0; i < 3; ++i) large.add(0x1p276);
    EXPECT_EQ(large.value(), 3 * 0x1p276);
    EXPECT_EQ(UlpSum::of_text(large.text()), large);
    large.add(0.5);
    large.add(-3 * 0x1p276);
    EXPECT_EQ(large.value(), 0.5);
    EXPECT_EQ(UlpSum().value(), 0);
    EXPECT_THROW(large.add(infinity), std::overflow_error);
    EXPECT_THROW(UlpSum::of_text("12"), std::invalid_argument);
}

// The first of each outcome by magnitude, whoever looked at which part.
TEST(Sweep, NamesTheFirstInputsThatAreNotCompared) {
    const Recorded zero({.arch = arch::wormhole_b0()}, {}, [] { sfpi::dst_reg[0] = vFloat(0.0f); });
    const Options within{.low = -4, .high = 4};
    const auto first = [](const Statistics& s, Outcome outcome) {
        std::vector<std::uint32_t> x;
        for (const Point& point : s.first_inputs[static_cast<std::size_t>(outcome)].points) x.push_back(point.x);
        return x;
    };
    const Inputs inputs = between(-2.0f, -8.0f, 1 << 15);
    const Statistics all = sweep(zero, *find_reference("identity"), inputs, within);
    ASSERT_EQ(all.of(Outcome::zeroed), 257u);
    std::vector<std::uint32_t> wanted;
    for (std::uint32_t i = 0; i < FirstInputs::most; ++i) wanted.push_back(0xc0000000 + (i << 15));
    EXPECT_EQ(first(all, Outcome::zeroed), wanted);
    EXPECT_EQ(first(all, Outcome::left_out).front(), 0xc0808000u);  // just beyond -4
    EXPECT_EQ(all.worst_zeroed_absolute.error(), 4);
    EXPECT_EQ(all.zeroed_ulp.value(), [&] {
        double sum = 0;
        for (std::uint64_t i = 0; i < all.of(Outcome::zeroed); ++i)
            sum -= value_of(inputs.at(i)) / spacing(value_of(inputs.at(i)), fp32);
        return sum;
    }());
    Inputs lower = inputs, upper = inputs;
    lower.count = 100;
    upper.first = inputs.at(100);
    upper.count = inputs.count - 100;
    Statistics parts = sweep(zero, *find_reference("identity"), upper, within);
    parts.append(sweep(zero, *find_reference("identity"), lower, within));
    EXPECT_EQ(first(parts, Outcome::zeroed), first(all, Outcome::zeroed));
    EXPECT_EQ(first(parts, Outcome::left_out), first(all, Outcome::left_out));
    // Numbers outside the domain come before zeros and what is not finite.
    const Statistics codes = sweep(zero, *find_reference("identity"), all_bf16, within);
    EXPECT_EQ(first(codes, Outcome::left_out).front(), 0x40810000u);
}

TEST(Store, RoundsAsThePackerDoes) {
    const auto stored = [](const arch::Arch& arch, const char* store, std::uint32_t x) {
        store_rounding(arch, store)({&x, 1});
        return x;
    };
    // Rows of tests/data/convert/convert_pack.txt: 3f801000 through fp32, 40801000 and 3f803000 through fp16.
    for (const arch::Arch* arch : arch::all()) EXPECT_EQ(stored(*arch, "fp16/fp32", 0x3f801000), 0x3f800000u);
    EXPECT_EQ(stored(arch::blackhole(), "fp16/fp16", 0x40801000), 0x40802000u);
    EXPECT_EQ(stored(arch::blackhole(), "fp16/fp16", 0x3f803000), 0x3f804000u);
    EXPECT_EQ(stored(arch::wormhole_b0(), "bf16", 0x3f808000), 0x3f810000u);
    EXPECT_THAT([] { store_rounding(arch::wormhole_b0(), "fp16/fp16"); },
                ThrowsMessage<fault::InputError>(HasSubstr("does not pack a 32-bit Dst through fp16 to fp16")));
    EXPECT_THAT([] { store_rounding(arch::blackhole(), "fp17"); },
                ThrowsMessage<fault::InputError>(HasSubstr("--store fp17: expected fp32, bf16 or fp16")));
}

TEST(SpecialValues, AreLimitsAtTheInfinities) {
    const auto at_infinities = [](const char* name) {
        std::vector<double> exact;
        for (const SpecialValue& v : special_values(identity({.arch = arch::wormhole_b0()}), *find_reference(name)))
            if (v.name.ends_with("infinity")) exact.push_back(v.exact);
        return exact;
    };
    EXPECT_EQ(at_infinities("gelu"), (std::vector<double>{infinity, 0}));
    EXPECT_EQ(at_infinities("silu"), (std::vector<double>{infinity, 0}));
    EXPECT_EQ(at_infinities("mish"), (std::vector<double>{infinity, 0}));
    EXPECT_EQ(at_infinities("softsign"), (std::vector<double>{1, -1}));
    EXPECT_TRUE(std::isnan(at_infinities("sin").front()));
}

TEST(Pairs, HoldEachValueWithEach) {
    const auto [first, second] = pairs_of(all_bf16);
    EXPECT_EQ(first.count, std::uint64_t{1} << 32);
    EXPECT_FALSE(first.is_ordered());
    std::uint32_t x[3], y[3];
    first.fill(0x1234ffff, x, 3);
    second.fill(0x1234ffff, y, 3);
    EXPECT_EQ(x[0], 0x12340000u);
    EXPECT_EQ(y[0], 0xffff0000u);
    EXPECT_EQ(x[1], 0x12350000u);
    EXPECT_EQ(y[1], 0x00000000u);
    EXPECT_EQ(y[2], 0x00010000u);
}

}  // namespace
}  // namespace tessera::accuracy
