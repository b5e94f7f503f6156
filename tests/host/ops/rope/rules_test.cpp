// What no kernel does is refused in one line, and what was asked for chooses the rung.
#include "host/ops/rope/rules.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "sim/fault/fault.hpp"
#include "tests/host/ops/rope/plans.hpp"

namespace tessera::host {
namespace {

using testing::AllOf;
using testing::HasSubstr;

constexpr RopePairing normal = RopePairing::normal;

TEST(RopeRules, NormalPairsTurnInTilesOfTheirOwn) {
    const RopePlan plan = plan_rope({.rows = 33, .width = 100, .rotary_dim = 96, .pairing = normal});
    EXPECT_EQ(plan.units_per_row, 3);
    EXPECT_EQ(plan.units, 6);
    EXPECT_EQ(plan.units + plan.passive_tiles, plan.tiles);
    EXPECT_NO_THROW(plan_rope({.width = 32, .rotary_dim = 32, .pairing = normal}));
    expect_no_plan({.width = 100, .rotary_dim = 100, .pairing = normal}, "rotary_dim 100 is not a multiple of 32",
                   "nearest: 96");
    expect_no_plan({.width = 100, .rotary_dim = 160, .pairing = normal}, "above the width 100", "nearest: 128");
    expect_no_plan({.width = 100, .rotary_dim = 96}, "not a multiple of 64", "nearest: 128");
}

TEST(RopeRules, YarnStaysWithinWhatTheBoundCovers) {
    expect_no_plan({.yarn = {.freq_scale = 0}}, "freq_scale 0 is not within 1e-06 to 1000000", "nearest: 1e-06");
    expect_no_plan({.yarn = {.freq_scale = std::nan("")}}, "freq_scale nan", "nearest");
    expect_no_plan({.yarn = {.attn_factor = 1e7}}, "attn_factor 10000000", "nearest: 1000000");
    expect_no_plan({.yarn = {.ext_factor = 1.5}}, "ext_factor 1.5 is not within 0 to 1", "nearest: 1");
    expect_no_plan({.yarn = {.ext_factor = -1}}, "ext_factor -1", "nearest: 0");
    expect_no_plan({.yarn = {.ext_factor = 1, .beta_slow = 0}}, "beta_slow 0", "nearest");
    expect_no_plan({.yarn = {.ext_factor = 1, .ctx_orig = -1}}, "ctx_orig -1", "nearest: 0");
    EXPECT_NO_THROW(plan_rope({.yarn = {.beta_fast = 0, .beta_slow = 0}}));  // what ggml passes without a ramp
}

TEST(RopeRules, FactorsAreOneAPairAndPositive) {
    std::vector<float> factors(128, 1.0f);
    EXPECT_NO_THROW(plan_rope({.factors = factors}));
    expect_no_plan({.rotary_dim = 128, .factors = factors}, "128 frequency factors given, 64 expected",
                   "rotary_dim 128");
    factors[7] = -1;
    expect_no_plan({.factors = factors}, "frequency factor at index 7: -1 is not within", "nearest: 1e-06");
    factors[7] = INFINITY;
    expect_no_plan({.factors = factors}, "index 7: inf", "nearest: 1000000");
}

TEST(RopeRules, WhatIsAskedChoosesTheRung) {
    const auto rung = [](const RopeOptions& options) { return plan_rope(options).rung().name; };
    const std::vector<float> factors(128, 1.0f);
    EXPECT_EQ(rung({}), "R10");
    EXPECT_EQ(rung({.per_row = true}), "R9");
    EXPECT_EQ(rung({.backward = true}), "R10");
    EXPECT_EQ(rung({.yarn = {.freq_scale = 0.5}}), "Y");
    EXPECT_EQ(rung({.yarn = {.attn_factor = 0.5}}), "Y");
    EXPECT_EQ(rung({.yarn = {.ext_factor = 0.5}}), "R10");
    EXPECT_EQ(rung({.pairing = normal, .yarn = {.freq_scale = 0.5}}), "N");
    EXPECT_EQ(rung({.pairing = normal, .factors = factors}), "F");
    EXPECT_EQ(plan_rope({.per_row = true, .factors = factors}).kernel(), "compute_rows.cpp");
    EXPECT_EQ(plan_rope({.factors = factors}).kernel(), "compute_batch.cpp");
}

TEST(RopeRules, ARungDoesWhatItIsAbout) {
    expect_no_plan({.rung = Rung::n}, "rung N is about normal pairing, and none is asked for", "nearest: R10");
    expect_no_plan({.per_row = true, .rung = Rung::f}, "rung F is about frequency factors", "nearest: R9");
    expect_no_plan({.rung = Rung::r10, .pairing = normal}, "rung R10 does not do normal pairing", "nearest: N, F");
    expect_no_plan({.rung = Rung::r4, .yarn = {.freq_scale = 2}}, "rung R4 does not do YaRN", "nearest: Y, N, F");
    expect_no_plan({.rung = Rung::n, .pairing = normal, .factors = std::vector<float>(128, 1.0f)},
                   "rung N does not do frequency factors", "nearest: F");
    expect_no_plan({.per_row = true, .rung = Rung::r8, .backward = true}, "rung R8 does not do backward",
                   "nearest: R9, R10");
    expect_no_plan({.rung = Rung::r9}, "rung R9 takes one position per row", "nearest: per_row");
}

TEST(RopeRules, PhasesGoWithKernelsThatTakeATable) {
    for (const RopePhase phase : {RopePhase::split, RopePhase::turns}) {
        expect_no_plan({.phase = phase, .rung = Rung::r4}, "rung R4 computes its frequencies", "nearest: R10");
        expect_no_plan({.per_row = true, .phase = phase, .rung = Rung::r8},
                       "phase " + std::string(name(phase)) + " does not go with it", "nearest: R9");
        for (const Rung rung : {Rung::r10, Rung::y, Rung::x})
            EXPECT_NO_THROW(plan_rope({.phase = phase, .rung = rung}));
        EXPECT_NO_THROW(plan_rope({.per_row = true, .phase = phase, .rung = Rung::r9}));
    }
    EXPECT_EQ(plan_rope({.phase = RopePhase::turns}).kernel(), "turns.cpp");
    EXPECT_EQ(plan_rope({.per_row = true, .phase = RopePhase::split}).kernel(), "compute_rows.cpp");
}

// A product of 13 and 11 bits is exact; a faster pair would need more.
TEST(RopeRules, SplitFrequenciesAreAtMostAQuarterTurn) {
    EXPECT_NO_THROW(plan_rope({.phase = RopePhase::split, .yarn = {.freq_scale = 1.57}}));
    expect_no_plan({.phase = RopePhase::split, .yarn = {.freq_scale = 1.58}},
                   "phase split takes at most 1.5708 rad a position, and pair 0 turns by 1.58", "nearest: phase turns");
    std::vector<float> factors(128, 1.0f);
    factors[1] = 0.5f;
    expect_no_plan({.phase = RopePhase::split, .factors = factors}, "pair 1 turns by 1.86", "phase turns");
    EXPECT_NO_THROW(plan_rope({.phase = RopePhase::turns, .yarn = {.freq_scale = 100}, .factors = factors}));
}

TEST(RopeRules, PhasesReachFurther) {
    const auto check = [](RopePhase phase, std::int64_t position) {
        check_positions(plan_rope({.phase = phase}), std::vector{position});
    };
    for (const std::int64_t position : {0, 1 << 24, -(1 << 24)}) EXPECT_NO_THROW(check(RopePhase::split, position));
    for (const std::int64_t position : {INT32_MIN, -1, INT32_MAX}) EXPECT_NO_THROW(check(RopePhase::turns, position));
    const auto expect_beyond = [&](RopePhase phase, std::int64_t position, const std::string& nearest) {
        EXPECT_THAT([&] { check(phase, position); },
                    testing::ThrowsMessage<fault::InputError>(
                        AllOf(HasSubstr("where phase " + std::string(name(phase)) + " is right"), HasSubstr(nearest))));
    };
    expect_beyond(RopePhase::split, (1 << 24) + 1, "nearest: 16777216");
    expect_beyond(RopePhase::split, -(1 << 24) - 1, "nearest: -16777216");
    expect_beyond(RopePhase::turns, std::int64_t{1} << 31, "nearest: 2147483647");
}

// Scaling changes how far positions may go, and fp32 holds whole numbers to 2^24.
TEST(RopeRules, PositionsFollowTheFastestPair) {
    const auto most = [](const RopeOptions& options) { return plan_rope(options).bound().max_position(); };
    EXPECT_EQ(most({}), 102942);
    EXPECT_NEAR(static_cast<double>(most({.yarn = {.freq_scale = 0.25}})), 4 * 102942.0, 4);
    EXPECT_EQ(most({.yarn = {.freq_scale = 0.25, .ext_factor = 1, .ctx_orig = 4096}}), 102942)
        << "the fastest pair is exempt";
    EXPECT_EQ(most({.yarn = {.freq_scale = 1e-4}}), 1 << 24);
    std::vector<float> factors(128, 1.0f);
    factors[1] = 1e-3f;  // pair 1 is now the fastest
    EXPECT_LT(most({.factors = factors}), 1000);
}

}  // namespace
}  // namespace tessera::host
