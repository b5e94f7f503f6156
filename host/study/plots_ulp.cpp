// Errors in ULP: against x, and how they are spread.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "host/plots/axis.hpp"
#include "host/study/plot_kinds.hpp"
#include "host/study/usable.hpp"

namespace tessera::accuracy {
namespace {

constexpr double floor_ulp = 1.0 / 16;  // where bins of |error| begin

double nearest_to_zero(std::size_t bin) {
    const BinEdges edges = edges_of_input_bin(bin);
    return std::min(std::abs(edges.low), std::abs(edges.high));
}

// What that share stays below, as if errors were spread evenly over the octave it ends in.
double interpolated(const Octaves& octaves, double share) {
    double total = 0, seen = 0;
    for (const std::uint64_t n : octaves) total += static_cast<double>(n);
    std::size_t i = 0;
    while (i + 1 < octaves.size() && seen + static_cast<double>(octaves[i]) < share * total)
        seen += static_cast<double>(octaves[i++]);
    const double part = (share * total - seen) / std::max(static_cast<double>(octaves[i]), 1.0);
    return floor_ulp * std::exp2(static_cast<double>(i) - 1 + part);
}

// Bins that are drawn as one: an eighth of an octave, or more where so few inputs lie in it that what 99 % of them stay
// below would be the largest.
std::size_t bins_together(const Statistics& s) {
    constexpr std::size_t wanted = 256;
    std::size_t bins = 0, together = 1;
    for (const Envelope& e : s.by_input) bins += e.count != 0 ? 1 : 0;
    while (together < 8 && s.compared() * together < wanted * bins) together *= 2;
    return together;
}

// A row a bin that has inputs; a blank line where more than an octave has none, or the sign changes far from zero.
std::string rows_by_input(const Drawn& studies) {
    Rows rows("function\tx_low\tx_high\tcount\tulp_low\tulp_high\tulp_p50\tulp_p99\tulp_max\tulp_mean");
    const std::vector<std::size_t> order = input_bins_by_value();
    for (const Study* study : studies) {
        rows.next_function();
        const Statistics& s = study->statistics;
        const std::size_t together = bins_together(s);
        std::size_t empty = 0;
        bool begun = false;
        for (std::size_t first = 0; first < order.size(); first += together) {
            Envelope e;
            Octaves octaves{};
            for (std::size_t i = first; i < first + together; ++i) {
                e.add(s.by_input[order[i]]);
                for (std::size_t k = 0; k < octaves.size(); ++k) octaves[k] += s.octaves_by_input[order[i]][k];
            }
            empty = e.count == 0 ? empty + together : empty;
            if (e.count == 0) continue;
            const std::size_t last = first + together - 1;
            const double nearest = std::min(nearest_to_zero(order[first]), nearest_to_zero(order[last]));
            if (begun && empty > 8 && !(nearest < 0x1p-24)) rows.text += "\n";
            empty = 0;
            begun = true;
            const double largest = std::max(std::abs(e.low), std::abs(e.high));
            const auto percentile = [&](double share) { return std::min(interpolated(octaves, share), largest); };
            rows.text += fmt::format("{}\t{:.9g}\t{:.9g}\t{}\t{:.6g}\t{:.6g}\t{:.6g}\t{:.6g}\t{:.6g}\t{:.6g}\n",
                                     study->request.function, edges_of_input_bin(order[first]).low,
                                     edges_of_input_bin(order[last]).high, e.count, e.low, e.high, percentile(0.5),
                                     percentile(0.99), largest, e.magnitude.value() / static_cast<double>(e.count));
        }
    }
    return rows.text;
}

std::string grades() { return reference_line(1, "1 ULP") + reference_line(3, "3 ULP") + reference_line(10, "10 ULP"); }

// The largest error that is drawn.
double max_ulp(const Drawn& studies) {
    double most = 0;
    for (const Study* study : studies) most = std::max(most, study->statistics.max_ulp());
    return std::min(most, most_ulp_drawn);
}

// Signed errors by bins that rise: both signs' counts in quarter octaves, what is below floor_ulp in one.
std::string rows_of_histogram(const Drawn& studies) {
    constexpr std::size_t first = (-4 - UlpBins::lowest) * UlpBins::parts, together = 2;
    Rows rows("function\tulp_low\tulp_high\tcount\tshare_percent");
    for (const Study* study : studies) {
        rows.next_function();
        const Statistics& s = study->statistics;
        const auto row = [&](double low, double high, std::uint64_t count) {
            rows.text += fmt::format("{}\t{:.9g}\t{:.9g}\t{}\t{:.6g}\n", study->request.function, low, high, count,
                                     100 * static_cast<double>(count) / static_cast<double>(s.compared()));
        };
        std::size_t last = first;
        std::uint64_t center = 0;
        for (std::size_t bin = 0; bin < s.histogram[0].size(); ++bin) {
            const std::uint64_t count = s.histogram[0][bin] + s.histogram[1][bin];
            if (bin <= first) center += count;
            if (count != 0) last = std::max(last, bin);
        }
        const auto side = [&](std::size_t sign, std::size_t bin) {
            std::uint64_t count = 0;
            for (std::size_t i = 1; i <= together; ++i)
                if (bin + i < s.histogram[sign].size()) count += s.histogram[sign][bin + i];
            return count;
        };
        const std::size_t steps = (last - first + together - 1) / together;
        for (std::size_t i = steps; i-- > 0;)
            row(-UlpBins::upper(first + (i + 1) * together), -UlpBins::upper(first + i * together),
                side(1, first + i * together));
        row(-UlpBins::upper(first), UlpBins::upper(first), center);
        for (std::size_t i = 0; i < steps; ++i)
            row(UlpBins::upper(first + i * together), UlpBins::upper(first + (i + 1) * together),
                side(0, first + i * together));
        const double end = UlpBins::upper(first + steps * together);
        row(end, end, 0);
    }
    return rows.text;
}

}  // namespace

// One sixteenth of the inputs lies in the linear part of the axis, which is not below 2^-24: nearer to zero few
// functions change.
std::string x_axis(const Drawn& studies) {
    std::vector<std::uint64_t> by_magnitude(Statistics::input_bins / 2);
    std::uint64_t total = 0;
    double low = HUGE_VAL, high = -HUGE_VAL;
    for (const Study* study : studies)
        for (std::size_t bin = 0; bin < Statistics::input_bins; ++bin)
            if (const std::uint64_t count = study->statistics.by_input[bin].count) {
                by_magnitude[bin % by_magnitude.size()] += count;
                total += count;
                low = std::min(low, edges_of_input_bin(bin).low);
                high = std::max(high, edges_of_input_bin(bin).high);
            }
    std::uint64_t seen = 0;
    std::size_t bin = 0;
    while (bin + 1 < by_magnitude.size() && (seen += by_magnitude[bin]) * 16 < total) ++bin;
    const double largest = std::max(std::abs(low), std::abs(high));
    const AsinhAxis axis{std::min(std::max(edges_of_input_bin(bin).high, 0x1p-24), largest / 4)};
    return axis.function("at") + fmt::format("set xrange [at({:.9g}):at({:.9g})]\n", low, high) +
           fmt::format("set xtics {}\nset xlabel 'x (asinh axis)'\n", axis.tics("at", low, high));
}

Plot ulp_against_x(const std::string& name, const Drawn& studies) {
    Plot plot{
        name, "Error against x",
        "Per eighth of an octave of x, or more where inputs are few: the largest |error|, and as a band from what "
        "half of the inputs stay below to what 99 % do (interpolated within an octave). What is above 1e8 ULP is "
        "drawn there.",
        rows_by_input(studies), ""};
    std::vector<std::string> parts;
    for (std::size_t i = 0; i < studies.size(); ++i) {
        const auto curve = [&](int column, const char* line, const std::string& title) {
            parts.push_back(fmt::format("{} index {} using (at(($2 + $3) / 2)):(shown(${})) with lines {} {} {}",
                                        gnuplot_text(name + ".tsv"), i, column, line, colour(i),
                                        title.empty() ? "notitle" : "title " + gnuplot_text(title)));
        };
        parts.push_back(fmt::format(
            "{} index {} using (at(($2 + $3) / 2)):(shown($7)):(shown($8)) with filledcurves {} fs transparent solid "
            "0.22 noborder notitle",
            gnuplot_text(name + ".tsv"), i, colour(i)));
        curve(9, "lw 2.5", studies[i]->request.function);
        curve(7, "lw 1 dt 3", "");
    }
    const std::string title = fmt::format("{}: |error| against x", functions_text(studies));
    plot.script =
        script({name, title, conditions_text(studies)},
               x_axis(studies) +
                   fmt::format("shown(e) = e < {0:g} ? {0:g} : e > {1:g} ? {1:g} : e\n", floor_ulp, most_ulp_drawn) +
                   fmt::format("set logscale y\nset yrange [{:g}:{:.6g}]\nset format y '%g'\n", floor_ulp / 2,
                               4 * std::max(max_ulp(studies), 10.0)) +
                   grades() +
                   fmt::format("set ylabel {}\n",
                               gnuplot_text(fmt::format("{} (line: max, band: median to 99 %)", unit_text(studies)))) +
                   plot_command(parts));
    return plot;
}

Plot signed_ulp_against_x(const std::string& name, const Drawn& studies) {
    Plot plot{
        name, "Signed error against x",
        "Per eighth of an octave of x: the band from the lowest to the highest error; above zero the result is too "
        "large.",
        rows_by_input(studies), ""};
    std::vector<std::string> parts;
    for (std::size_t i = 0; i < studies.size(); ++i) {
        const std::string from = fmt::format("{} index {} using (at(($2 + $3) / 2))", gnuplot_text(name + ".tsv"), i);
        parts.push_back(
            fmt::format("{}:(error($5)):(error($6)) with filledcurves {} fs transparent solid 0.15 noborder "
                        "notitle",
                        from, colour(i)));
        parts.push_back(fmt::format("{}:(error($6)) with lines lw 1.5 {} title {}", from, colour(i),
                                    gnuplot_text(studies[i]->request.function)));
        parts.push_back(fmt::format("{}:(error($5)) with lines lw 1.5 {} notitle", from, colour(i)));
    }
    const AsinhAxis y{0.5};
    const double most = 2 * std::max(max_ulp(studies), 1.0);
    const std::string title = fmt::format("{}: signed error against x", functions_text(studies));
    plot.script = script(
        {name, title, conditions_text(studies)},
        x_axis(studies) + y.function("error") + fmt::format("set yrange [error({:.6g}):error({:.6g})]\n", -most, most) +
            fmt::format("set ytics {}\n", y.tics("error", -most, most)) +
            fmt::format("set ylabel {}\n", gnuplot_text("signed error, " + unit_text(studies))) + plot_command(parts));
    return plot;
}

Plot error_histogram(const std::string& name, const Drawn& studies) {
    Plot plot{name, "How errors are spread",
              "Area is share of the results; the axis is linear near zero and logarithmic beyond.",
              rows_of_histogram(studies), ""};
    std::vector<std::string> parts;
    for (std::size_t i = 0; i < studies.size(); ++i) {
        const std::string from =
            fmt::format("{} index {} using (at($2)):(density($2, $3, $5))", gnuplot_text(name + ".tsv"), i);
        if (studies.size() < 4)
            parts.push_back(
                fmt::format("{} with fillsteps fs transparent solid 0.2 noborder {} notitle", from, colour(i)));
        parts.push_back(
            fmt::format("{} with steps lw 2 {} title {}", from, colour(i), gnuplot_text(studies[i]->request.function)));
    }
    const AsinhAxis x{0.25};
    const double most = 1.3 * std::max(max_ulp(studies), 0.5);
    const std::string title = fmt::format("{}: signed error, how often", functions_text(studies));
    plot.script =
        script({name, title, conditions_text(studies)},
               x.function("at") + "density(low, high, share) = high > low ? share / (at(high) - at(low)) : 0\n" +
                   fmt::format("set xrange [at({:.6g}):at({:.6g})]\n", -most, most) +
                   fmt::format("set xtics {}\n", x.tics("at", -most, most)) + "set yrange [0:*]\n" +
                   fmt::format("set xlabel {}\n", gnuplot_text(unit_text(studies) + " (asinh axis)")) +
                   "set ylabel 'results, % per unit of the axis'\n" + plot_command(parts));
    return plot;
}

Plot cumulative_share(const std::string& name, const Drawn& studies) {
    Rows rows("function\tulp\tshare_percent");
    std::vector<std::string> parts;
    for (std::size_t i = 0; i < studies.size(); ++i) {
        const Statistics& s = studies[i]->statistics;
        rows.next_function();
        double seen = 0;
        for (std::size_t bin = 0; bin + 1 < s.histogram[0].size(); ++bin) {
            const std::uint64_t count = s.histogram[0][bin] + s.histogram[1][bin];
            const double before = seen;
            seen += static_cast<double>(count);
            if (seen == 0) continue;
            if (before == 0 && bin > 0)
                rows.text += fmt::format("{}\t{:.9g}\t0\n", studies[i]->request.function, UlpBins::upper(bin - 1));
            rows.text += fmt::format("{}\t{:.9g}\t{:.9g}\n", studies[i]->request.function, UlpBins::upper(bin),
                                     100 * seen / static_cast<double>(s.compared()));
            if (UlpBins::upper(bin) > s.max_ulp()) break;
        }
        parts.push_back(fmt::format("{} index {} using 2:3 with lines lw 2.5 {} title {}", gnuplot_text(name + ".tsv"),
                                    i, colour(i), gnuplot_text(studies[i]->request.function)));
    }
    Plot plot{name, "Share below", "How many of the results are off by so many ULP or less.", rows.text, ""};
    std::string grade;
    for (const int ulp : {1, 3, 10})
        grade += fmt::format(
            "set arrow from {0}, graph 0 to {0}, graph 1 nohead dt 2 lc rgb '#888888'\n"
            "set label '{0}' at {0}, graph 0.03 left offset 0.4,0 tc rgb '#666666'\n",
            ulp);
    const std::string title = fmt::format("{}: results within an error", functions_text(studies));
    plot.script = script({name, title, conditions_text(studies)},
                         "set logscale x\nset format x '%g'\nset yrange [0:102]\n" + grade +
                             fmt::format("set xrange [0.01:{:.6g}]\n", 2 * std::max(max_ulp(studies), 10.0)) +
                             fmt::format("set xlabel {}\n", gnuplot_text("|error|, " + unit_text(studies))) +
                             "set ylabel 'results, %'\n" + plot_command(parts));
    return plot;
}

}  // namespace tessera::accuracy
