#include "host/study/plots_page.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "host/plots/columns.hpp"
#include "host/study/plot_kinds.hpp"
#include "sim/views/json_text.hpp"
#include "sim/views/markup.hpp"

namespace tessera::accuracy {
namespace {

std::string number(double value) { return fmt::format("{:.4g}", value); }
std::string percent(double share) { return fmt::format("{:.4f}", 100 * share); }

// Each study, and below it the same function over inputs that lie otherwise; `row` is given the name of each.
template <class F>
void each_way(std::span<const Study> studies, F row) {
    for (const Study& study : studies) {
        const auto named = [&](const Study& way) {
            return study.also.empty() ? way.request.function
                                      : fmt::format("{}, {}", way.request.function, way_of(way.request));
        };
        row(named(study), study);
        for (const Study& way : study.also) row(named(way), way);
    }
}

std::string figures(std::span<const Study> studies) {
    PageTable table{"function", "max ULP",  "mean ULP", "RMS ULP", "bias ULP",   "50 %",  "99 %",
                    "max rel",  "mean rel", "max abs",  "exact %", "faithful %", "instr", "cycles/tile"};
    each_way(studies, [&](const std::string& function, const Study& study) {
        const Statistics& s = study.statistics;
        table.row({function, number(s.max_ulp()), number(s.mean()), number(s.rms()), fmt::format("{:+.4g}", s.bias()),
                   number(s.percentile(0.5)), number(s.percentile(0.99)), number(s.max_relative()),
                   number(s.mean_relative()), number(s.max_absolute()), percent(s.share_exact()),
                   percent(s.share_faithful()), fmt::format("{}", study.cost.instructions),
                   fmt::format("{:.0f}", study.cost.cycles_per_tile())});
    });
    return table.text();
}

std::string conditions(std::span<const Study> studies) {
    PageTable table{"function", "reference", "arch", "lowering", "Dst", "stored as", "ULP", "inputs", "compared"};
    each_way(studies, [&](const std::string& function, const Study& study) {
        const Request& r = study.request;
        table.row({function, r.reference, r.arch, r.lowering, r.dst, r.store.empty() ? r.dst : r.store,
                   std::string(name(r.ulp)), r.inputs_text + (study.is_complete() ? "" : " (unfinished)"),
                   fmt::format("{}", study.statistics.compared())});
    });
    return table.text();
}

std::string details(const Study& study) {
    const Statistics& s = study.statistics;
    std::string out = fmt::format("<details><summary>{}</summary>\n", views::in_markup(study.request.function));
    PageTable counts{"outcome", "inputs", "%"};
    for (std::size_t i = 0; i < outcomes; ++i)
        if (s.count[i] != 0)
            counts.row({std::string(name(static_cast<Outcome>(i))), fmt::format("{}", s.count[i]),
                        percent(static_cast<double>(s.count[i]) / static_cast<double>(s.total()))});
    out += counts.text();
    PageTable usable{"off by more than", "inputs", "the nearest to zero"};
    for (std::size_t i = 0; i < Statistics::limits.size(); ++i)
        usable.row({fmt::format("{:g} ULP", Statistics::limits[i]), fmt::format("{}", s.above[i]),
                    s.first_above[i] ? fmt::format("{:.9g}", value_of(*s.first_above[i])) : "none"});
    usable.row({"wrong order", fmt::format("{}", s.disorders),
                s.first_disorder ? fmt::format("{:.9g}", value_of(*s.first_disorder)) : "none"});
    usable.row({"wrong symmetry", fmt::format("{}", s.asymmetries),
                s.first_asymmetry ? fmt::format("{:.9g}", value_of(*s.first_asymmetry)) : "none"});
    out += usable.text();
    const bool two = study.request.second.count != 0;
    PageTable worst{two ? "worst points: x, y" : "worst points: x", "pattern", "result", "pattern", "exact", "ULP"};
    for (const Point& p : s.worst.points)
        worst.row({fmt::format("{:.9g}", value_of(p.x)) + (two ? fmt::format(", {:.9g}", value_of(p.second)) : ""),
                   fmt::format("0x{:08x}", p.x), fmt::format("{:.9g}", value_of(p.y)), fmt::format("0x{:08x}", p.y),
                   fmt::format("{:.9g}", p.exact), fmt::format("{:+.6g}", p.error)});
    out += worst.text();
    if (!study.sources.empty()) {
        PageTable sources{"source of error", "max ULP", "mean ULP", "max rel", "bits"};
        for (const Source& source : study.sources)
            sources.row({source.name, number(source.max_ulp), number(source.mean_ulp), number(source.max_relative),
                         fmt::format("{:.1f}", source.bits())});
        out += sources.text();
    }
    if (!study.specials.empty()) {
        PageTable specials{"special value", "result", "pattern", "exact"};
        for (const SpecialValue& v : study.specials)
            specials.row({std::string(v.name), fmt::format("{:.9g}", value_of(v.y)), fmt::format("0x{:08x}", v.y),
                          fmt::format("{:.9g}", v.exact)});
        out += specials.text();
    }
    return out + "</details>\n";
}

// Which columns of a plot's data its chart reads; points stand once, for all charts of them, and what the signed errors
// are drawn from is that of the others.
struct ChartColumns {
    std::string_view plot;
    std::vector<std::string_view> columns;
};
const std::vector<ChartColumns>& chart_columns() {
    static const std::vector<ChartColumns> all{
        {"error_against_cycles", {"cycles_per_tile", "ulp_max", "ulp_mean"}},
        {"ulp_against_x", {"x_low", "x_high", "ulp_low", "ulp_high", "ulp_p50", "ulp_p99"}},
        {"error_histogram", {"ulp_low", "ulp_high", "share_percent"}},
        {"cumulative_share", {"ulp", "share_percent"}},
        {"relative_by_result_fraction",
         {"fraction_low", "fraction_high", "relative_low", "relative_mean_magnitude", "relative_high"}},
        {"relative_by_input_fraction",
         {"fraction_low", "fraction_high", "relative_low", "relative_mean_magnitude", "relative_high"}},
        {"relative_against_x", {"x", "exact", "error"}}};
    return all;
}

constexpr std::size_t most_points_drawn = 9000, most_rows = 100'000;

std::string charts_data(std::span<const Study> studies, std::span<const Plot> plots, const CostAxes& axes) {
    Drawn drawn;
    std::vector<std::size_t> every, with_points;
    std::string functions, list;
    for (const Study& study : studies) {
        if (study.statistics.compared() == 0) continue;
        functions += fmt::format("{}{}", drawn.empty() ? "" : ",", views::json_text(study.request.function));
        if (!study.points.empty()) with_points.push_back(drawn.size());
        every.push_back(drawn.size());
        drawn.push_back(&study);
    }
    std::size_t points = 0;
    for (const Plot& plot : plots) {
        const auto known = std::ranges::find(chart_columns(), plot.name, &ChartColumns::plot);
        const bool of_points = plot.name == "relative_against_x", single = plot.name.starts_with("points_");
        list += fmt::format(
            R"({}{{"name":{},"title":{},"of":{},{}}})", list.empty() ? "" : ",\n", views::json_text(plot.name),
            views::json_text(plot.title),
            single && points < with_points.size() ? static_cast<int>(with_points[points]) : -1,
            known == chart_columns().end()
                ? R"("columns":[],"series":[])"
                : columns_json(plot, known->columns, of_points ? with_points : every,
                               of_points ? std::max<std::size_t>(
                                               400, most_points_drawn / std::max<std::size_t>(1, with_points.size()))
                                         : most_rows));
        points += single ? 1 : 0;
    }
    return fmt::format(R"({{"functions":[{}],"unit":{},"axes":{{"error":"{}","cost":"{}"}},"plots":[{}]}})", functions,
                       views::json_text(unit_text(drawn)), name(axes.error), name(axes.cost), list);
}

}  // namespace

std::string plots_page(std::span<const Study> studies, std::span<const Plot> plots, const Drawings& drawings,
                       const CostAxes& axes) {
    std::string heading;
    for (const Study& study : studies) heading += (heading.empty() ? "" : ", ") + study.request.function;
    std::string out = figures(studies) + conditions(studies);
    if (plots.empty()) out += "<p>No input gave a result to compare, so there is nothing to plot.</p>\n";
    if (!plots.empty()) out += "<div class=\"bar functions\" id=\"controls\" role=\"toolbar\"></div>\n";
    for (const Plot& plot : plots) out += chart(plot, drawings);
    out += "<h2>Function by function</h2>\n";
    for (const Study& study : studies) out += details(study);
    if (!plots.empty()) out += charts_script(charts_data(studies, plots, axes));
    return page(heading, out);
}

}  // namespace tessera::accuracy
