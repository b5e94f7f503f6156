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
    std::string out = "  x =";
    for (std::size_t i = 0; i < std::min(shown, first.points.size()); ++i) {
        const Point& p = first.points[i];
        out += fmt::format("{} {}", i == 0 ? "" : ",", number_text(value_of(p.x), 9));
        if (two) out += fmt::format(" with {}", number_text(value_of(p.second), 9));
    }
    return out + (count > shown ? ", ..." : "");
}

std::string outcomes_text(const Study& study) {
    const Statistics& s = study.statistics;
    std::string out;
    const double all = static_cast<double>(std::max<std::uint64_t>(s.total(), 1));
    for (std::size_t i = 0; i < outcomes; ++i)
        if (s.count[i] != 0)
            out += fmt::format("  {:<18} {:>11} {:>7.3f} %{}\n", name(static_cast<Outcome>(i)), s.count[i],
                               100 * static_cast<double>(s.count[i]) / all,
                               first_text(s.first_inputs[i], s.count[i], study.request.second.count != 0));
    return out;
}

std::string errors_text(const Study& study) {
    const Statistics& s = study.statistics;
    std::string out = fmt::format("  {:<22} {:>14} {:>14} {:>14} {:>14}\n", "", "max", "mean", "RMS", "bias");
    out += fmt::format("  {:<22} {:>14.6g} {:>14.6g} {:>14.6g} {:>+14.6g}\n", "ULP", s.max_ulp(), s.mean(), s.rms(),
                       s.bias());
    out += fmt::format("  {:<22} {:>14.6g} {:>14.6g}\n", "relative", s.max_relative(), s.mean_relative());
    out += fmt::format("  {:<22} {:>14.6g}\n", "absolute", s.max_absolute());
    out += fmt::format("  ULP here: {}; max by {}: {:.6g}, by {}: {:.6g}\n", name(study.request.ulp),
                       name(Ulp::goldberg), s.max_goldberg, name(Ulp::at_rounded), s.max_at_rounded);
    out += fmt::format("  mean over results that are not correctly rounded: {:.6g} ULP\n", s.mean_not_exact());
    out += fmt::format("  correctly rounded {:.4f} %, faithful {:.4f} %\n", 100 * s.share_exact(),
                       100 * s.share_faithful());
    out += "  percentiles, ULP (to an eighth of an octave):";
    for (const double share : {0.5, 0.9, 0.95, 0.99, 0.999})
        out += fmt::format("  {:g} % {:.4g}", 100 * share, s.percentile(share));
    return out + "\n";
}

// The same function over inputs that lie otherwise.
std::string ways_text(const Study& study) {
    if (study.also.empty()) return "";
    std::string out = fmt::format("\n  {:<12} {:>12} {:>12} {:>10} {:>12} {:>12}\n", "inputs", "max ULP", "mean ULP",
                                  "max rel", "exact %", "faithful %");
    const auto row = [&](const Study& way) {
        const Statistics& s = way.statistics;
        out += fmt::format("  {:<12} {:>12.6g} {:>12.6g} {:>10.3g} {:>12.4f} {:>12.4f}\n", way_of(way.request),
                           s.max_ulp(), s.mean(), s.max_relative(), 100 * s.share_exact(), 100 * s.share_faithful());
    };
    row(study);
    for (const Study& way : study.also) row(way);
    return out;
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
        out += fmt::format("  {:>2} ULP  ", static_cast<int>(Statistics::limits[i]));
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
        out += fmt::format("\n          x in {}\n",
                           stretches_text(s, at_most(Statistics::limits[i], result_format(study.request))));
        out += fmt::format("          beyond it nearest to 0: x = {:.9g} (0x{:08x})\n", value_of(*s.first_above[i]),
                           *s.first_above[i]);
    }
    const auto violations = [&](const char* what, std::uint64_t count, const auto& first) {
        return count == 0 ? fmt::format("  {} violations: none\n", what)
                          : fmt::format("  {} violations: {}, the first at x = {:.9g} (0x{:08x})\n", what, count,
                                        value_of(*first), *first);
    };
    out += violations("monotonicity", s.disorders, s.first_disorder);
    out += violations("symmetry", s.asymmetries, s.first_asymmetry);
    return out;
}

std::string points_text(const Worst& worst, const char* unit, bool two) {
    std::string out = fmt::format("  {:>10} {:>16} {}{:>10} {:>16} {:>16} {:>13}  segment of the result\n", "x", "",
                                  two ? fmt::format("{:>16} ", "y") : "", "result", "", "exact", unit);
    for (const Point& p : worst.points) {
        const int exponent = std::ilogb(p.exact);
        const double fraction = std::log2(std::ldexp(std::abs(p.exact), -exponent));
        out += fmt::format("  0x{:08x} {:>16.9g} {}0x{:08x} {:>16.9g} {:>16.9g} {:>+13.6g}  2^{} * 2^{:.4f}\n", p.x,
                           value_of(p.x), two ? fmt::format("{:>16.9g} ", value_of(p.second)) : "", p.y, value_of(p.y),
                           p.exact, p.error, exponent, fraction);
    }
    return out;
}

