#include "sim/views/check.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace tessera::views {
namespace {

using testing::HasSubstr;

constexpr double infinity = std::numeric_limits<double>::infinity();

TEST(Check, TheLargestShareOfABoundDecides) {
    Checker checker;
    const float got[] = {1.0f, 2.5f, -3.0f};
    const double exact[] = {1.0, 2.0, -3.25}, bounds[] = {0.1, 1.0, 0.25};
    for (std::size_t i = 0; i < 3; ++i) checker.compare(got[i], exact[i]);
    for (std::size_t i = 0; i < 3; ++i) checker.hold(i, got[i], exact[i], bounds[i]);
    const Check check = checker.result();
    EXPECT_TRUE(check.within);
    EXPECT_EQ(check.worst, 2u);
    EXPECT_EQ(check.worst_ratio, 1.0);
    EXPECT_EQ(check.deviation.worst, 1u);
    EXPECT_EQ(check.deviation.max_abs, 0.5);
    EXPECT_DOUBLE_EQ(check.deviation.nmse, (0.25 + 0.0625) / (1 + 6.25 + 9));
}

TEST(Check, ABoundOfZeroTakesOnlyWhatIsEqual) {
    Checker good, bad;
    good.hold(0, 1.5f, 1.5, 0);
    EXPECT_TRUE(good.result().within);
    bad.hold(0, 1.5f, std::nextafter(1.5, 2.0), 0);
    EXPECT_FALSE(bad.result().within);
    EXPECT_EQ(bad.result().worst_ratio, infinity);
}

// A NaN and an infinity of the exact result belong into the result, and what exceeds fp32 is infinite there.
TEST(Check, DistanceOfSpecialValues) {
    const float nan = std::numeric_limits<float>::quiet_NaN(), inf = std::numeric_limits<float>::infinity();
    EXPECT_EQ(distance(nan, std::nan("")), 0);
    EXPECT_EQ(distance(1.0f, std::nan("")), infinity);
    EXPECT_EQ(distance(nan, 1.0), infinity);
    EXPECT_EQ(distance(inf, 1e300), 0);
    EXPECT_EQ(distance(-inf, 1e300), infinity);
    EXPECT_EQ(distance(inf, 1.0), infinity);
    EXPECT_EQ(distance(2.0f, 2.5), 0.5);
}

// They have no error; the report counts them, and one where the exact result is a number fails.
TEST(Check, WhatIsNotFiniteIsCountedApart) {
    const double nan = std::nan("");
    const auto checked = [](std::initializer_list<std::pair<double, double>> pairs) {
        Checker checker;
        for (std::size_t i = 0; const auto& [got, exact] : pairs) {
            checker.compare(got, exact);
            checker.hold(i++, static_cast<float>(got), exact, 0.5);
        }
        return checker.result();
    };
    const Check same = checked({{1, 1.25}, {infinity, infinity}, {nan, nan}, {-infinity, -1e300}});
    EXPECT_TRUE(same.within);
    EXPECT_EQ(same.deviation.max_abs, 0.25);
    EXPECT_DOUBLE_EQ(same.deviation.nmse, 0.0625);
    EXPECT_EQ(same.deviation.not_finite, 3u);
    EXPECT_EQ(same.deviation.differ, 0u);
    EXPECT_THAT(to_text(same, false), HasSubstr("values 3 results are not finite; 0 differ from the exact one"));
    for (const std::pair<double, double>& pair :
         {std::pair{nan, 1.0}, {infinity, 1.0}, {1.0, nan}, {-infinity, infinity}}) {
        const Check wrong = checked({{1, 1}, pair});
        EXPECT_FALSE(wrong.within);
        EXPECT_EQ(wrong.deviation.differ, 1u);
        EXPECT_EQ(wrong.deviation.max_abs, infinity);
        EXPECT_THAT(to_text(wrong, false), HasSubstr("1 differ"));
    }
    EXPECT_THAT(to_text(checked({{1, 1}}), false), testing::Not(HasSubstr("finite")));
}

// Also where nothing holds the element against a bound, or the bound itself is no number.
TEST(Check, NoNumberPassesByAComparisonThatFails) {
    Checker compared, held;
    compared.compare(std::nan(""), 1);
    EXPECT_FALSE(compared.result().within);
    EXPECT_THAT(worst_element(compared.result()), HasSubstr("is nan, exact 1"));
    held.note(std::nan(""), 0, 1, 1, std::nan(""));
    EXPECT_FALSE(held.result().within);
}

TEST(Check, PlacesAreIndicesOfTheShape) {
    Check check;
    check.shape = {2, 3, 4};
    EXPECT_EQ(place(check, 0), "[0, 0, 0]");
    EXPECT_EQ(place(check, 23), "[1, 2, 3]");
    check.what = "c";
    EXPECT_EQ(place(check, 4), "[0, 1, 0] of c");
}

TEST(Check, AFailureIsSaid) {
    Checker checker;
    checker.compare(1.0f, 3.0);
    checker.hold(0, 1.0f, 3.0, 0.5);
    Check check = checker.result();
    check.shape = {1};
    check.terms = "bound of nothing";
    EXPECT_THAT(to_text(check, false), HasSubstr("check  FAILED\n"));
    EXPECT_THAT(to_text(check, false), testing::Not(HasSubstr("nothing")));
    EXPECT_THAT(to_text(check, true), HasSubstr("bound of nothing\n"));
    EXPECT_EQ(worst_element(check), "element [0] is 1, exact 3, error 2.000e+00 beyond its bound 5.000e-01");
}

}  // namespace
}  // namespace tessera::views
