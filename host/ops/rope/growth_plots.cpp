#include "host/ops/rope/growth_plots.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>

#include "host/plots/axis.hpp"
#include "host/study/plot_kinds.hpp"

namespace tessera::accuracy {
namespace {

constexpr double least_drawn = 1e-9, most_drawn = 2;  // sine and cosine can be no further off

std::string file_name(std::string_view prefix, std::string_view what) {
    std::string name = fmt::format("{}_{}", prefix, what);
    std::ranges::replace(name, ' ', '_');
    return name;
}

std::vector<std::string> groups_of(std::span<const AngleVariant> variants) {
    std::vector<std::string> groups;
    for (const AngleVariant& v : variants)
        if (v.group != remedy_group && std::ranges::count(groups, v.group) == 0) groups.push_back(v.group);
    if (groups.empty()) groups.emplace_back(remedy_group);
    return groups;
}

Plot growth_plot(const std::string& group, std::span<const GrowthCurve> curves, std::string_view conditions) {
    const std::string name = file_name("growth", group);
    Rows rows("way\tposition_low\tposition_high\tmax_error\trms_error\tbeyond_reduction");
    std::vector<std::string> parts;
    for (const GrowthCurve& curve : curves) {
        const bool is_remedy = curve.variant.group == remedy_group;
        if (curve.variant.group != group && !is_remedy) continue;
        const std::size_t index = parts.size();
        rows.next_function();
        for (const Growth& g : curve.ranges)
            rows.text += fmt::format("{}\t{}\t{}\t{:.6g}\t{:.6g}\t{}\n", curve.variant.name, g.range.low, g.range.high,
                                     g.max, g.rms, g.is_beyond ? 1 : 0);
        parts.push_back(
            fmt::format("{} index {} using 3:($6 > 0 ? NaN : shown($4)) with linespoints pt 7 ps 0.5 lw 2 {}{} "
                        "title {}",
                        gnuplot_text(name + ".tsv"), index, is_remedy ? "dt 2 " : "", colour(index),
                        gnuplot_text(curve.variant.name)));
    }
    const std::string body =
        fmt::format("shown(e) = e < {0:g} ? {0:g} : e > {1:g} ? {1:g} : e\n", least_drawn, most_drawn) +
        fmt::format("set logscale xy\nset xrange [1:{}]\nset yrange [1e-8:4]\nset format xy '1e%T'\n",
                    curves.front().ranges.back().range.high) +
        "set xlabel 'position P'\nset ylabel 'largest |error| of sine and cosine, positions P/2 to P'\n" +
        reference_line(0x1p-8, "bf16") + reference_line(0x1p-24, "fp32") + plot_command(parts);
    return {name, fmt::format("Error by position: {}", group),
            "Curves end where the phase is more than the sine can reduce. Dashed: remedies. Lines: half a unit in the "
            "last place of 1.",
            rows.text, script({name, fmt::format("RoPE angles by {}: error by position", group), conditions}, body)};
}

// Only ranges of octaves: the map's rows are even.
Plot map_of(const GrowthCurve& curve, std::string_view conditions) {
    const std::string name = file_name("map", curve.variant.name);
    Rows rows("log2_position\tpair\tmax_error");
    int last = 0;
    for (const Growth& g : curve.ranges) {
        if (!std::has_single_bit(g.range.high)) continue;
        last = std::countr_zero(g.range.high);
        for (std::size_t k = 0; k < g.max_by_pair.size(); ++k)
            rows.text += fmt::format("{}\t{}\t{:.6g}\n", last, k, g.max_by_pair[k]);
    }
    const std::size_t pairs = curve.ranges.front().max_by_pair.size();
    const std::string body =
        fmt::format("shown(e) = log10(e < {0:g} ? {0:g} : e > {1:g} ? {1:g} : e)\n", least_drawn, most_drawn) +
        fmt::format("set xrange [-0.5:{}.5]\nset yrange [-0.5:{}.5]\nset cbrange [-8:0.3]\nunset grid\nset key off\n",
                    last, pairs - 1) +
        "set palette defined (-8 '#08306b', -6 '#2e7ebc', -4 '#abd0e6', -3 '#ffffbf', -2 '#fdae61', 0 '#a50026')\n"
        "set xlabel 'log2 of the position'\nset ylabel 'pair (0 turns fastest)'\n"
        "set cblabel 'log10 of the largest |error|'\n" +
        fmt::format("plot {} using 1:2:(shown($3)) with image\n", gnuplot_text(name + ".tsv"));
    return {name, fmt::format("Map: {}", curve.variant.name), curve.variant.about + ".", rows.text,
            script({name, curve.variant.name + ": error by position and pair", conditions, 1000, 480}, body)};
}

}  // namespace

std::vector<Plot> growth_plots(std::span<const GrowthCurve> curves, std::string_view conditions) {
    std::vector<AngleVariant> variants;
    for (const GrowthCurve& curve : curves) variants.push_back(curve.variant);
    std::vector<Plot> plots;
    for (const std::string& group : groups_of(variants)) plots.push_back(growth_plot(group, curves, conditions));
    for (const GrowthCurve& curve : curves) plots.push_back(map_of(curve, conditions));
    return plots;
}

std::vector<std::string> growth_plot_names(std::span<const AngleVariant> variants) {
    std::vector<std::string> names;
    for (const std::string& group : groups_of(variants)) names.push_back(file_name("growth", group));
    for (const AngleVariant& v : variants) names.push_back(file_name("map", v.name));
    return names;
}

std::string growth_page(std::span<const GrowthCurve> curves, std::span<const Plot> plots, const Drawings& drawings) {
    std::vector<std::string> heads{"way"};
    const auto& ranges = curves.front().ranges;
    const std::vector<std::size_t> shown = tabled_ranges(curves.front());
    for (const std::size_t i : shown) heads.push_back(fmt::format("P = {}", ranges[i].range.high));
    heads.insert(heads.end(), {"instr a column", "instr an angle"});
    PageTable table(std::vector<std::string_view>(heads.begin(), heads.end()));
    for (const GrowthCurve& curve : curves) {
        std::vector<std::string> row{curve.variant.name};
        for (const std::size_t i : shown)
            row.push_back(curve.ranges[i].is_beyond ? "beyond" : fmt::format("{:.2g}", curve.ranges[i].max));
        row.push_back(fmt::format("{}", curve.frequency.instructions));
        row.push_back(fmt::format("{}", curve.sines.instructions));
        table.row(row);
    }
    std::string body = "<p>Largest |error| of sine and cosine over the positions P/2 to P.</p>\n" + table.text();
    for (const Plot& plot : plots) body += figure(plot, drawings);
    return page("RoPE angles", body);
}

}  // namespace tessera::accuracy