std::string specials_text(const Study& study) {
    std::string out = fmt::format("  {:<16} {:>16} {:>12} {:>16}\n", "input", "result", "", "exact");
    for (const SpecialValue& v : study.specials)
        out += fmt::format("  {:<16} {:>16}   0x{:08x} {:>16}\n", v.name, number_text(value_of(v.y), 9), v.y,
                           number_text(v.exact, 9));
    return out;
}

}  // namespace

std::string to_text(const Study& study) {
    const Statistics& s = study.statistics;
    std::string out = head(study);
    out += fmt::format(
        "cost       {} SFPU instructions ({} SFPNOP), {} SFPU cycles a vector, {:.0f} cycles to push; {:.0f} cycles a "
        "tile; {} of 8 registers\n\n",
        study.cost.instructions, study.cost.nops, study.cost.cycles, study.cost.push_cycles,
        study.cost.cycles_per_tile(), study.cost.registers);
    out += "outcomes\n" + outcomes_text(study);
    if (s.compared() == 0) return out + "\nno input gave a result to compare\n";
    out += "\nerrors of the compared\n" + errors_text(study) + ways_text(study);
    out += "\nusable range and order\n" + usable_text(study);
    const bool two = study.request.second.count != 0;
    if (!s.worst.points.empty()) out += "\nworst points by ULP\n" + points_text(s.worst, "ULP", two);
    if (!study.specials.empty()) out += "\nspecial values\n" + specials_text(study);
    return out;
}

std::string inputs_text(const Study& study) {
    std::string out = fmt::format("inputs     {}\n", study.request.inputs_text);
    for (const Study& way : study.also) out += fmt::format("           {}\n", way.request.inputs_text);
    return out;
}

namespace {

std::string comparison_of_ways(std::span<const Study> studies, std::size_t width) {
    std::string out = fmt::format("{:<{}} {:<8} {:>11} {:>11} {:>10} {:>9} {:>11}\n", "function", width, "inputs",
                                  "max ULP", "mean ULP", "max rel", "exact %", "cycles/tile");
    const auto row = [&](const std::string& name, const Study& way, const std::string& cost) {
        const Statistics& s = way.statistics;
        out += fmt::format("{:<{}} {:<8} {:>11.6g} {:>11.6g} {:>10.3g} {:>9.4f} {:>11}\n", name, width,
                           way_of(way.request), s.max_ulp(), s.mean(), s.max_relative(), 100 * s.share_exact(), cost);
    };
    for (const Study& study : studies) {
        row(study.request.function, study, fmt::format("{:.0f}", study.cost.cycles_per_tile()));
        for (const Study& way : study.also) row("", way, "");
    }
    return out;
}

}  // namespace

std::string comparison(std::span<const Study> studies) {
    std::size_t width = 8;
    for (const Study& study : studies) width = std::max(width, study.request.function.size());
    if (std::ranges::any_of(studies, [](const Study& study) { return !study.also.empty(); }))
        return comparison_of_ways(studies, width);
    std::string out = fmt::format("{:<{}}  {:>12} {:>12} {:>12} {:>12} {:>10} {:>10} {:>12}\n", "function", width,
                                  "max ULP", "mean ULP", "max rel", "max abs", "exact %", "instr", "cycles/tile");
    for (const Study& study : studies) {
        const Statistics& s = study.statistics;
        out += fmt::format("{:<{}}  {:>12.6g} {:>12.6g} {:>12.4g} {:>12.4g} {:>10.4f} {:>10} {:>12.0f}\n",
                           study.request.function, width, s.max_ulp(), s.mean(), s.max_relative(), s.max_absolute(),
                           100 * s.share_exact(), study.cost.instructions, study.cost.cycles_per_tile());
    }
    return out;
}

std::string sources_text(std::span<const Study> studies) {
    std::string out;
    for (const Study& study : studies) {
        if (study.sources.empty()) continue;
        out += fmt::format("\nbits lost to each source by {}, over {} of the inputs or all\n", study.request.function,
                           source_inputs);
        out += fmt::format("  {:<40} {:>12} {:>12} {:>12} {:>8}\n", "", "max ULP", "mean ULP", "max rel", "bits");
        for (const Source& source : study.sources)
            out += fmt::format("  {:<40} {:>12.6g} {:>12.6g} {:>12.4g} {:>8.1f}\n", source.name, source.max_ulp,
                               source.mean_ulp, source.max_relative, source.bits());
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
