// Better constants: which literals are fitted, what the machine makes of others, and that no figure gets worse.
#include "host/study/fit/fit.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "sim/fault/fault.hpp"

namespace tessera::accuracy {
namespace {

Setting wormhole() { return {.arch = arch::wormhole_b0()}; }

Function of_text(const std::string& expression) {
    Function function;
    function.name = function.expression = "(" + expression + ")";
    function.reference = &reference::exp2;
    return function;
}

std::vector<std::uint32_t> evenly(double low, double high, std::size_t count = 512) {
    const Inputs inputs{.count = count, .kind = Inputs::Kind::even, .low = low, .high = high};
    std::vector<std::uint32_t> all(count);
    inputs.fill(0, all.data(), count);
    return all;
}

// The best quadratic for x^3 leaves T3/4 over.
TEST(Minimax, ReachesTheChebyshevError) {
    LinearFamily family(3);
    for (int i = 0; i <= 2000; ++i) {
        const long double x = i / 1000.0L - 1;
        family.add({1, x, x * x}, x * x * x);
    }
    const Minimax best = minimax(family);
    ASSERT_TRUE(best.is_found);
    EXPECT_NEAR(static_cast<double>(best.level), 0.25, 1e-9);
    EXPECT_NEAR(static_cast<double>(best.reached), 0.25, 1e-9);
    EXPECT_NEAR(static_cast<double>(best.coefficients[1]), 0.75, 1e-6);
}

TEST(Minimax, SaysWhenPointsDecideNothing) {
    LinearFamily family(2);
    for (int i = 0; i < 10; ++i) family.add({1, 2}, i);
    EXPECT_FALSE(minimax(family).is_found);
}

TEST(Literals, NeighboursAreThoseInValue) {
    EXPECT_EQ(stepped(0x3f800000, false, 1), 0x3f800001u);
    EXPECT_EQ(stepped(0xbf800000, false, 1), 0xbf7fffffu);
    EXPECT_EQ(stepped(0x00000001, false, -2), 0x80000001u);
    EXPECT_EQ(stepped(5, true, -7), 0xfffffffeu);
    for (const std::int64_t steps : {-70000, -1, 0, 12345})
        EXPECT_EQ(steps_between(0x80000123, stepped(0x80000123, false, steps), false), steps);
    EXPECT_EQ(source_text(0x560e, true), "0x560e");
    EXPECT_EQ(source_text(0x3fc00000, false), "0x1.8p+0f");
}

// Another constant in a recording is another constant in the source: SFPMULI included, where it fits one.
TEST(Literals, AreWhatTheCompilerWouldMakeOfOthers) {
    const Built built = build(of_text("x * 1.3f + 0.7f"), wormhole());
    const auto inputs = evenly(-3, 3);
    const Literals literals(built, inputs);
    ASSERT_EQ(literals.published().size(), 2u);
    for (const char* factor : {"1.1f", "1.5f"}) {
        std::vector<std::uint32_t> words = literals.published(), own(inputs.size()), other(inputs.size());
        words[0] = std::bit_cast<std::uint32_t>(std::stof(factor));
        literals.with(words).run(inputs, own);
        const Built changed = build(of_text(std::string("x * ") + factor + " + 0.7f"), wormhole());
        changed.recorded.run(inputs, other);
        EXPECT_EQ(own, other) << factor;
        EXPECT_EQ(hash_of(literals.with(words).program()), hash_of(changed.recorded.program())) << factor;
    }
}

// Of exp_21f: the three factors of its product, not what makes z, converts or sets exponents.
TEST(Literals, FindsTheCoefficientsOfARecordedFunction) {
    const Built built = build(*find_builtin("exp_21f"), wormhole());
    const Literals literals(built, evenly(-10, 10));
    EXPECT_THAT(literals.published(),
                testing::ElementsAre(std::bit_cast<std::uint32_t>(0.40196114e-7f), 0xf94ee7u, 0x560eu));
}

// Where no neighbour fits SFPADDI, another value would cost instructions.
TEST(Literals, KeepsWhatFitsAnInstruction) {
    const Built built = build(of_text("x + 0.5f"), wormhole());
    const Literals literals(built, evenly(1, 2));
    EXPECT_TRUE(literals.published().empty());
    EXPECT_EQ(literals.all().front().role, Literal::Role::immediate);
}

FitRequest of_quadratic() {
    FitRequest request{
        .function = of_text("(0.34f * x + 0.66f) * x + 1.0007f"), .reference = &reference::exp2, .setting = wormhole()};
    request.low = 0.001;
    request.high = 1;
    request.form = polynomial(2, false);
    request.sample = 3000;
    request.tries = 48;
    return request;
}

TEST(Fit, IsNowhereWorseAndAboveItsBound) {
    const Fit fit = fit_constants(of_quadratic());
    ASSERT_TRUE(fit.is_better);
    EXPECT_TRUE(is_nowhere_worse(fit.found, fit.published, fit.held));
    EXPECT_LT(fit.found.max_relative(), 0.9 * fit.published.max_relative());
    ASSERT_TRUE(fit.least);
    EXPECT_GE(fit.found.max_relative(), fit.least->floor());
    // spec/sfpu-math.md 2, of exp_21f; some of the inputs prove a little less.
    EXPECT_GT(fit.least->level, 1.71e-3);
    EXPECT_LT(fit.least->level, 1.7249e-3);
}

TEST(Fit, IsTheSameForAnyNumberOfThreads) {
    FitRequest request = of_quadratic();
    request.sample = 500;
    const Fit one = fit_constants(request);
    request.threads = 3;
    EXPECT_EQ(fit_constants(request).found.words, one.found.words);
}

TEST(Fit, ClaimsNoBoundForAnotherForm) {
    FitRequest request = of_quadratic();
    request.form = polynomial(3, true);
    request.sample = 300;
    request.tries = 16;
    EXPECT_FALSE(fit_constants(request).least);
    request.constants = {99};
    EXPECT_THROW(fit_constants(request), fault::InputError);
}

// The machine's reductions are those of the functions: what lies behind is within roundings of a polynomial.
TEST(Form, HoldsForThePublishedFunctions) {
    for (const char* name : {"exp_21f", "exp_24f", "exp_61f", "sinpi_reduced", "sinpi"}) {
        const Function& function = *find_builtin(name);
        const double reach = function.reference == &reference::exp ? 20 : 0.5;
        const TrainingSet set(*function.reference, fp32, -reach, reach, 1500, 1);
        const auto least =
            least_error(*find_form(name), build(function, wormhole()).recorded, set, ErrorKind::relative);
        ASSERT_TRUE(least) << name;
        EXPECT_GT(least->level, 0) << name;
        EXPECT_NEAR(least->format, 0x1p-24, 0x1p-26) << name;  // half a step, just above a power of two
    }
    EXPECT_EQ(find_form("exp_fp32"), nullptr);
}

}  // namespace
}  // namespace tessera::accuracy
