// Expressions as references: what they are worth, how certain, and what they refuse.
#include "host/study/formula.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <filesystem>
#include <limits>

#include "host/study/exact_table.hpp"
#include "host/tensor/npy.hpp"
#include "sim/fault/fault.hpp"
#include "tests/support/temporary_folder.hpp"

namespace tessera::accuracy {
namespace {

using testing::HasSubstr;
using testing::ThrowsMessage;

// fp32 numbers of all sizes up to 16, either sign.
std::vector<double> some_inputs(std::size_t count) {
    std::vector<double> inputs;
    for (std::uint32_t i = 0; i < count; ++i)
        inputs.push_back(
            std::bit_cast<float>((i * 104785901u & 0x80000000) | (i * 1047859u + 0x33000000) % 0x41800000));
    return inputs;
}

// The reference's functions of glibc and MPFR, and the same as an expression.
TEST(Formula, IsWorthWhatTheReferenceIs) {
    for (const std::string& name : reference_names()) {
        const Reference& f = *find_reference(name);
        if (f.exact != nullptr || f.expression.empty()) continue;
        const Formula formula(f.expression);
        for (const double x : some_inputs(100)) {
            const double exact = f.of(x, 0), value = formula.value(x, 0);
            if (!std::isfinite(exact)) continue;
            ASSERT_LE(std::abs(value - exact), 0x1p-48 * std::abs(exact)) << name << " of " << x;
            ASSERT_EQ(formula.nearest(x, 0, fp32), nearest(f, x, 0, exact, fp32)) << name << " of " << x;
            ASSERT_EQ(formula.nearest(x, 0, bf16), nearest(f, x, 0, exact, bf16)) << name << " of " << x;
        }
    }
}

// What is left of a difference is as certain as a form without one.
TEST(Formula, CancellationTakesMoreBits) {
    const std::pair<const char*, const char*> alike[] = {
        {"exp(x) - 1", "expm1(x)"},
        {"log(1 + x)", "log1p(x)"},
        {"x * 0.5 * (1 + tanh(sqrt(2 / pi) * (x + 0.044715 * x * x * x)))",
         "x / (1 + exp(-2 * sqrt(2 / pi) * x * (1 + 0.044715 * x * x)))"},
        {"1 - erf(x)", "erfc(x)"},
        {"(exp(x) - exp(-x)) / 2", "sinh(x)"},
        {"tan(x) - sin(x) / cos(x) + x", "x"}};
    for (const auto& [difference, direct] : alike) {
        const Formula one(difference), other(direct);
        for (const double x : some_inputs(60)) {
            if (x <= -1) continue;
            EXPECT_EQ(one.nearest(x, 0, fp32), other.nearest(x, 0, fp32)) << difference << " at " << x;
            EXPECT_LE(std::abs(one.value(x, 0) - other.value(x, 0)), 0x1p-48 * std::abs(other.value(x, 0)) + 0x1p-160)
                << difference << " at " << x;
        }
    }
}

// Figures of tables: Abramowitz and Stegun 9.8, 6.3, 7.1.
TEST(Formula, KnowsFunctionsThatNoLibraryHas) {
    EXPECT_DOUBLE_EQ(Formula("i0(x)").value(1, 0), 1.2660658777520084);
    EXPECT_DOUBLE_EQ(Formula("i1(x)").value(-1, 0), -0.56515910399248503);
    EXPECT_DOUBLE_EQ(Formula("digamma(x)").value(1, 0), -0.57721566490153286);
    EXPECT_DOUBLE_EQ(Formula("digamma(x)").value(-0.5, 0), 0.036489973978576520);
    EXPECT_DOUBLE_EQ(Formula("lgamma(x)").value(-0.5, 0), 1.2655121234846454);
    EXPECT_DOUBLE_EQ(Formula("erfinv(x)").value(0.5, 0), 0.47693627620446987);
    for (const char* quick : {"i0(x)", "i1(x)", "digamma(x)", "erfinv(x)"})
        for (const double x : {0.0078125, 0.25, 0.5, 0.9999847412109375, 4.0, 30.0}) {
            const Formula formula(quick);
            const double value = formula.value(x, 0);
            if (std::isnan(value)) continue;
            EXPECT_EQ(formula.nearest(x, 0, {"double", 52, -1022, 1023}), value) << quick << " of " << x;
        }
    EXPECT_EQ(Formula("i0(x)").value(1e30, 0), HUGE_VAL);
    EXPECT_EQ(Formula("erfinv(x)").value(-1, 0), -HUGE_VAL);
    EXPECT_TRUE(std::isnan(Formula("erfinv(x)").value(2, 0)));
}

TEST(Formula, ReadsDecimalNumbersAndTwoArguments) {
    // The double next to 0.1 is above it, by more than the rounding of a sum leaves open.
    EXPECT_LT(std::abs(Formula("0.1 * 3 - 0.3").value(0, 0)), 0x1p-200);
    EXPECT_EQ(Formula("x * y + 1").arguments(), 2u);
    EXPECT_EQ(Formula("pow(x, 3)").arguments(), 1u);
    EXPECT_EQ(Formula("pow(x, 3)").value(-2, 0), -8);
    EXPECT_EQ(Formula("fmod(x, y)").value(-7.5, 2), -1.5);
    EXPECT_EQ(Formula("where(x, 1, -1)").value(0, 0), -1);
    EXPECT_EQ(Formula("min(max(x, 0), 6)").value(9, 0), 6);
    EXPECT_EQ(Formula("round(x)").value(2.5, 0), 2);
    EXPECT_EQ(Formula("1 / (1 + exp(-x))").value(-1e30, 0), 0);
    EXPECT_EQ(Formula("x / 3 * 3").nearest(1 + 0x1p-8, 0, bf16), 1);  // a tie, to even
}

// A remainder of operands that are no numbers of any format, by the decimal numbers they are.
TEST(Formula, RemaindersOfRoundedOperands) {
    const auto at = [](const char* text, double x) { return Formula(text).value(x, 0); };
    EXPECT_DOUBLE_EQ(at("fmod(x * 0.1, 0.3)", 10), 0.1);
    EXPECT_DOUBLE_EQ(at("fmod(x * 0.1, 0.3)", -10), -0.1);
    EXPECT_DOUBLE_EQ(at("fmod(x * 0.1, 0.3)", 2), 0.2);
    EXPECT_EQ(at("fmod(x * 0.1, 0.3)", 3), 0);  // exactly, which no double of 0.1 and 0.3 shows
    EXPECT_EQ(at("fmod(x * 0.1, 0.3)", 2997), 0);
    EXPECT_DOUBLE_EQ(at("fmod(exp(x), 1)", 5), 0.41315910257660342);
    EXPECT_DOUBLE_EQ(at("fmod(x, pi)", 1e10), 2.6323615814240585);
    EXPECT_DOUBLE_EQ(at("fmod(x, pi)", 1), 1);
    EXPECT_TRUE(std::isnan(at("fmod(exp(x), 0)", 1)));
    EXPECT_EQ(Formula("fmod(x * 0.1, 0.3)").nearest(10, 0, fp32), static_cast<double>(0.1f));
    // Steps at a whole number that is the sum of decimal ones.
    EXPECT_EQ(at("floor(x * 0.1)", 30), 3);
    EXPECT_EQ(at("ceil(x * 0.1)", 30), 3);
    EXPECT_EQ(at("where(0.1 * x - 0.3, 1, -1)", 3), -1);
    EXPECT_EQ(at("trunc(x * 0.1)", -29), -2);
}

// Rounded to odd a value lies on its own side of every number of the formats.
TEST(Formula, TellsTheSideOfANumber) {
    EXPECT_EQ(reference::exp.side_of(-1e-30, 0, 1), -1);
    EXPECT_EQ(reference::exp.side_of(1e-30, 0, 1), 1);
    EXPECT_EQ(reference::sqrt.side_of(4, 0, 2), 0);
    EXPECT_EQ(reference::power.side_of(1 - 0x1p-24, 1e-30, 1), -1);
    EXPECT_EQ(reference::sigmoid.side_of(-1e-30, 0, 0.5), -1);
    EXPECT_EQ(find_reference("square")->side_of(1.5, 0, 2.25), 0);
    EXPECT_EQ(in_own_binade(reference::exp, -1e-30, 0, 1), 1 - 0x1p-53);
    EXPECT_EQ(in_own_binade(reference::exp, 1e-30, 0, 1), 1);
    EXPECT_EQ(in_own_binade(reference::exp, 1e-30, 0, 1 - 0x1p-53), 1);
    EXPECT_EQ(in_own_binade(reference::sin, 0x1p-40, 0, 0x1p-40), std::nextafter(0x1p-40, 0));
    EXPECT_EQ(in_own_binade(*find_reference("negative"), 4, 0, -4), -4);
}

// As in [expect] of a job file: 1 or 0, and 0 of what is no number but for its being unequal.
TEST(Formula, ComparesLikeJobFiles) {
    const double inf = std::numeric_limits<double>::infinity(), nan = std::numeric_limits<double>::quiet_NaN();
    const auto is = [](const char* text, double x, double y, double expected) {
        const Formula formula(text);
        EXPECT_EQ(formula.value(x, y), expected) << text << " of " << x << ", " << y;
        EXPECT_EQ(formula.nearest(x, y, fp32), expected) << text << " of " << x << ", " << y;
    };
    for (const double x : {-inf, -1.0, 0.0, 1e-40, 1.0, inf, nan})
        for (const double y : {-inf, -1.0, 0.0, 1.0, inf, nan}) {
            is("x < y", x, y, x < y ? 1 : 0);
            is("x <= y", x, y, x <= y ? 1 : 0);
            is("x > y", x, y, x > y ? 1 : 0);
            is("x >= y", x, y, x >= y ? 1 : 0);
            is("x == y", x, y, x == y ? 1 : 0);
            is("x != y", x, y, x != y ? 1 : 0);
            is("x > 0 && y > 0", x, y, x > 0 && y > 0 ? 1 : 0);
            is("x > 0 || y > 0", x, y, x > 0 || y > 0 ? 1 : 0);
        }
    // Bounds that come as close as they like still tell, and so does what is the same.
    is("exp(log(x)) <= x", 3, 0, 1);
    is("sqrt(x) * sqrt(x) == x", 2, 0, 1);
    is("exp(x) > 1", 1e-30, 0, 1);
    is("where(x < 2 && x > -2, x, 7)", 1.5, 0, 1.5);
    is("where(x < 2 && x > -2, x, 7)", 2, 0, 7);
    is("(x >= 0) * x", -3, 0, 0);
}

TEST(Formula, RefusesWhatItDoesNotKnow) {
    const auto refused = [](const char* text, const char* why) {
        EXPECT_THAT([&] { Formula{text}; }, ThrowsMessage<fault::InputError>(HasSubstr(why))) << text;
    };
    refused("expp(x)", "unknown function expp; did you mean `exp`?");
    refused("z + 1", "only x, y and pi have names");
    refused("exp(x, y)", "exp takes 1 argument(s), 2 are given");
    refused("$n", "no parameters here");
    refused("x +", "expected a number");
    EXPECT_THAT([] { reference_given("sigmod"); },
                ThrowsMessage<fault::InputError>(HasSubstr("did you mean `sigmoid`?")));
}

TEST(ReferenceInName, IsTheLongestWord) {
    const auto name = [](const char* function) {
        const Reference* found = reference_in_name(function);
        return found == nullptr ? std::string_view("none") : found->name;
    };
    EXPECT_EQ(name("my_sigmoid"), "sigmoid");
    EXPECT_EQ(name("exp_24f"), "exp");
    EXPECT_EQ(name("gelu_tanh2"), "gelu_tanh");
    EXPECT_EQ(name("fast_log1p"), "log1p");
    EXPECT_EQ(name("expert"), "none");
}

TEST(ExactTable, SaysInputsAndResults) {
    const test::TemporaryFolder scratch;
    const auto write = [&](const std::vector<double>& values, std::vector<std::size_t> shape) {
        const std::string path = (scratch / "t.npy").string();
        host::write_npy(path, host::npy_array<double>(values, std::move(shape)), true);
        return path;
    };
    const ExactTable table(write({2, 20, -1, 10, 1, 11, 1.5, 15, 1.75, 17}, {5, 2}));
    EXPECT_EQ(table.value(1.5, 0), 15);
    EXPECT_TRUE(std::isnan(table.value(1.25, 0)));
    std::vector<double> inputs;
    for (const Inputs& set : table.inputs())
        for (std::uint64_t i = 0; i < set.count; ++i) inputs.push_back(value_of(set.at(i)));
    EXPECT_EQ(inputs, (std::vector<double>{-1, 1, 1.5, 1.75, 2}));
    EXPECT_THAT([&] { ExactTable(write({1, 2, 3}, {3})); }, ThrowsMessage<fault::InputError>(HasSubstr("(N, 2)")));
    EXPECT_THAT([&] { ExactTable(write({0.1, 2}, {1, 2})); }, ThrowsMessage<fault::InputError>(HasSubstr("no fp32")));
    EXPECT_THAT(
        [&] {
            ExactTable(write({1, 2, 1, 3}, {2, 2}));
        },
        ThrowsMessage<fault::InputError>(HasSubstr("more than once")));
}

}  // namespace
}  // namespace tessera::accuracy
