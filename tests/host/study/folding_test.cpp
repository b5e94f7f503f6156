// Lanes and pieces that are worked out once for many give what each would give by itself.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <bit>
#include <cmath>

#include "host/study/exp_values.hpp"
#include "host/study/sweep.hpp"

// Nested v_if blocks each name their predicate.
#pragma GCC diagnostic ignored "-Wshadow"
#pragma GCC diagnostic ignored "-Wshadow=compatible-local"
#include "sim/api/sfpi.h"

namespace tessera::accuracy {
namespace {

using sfpi::vFloat;
using sfpi::vInt;
using sfpu::Instr;
using sfpu::Op;
using testing::ElementsAre;
using testing::IsEmpty;
using testing::SizeIs;

using Body = std::function<void()>;

// Steps far coarser than the inputs, in branches of branches that leave lanes out and let registers keep numbers.
void coarse() {
    vFloat x = sfpi::dst_reg[0], y = 1.0f;
    v_if(x > -0.5f) {
        vFloat z = x * 1024.0f + 12582912.0f;
        vInt step = sfpi::reinterpret<vInt>(z) & 63;
        v_if(step > 40) { y = z * 0.5f; }
        v_elseif(step > 20) {
            vFloat w = z - 12582912.0f;
            v_if(w < 0.25f) { w = w * w; }
            v_endif;
            y = w;
        }
        v_else { y = sfpi::int32_to_float(step, 0); }
        v_endif;
    }
    v_endif;
    sfpi::dst_reg[0] = y + 3.0f;
}
// Lanes left out keep their x until the end.
void clipped() {
    vFloat x = sfpi::dst_reg[0];
    v_if(x > 0.75f) { x = 0.75f; }
    v_endif;
    v_if(x < 0.0f) { x = sfpi::reinterpret<vFloat>(sfpi::reinterpret<vInt>(x) & 0x7ff00000); }
    v_endif;
    sfpi::dst_reg[0] = x * 2.0f;
}
void stored_twice() {
    vFloat x = sfpi::dst_reg[0];
    vFloat z = x * 16.0f + 12582912.0f;
    sfpi::dst_reg[0] = z;
    v_if(z > 12582914.0f) { sfpi::dst_reg[0] = z * 2.0f - 1.0f; }
    v_endif;
}
void numbered() { sfpi::dst_reg[0] = sfpi::int32_to_float(sfpi::vConstTileId, 0) + vFloat(sfpi::dst_reg[0]) * 0.0f; }

std::vector<std::uint32_t> ordered_inputs() {
    std::vector<std::uint32_t> x;
    for (std::uint32_t i = 0; i < 6000; ++i) x.push_back(0x3f000000 + (i << 7));
    for (std::uint32_t i = 0; i < 5003; ++i) x.push_back(0xbe800000 + (i << 11));
    return x;
}

// Neighbours are alike in order; in strides they are not, and every vector runs as it is.
void expect_independence_of_neighbours(const arch::Arch& arch, const Body& body) {
    const Recorded function({.arch = arch}, {}, body);
    const std::vector<std::uint32_t> x = ordered_inputs();
    std::vector<std::uint32_t> strided, y(x.size()), by_stride(x.size());
    constexpr std::size_t stride = 4999;  // no divisor of 11003
    for (std::size_t i = 0; i < x.size(); ++i) strided.push_back(x[i * stride % x.size()]);
    function.run(x, y);
    function.run(strided, by_stride);
    for (std::size_t i = 0; i < x.size(); ++i) {
        ASSERT_EQ(by_stride[i], y[i * stride % x.size()]) << std::hex << strided[i];
        if (i % 50 != 0) continue;
        std::uint32_t alone = 0;
        function.run({&x[i], 1}, {&alone, 1});
        ASSERT_EQ(alone, y[i]) << std::hex << x[i];
    }
}

TEST(Folding, ResultsDoNotDependOnNeighbours) {
    for (const arch::Arch* arch : arch::all())
        for (const Body& body : {Body(coarse), Body(clipped), Body(stored_twice)})
            expect_independence_of_neighbours(*arch, body);
}

TEST(Folding, LanesThatKnowTheirNumberKeepIt) {
    const Recorded function({.arch = arch::wormhole_b0()}, {}, numbered);
    const std::vector<std::uint32_t> x(640, 0x3f800000);
    std::vector<std::uint32_t> y(x.size());
    function.run(x, y);
    for (std::size_t i = 0; i < x.size(); ++i)
        ASSERT_EQ(std::bit_cast<float>(y[i]), 2.0f * static_cast<float>(i % lane::count));
}

std::vector<Instr> with_rest(std::vector<Instr> code) {
    for (int i = 0; i < 10; ++i) code.push_back({.op = Op::iadd, .vd = 2, .vc = 2, .mod = 5, .imm = 1});
    code.push_back({.op = Op::store, .vd = 2, .mod = 3});
    return code;
}

TEST(Folding, IsTriedWhereANumberHasBeenReadForTheLastTime) {
    const std::vector<Instr> code = with_rest({{.op = Op::load, .vd = 0, .mod = 3},
                                               {.op = Op::loadi, .vd = 1, .imm = 0x3f80},
                                               {.op = Op::mad, .vd = 2, .va = 0, .vb = 1, .vc = 10}});
    const Folding folding = folding_of(code, sfpu::initial_state());
    ASSERT_FALSE(folding.folds.empty());
    EXPECT_EQ(folding.folds[0].at, 3u);
    ASSERT_THAT(folding.folds[0].columns, SizeIs(1));  // LReg1 is the same in all lanes, LReg0 is not read again
    EXPECT_EQ(folding.folds[0].columns[0].where, 2);
    EXPECT_FALSE(folding.folds[0].columns[0].where_flagged);
    EXPECT_THAT(folding.read_at_start, IsEmpty());
}

// The two branches together write LReg2 in every lane; LReg3 is written in one of them only.
TEST(Folding, KnowsThatBranchesTogetherReachAllLanes) {
    const auto branches = [](std::uint8_t in_else) {
        return std::vector<Instr>{{.op = Op::load, .vd = 0, .mod = 3},
                                  {.op = Op::pushc},
                                  {.op = Op::setcc, .vc = 0, .mod = 0},
                                  {.op = Op::loadi, .vd = 2, .imm = 1},
                                  {.op = Op::compc},
                                  {.op = Op::loadi, .vd = in_else, .imm = 2},
                                  {.op = Op::popc},
                                  {.op = Op::store, .vd = 2, .mod = 3}};
    };
    EXPECT_THAT(folding_of(branches(2), sfpu::initial_state()).read_at_start, IsEmpty());
    EXPECT_THAT(folding_of(branches(3), sfpu::initial_state()).read_at_start, ElementsAre(2));
}

TEST(Folding, IsLeftAloneWhereLanesSeeMoreThanTheirOwn) {
    const Instr load{.op = Op::load, .vd = 2, .mod = 3};
    for (const Instr& instr :
         {Instr{.op = Op::shft2, .vd = 2, .vc = 2, .mod = 3}, Instr{.op = Op::transp},
          Instr{.op = Op::mov, .vd = 2, .vc = 9, .mod = 8}, Instr{.op = Op::cast, .vd = 2, .vc = 2, .mod = 1},
          Instr{.op = Op::swap, .vd = 2, .vc = 3, .mod = 2},
          Instr{.op = Op::stochrnd, .vd = 2, .vc = 2, .mod = 1, .rounding = 1}})
        EXPECT_THAT(folding_of(with_rest({load, instr}), sfpu::initial_state()).folds, IsEmpty());
    EXPECT_FALSE(folding_of(with_rest({load, {.op = Op::abs, .vd = 2, .vc = 2}}), sfpu::initial_state()).folds.empty());
}

TEST(ExpValues, AreTheSameOnPlateausAndBesideThem) {
    std::vector<double> x(4096), f(x.size());
    for (const double from : {0x1p-60, 0x1p-54, 699.9, 800.0, -745.2, -745.1, -900.0}) {
        for (std::size_t i = 0; i < x.size(); ++i) x[i] = from * (1 + static_cast<double>(i) * 0x1p-22);
        exp_values(x.data(), f.data(), x.size());
        for (std::size_t i = 0; i < x.size(); ++i) {
            const bool is_below = x[i]<-700, is_above = x[i]> 700;
            const double expected = is_above         ? std::numeric_limits<double>::infinity()
                                    : !is_below      ? std::exp(x[i])
                                    : x[i] < -745.13 ? 0.0
                                                     : 0x1p-1074;
            if (is_below || is_above || std::abs(x[i]) <= 0x1p-54)
                ASSERT_EQ(f[i], expected) << x[i];
            else
                ASSERT_NEAR(f[i] / expected, 1, 0x1p-50) << x[i];
        }
    }
}

// What a sweep adds up for whole pieces, input by input.
struct Plain {
    std::array<std::uint64_t, outcomes> count{};
    std::vector<std::uint64_t> histogram = std::vector<std::uint64_t>(2 * UlpBins::size);
    std::array<std::uint64_t, 3> above{};
    Worst worst, worst_relative, worst_absolute;
    double ulp = 0, square = 0, relative = 0, low = 0, high = 0;
    std::uint64_t disorders = 0;
};

Plain plain(const Recorded& function, const Reference& reference, std::uint32_t first, std::size_t size) {
    Plain all;
    double exact_before = 0, y_before = 0;
    bool was_compared = false;
    for (std::uint32_t x = first; x < first + size; ++x) {
        std::uint32_t pattern = 0;
        function.run({&x, 1}, {&pattern, 1});
        const double y = value_of(pattern), exact = reference.value(value_of(x));
        const double best = nearest(reference, value_of(x), 0, exact, fp32);
        const Outcome what = outcome_of(x, y, exact, best, fp32, -0x1p128, 0x1p128);
        ++all.count[static_cast<std::size_t>(what)];
        all.disorders +=
            was_compared && ((exact > exact_before && y < y_before) || (exact < exact_before && y > y_before));
        exact_before = exact, y_before = y, was_compared = is_compared(what);
        if (!is_compared(what)) continue;
        const double error = error_in_ulp(y, exact, best, fp32, Ulp::goldberg),
                     relative = exact == 0 ? 0 : (y - exact) / exact;
        ++all.histogram[static_cast<std::size_t>((std::signbit(error) ? UlpBins::size : 0) +
                                                 UlpBins::bin(std::abs(error)))];
        for (std::size_t k = 0; k < 3; ++k) all.above[k] += std::abs(error) > ulp_limits[k];
        all.worst.add({x, 0, pattern, error, exact});
        all.worst_relative.add({x, 0, pattern, relative, exact});
        all.worst_absolute.add({x, 0, pattern, y - exact, exact});
        all.ulp += std::abs(error), all.square += error * error, all.relative += std::abs(relative);
        all.low = std::min(all.low, error), all.high = std::max(all.high, error);
    }
    return all;
}

std::vector<std::uint32_t> patterns(const Worst& worst) {
    std::vector<std::uint32_t> x;
    for (const Point& point : worst.points) x.push_back(point.x);
    return x;
}

// Steps, a plateau of results and of exact ones, and an end where the exact results are infinite.
TEST(Sweep, AddsUpWholePiecesAsItWouldSingleInputs) {
    const Recorded function({.arch = arch::wormhole_b0()}, {}, coarse);
    const Reference line{"line", [](double x) { return x > 0.502    ? HUGE_VAL
                                                       : x > 0.5005 ? 3.5
                                                                    : 3 + x; },
                         [](double x, const Format& f) {
                             return rounded(x > 0.502 ? HUGE_VAL : x > 0.5005 ? 3.5 : 3 + x, f);
                         }};
    constexpr std::uint32_t first = 0x3effffe8, size = 50000;
    const Plain expected = plain(function, line, first, size);
    const Statistics found = sweep(function, line, {first, size, 1}, {});
    EXPECT_EQ(found.count, expected.count);
    EXPECT_GT(found.of(Outcome::beyond), 8192u);
    for (std::size_t i = 0; i < expected.histogram.size(); ++i)
        ASSERT_EQ(found.histogram[i / UlpBins::size][i % UlpBins::size], expected.histogram[i]) << i;
    EXPECT_EQ(found.above, expected.above);
    EXPECT_EQ(found.disorders, expected.disorders);
    EXPECT_EQ(patterns(found.worst), patterns(expected.worst));
    EXPECT_EQ(patterns(found.worst_relative), patterns(expected.worst_relative));
    EXPECT_EQ(patterns(found.worst_absolute), patterns(expected.worst_absolute));
    EXPECT_NEAR(found.ulp_magnitude.value() / expected.ulp, 1, 1e-9);
    EXPECT_NEAR(found.ulp_square.value() / expected.square, 1, 1e-9);
    EXPECT_NEAR(found.relative_magnitude.value() / expected.relative, 1, 1e-9);
    std::uint64_t by_input = 0, by_result = 0, by_octave = 0;
    double low = 0, high = 0;
    for (const Envelope& bin : found.by_input) {
        by_input += bin.count;
        low = std::min(low, bin.low), high = std::max(high, bin.high);
    }
    for (const Envelope& bin : found.by_fraction[1]) by_result += bin.count;
    for (const Octaves& bins : found.octaves_by_input)
        for (const std::uint64_t n : bins) by_octave += n;
    EXPECT_EQ(by_input, found.compared());
    EXPECT_EQ(by_result, found.compared());
    EXPECT_EQ(by_octave, found.compared());
    EXPECT_EQ(low, expected.low);
    EXPECT_EQ(high, expected.high);
}

// A zero has no sign in the extremes, or which one is kept would depend on the order of the work.
TEST(Statistics, KeepTheSameZeroInAnyOrder) {
    Envelope one, other, forth, back;
    one.add(-0.0);
    other.add(0.0);
    for (const Envelope* part : {&one, &other}) forth.add(*part);
    for (const Envelope* part : {&other, &one}) back.add(*part);
    EXPECT_EQ(std::signbit(forth.low), std::signbit(back.low));
    EXPECT_EQ(std::signbit(forth.high), std::signbit(back.high));
    EXPECT_FALSE(std::signbit(forth.low));
}

}  // namespace
}  // namespace tessera::accuracy
