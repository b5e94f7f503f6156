// Points, axes and data of the plots, on functions whose errors are known.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <set>
#include <sstream>

#include "host/plots/axis.hpp"
#include "host/plots/columns.hpp"
#include "host/study/plots.hpp"
#include "host/study/plots_page.hpp"
#include "host/study/points.hpp"

// Nested v_if blocks each name their predicate.
#pragma GCC diagnostic ignored "-Wshadow"
#pragma GCC diagnostic ignored "-Wshadow=compatible-local"
#include "sim/api/sfpi.h"

namespace tessera::accuracy {
namespace {

using sfpi::vFloat;
using testing::HasSubstr;

std::uint32_t pattern(float value) { return std::bit_cast<std::uint32_t>(value); }

const Reference same{"same", [](double x) { return x; },
                     [](double x, const Format& format) { return rounded(x, format); }};

Study scaled(const std::string& name, float factor, const Inputs& inputs) {
    const Recorded recorded({.arch = arch::wormhole_b0()}, {},
                            [factor] { sfpi::dst_reg[0] = vFloat(sfpi::dst_reg[0]) * factor; });
    Study study;
    study.request.function = name;
    study.request.arch = "wormhole_b0";
    study.request.lowering = "sfpi-2025";
    study.request.dst = "fp32";
    study.request.inputs = {inputs};
    study.request.inputs_text = "its inputs";
    if (inputs.count <= 1 << 16) work_on(study, recorded, same, 1, {});
    study.points = sampled(recorded, same, study.request, 1000);
    return study;
}

const Inputs from_1_to_4{0x3F800000, 1 << 16, 1 << 8};

TEST(Points, AreSpreadOverAllBitsOfTheInputs) {
    const Study study = scaled("double", 2, all_fp32);
    EXPECT_GT(study.points.size(), 900u);  // a few are special, or have no finite double
    std::set<std::uint32_t> low_bytes, exponents;
    for (const Sampled& p : study.points) {
        low_bytes.insert(p.x & 0xff);
        exponents.insert(p.x >> 23);
        EXPECT_EQ(p.error(), p.exact);
        EXPECT_EQ(p.relative(), 1);
    }
    EXPECT_GT(low_bytes.size(), 200u);
    EXPECT_GT(exponents.size(), 400u);
}

TEST(Points, LineIsThatOfLeastSquares) {
    std::vector<Sampled> points;
    for (int i = 1; i <= 8; ++i)
        points.push_back({0, 0, pattern(0.5f + 0.75f * static_cast<float>(i)), static_cast<double>(i)});
    const Line line = fitted(points);
    EXPECT_DOUBLE_EQ(line.at_zero, 0.5);
    EXPECT_DOUBLE_EQ(line.slope, -0.25);
    points.push_back({0, 0, pattern(100), 8});
    EXPECT_GT(fitted(points).slope, 0);
    EXPECT_EQ(fitted({}).slope, 0);
}

TEST(PlotAxis, TicsAreRoundAndApart) {
    const AsinhAxis axis{0x1p-24};
    const std::string tics = axis.tics("at", -87.3, 88.7);
    for (const char* tic : {"'0' at(0)", "'10' at(10)", "'-10' at(-10)"}) EXPECT_THAT(tics, HasSubstr(tic));
    EXPECT_LT(std::count(tics.begin(), tics.end(), ','), 14);
    const std::string narrow = AsinhAxis{0.25}.tics("at", 0.998, 1.002);
    EXPECT_THAT(narrow, HasSubstr("'1' at(1)"));
    EXPECT_GE(std::count(narrow.begin(), narrow.end(), ','), 2);
}

TEST(PlotAxis, QuotesWhatAnExpressionMayHold) { EXPECT_EQ(gnuplot_text("f('a')\n"), "'f(''a'') '"); }

TEST(Plots, NamesAreKnownBeforeAnythingIsDrawn) {
    const std::vector<Study> studies{scaled("x * 2", 2, from_1_to_4), scaled("x * 2", 2, from_1_to_4)};
    const std::vector<std::string> functions{"x * 2", "x * 2"};
    std::vector<std::string> names;
    for (const Plot& plot : plots_of(studies, true)) names.push_back(plot.name);
    EXPECT_EQ(names, plot_names(functions, true));
    EXPECT_EQ(std::set(names.begin(), names.end()).size(), names.size());
    EXPECT_EQ(plot_names(std::vector<std::string>{"f"}, false).size(), names.size() - 3);
}

// A result 2^-10 too large is so everywhere: by bins of x, of the mantissas, in the histogram and at every point.
TEST(Plots, DataIsThatOfTheStudy) {
    const std::vector<Study> studies{scaled("larger", 1 + 0x1p-10f, from_1_to_4)};
    for (const Plot& plot : plots_of(studies, false)) {
        std::istringstream rows(plot.data);
        std::string head, row;
        std::getline(rows, head);
        EXPECT_EQ(head.substr(0, 10), "# function");
        const std::vector<std::string> columns = [&] {
            std::vector<std::string> all;
            std::istringstream words(head.substr(2));
            for (std::string word; std::getline(words, word, '\t');) all.push_back(word);
            return all;
        }();
        std::size_t count = 0;
        double share = 0;
        while (std::getline(rows, row)) {
            if (row.empty()) continue;
            ++count;
            std::istringstream cells(row);
            std::string cell;
            for (std::size_t i = 0; std::getline(cells, cell, '\t'); ++i) {
                ASSERT_LT(i, columns.size()) << plot.name;
                const std::string& column = columns[i];
                // In a binade relative 2^-10 is 2^13 to 2^14 ULP.
                if (column == "relative_low" || column == "relative_high" || column == "relative_error") {
                    EXPECT_NEAR(std::stod(cell), 0x1p-10, 1e-7) << plot.name;
                }
                if (column == "ulp_low" && plot.name == "ulp_against_x") {
                    EXPECT_GE(std::stod(cell), 8192 - 1);
                }
                if (column == "ulp_max") {
                    EXPECT_LE(std::stod(cell), 16384 + 1);
                }
                if (column == "share_percent" && plot.name == "error_histogram") share += std::stod(cell);
            }
        }
        EXPECT_GT(count, 3u) << plot.name;
        if (plot.name == "error_histogram") {
            EXPECT_NEAR(share, 100, 1e-3);
        }
        EXPECT_THAT(plot.script, HasSubstr(plot.name + ".tsv"));
    }
}

TEST(PlotColumns, AreFloatsInBase64BlockByBlock) {
    const std::string text = "abcde";
    const std::vector<std::uint8_t> bytes(text.begin(), text.end());
    EXPECT_EQ(base64(std::span(bytes).first(3)), "YWJj");
    EXPECT_EQ(base64(std::span(bytes).first(4)), "YWJjZA==");
    EXPECT_EQ(base64(bytes), "YWJjZGU=");
    EXPECT_EQ(base64({}), "");

    const auto floats = [](std::initializer_list<float> values) {
        std::vector<std::uint8_t> out;
        for (const float value : values)
            for (int shift = 0; shift < 32; shift += 8)
                out.push_back(static_cast<std::uint8_t>(pattern(value) >> shift));
        return base64(out);
    };
    const float gap = std::numeric_limits<float>::quiet_NaN();
    const Plot plot{"p", "", "", "# function\tx\ty\tz\nf\t1\t2\t3\n\nf\t4\t5\t6\n\n\ng\t7\t8\t9\n", ""};
    EXPECT_EQ(columns_json(plot, std::vector<std::string_view>{"z", "x"}, std::vector<std::size_t>{0, 2}, 100),
              "\"columns\":[\"z\",\"x\"],\"series\":[{\"function\":0,\"rows\":3,\"data\":\"" +
                  floats({3, gap, 6, 1, gap, 4}) + "\"},\n{\"function\":2,\"rows\":1,\"data\":\"" + floats({9, 7}) +
                  "\"}]");
    EXPECT_THAT(columns_json(plot, std::vector<std::string_view>{"x"}, std::vector<std::size_t>{0, 2}, 2),
                HasSubstr("\"rows\":2,\"data\":\"" + floats({1, 4}) + "\""));
}

Plot error_against_cost(const std::vector<Study>& studies, const CostAxes& axes) {
    return plots_of(studies, false, axes).front();
}

TEST(Plots, ErrorAgainstCostHasTheAxesThatAreAskedFor) {
    const std::vector<Study> studies{scaled("larger", 1 + 0x1p-10f, from_1_to_4),
                                     scaled("smaller", 1 - 0x1p-12f, from_1_to_4)};
    const std::string usual = error_against_cost(studies, {}).script;
    EXPECT_THAT(usual, HasSubstr("set logscale y"));
    EXPECT_THAT(usual, testing::Not(HasSubstr("set logscale x")));
    const CostAxes other{.error = Scale::linear, .cost = Scale::log};
    const std::string script = error_against_cost(studies, other).script;
    EXPECT_THAT(script, HasSubstr("set logscale x"));
    EXPECT_THAT(script, testing::Not(HasSubstr("set logscale y")));
    EXPECT_THAT(script, HasSubstr("set yrange [0:"));
    EXPECT_THAT(plots_page(studies, plots_of(studies, false, other), {}, other),
                HasSubstr(R"("axes":{"error":"linear","cost":"log"})"));
}

TEST(Plots, NamesThatFillAPlotAreCut) {
    const std::string expression(200, 'x');
    const std::vector<Study> studies{scaled(expression, 2, from_1_to_4), scaled("other", 2, from_1_to_4)};
    const std::string data = error_against_cost(studies, {}).data;
    EXPECT_THAT(data, HasSubstr("\t" + expression.substr(0, 37) + "...\t"));
    EXPECT_THAT(data, HasSubstr("\tother\t"));
}

TEST(Plots, NothingToCompareIsNothingToDraw) {
    const std::vector<Study> studies{scaled("none", 2, {0, 1, 1})};  // zero alone
    EXPECT_TRUE(plots_of(studies, true).empty());
    EXPECT_THAT(plots_page(studies, {}, {}), HasSubstr("nothing to plot"));
}

TEST(PlotsPage, EscapesWhatAnExpressionMayHold) {
    const std::string page = plots_page(std::vector<Study>{scaled("a<b>(x) & 1", 2, from_1_to_4)}, {}, {});
    EXPECT_THAT(page, HasSubstr("a&lt;b&gt;(x) &amp; 1"));
    EXPECT_THAT(page, testing::Not(HasSubstr("a<b>")));
}

}  // namespace
}  // namespace tessera::accuracy
