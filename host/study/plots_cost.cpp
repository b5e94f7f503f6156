// What functions cost beside what they get wrong: the plot people choose by.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <tuple>

#include "host/plots/labels.hpp"
#include "host/study/plot_kinds.hpp"

namespace tessera::accuracy {
namespace {

constexpr double least_ulp_drawn = 0.05;  // of a logarithmic axis
constexpr std::size_t most_characters = 40;

// The picture in pixels, and its frame in shares of it from the lower left corner: fixed, since labels are placed by
// it.
struct Picture {
    static constexpr int width = 1000, height = 640;
    static constexpr double left = 0.11, right = 0.92, bottom = 0.16, top = 0.89;
    static constexpr double frame_width = (right - left) * width, frame_height = (top - bottom) * height;
};

struct Figures {
    std::size_t index;  // of the function
    std::string label;
    double cycles, max, mean;
};

// A label, and where its line from the point ends, in values of the axes.
struct PlacedLabel {
    double x, y, end_x, end_y;
    bool is_far;  // from its point
};

struct Axes {
    ScaledAxis cost, error;
    double shown(double ulp) const {
        return std::clamp(ulp, error.scale == Scale::log ? least_ulp_drawn : 0, most_ulp_drawn);
    }
    Spot spot(double cycles, double ulp) const {
        return {cost.share(cycles) * Picture::frame_width, error.share(shown(ulp)) * Picture::frame_height};
    }
};

std::vector<Figures> figures_of(const Drawn& studies) {
    std::vector<Figures> all;
    for (std::size_t i = 0; i < studies.size(); ++i) {
        std::string label = studies[i]->request.function;
        if (label.size() > most_characters) label.replace(most_characters - 3, std::string::npos, "...");
        const Statistics& s = studies[i]->statistics;
        all.push_back({i, std::move(label), studies[i]->cost.cycles_per_tile(), s.max_ulp(), s.mean()});
    }
    return all;
}

Axes axes_of(std::span<const Figures> all, const CostAxes& asked) {
    const double cheapest = std::max(1.0, std::ranges::min(all, {}, &Figures::cycles).cycles);
    const double dearest = std::max(1.0, std::ranges::max(all, {}, &Figures::cycles).cycles);
    const double most = std::min(std::max(10.0, std::ranges::max(all, {}, &Figures::max).max), most_ulp_drawn);
    Axes axes;
    axes.cost = asked.cost == Scale::log ? ScaledAxis{Scale::log, cheapest / 1.5, dearest * 1.5}
                                         : ScaledAxis{Scale::linear, 0, dearest * 1.1};
    axes.error = asked.error == Scale::log ? ScaledAxis{Scale::log, least_ulp_drawn / 2, most * 10}
                                           : ScaledAxis{Scale::linear, 0, most * 1.1};
    return axes;
}

std::vector<PlacedLabel> placed_labels(std::span<const Figures> all, const Axes& axes) {
    std::vector<NamedSpot> names;
    std::vector<Spot> marks;
    for (const Figures& one : all) {
        names.push_back({axes.spot(one.cycles, one.max), one.label.size()});
        marks.push_back(axes.spot(one.cycles, one.max));
        marks.push_back(axes.spot(one.cycles, one.mean));
    }
    constexpr double far = 12;  // pixels: the label is beside its point up to there
    std::vector<PlacedLabel> labels;
    const std::vector<Box> boxes = place_labels(names, marks, Picture::frame_width, Picture::frame_height);
    for (std::size_t i = 0; i < boxes.size(); ++i) {
        const Spot &at = names[i].at, end = line_end(boxes[i], at);
        labels.push_back({axes.cost.value(boxes[i].left / Picture::frame_width),
                          axes.error.value((boxes[i].bottom + boxes[i].height / 2) / Picture::frame_height),
                          axes.cost.value(end.x / Picture::frame_width),
                          axes.error.value(end.y / Picture::frame_height),
                          std::hypot(end.x - at.x, end.y - at.y) > far});
    }
    return labels;
}

// Those for which no other is both as cheap and as accurate, from the cheapest on.
std::vector<Figures> best(std::vector<Figures> all) {
    std::ranges::sort(all, [](const Figures& a, const Figures& b) {
        return std::tuple(a.cycles, a.max) < std::tuple(b.cycles, b.max);
    });
    std::vector<Figures> kept;
    for (const Figures& one : all)
        if (kept.empty() || one.max < kept.back().max) kept.push_back(one);
    return kept;
}

// Those whose names on the right are apart, as on a linear axis of large errors they are not.
std::string reference_lines(const Axes& axes) {
    constexpr double apart = 20;  // pixels
    std::string out;
    double last = -apart;
    for (const double ulp : {1.0, 3.0, 10.0}) {
        const double at = axes.error.share(ulp) * Picture::frame_height;
        if (at - last < apart) continue;
        out += reference_line(ulp, fmt::format("{:g} ULP", ulp));
        last = at;
    }
    return out;
}

std::string data_of(const Drawn& studies, std::span<const Figures> all, std::span<const PlacedLabel> labels) {
    Rows rows("function\tcycles_per_tile\tulp_max\tulp_mean\tlabel\tlabel_x\tlabel_y\tlabel_line_x\tlabel_line_y");
    for (std::size_t i = 0; i < all.size(); ++i)
        rows.text += fmt::format("{}\t{:.9g}\t{:.9g}\t{:.9g}\t{}\t{:.6g}\t{:.6g}\t{:.6g}\t{:.6g}\n",
                                 studies[all[i].index]->request.function, all[i].cycles, all[i].max, all[i].mean,
                                 all[i].label, labels[i].x, labels[i].y, labels[i].end_x, labels[i].end_y);
    rows.text += "\n\n# none is both as cheap and as accurate as these\n";
    for (const Figures& one : best({all.begin(), all.end()}))
        rows.text += fmt::format("{}\t{:.9g}\t{:.9g}\t{:.9g}\n", studies[one.index]->request.function, one.cycles,
                                 one.max, one.mean);
    return rows.text;
}

}  // namespace

Plot error_against_cycles(const std::string& name, const Drawn& studies, const CostAxes& asked) {
    const std::vector<Figures> all = figures_of(studies);
    const Axes axes = axes_of(all, asked);
    const std::vector<PlacedLabel> labels = placed_labels(all, axes);

    const std::string from = gnuplot_text(name + ".tsv");
    std::vector<std::string> parts{
        from +
        " index 1 using 2:(shown($3)) with steps lw 1.5 dt 2 lc rgb '#888888' title 'no other beats these in both'"};
    for (std::size_t i = 0; i < all.size(); ++i) {
        const std::string row = fmt::format("{} index 0 every ::{}::{} using", from, i, i);
        const std::string line = colour(i);
        if (labels[i].is_far)
            parts.push_back(fmt::format(
                "{} 2:(shown($3)):($8 - $2):($9 - shown($3)) with vectors nohead lw 0.5 {} notitle", row, line));
        parts.push_back(
            fmt::format("{} 2:(shown($3)):(0):(shown($4) - shown($3)) with vectors nohead lw 1 {} notitle", row, line));
        parts.push_back(fmt::format("{} 2:(shown($3)) with points pt 7 ps 1.4 {} notitle", row, line));
        parts.push_back(fmt::format("{} 2:(shown($4)) with points pt 6 ps 1.4 lw 2 {} notitle", row, line));
        parts.push_back(fmt::format("{} 6:7:5 with labels left {} notitle", row, text_colour(i)));
    }
    const std::string body =
        fmt::format("shown(e) = e < {0:g} ? {0:g} : e > {1:g} ? {1:g} : e\n", axes.shown(0), most_ulp_drawn) +
        fmt::format(
            "set lmargin at screen {}\nset rmargin at screen {}\n"
            "set bmargin at screen {}\nset tmargin at screen {}\n",
            Picture::left, Picture::right, Picture::bottom, Picture::top) +
        axes.cost.commands("x") + axes.error.commands("y") + reference_lines(axes) +
        "set xlabel 'cycles a tile of 1024 elements (SFPU or T1, whichever is slower)'\n" +
        fmt::format("set ylabel {}\n", gnuplot_text(unit_text(studies) + " (filled: max, ring: mean)")) +
        plot_command(parts);
    return {name, "Error against cost",
            "Filled: the largest error; ring: the mean. The dashed line joins functions that "
            "no other beats in both.",
            data_of(studies, all, labels),
            script({name, functions_text(studies) + ": error against cycles", conditions_text(studies), Picture::width,
                    Picture::height},
                   body)};
}

}  // namespace tessera::accuracy
