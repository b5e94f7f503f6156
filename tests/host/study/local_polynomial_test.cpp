// Polynomials that stand for a reference over stretches of inputs: their bound holds, and seams, poles and zeros are
// left to the reference.
#include "host/study/local_polynomial.hpp"

#include <gtest/gtest.h>

#include <bit>
#include <cmath>

namespace tessera::accuracy {
namespace {

// Sixteen blocks over the exponents: 2^16 neighbours each, of which some are held against the reference.
TEST(LocalPolynomial, IsTheReference) {
    for (const char* name : {"sin", "tanh", "atan", "recip", "erf", "silu", "gelu", "mish", "i0", "asinh", "tan"}) {
        const Reference& reference = *find_reference(name);
        const Formula& formula = *formula_of(reference);
        LocalReference local(formula, reference);
        std::vector<std::uint32_t> patterns(1024);
        std::vector<double> x(patterns.size()), f(patterns.size());
        for (std::uint32_t block = 7; block < 16; ++block) {
            local.begin();
            for (std::uint32_t piece = 0; piece < 64; piece += 21) {
                for (std::uint32_t i = 0; i < patterns.size(); ++i) {
                    patterns[i] = (block << 27) + (piece << 10) + i;
                    if (block >= 8) patterns[i] = 0x80000000 | (0x3d000000 + (block << 23) + (piece << 10) + i);
                    x[i] = value_of(patterns[i]);
                }
                local.values(patterns.data(), x.data(), f.data(), patterns.size());
                for (std::size_t i = 0; i < patterns.size(); i += 341) {
                    const double exact = formula.value(x[i], 0);
                    if (f[i] == exact) continue;  // infinite ones, too
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
