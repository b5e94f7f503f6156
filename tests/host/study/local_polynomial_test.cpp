// Polynomials that stand for a reference over stretches of inputs: their bound holds, and seams, poles and zeros are
// left to the reference.
#include "host/study/local_polynomial.hpp"

#include <gtest/gtest.h>

#include <bit>
#include <cmath>

namespace tessera::accuracy {
namespace {

// Where a block of 2^16 neighbours begins: over the exponents, and among the smallest and largest there are.
std::uint32_t begin_of(std::uint32_t block) {
    if (block < 8) return block << 27;
    return block < 16 ? 0x80000000 | (0x3d000000 + (block << 23))
                      : (block & 1) << 31 | (block < 18 ? 0x01230000 : 0x7e450000);
}

// Some of each block are held against the reference.
TEST(LocalPolynomial, IsTheReference) {
    for (const char* name : {"sin", "tanh", "atan", "recip", "erf", "silu", "gelu", "mish", "i0", "asinh", "tan", "log",
                             "sqrt", "cbrt", "selu", "acosh", "erfinv", "softshrink", "frac"}) {
        const Reference& reference = *find_reference(name);
        const Formula& formula = *formula_of(reference);
        LocalReference local(formula, reference);
        std::vector<std::uint32_t> patterns(1024);
        std::vector<double> x(patterns.size()), f(patterns.size());
        for (std::uint32_t block = 7; block < 20; ++block) {
            local.begin();
            for (std::uint32_t piece = 0; piece < 64; piece += 21) {
                for (std::uint32_t i = 0; i < patterns.size(); ++i) {
                    patterns[i] = begin_of(block) + (piece << 10) + i;
                    x[i] = value_of(patterns[i]);
                }
                local.values(patterns.data(), x.data(), f.data(), patterns.size());
                for (std::size_t i = 0; i < patterns.size(); i += 341) {
                    const double exact = formula.value(x[i], 0);
                    if (f[i] == exact || (std::isnan(f[i]) && std::isnan(exact))) continue;  // infinite ones, too
                    ASSERT_LE(std::abs(f[i] - exact), 0x1p-47 * std::abs(exact)) << name << " of " << x[i];
                }
            }
        }
    }
}

TEST(LocalPolynomial, TakesOneForAWholeBlockWhereTheFunctionIsSmooth) {
    const auto made = [](const char* text, float first, float last) {
        return local_polynomial(Formula(text), first, last);
    };
    EXPECT_TRUE(made("1 / (1 + exp(-x))", 2.0f, 2.0156f));
    EXPECT_TRUE(made("erfinv(x)", 0.25f, 0.2519f));
    const auto plateau = made("tanh(x)", 64.0f, 100.0f);
    ASSERT_TRUE(plateau);
    EXPECT_EQ(plateau->used, 1u);
    EXPECT_EQ(plateau->a[0], 1);
}

TEST(LocalPolynomial, TakesTheLargestTheUndefinedAndTheWhole) {
    const auto made = [](const char* text, float first) {
        return local_polynomial(Formula(text), first, first * 1.0078125f);
    };
    EXPECT_TRUE(made("1 / x", 0x1p126f));
    EXPECT_TRUE(made("log(x)", 0x1p-126f));
    EXPECT_TRUE(made("where(x, x, expm1(x))", 0x1p120f));  // expm1 alone is infinite there
    EXPECT_TRUE(made("floor(x) + x", -0x1p30f));
    const auto undefined = made("log(x)", -3.0f), zero = made("x - min(max(x, -0.5), 0.5)", 0.25f);
    ASSERT_TRUE(undefined && zero);
    EXPECT_TRUE(std::isnan(undefined->a[0]));
    EXPECT_EQ(zero->a[0], 0);
}

TEST(LocalPolynomial, LeavesSeamsPolesAndZerosAlone) {
    const auto is_made = [](const char* text, float first, float last) {
        return local_polynomial(Formula(text), first, last).has_value();
    };
    EXPECT_FALSE(is_made("sin(x)", 3.14f, 3.15f));        // zero at pi
    EXPECT_FALSE(is_made("tan(x)", 1.57f, 1.58f));        // pole at pi / 2
    EXPECT_FALSE(is_made("max(x, 1.5)", 1.49f, 1.51f));   // seam
    EXPECT_FALSE(is_made("floor(x) + x", 1.99f, 2.01f));  // step
    EXPECT_TRUE(is_made("floor(x) + x", 1.5f, 1.51f));
    EXPECT_FALSE(is_made("digamma(x)", 2.0f, 2.01f));  // no rule
}

}  // namespace
}  // namespace tessera::accuracy
