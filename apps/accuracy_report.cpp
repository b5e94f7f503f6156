#include "apps/accuracy_report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "host/study/points.hpp"
#include "host/study/sources.hpp"
#include "host/study/usable.hpp"

namespace tessera::apps {
namespace {

using namespace accuracy;

std::string head(const Study& study) {
    const Request& r = study.request;
    std::string out =
        fmt::format("accuracy   {} against {} on {}, lowering {}, Dst {}{}\n", r.function, r.reference, r.arch,
                    r.lowering, r.dst, r.store.empty() ? "" : fmt::format(", stored as {}", r.store));
    out += fmt::format("inputs     {}; zeros, subnormal and not finite ones are left out\n", r.inputs_text);
    for (const Study& way : study.also) out += fmt::format("           {}\n", way.request.inputs_text);
    out += "reference  correctly rounded: double within 2^-48, MPFR where that leaves the rounding open\n";
    if (r.shards > 1) out += fmt::format("part       {} of {}\n", r.shard, r.shards);
    if (!study.is_complete())
        out += fmt::format("unfinished {} of {} strips; the figures are those of the inputs done\n",
                           std::ranges::count(study.done, true), study.done.size());
    return out;
}

// fmt shows the sign of what is no number.
std::string number_text(double value, int digits) {
    return std::isnan(value) ? "NaN" : fmt::format("{:.{}g}", value, digits);
}

// The first inputs of an outcome that is not compared: zeros and the like only where there are no others.
std::string first_text(const FirstInputs& first, std::uint64_t count, bool two) {
    constexpr std::size_t shown = 3;
    if (first.points.empty()) return "";
    std::string out = "x =";
    for (std::size_t i = 0; i < std::min(shown, first.points.size()); ++i) {
        const Point& p = first.points[i];
        out += fmt::format("{} {}", i == 0 ? "" : ",", number_text(value_of(p.x), 9));
        if (two) out += fmt::format(" with {}", number_text(value_of(p.second), 9));
    }
    return out + (count > shown ? ", ..." : "");
}

views::Table outcomes_table(const Study& study) {
    const Statistics& s = study.statistics;
    views::Table table({"outcome", "inputs", "%", "the first"}, {0, 3});
    const double all = static_cast<double>(std::max<std::uint64_t>(s.total(), 1));
    for (std::size_t i = 0; i < outcomes; ++i)
        if (s.count[i] != 0)
            table.add({std::string(name(static_cast<Outcome>(i))), fmt::format("{}", s.count[i]),
                       fmt::format("{:.3f}", 100 * static_cast<double>(s.count[i]) / all),
                       first_text(s.first_inputs[i], s.count[i], study.request.second.count != 0)});
    return table;
}

std::string figure(double value) { return fmt::format("{:.6g}", value); }
std::string percent(double share) { return fmt::format("{:.4f}", 100 * share); }

views::Table errors_table(const Statistics& s) {
    views::Table table({"error", "max", "mean", "RMS", "bias"});
    table.add({"ULP", figure(s.max_ulp()), figure(s.mean()), figure(s.rms()), fmt::format("{:+.6g}", s.bias())});
    table.add({"relative", figure(s.max_relative()), figure(s.mean_relative())});
    table.add({"absolute", figure(s.max_absolute())});
    return table;
}

std::string errors_text(const Study& study) {
    const Statistics& s = study.statistics;
    std::string out = fmt::format("ULP here: {}; max by {}: {:.6g}, by {}: {:.6g}\n", name(study.request.ulp),
                                  name(Ulp::goldberg), s.max_goldberg, name(Ulp::at_rounded), s.max_at_rounded);
    out += fmt::format("mean over results that are not correctly rounded: {:.6g} ULP\n", s.mean_not_exact());
    out +=
        fmt::format("correctly rounded {:.4f} %, faithful {:.4f} %\n", 100 * s.share_exact(), 100 * s.share_faithful());
    out += "percentiles, ULP (to an eighth of an octave):";
    for (const double share : {0.5, 0.9, 0.95, 0.99, 0.999})
        out += fmt::format("  {:g} % {:.4g}", 100 * share, s.percentile(share));
    return out + "\n";
}

// The same function over inputs that lie otherwise.
views::Table ways_table(const Study& study) {
    views::Table table({"inputs", "max ULP", "mean ULP", "max rel", "exact %", "faithful %"});
    const auto row = [&](const Study& way) {
        const Statistics& s = way.statistics;
        table.add({std::string(way_of(way.request)), figure(s.max_ulp()), figure(s.mean()),
                   fmt::format("{:.3g}", s.max_relative()), percent(s.share_exact()), percent(s.share_faithful())});
    };
    row(study);
    for (const Study& way : study.also) row(way);
    return table;
}

std::string stretches_text(const Statistics& s, double limit) {
    constexpr std::size_t shown = 3;
    const std::vector<Stretch> all = usable_stretches(s, limit, most_stretches);
    std::vector<Stretch> most = usable_stretches(s, limit, shown);
    if (most.empty()) return "nowhere over a whole eighth of an octave";
    std::string out;
    for (const Stretch& stretch : most)
        out += fmt::format("{}{:.4g}..{:.4g}", out.empty() ? "" : ", ", stretch.low, stretch.high);
    if (all.size() > most.size())
        out += fmt::format(" and {}{} more", all.size() - most.size(), all.size() == most_stretches ? " or" : "");
    return out;
}

std::string usable_text(const Study& study) {
    const Statistics& s = study.statistics;
    std::string out;
    for (std::size_t i = 0; i < Statistics::limits.size(); ++i) {
        out += fmt::format("{:>2} ULP  ", static_cast<int>(Statistics::limits[i]));
        if (!s.first_above[i]) {
            out += "everywhere\n";
            continue;
        }
        const auto within = [&](const Statistics& way) {
            return 100 * (1 - static_cast<double>(way.above[i]) /
                                  static_cast<double>(std::max<std::uint64_t>(way.compared(), 1)));
        };
        out += fmt::format("{:.4f} % of the inputs", within(s));
        for (const Study& way : study.also)
            out += fmt::format(", {:.4f} % {}", within(way.statistics), way_of(way.request));
        out += fmt::format("\n        x in {}\n",
                           stretches_text(s, at_most(Statistics::limits[i], result_format(study.request))));
        out += fmt::format("        beyond it nearest to 0: x = {:.9g} (0x{:08x})\n", value_of(*s.first_above[i]),
                           *s.first_above[i]);
    }
    const auto violations = [&](const char* what, std::uint64_t count, const auto& first) {
        return count == 0 ? fmt::format("{} violations: none\n", what)
                          : fmt::format("{} violations: {}, the first at x = {:.9g} (0x{:08x})\n", what, count,
                                        value_of(*first), *first);
    };
    out += violations("monotonicity", s.disorders, s.first_disorder);
    out += violations("symmetry", s.asymmetries, s.first_asymmetry);
    return out;
}

std::string pattern_text(std::uint32_t pattern) { return fmt::format("0x{:08x}", pattern); }

views::Table points_table(const Worst& worst, bool two) {
    std::vector<std::string> head{"x bits", "x", "result bits", "result", "exact", "ULP", "segment of the result"};
    if (two) head.insert(head.begin() + 2, "y");
    const std::size_t last = head.size() - 1;
    views::Table table(std::move(head), {0, last}, 2);
    for (const Point& p : worst.points) {
        const int exponent = std::ilogb(p.exact);
        const double fraction = std::log2(std::ldexp(std::abs(p.exact), -exponent));
        std::vector<std::string> row{pattern_text(p.x),
                                     number_text(value_of(p.x), 9),
                                     pattern_text(p.y),
                                     number_text(value_of(p.y), 9),
                                     fmt::format("{:.9g}", p.exact),
                                     fmt::format("{:+.6g}", p.error),
                                     fmt::format("2^{} * 2^{:.4f}", exponent, fraction)};
        if (two) row.insert(row.begin() + 2, number_text(value_of(p.second), 9));
        table.add(std::move(row));
    }
    return table;
}

views::Table specials_table(const Study& study) {
    views::Table table({"input", "result", "result bits", "exact"});
    for (const SpecialValue& v : study.specials)
        table.add({std::string(v.name), number_text(value_of(v.y), 9), pattern_text(v.y), number_text(v.exact, 9)});
    return table;
}

}  // namespace

views::Document report_of(const Study& study) {
    const Statistics& s = study.statistics;
    views::Document out;
    out.prose(head(study));
    out.prose(fmt::format(
        "cost       {} SFPU instructions ({} SFPNOP), {} SFPU cycles a vector, {:.0f} cycles to push; {:.0f} cycles a "
        "tile; {} of 8 registers\n\n",
        study.cost.instructions, study.cost.nops, study.cost.cycles, study.cost.push_cycles,
        study.cost.cycles_per_tile(), study.cost.registers));
    out.table(outcomes_table(study));
    if (s.compared() == 0) {
        out.prose("\nno input gave a result to compare\n");
        return out;
    }
    out.prose("\nerrors of the compared\n");
    out.table(errors_table(s));
    out.prose(errors_text(study));
    if (!study.also.empty()) {
        out.prose("\n");
        out.table(ways_table(study));
    }
    out.prose("\nusable range and order\n" + usable_text(study));
    if (!s.worst.points.empty()) {
        out.prose("\nworst points by ULP\n");
        out.table(points_table(s.worst, study.request.second.count != 0));
    }
    if (!study.specials.empty()) {
        out.prose("\nspecial values\n");
        out.table(specials_table(study));
    }
    return out;
}

std::string inputs_text(const Study& study) {
    std::string out = fmt::format("inputs     {}\n", study.request.inputs_text);
    for (const Study& way : study.also) out += fmt::format("           {}\n", way.request.inputs_text);
    return out;
}

namespace {

views::Table comparison_of_ways(std::span<const Study> studies) {
    views::Table table({"function", "inputs", "max ULP", "mean ULP", "max rel", "exact %", "cycles/tile"}, {0, 1}, 2);
    const auto row = [&](const std::string& name, const Study& way, const std::string& cost) {
        const Statistics& s = way.statistics;
        table.add({name, std::string(way_of(way.request)), figure(s.max_ulp()), figure(s.mean()),
                   fmt::format("{:.3g}", s.max_relative()), percent(s.share_exact()), cost});
    };
    for (const Study& study : studies) {
        row(study.request.function, study, fmt::format("{:.0f}", study.cost.cycles_per_tile()));
        for (const Study& way : study.also) row("", way, "");
    }
    return table;
}

}  // namespace

views::Table comparison(std::span<const Study> studies) {
    if (std::ranges::any_of(studies, [](const Study& study) { return !study.also.empty(); }))
        return comparison_of_ways(studies);
    views::Table table({"function", "max ULP", "mean ULP", "max rel", "max abs", "exact %", "instr", "cycles/tile"});
    for (const Study& study : studies) {
        const Statistics& s = study.statistics;
        table.add({study.request.function, figure(s.max_ulp()), figure(s.mean()),
                   fmt::format("{:.4g}", s.max_relative()), fmt::format("{:.4g}", s.max_absolute()),
                   percent(s.share_exact()), fmt::format("{}", study.cost.instructions),
                   fmt::format("{:.0f}", study.cost.cycles_per_tile())});
    }
    return table;
}

views::Document sources_report(std::span<const Study> studies) {
    views::Document out;
    for (const Study& study : studies) {
        if (study.sources.empty()) continue;
        out.prose(fmt::format("\nbits lost to each source by {}, over {} of the inputs or all\n",
                              study.request.function, source_inputs));
        views::Table table({"source", "max ULP", "mean ULP", "max rel", "bits"});
        for (const Source& source : study.sources)
            table.add({source.name, figure(source.max_ulp), figure(source.mean_ulp),
                       fmt::format("{:.4g}", source.max_relative), fmt::format("{:.1f}", source.bits())});
        out.table(std::move(table));
    }
    return out;
}

std::string fitted_lines(std::span<const Study> studies) {
    std::string out;
    for (const Study& study : studies) {
        if (study.points.empty()) continue;
        const Line line = fitted(study.points);
        out += fmt::format("fitted     {}: error = {:.6g} {:+.6g} * exact, through {} points\n", study.request.function,
                           line.at_zero, line.slope, study.points.size());
    }
    return out;
}

std::string to_csv(std::span<const Study> studies) {
    std::string out =
        "function,reference,arch,lowering,dst,store,inputs,compared,max_ulp,mean_ulp,rms_ulp,bias_ulp,max_relative,"
        "mean_relative,max_absolute,correctly_rounded,faithful,disorders,asymmetries,instructions,cycles_per_tile\n";
    // Expressions hold commas.
    const auto word = [](const std::string& text) {
        return text.find_first_of(",\"") == std::string::npos ? text : fmt::format("\"{}\"", text);
    };
    const auto row = [&](const Study& study) {
        const Request& r = study.request;
        const Statistics& s = study.statistics;
        out += fmt::format(
            "{},{},{},{},{},{},\"{}\",{},{:.9g},{:.9g},{:.9g},{:.9g},{:.9g},{:.9g},{:.9g},{:.9g},{:.9g},"
            "{},{},{},{:.0f}\n",
            word(r.function), word(r.reference), r.arch, r.lowering, r.dst, r.store, r.inputs_text, s.compared(),
            s.max_ulp(), s.mean(), s.rms(), s.bias(), s.max_relative(), s.mean_relative(), s.max_absolute(),
            s.share_exact(), s.share_faithful(), s.disorders, s.asymmetries, study.cost.instructions,
            study.cost.cycles_per_tile());
    };
    for (const Study& study : studies) {
        row(study);
        for (const Study& way : study.also) row(way);
    }
    return out;
}

}  // namespace tessera::apps
