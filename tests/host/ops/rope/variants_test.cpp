// Rungs Y, N, F and X on the simulated device: within the bound, the same on any number of cores, and what must hold of
// a rotation whatever its angles.
#include <gtest/gtest.h>

#include <bit>
#include <cmath>

#include "host/job/generate.hpp"
#include "host/ops/rope/rope.hpp"
#include "tests/host/ops/rope/plans.hpp"

namespace tessera::host {
namespace {

constexpr Yarn ramped{.freq_scale = 0.25, .ext_factor = 0.75, .attn_factor = 1.25, .ctx_orig = 4096};

Work work(const RopeOptions& options) {
    Work w{plan_rope(options), {}, {}};
    w.x = generate_values(3, static_cast<std::size_t>(options.batch * options.rows * options.width));
    w.positions = generate_positions(w.plan, PositionKind::random, 3);
    return w;
}

// Rows that fill no tile, a width that leaves passive tiles. Each row of tiles with positions of its own is lowered
// anew.
RopeOptions small(bool per_row) {
    return {.batch = per_row ? 1 : 2,
            .rows = 33,
            .width = 150,
            .rotary_dim = 128,
            .per_row = per_row,
            .through_srca = false};
}
RopeOptions with_normal(RopeOptions options) {
    options.pairing = RopePairing::normal;
    return options;
}
RopeOptions with_yarn(RopeOptions options) {
    options.yarn = ramped;
    return options;
}
RopeOptions with_factors(RopeOptions options) {
    options.factors = generate_factors(5, static_cast<std::size_t>(options.rotary_dim / 2));
    return options;
}
RopeOptions with_all(const RopeOptions& options) { return with_normal(with_yarn(with_factors(options))); }
RopeOptions with_rung(RopeOptions options, Rung rung) {
    options.rung = rung;
    return options;
}

void expect_within(const arch::Arch& arch, const RopeOptions& options) {
    const Work w = work(options);
    const views::Check verdict = judge(w.plan.problem(w.positions), w.plan.bound(), w.x, result(arch, w));
    EXPECT_TRUE(verdict.within) << arch.name << " " << w.plan.rung().name << " " << name(options.exp) << ": element "
                                << verdict.worst << " is " << verdict.got << ", exact " << verdict.expected
                                << ", bound " << verdict.bound;
    EXPECT_GT(verdict.worst_ratio, 0.01);
}

class Variants : public testing::TestWithParam<std::tuple<std::string, bool>> {
  protected:
    const arch::Arch& arch() const { return *arch::find(std::get<0>(GetParam())); }
    bool per_row() const { return std::get<1>(GetParam()); }
    RopeOptions base() const { return small(per_row()); }
};

TEST_P(Variants, EachRungIsWithinItsBound) {
    for (const RopeOptions& options : {with_yarn(base()), with_normal(base()), with_factors(base()),
                                       with_normal(with_factors(base())), with_rung(base(), Rung::x)})
        expect_within(arch(), options);
}

// Through SrcA data lose bits, factors do not.
TEST_P(Variants, EveryExponentialIsWithinItsBound) {
    for (const ExpVariant exp : exp_variants) {
        RopeOptions options = with_all(base());
        options.exp = exp;
        options.through_srca = true;
        expect_within(arch(), options);
    }
}

// An odd number of tiles rotates, so that a tile of factors is half used; one row; a single unit a row.
TEST_P(Variants, AnyShape) {
    RopeOptions options = base();
    options.rows = 1;
    options.width = 96;
    options.rotary_dim = 96;
    expect_within(arch(), with_all(options));
    options.rotary_dim = 32;
    expect_within(arch(), with_all(options));
    options.rotary_dim = 64;
    expect_within(arch(), with_factors(options));
}

// Ranges that begin within a row of tiles, in the middle of a tile of factors; more cores than units.
TEST_P(Variants, ManyCoresGiveTheBitsOfOne) {
    for (const RopeOptions& options : {with_all(base()), with_factors(base()), with_rung(base(), Rung::x)}) {
        Work w = work(options);
        const std::vector<float> one = result(arch(), w);
        for (const std::uint32_t cores : {3u, 20u}) {
            w.plan.options.cores = cores;
            EXPECT_EQ(result(arch(), w), one) << w.plan.rung().name << " " << cores << " cores";
        }
    }
}

TEST_P(Variants, RungYWithoutYarnIsTheRungBefore) {
    const Work plain = work(base()), with_y = work(with_rung(base(), Rung::y));
    ASSERT_NE(plain.plan.rung().name, with_y.plan.rung().name);
    EXPECT_EQ(result(arch(), plain), result(arch(), with_y));
}

// The order in which movers take the work is no matter of the result.
TEST_P(Variants, RungXGivesTheBitsOfThePlainOrder) {
    EXPECT_EQ(result(arch(), work(base())), result(arch(), work(with_rung(base(), Rung::x))));
}

TEST_P(Variants, FactorsOfOneAreWithinTheBoundOfNone) {
    RopeOptions ones = base();
    ones.factors.assign(64, 1.0f);
    const Work w = work(ones), plain = work(base());
    const std::vector<float> y = result(arch(), w);
    EXPECT_TRUE(judge(w.plan.problem(w.positions), w.plan.bound(), w.x, y).within);
    EXPECT_TRUE(judge(plain.plan.problem(plain.positions), plain.plan.bound(), plain.x, y).within)
        << "powers of two are inverted exactly (sfpu-math.md 5.1)";
}

// A pair keeps its length, times the magnitude, up to the errors of its two ends.
TEST_P(Variants, LengthsAreKept) {
    const Work w = work(with_all(base()));
    const std::vector<float> y = result(arch(), w);
    const RopeBound bound = w.plan.bound();
    const RopeProblem problem = w.plan.problem(w.positions);
    const auto width = static_cast<std::size_t>(problem.width);
    for (std::size_t row = 0; row < y.size() / width; ++row)
        for (std::size_t k = 0; k < 64; ++k) {
            const std::size_t i = row * width + 2 * k;
            const auto length = [&](const std::vector<float>& v) {
                return std::hypot(static_cast<double>(v[i]), static_cast<double>(v[i + 1]));
            };
            const double limit = bound.bound(k, problem.position(static_cast<std::int64_t>(row)),
                                             static_cast<double>(w.x[i]), static_cast<double>(w.x[i + 1]));
            ASSERT_NEAR(length(y), magnitude(ramped) * length(w.x), std::sqrt(2.0) * limit) << row << " " << k;
        }
}

TEST_P(Variants, BackwardUndoesForward) {
    RopeOptions there = with_normal(with_factors(base())), back = there;
    back.backward = true;
    Work w = work(there);
    const RopeBound bound = w.plan.bound();
    const std::vector<float> x = w.x;
    w.x = result(arch(), w);
    w.plan = plan_rope(back);
    const std::vector<float> y = result(arch(), w);
    const RopeProblem problem = w.plan.problem(w.positions);
    const auto width = static_cast<std::size_t>(problem.width);
    for (std::size_t i = 0; i < y.size(); ++i) {
        const std::size_t column = i % width;
        if (column >= 128) {
            ASSERT_EQ(std::bit_cast<std::uint32_t>(y[i]), std::bit_cast<std::uint32_t>(x[i]));
            continue;
        }
        const std::size_t first = i - column % 2;
        const auto limit = [&](const std::vector<float>& v) {
            return bound.bound(column / 2, problem.position(static_cast<std::int64_t>(i / width)),
                               static_cast<double>(v[first]), static_cast<double>(v[first + 1]));
        };
        // The way there adds an error of length sqrt(2) * limit at most, which the way back turns with the rest.
        ASSERT_NEAR(y[i], x[i], (std::sqrt(2.0) * limit(x) + limit(w.x)) * (1 + 0x1p-10)) << i;
    }
}

INSTANTIATE_TEST_SUITE_P(Rope, Variants, testing::Combine(testing::ValuesIn(arch_names()), testing::Bool()),
                         [](const auto& p) {
                             return std::get<0>(p.param) + (std::get<1>(p.param) ? "_per_row" : "_per_batch_entry");
                         });

}  // namespace
}  // namespace tessera::host
