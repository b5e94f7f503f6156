// What kernels announce of their operations, and what is wrong with the order (sim/core/announced_calls.hpp).
#include "sim/core/announced_calls.hpp"

#include <gtest/gtest.h>

#include <string>

namespace tessera::core {
namespace {

using abi::Announcement;
using abi::Formats;

std::string function_at(std::uint32_t pc) { return "f" + std::to_string(pc); }

constexpr std::uint32_t family = 3, other_family = 5, variant = 7 << abi::family_bits;
constexpr std::uint32_t formats = Formats::of(0, 1, 16);

struct Started : AnnouncedCalls {
    Started() { EXPECT_FALSE(configures(Announcement::starts, formats, 4, 1)); }
};

std::string text(const std::optional<AnnouncedCalls::Wrong>& wrong) { return wrong ? wrong->text : ""; }

TEST(AnnouncedCalls, AnOperationNeedsAStart) {
    AnnouncedCalls calls;
    calls.sets_up(family, 8);
    EXPECT_FALSE(calls.lacks_start()) << "nothing runs";
    EXPECT_FALSE(calls.runs(family, 12, function_at));
    EXPECT_TRUE(calls.lacks_start());
    EXPECT_FALSE(calls.configures(Announcement::reconfigures, formats, 16, 2));
    EXPECT_TRUE(calls.lacks_start());
    EXPECT_FALSE(calls.configures(Announcement::starts_with_op, formats, 16, 2));
    EXPECT_FALSE(calls.lacks_start());
}

TEST(AnnouncedCalls, AnOperationNeedsItsOwnSetUp) {
    Started calls;
    EXPECT_EQ(text(calls.runs(family, 12, function_at)), "f12 without its init: no init of an operation has run");
    calls.sets_up(other_family, 20);
    const auto wrong = calls.runs(family, 24, function_at);
    EXPECT_EQ(text(wrong), "f24 without its init: the last one is f20");
    EXPECT_EQ(wrong->since, 20u);
    calls.sets_up(family | variant, 28);
    EXPECT_EQ(text(calls.runs(family, 32, function_at)),
              "f32 without its init: the last one is f28, which sets up another variant");
    EXPECT_FALSE(calls.runs(family | variant, 32, function_at));
    EXPECT_FALSE(calls.runs(family | abi::any_variant, 32, function_at));
    EXPECT_TRUE(calls.runs(other_family | abi::any_variant, 32, function_at));
    calls.sets_up(abi::unknown_key, 36);
    EXPECT_FALSE(calls.runs(other_family, 40, function_at));
    EXPECT_EQ(calls.running(), 1u << other_family);
}

// Loops may be unrolled: what counts is the line.
TEST(AnnouncedCalls, AStartThatComesAgainForTheSameFormats) {
    Started calls;
    calls.sets_up(family, 8);
    EXPECT_FALSE(calls.configures(Announcement::starts, formats, 40, 1)) << "nothing has run since";
    EXPECT_FALSE(calls.runs(family, 12, function_at));
    EXPECT_FALSE(calls.configures(Announcement::starts, formats, 40, 2)) << "another line";
    EXPECT_FALSE(calls.runs(family, 12, function_at));
    EXPECT_FALSE(
        calls.configures(Announcement::reconfigures, Formats::of(Formats::unchanged, 2, Formats::unchanged), 44, 3));
    EXPECT_FALSE(calls.configures(Announcement::starts, formats, 40, 2)) << "other formats";
    EXPECT_FALSE(calls.runs(family, 12, function_at));
    const auto again = calls.configures(Announcement::starts, formats, 40, 2);
    ASSERT_TRUE(again);
    EXPECT_TRUE(again->tolerable);
    EXPECT_FALSE(calls.runs(family, 12, function_at));
    EXPECT_FALSE(calls.configures(Announcement::starts, Formats::of(0, Formats::unknown, 16), 40, 2))
        << "only run time knows";
}

TEST(AnnouncedCalls, WhatUnitsAreConfiguredFor) {
    Started calls;
    EXPECT_FALSE(
        calls.configures(Announcement::reconfigures, Formats::of(Formats::unchanged, 2, Formats::unknown), 44, 3));
    EXPECT_EQ(calls.configured(0).cb, 0u);
    EXPECT_EQ(calls.configured(0).pc, 4u);
    EXPECT_EQ(calls.configured(1).cb, 2u);
    EXPECT_EQ(calls.configured(1).pc, 44u);
    EXPECT_FALSE(calls.configured(2).cb);
    calls.lets_pass({1u << family, 48});
    EXPECT_EQ(calls.results().families, 1u << family);
}

}  // namespace
}  // namespace tessera::core
