// What functions cost beside what they get wrong: the plot people choose by.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <tuple>

#include "host/plots/axis.hpp"
#include "host/study/plot_kinds.hpp"

namespace tessera::accuracy {
namespace {

constexpr double least_ulp_drawn = 0.05;  // of the axis

double shown(double ulp) { return std::clamp(ulp, least_ulp_drawn, most_ulp_drawn); }

struct Spot {
    std::size_t index;  // of the function
    double cycles, max, mean;
    double label = 0;  // its height on the axis
};

// Labels beside each other are moved up until none covers another.
void place_labels(std::vector<Spot>& places, double cycles_of_a_label, double decades_of_a_label) {
    std::vector<Spot*> by_height;
    for (Spot& place : places) by_height.push_back(&place);
    std::ranges::sort(by_height, [](const Spot* a, const Spot* b) {
        return std::tuple(a->max, a->index) < std::tuple(b->max, b->index);
    });
    for (std::size_t i = 0; i < by_height.size(); ++i) {
        double height = std::log10(shown(by_height[i]->max));
        for (std::size_t lower = 0; lower < i; ++lower)
            if (std::abs(by_height[lower]->cycles - by_height[i]->cycles) < cycles_of_a_label)
                height = std::max(height, std::log10(by_height[lower]->label) + decades_of_a_label);
        by_height[i]->label = std::pow(10, height);
    }
}

// Those for which no other is both as cheap and as accurate, from the cheapest on.
std::vector<Spot> best(std::vector<Spot> places) {
    std::ranges::sort(
        places, [](const Spot& a, const Spot& b) { return std::tuple(a.cycles, a.max) < std::tuple(b.cycles, b.max); });
    std::vector<Spot> kept;
    for (const Spot& place : places)
        if (kept.empty() || place.max < kept.back().max) kept.push_back(place);
    return kept;
}

}  // namespace

Plot error_against_cycles(const std::string& name, const Drawn& studies) {
    std::vector<Spot> places;
    double most_cycles = 0, most = 10;
    std::size_t longest = 0;
    for (std::size_t i = 0; i < studies.size(); ++i) {
        const Statistics& s = studies[i]->statistics;
        places.push_back({i, studies[i]->cost.cycles_per_tile(), s.max_ulp(), s.mean()});
        most_cycles = std::max(most_cycles, places.back().cycles);
        most = std::max(most, shown(s.max_ulp()));
        longest = std::max(longest, studies[i]->request.function.size());
    }
    const double width = std::min(0.4, 0.011 * static_cast<double>(std::min<std::size_t>(longest, 30)) + 0.02);
    const double right = most_cycles / (1 - width);
    const double decades = std::log10(most * 10 / (least_ulp_drawn / 2));
    place_labels(places, width * right, decades / 26);
    double top = most * 10;
    for (const Spot& place : places) top = std::max(top, place.label * 5);

    Rows rows("function\tcycles_per_tile\tulp_max\tulp_mean\tlabel_height");
    for (const Spot& place : places)
        rows.text += fmt::format("{}\t{:.9g}\t{:.9g}\t{:.9g}\t{:.6g}\n", studies[place.index]->request.function,
                                 place.cycles, place.max, place.mean, place.label);
    rows.text += "\n\n# none is both as cheap and as accurate as these\n";
    for (const Spot& place : best(places))
        rows.text += fmt::format("{}\t{:.9g}\t{:.9g}\t{:.9g}\t{:.6g}\n", studies[place.index]->request.function,
                                 place.cycles, place.max, place.mean, place.label);

    const std::string from = gnuplot_text(name + ".tsv");
    std::vector<std::string> parts{
        from +
        " index 1 using 2:(shown($3)) with steps lw 1.5 dt 2 lc rgb '#888888' title 'no other beats these in both'"};
    for (const Spot& place : places) {
        const std::string row = fmt::format("{} index 0 every ::{}::{} using", from, place.index, place.index);
        parts.push_back(fmt::format("{} 2:(shown($3)):(0):(shown($4) - shown($3)) with vectors nohead lw 1 {} notitle",
                                    row, colour(place.index)));
        parts.push_back(fmt::format("{} 2:(shown($3)) with points pt 7 ps 1.4 {} notitle", row, colour(place.index)));
        parts.push_back(
            fmt::format("{} 2:(shown($4)) with points pt 6 ps 1.4 lw 2 {} notitle", row, colour(place.index)));
        parts.push_back(
            fmt::format("{} 2:5:1 with labels left offset 1.2,0.6 {} notitle", row, text_colour(place.index)));
    }
    return {
        name, "Error against cost",
        "Filled: the largest error; ring: the mean. The dashed line joins functions that "
        "no other beats in both.",
        rows.text,
        script({name, functions_text(studies) + ": error against cycles", conditions_text(studies)},
               fmt::format("shown(e) = e < {0:g} ? {0:g} : e > {1:g} ? {1:g} : e\n", least_ulp_drawn, most_ulp_drawn) +
                   fmt::format("set xrange [0:{:.6g}]\nset logscale y\nset format y '%g'\nset yrange [{:g}:{:.6g}]\n",
                               right, least_ulp_drawn / 2, top) +
                   reference_line(1, "1 ULP") + reference_line(3, "3 ULP") + reference_line(10, "10 ULP") +
                   "set xlabel 'cycles a tile of 1024 elements (SFPU or T1, whichever is slower)'\n" +
                   fmt::format("set ylabel {}\n", gnuplot_text(unit_text(studies) + " (filled: max, ring: mean)")) +
                   plot_command(parts))};
}

}  // namespace tessera::accuracy
