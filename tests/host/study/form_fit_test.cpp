// Functions from a form alone: what the draft says, what the machine makes of it, and what the search adds.
#include "host/study/fit/form_fit.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <fstream>
#include <sstream>

#include "host/compile/folders.hpp"
#include "sim/fault/fault.hpp"

namespace tessera::accuracy {
namespace {

using testing::HasSubstr;

Setting on_wormhole() { return {.arch = arch::wormhole_b0()}; }

Draft draft_of(const Design& design, const Reference& reference) {
    return {design, reference, fp32, ErrorKind::relative};
}

std::vector<std::string> lines_of(const std::string& text) {
    std::vector<std::string> lines{""};  // numbered from 1
    std::istringstream in(text);
    for (std::string line; std::getline(in, line);) lines.push_back(line);
    return lines;
}

// The function of that source, on these inputs.
std::vector<double> results(const Draft& draft, const std::string& name, std::span<const double> at) {
    const std::filesystem::path path = host::scratch_folder() / (name + ".cpp");
    std::ofstream(path) << draft.source(draft.words()).text;
    Function function;
    function.name = function.expression = name;
    function.file = path.string();
    std::vector<std::uint32_t> x, y(at.size());
    for (const double value : at) x.push_back(std::bit_cast<std::uint32_t>(static_cast<float>(value)));
    build(function, on_wormhole()).recorded.run(x, y);
    std::vector<double> all;
    for (const std::uint32_t pattern : y) all.push_back(value_of(pattern));
    return all;
}

TEST(Draft, HasEachConstantOnItsLine) {
    const Draft draft = draft_of({.low = -4, .high = 4, .segments = 4, .degree = 2}, *find_reference("sigmoid"));
    const Draft::Source source = draft.source(draft.words());
    const std::vector<std::string> lines = lines_of(source.text);
    ASSERT_EQ(source.lines.size(), 12u);
    for (std::size_t i = 0; i < 12; ++i)
        EXPECT_THAT(lines[source.lines[i]], HasSubstr(source_text(draft.words()[i], false)));
    EXPECT_EQ(draft.form().edges.size(), 3u);
}

// A root bends most near 0: there the segments are short, and all have about the same error.
TEST(Draft, BalancesItsSegments) {
    const Reference& root = reference::sqrt;
    const Draft draft = draft_of({.low = 0.01, .high = 1, .segments = 4, .degree = 1}, root);
    std::vector<double> edges = draft.form().edges;
    ASSERT_EQ(edges.size(), 3u);
    EXPECT_LT(edges[0], 0.05);
    // The best line from 1 to r is off by ((q - 1) / (q + 1))^2 of the root, q the fourth root of r, here 100^(1/4).
    const double q = std::pow(100, 1.0 / 16), quarter = (q - 1) / (q + 1);
    edges.insert(edges.begin(), 0.01);
    edges.push_back(1);
    for (std::size_t i = 0; i < 4; ++i) {
        const Draft alone = draft_of({.low = edges[i], .high = edges[i + 1], .degree = 1}, root);
        const double slope = value_of(alone.words()[0]), constant = value_of(alone.words()[1]);
        double most = 0;
        for (int k = 0; k <= 100; ++k) {
            const double x = edges[i] + (edges[i + 1] - edges[i]) * k / 100, f = std::sqrt(x);
            most = std::max(most, std::abs(slope * x + constant - f) / f);
        }
        EXPECT_NEAR(most, quarter * quarter, 5e-4) << edges[i];
    }
}

// Beside a zero a constant would be infinitely far off; beyond the range the result is that of its ends, or x.
TEST(Draft, GoesThroughZeroAndSaturates) {
    const Design design{.name = "my_tanh", .low = -2, .high = 2, .segments = 2, .degree = 3};
    const std::vector<double> at{1e-30, -1e-12, 2, 9, -2, -1e30};
    const std::vector<double> y = results(draft_of(design, *find_reference("tanh")), "my_tanh", at);
    for (const int i : {0, 1}) EXPECT_NEAR(y[i] / at[i], 1, 0.05);
    EXPECT_EQ(y[2], y[3]);
    EXPECT_EQ(y[4], y[5]);
    const Design linear{
        .name = "my_silu", .low = -8, .high = 8, .segments = 3, .degree = 2, .outside = Design::Outside::identity};
    const std::vector<double> beyond =
        results(draft_of(linear, *find_reference("silu")), "my_silu", std::array{20.0, 1e20, -8.0, -1e20});
    EXPECT_EQ(beyond[0], 20);
    EXPECT_EQ(beyond[1], static_cast<float>(1e20));
    EXPECT_EQ(beyond[2], beyond[3]);
}

TEST(Draft, TellsWhatHasNoForm) {
    const auto refused = [](Design design, const char* reference, const char* said) {
        try {
            draft_of(design, *find_reference(reference));
            ADD_FAILURE() << said;
        } catch (const fault::InputError& error) {
            EXPECT_THAT(error.what(), HasSubstr(said));
        }
    };
    refused({.segments = 0}, "exp", "--segments 0");
    refused({.degree = 40}, "exp", "--degree 40");
    refused({.degree = 2, .odd = true}, "tanh", "--odd");
    refused({.by_exponent = true}, "tanh", "no b^x");
    refused({.constants = Design::Constants::integer}, "exp", "--coefficients integer");
    refused({.low = 0, .high = 1, .segments = 20, .degree = 3}, "square", "fewer reach");
}

FitRequest request_for(const char* reference) {
    FitRequest request{.function = {}, .reference = find_reference(reference), .setting = on_wormhole()};
    request.sample = 2000;
    request.tries = 48;
    return request;
}

const Beside& named(const FormFit& fit, const std::string& name) {
    return *std::ranges::find(fit.beside, name, &Beside::name);
}

// The published exp_21f's form is found again from its words: no worse, and cheaper for want of its guards.
TEST(FormFit, FindsTheFormOfExp21f) {
    const Design design{.name = "my_exp",
                        .low = -87.33,
                        .high = 88.72,
                        .degree = 2,
                        .by_exponent = true,
                        .constants = Design::Constants::integer};
    const FormFit fit =
        fit_form(design, request_for("exp"), {*find_builtin("exp_21f"), *find_builtin("exp_21f_expanded")});
    const Beside &own = named(fit, "my_exp"), &published = named(fit, "exp_21f");
    EXPECT_TRUE(own.is_nowhere_worse_than(published, ErrorKind::relative));
    EXPECT_FALSE(published.is_nowhere_worse_than(own, ErrorKind::relative));
    EXPECT_EQ(fit.fit.rival, "exp_21f");
    // spec/sfpu-math.md 2: what the quadratic leaves.
    ASSERT_TRUE(fit.fit.least);
    EXPECT_GT(fit.fit.least->level, 1.70e-3);
    EXPECT_NEAR(fit.fit.found.max_relative(), fit.fit.least->level, 0.003 * fit.fit.least->level);
    EXPECT_THAT(fit.source, HasSubstr("vInt d2 = "));
    EXPECT_TRUE(std::ranges::is_sorted(fit.beside, {}, [](const Beside& b) { return b.cost.cycles_per_tile(); }));
}

// Constants that one instruction loads stay such; what the rounding of one does, the next ones make good: each alone is
// off by up to 2^-9.
TEST(FormFit, KeepsBf16Constants) {
    const Design design{.name = "my_exp",
                        .low = -87.33,
                        .high = 88.72,
                        .degree = 3,
                        .by_exponent = true,
                        .constants = Design::Constants::bf16};
    FitRequest request = request_for("exp");
    request.tries = 16;
    const FormFit fit = fit_form(design, request, {});
    EXPECT_LT(fit.fit.published.max_relative(), 2e-4);
    EXPECT_LE(fit.fit.found.max_relative(), fit.fit.published.max_relative());
    for (const std::uint32_t word : fit.fit.found.words) EXPECT_EQ(word & 0xffff, 0u);
}

// Around its zero the relative error of a logarithm's line has no bound.
TEST(FormFit, FitsTheAbsoluteErrorThroughAZero) {
    const Design design{.name = "my_log", .low = 0.5, .high = 2, .degree = 1};
    FitRequest request = request_for("log");
    request.kind = ErrorKind::absolute;
    const FormFit fit = fit_form(design, request, {});
    // The chord's slope is log(4) / 1.5; the farthest point lies where the logarithm's is the same, and half of what
    // the chord is off there is left when it is moved.
    const double slope = std::log(4.0) / 1.5, at = 1 / slope;
    const double least = (std::log(at) - (std::log(0.5) + slope * (at - 0.5))) / 2;
    EXPECT_NEAR(fit.fit.found.max_absolute(), least, 1e-3 * least);
    EXPECT_GT(fit.fit.found.max_relative(), 1);
    EXPECT_GT(fit.fit.found.mean_absolute_by_value, 0.3 * least);
    EXPECT_LT(fit.fit.found.mean_absolute_by_value, least);
    ASSERT_TRUE(fit.fit.least);
    EXPECT_NEAR(fit.fit.least->level, least, 1e-3 * least);
}

// At 0 a constant is allowed where the absolute error counts.
TEST(Draft, HasAConstantAtAZeroByAbsoluteError) {
    const Design design{.low = -1, .high = 2, .degree = 2};
    EXPECT_EQ(draft_of(design, *find_reference("tanh")).words().size(), 2u);
    EXPECT_EQ(Draft(design, *find_reference("tanh"), fp32, ErrorKind::absolute).words().size(), 3u);
}

}  // namespace
}  // namespace tessera::accuracy
