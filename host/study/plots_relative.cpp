// Relative errors by the fraction of the input or of the exact result.
#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>

#include "host/plots/axis.hpp"
#include "host/study/plot_kinds.hpp"

namespace tessera::accuracy {
namespace {

double max_relative(const Study& study) {
    double most = 0;
    for (const auto& bins : study.statistics.by_fraction)
        for (const Envelope& e : bins)
            if (e.count != 0) most = std::max({most, std::abs(e.low), std::abs(e.high)});
    return std::min(most, most_relative_drawn);
}

// The largest errors of the best and the worst function.
std::pair<double, double> extremes(const Drawn& studies) {
    double least = HUGE_VAL, most = 0;
    for (const Study* study : studies) {
        least = std::min(least, std::max(max_relative(*study), 1e-12));
        most = std::max(most, max_relative(*study));
    }
    return {least, std::max(most, 1e-12)};
}

// As many bins as have 64 results each on average: of fewer the extremes would show the accidents of a sample.
std::size_t bins_of(const Statistics& s) {
    const auto wanted = std::bit_floor(std::max<std::uint64_t>(s.compared() / 64, 16));
    return std::min<std::size_t>(wanted, Statistics::fraction_bins);
}

std::string rows_by_fraction(const Drawn& studies, std::size_t side) {
    Rows rows("function\tfraction_low\tfraction_high\tcount\trelative_low\trelative_mean_magnitude\trelative_high");
    for (const Study* study : studies) {
        rows.next_function();
        const std::size_t bins = bins_of(study->statistics), together = Statistics::fraction_bins / bins;
        const double width = 1 / static_cast<double>(bins);
        for (std::size_t bin = 0; bin < bins; ++bin) {
            Envelope e;
            for (std::size_t i = 0; i < together; ++i) e.add(study->statistics.by_fraction[side][bin * together + i]);
            if (e.count == 0) continue;
            const double low = 1 + static_cast<double>(bin) * width;
            rows.text +=
                fmt::format("{}\t{:.9g}\t{:.9g}\t{}\t{:.6g}\t{:.6g}\t{:.6g}\n", study->request.function, low,
                            low + width, e.count, e.low, e.magnitude.value() / static_cast<double>(e.count), e.high);
        }
    }
    return rows.text;
}

// One scale where errors are alike, an asinh axis where they are of different size.
std::string error_axis(const Drawn& studies) {
    const auto [least, most] = extremes(studies);
    if (most < 8 * least)
        return fmt::format("error(e) = e\nset yrange [{:.6g}:{:.6g}]\nset format y '%.1e'\n", -1.1 * most, 1.1 * most);
    const AsinhAxis y{least / 2};
    return y.function("error") + fmt::format("set yrange [error({:.6g}):error({:.6g})]\n", -1.5 * most, 1.5 * most) +
           fmt::format("set ytics {}\n", y.tics("error", -1.5 * most, 1.5 * most));
}

Plot relative_by_fraction(const std::string& name, const Drawn& studies, std::size_t side, Plot plot,
                          const std::string& what, const std::string& x) {
    std::vector<std::string> parts;
    for (std::size_t i = 0; i < studies.size(); ++i) {
        const std::string from = fmt::format("{} index {} using (at(($2 + $3) / 2))", gnuplot_text(name + ".tsv"), i);
        parts.push_back(
            fmt::format("{}:(error($5)):(error($7)) with filledcurves {} fs transparent solid 0.25 noborder notitle",
                        from, colour(i)));
        parts.push_back(fmt::format("{}:(error($5)) with lines lw 0.7 {} notitle", from, colour(i)));
        parts.push_back(fmt::format("{}:(error($7)) with lines lw 0.7 {} title {}", from, colour(i),
                                    gnuplot_text(studies[i]->request.function)));
        parts.push_back(fmt::format("{}:(error($6)) with lines lw 2 dt 2 {} notitle", from, colour(i)));
    }
    plot.name = name;
    plot.data = rows_by_fraction(studies, side);
    const std::string title =
        fmt::format("{}: relative error against the mantissa of the {}", functions_text(studies), what);
    plot.script = script({name, title, conditions_text(studies)},
                         x + error_axis(studies) +
                             "set arrow from graph 0, first 0 to graph 1, first 0 nohead lc rgb '#888888'\n"
                             "set ylabel 'relative error (band: low to high, dashed: mean of |error|)'\n" +
                             plot_command(parts));
    return plot;
}

}  // namespace

Plot relative_by_input_fraction(const std::string& name, const Drawn& studies) {
    return relative_by_fraction(name, studies, 0,
                                {name, "Relative error by the input's mantissa",
                                 "Steps and cusps are seams of a table over the input.", "", ""},
                                "input", "at(f) = f\nset xrange [1:2]\nset xlabel 'mantissa of x, 1 to 2'\n");
}

Plot relative_by_result_fraction(const std::string& name, const Drawn& studies) {
    return relative_by_fraction(
        name, studies, 1,
        {name, "Relative error by the result's mantissa",
         "The axis is the logarithm of the mantissa: forms of e^x that work in segments have their seams at equal "
         "steps.",
         "", ""},
        "exact result",
        "at(f) = log(f) / log(2)\nset xrange [0:1]\nset xlabel 'mantissa of the exact result (logarithmic axis)'\n"
        "set xtics ('1' 0, '2^0.125' 0.125, '2^0.25' 0.25, '2^0.375' 0.375, '2^0.5' 0.5, '2^0.625' 0.625, '2^0.75' "
        "0.75, "
        "'2^0.875' 0.875, '2' 1)\n");
}

}  // namespace tessera::accuracy
