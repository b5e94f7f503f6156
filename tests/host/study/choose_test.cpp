// The cheapest function within a bound: which are candidates, what holds, and what a better one costs.
#include "host/study/choose.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "sim/fault/fault.hpp"

namespace tessera::accuracy {
namespace {

ChoiceRequest of_exp(const Bound& bound) {
    return {.reference = &reference::exp,
            .setting = {.arch = arch::wormhole_b0(), .dst = bf16},
            .low = -10,
            .high = 0,
            .bound = bound};
}

Function builtin(const char* name) { return *find_builtin(name); }

// No list of names: what states the reference is a candidate, and what the chip lacks is none.
TEST(Choose, CandidatesStateTheReference) {
    const auto exps = candidates_for(reference::exp, arch::wormhole_b0());
    EXPECT_GE(exps.size(), 10u);
    for (const Function& function : exps) EXPECT_EQ(function.reference, &reference::exp) << function.name;
    const auto names = [](const arch::Arch& arch) {
        std::vector<std::string> all;
        for (const Function& function : candidates_for(reference::reciprocal, arch)) all.push_back(function.name);
        return all;
    };
    EXPECT_THAT(names(arch::blackhole()), testing::Contains("recip_table"));
    EXPECT_THAT(names(arch::wormhole_b0()), testing::Not(testing::Contains("recip_table")));
}

TEST(Choose, TakesTheCheapestThatHoldsOnEveryInput) {
    const std::vector<Function> functions{builtin("exp_fp32"), builtin("exp_fast"), builtin("exp_bf16")};
    const Choice choice = choose_function(of_exp({.max_ulp = 1}), functions);
    ASSERT_TRUE(choice.chosen && choice.runner_up);
    const Candidate &best = choice.candidates[*choice.chosen], &next = choice.candidates[*choice.runner_up];
    EXPECT_EQ(best.function.name, "exp_bf16");
    EXPECT_EQ(next.function.name, "exp_fp32");
    EXPECT_TRUE(best.is_whole);
    EXPECT_EQ(best.study.statistics.total(), choice.inputs);
    EXPECT_LT(best.cost.cycles_per_tile(), next.cost.cycles_per_tile());
    EXPECT_EQ(choice.candidates.front().function.name, "exp_fast");
    EXPECT_EQ(choice.candidates.front().broken, "max ULP");
}

TEST(Choose, SaysSoWhenNoneHolds) {
    const std::vector<Function> functions{builtin("exp_fast"), builtin("exp_bf16")};
    const Choice choice = choose_function(of_exp({.max_relative = 1e-6}), functions);
    EXPECT_FALSE(choice.chosen || choice.runner_up || choice.digit);
    for (const Candidate& candidate : choice.candidates) EXPECT_EQ(candidate.broken, "max relative");
}

// A result of zero where a number is due counts by its error: exp_approx ends at -42, where e^x is 6e-19.
TEST(Choose, ZeroForANumberCountsByItsError) {
    const auto tried = [](const Bound& bound) {
        ChoiceRequest request = of_exp(bound);
        request.low = -60;
        const std::vector<Function> functions{builtin("exp_approx")};
        return choose_function(request, functions).candidates.front();
    };
    const Candidate small = tried({.max_absolute = 1});
    EXPECT_TRUE(small.holds) << small.broken;
    const Statistics& s = small.study.statistics;
    EXPECT_GT(s.of(Outcome::zeroed), 0u);
    EXPECT_NEAR(value_of(s.worst_zeroed_absolute.x()), -42, 0.3);
    EXPECT_LT(s.worst_zeroed_absolute.error(), 1e-18);
    EXPECT_EQ(small.errors.max_relative, 1);
    EXPECT_GE(small.errors.max_ulp, 128);  // of bf16: all of a result of 2^k is 128 of its ULP
    const Candidate relative = tried({.max_relative = 0.99});
    EXPECT_EQ(relative.broken, "max relative");
    EXPECT_FALSE(relative.holds);
    // Of the means it is one input of many.
    EXPECT_GT(relative.errors.mean_relative, s.mean_relative());
    EXPECT_LT(relative.errors.mean_relative, 1);
}

// One result of the smallest arguments vanishes: an error of 1e-38, which no absolute bound minds.
TEST(Choose, OneVanishingResultIsNoReason) {
    ChoiceRequest request = of_exp({.max_absolute = 0.01});
    request.reference = &reference::tanh;
    request.low = -4;
    request.high = 4;
    const std::vector<Function> functions{builtin("tanh_bf16")};
    const Candidate candidate = choose_function(request, functions).candidates.front();
    EXPECT_TRUE(candidate.holds) << candidate.broken;
}

// The exponential of -1e-30 is less than 1 by 1e-30, and half an ULP of the numbers above 1 is one below: the error of
// a neighbour is 1 ULP whatever the reference's own rounding adds.
TEST(Choose, WhatTheReferenceLeavesOpenBreaksNoBound) {
    EXPECT_EQ(at_most(1, bf16), 1 + 0x1p-40);
    EXPECT_LT(at_most(1, fp32), 1.0000002);
}

TEST(Choose, PricesTheNextDigit) {
    ChoiceRequest request = of_exp({.max_relative = 0.1});
    request.setting.dst = fp32;
    request.low = -1;
    request.high = -0.5;
    request.sample = 2000;
    const std::vector<Function> functions{builtin("exp_fp32"), builtin("exp_approx"), builtin("exp_21f_expanded")};
    const Choice choice = choose_function(request, functions);
    ASSERT_TRUE(choice.chosen && choice.digit);
    const Candidate &from = choice.candidates[*choice.chosen], &to = choice.candidates[*choice.digit];
    EXPECT_EQ(from.function.name, "exp_approx");
    EXPECT_EQ(to.function.name, "exp_21f_expanded");
    EXPECT_FALSE(from.is_whole);
    const double decades = std::log10(from.errors.max_relative / to.errors.max_relative);
    EXPECT_DOUBLE_EQ(price_of_digit(from, to, leading(request.bound)) * decades,
                     to.cost.cycles_per_tile() - from.cost.cycles_per_tile());
}

TEST(Choose, InputsAreTheNumbersOfTheFormat) {
    const std::vector<Inputs> both = inputs_of(-0.3, 0.1, bf16);
    ASSERT_EQ(both.size(), 2u);
    for (const Inputs& set : both)
        for (const std::uint64_t i : {std::uint64_t{0}, set.count - 1}) {
            EXPECT_EQ(set.at(i) & 0xffff, 0u);
            EXPECT_GE(value_of(set.at(i)), -0.3);
            EXPECT_LE(value_of(set.at(i)), 0.1);
        }
    EXPECT_EQ(inputs_of(1, 2, fp32).front().count, (1u << 23) + 1);
    EXPECT_THROW(inputs_of(1.0001, 1.0002, bf16), fault::InputError);
}

}  // namespace
}  // namespace tessera::accuracy
