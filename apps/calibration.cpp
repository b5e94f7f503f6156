#include "apps/calibration.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>

#include "host/calibration/calibration.hpp"
#include "host/calibration/units.hpp"
#include "host/run/progress.hpp"

namespace tessera::apps {
namespace {

using calibration::Calibration;
using calibration::Judge;
using calibration::RowVerdict;
using calibration::Target;
using calibration::UnitRow;
using calibration::UnitSummary;
using calibration::Verdict;

std::string tolerance(const Target& target) {
    switch (target.judge) {
        case Judge::relative: return fmt::format("{:g} %", target.tolerance);
        case Judge::absolute: return fmt::format("+-{:g}", target.tolerance);
        case Judge::above: return "above";
        case Judge::shown: return "-";
    }
    return {};
}

std::string verdict(const Verdict& v) {
    if (v.target.judge == Judge::shown) return "shown";
    return std::string(v.passed() ? "ok" : "MISSED") + (v.target.fitted.empty() ? "" : " *");
}

std::string number(double value) { return fmt::format("{:.{}f}", value, value >= 1000 ? 0 : 2); }

std::string changes_text(const std::vector<WhatIf>& archs) {
    std::string out;
    for (const WhatIf& arch : archs)
        if (!arch.changes.constants.empty())
            out += fmt::format("{}\n{}\n", arch.arch.name, views::to_text(arch.changes));
    return out;
}
void add_changes(nlohmann::ordered_json& out, const std::vector<WhatIf>& archs) {
    for (const WhatIf& arch : archs)
        if (!arch.changes.constants.empty()) add_to(out[std::string(arch.arch.name)], arch.changes);
}

std::string text(const Calibration& done, const std::vector<WhatIf>& archs, bool quiet) {
    std::string out;
    if (!quiet) out += changes_text(archs);
    if (!quiet)
        out += fmt::format("{:<6} {:>10} {:>10} {:>8} {:>9}  {:<7} {:<6} {}\n", "target", "published", "simulated",
                           "error %", "tolerance", "unit", "", "what must move");
    std::size_t missed = 0, judged = 0;
    for (const Verdict& v : done.targets) {
        missed += !v.passed();
        judged += v.target.judge != Judge::shown;
        if (quiet && v.passed()) continue;
        out +=
            fmt::format("{:<6} {:>10} {:>10} {:>8} {:>9}  {:<7} {:<6} {}\n", v.target.id, number(v.target.published),
                        number(v.simulated),
                        v.target.judge == Judge::above ? std::string("-") : fmt::format("{:+.1f}", v.error_percent()),
                        tolerance(v.target), v.target.unit, verdict(v), v.target.what);
    }
    std::map<std::string, std::string> fitted;  // ids by constant
    for (const Verdict& v : done.targets)
        if (!v.target.fitted.empty()) fitted[v.target.fitted] += ' ' + v.target.id;
    if (!quiet)
        for (const auto& [constant, ids] : fitted) out += fmt::format("* {} was fitted to{}\n", constant, ids);
    if (!quiet) out += fmt::format("\n{:<48} {:>6} {:>8}  {}\n", "measured transfers", "rms %", "worst %", "at bytes");
    for (const RowVerdict& row : done.transfers)
        if (!quiet)
            out += fmt::format("{:<48} {:>6.1f} {:>+8.1f}  {:>8}\n", row.name, row.rms_percent, row.worst_percent,
                               row.worst_bytes);
    const bool transfers_good = done.transfers_rms_percent <= RowVerdict::limit_percent;
    if (!quiet || !transfers_good)
        out += fmt::format("{:<48} {:>6.1f}  limit {} %  {}\n", "all transfers", done.transfers_rms_percent,
                           RowVerdict::limit_percent, transfers_good ? "ok" : "MISSED");
    if (!done.latencies.points.empty() && !(quiet && calibration::good(done.latencies)))
        out += "\n" + to_text(done.latencies, false);
    if (!quiet) out += fmt::format("\n{} of {} targets within their tolerance\n", judged - missed, judged);
    return out;
}

std::string json(const Calibration& done, const std::vector<WhatIf>& archs) {
    using nlohmann::ordered_json;
    ordered_json targets = ordered_json::array(), transfers = ordered_json::array();
    for (const Verdict& v : done.targets)
        targets.push_back({{"id", v.target.id},
                           {"what", v.target.what},
                           {"unit", v.target.unit},
                           {"published", v.target.published},
                           {"simulated", v.simulated},
                           {"tolerance", tolerance(v.target)},
                           {"fitted", v.target.fitted.empty() ? ordered_json(nullptr) : ordered_json(v.target.fitted)},
                           {"judged", v.target.judge != Judge::shown},
                           {"passed", v.passed()}});
    for (const RowVerdict& row : done.transfers)
        transfers.push_back({{"row", row.name},
                             {"rms_percent", row.rms_percent},
                             {"worst_percent", row.worst_percent},
                             {"worst_bytes", row.worst_bytes}});
    ordered_json out{{"schema_version", 1},     {"command", "conformance calibration"},
                     {"passed", done.passed()}, {"targets", targets},
                     {"transfers", transfers},  {"transfers_rms_percent", done.transfers_rms_percent}};
    if (!done.latencies.points.empty()) out["latencies"] = ordered_json::parse(to_json(done.latencies));
    add_changes(out, archs);
    return out.dump(2);
}

std::string text(const std::vector<UnitRow>& rows, const std::vector<WhatIf>& archs) {
    std::string out = changes_text(archs);
    const auto percent = [](std::optional<double> error) { return error ? fmt::format("{:+.1f}", *error) : "-"; };
    out += fmt::format("{:<12} {:<46} {:>9} {:>9} {:>8}  {:<11}  {}\n", "arch", "what", "simulated", "published",
                       "error %", "unit", "source");
    for (const UnitRow& row : rows) {
        std::string source(row.published ? row.source : std::string_view{});
        if (!row.fitted.empty() && row.published) source += fmt::format("; {} was fitted to it", row.fitted);
        out += fmt::format("{:<12} {:<46} {:>9} {:>9} {:>7}{} {:<11}  {}\n", row.arch, row.what,
                           row.simulated ? fmt::format("{:.2f}", *row.simulated) : "-",
                           row.published ? fmt::format("{:g}", *row.published) : "-", percent(row.error_percent()),
                           row.passed() ? "  " : " !", row.unit, source);
    }
    out += '\n';
    for (const UnitSummary& one : summaries(rows))
        out +=
            fmt::format("{}: {} of {} published within {} %; mean {:.1f} %, bias {:+.1f} %, worst {:+.1f} %,\n  {}\n",
                        one.arch, one.within, one.errors.points, UnitRow::limit_percent, one.errors.mean_percent,
                        one.errors.bias_percent, one.errors.worst_percent, one.worst);
    std::string_view told;
    for (const UnitRow& row : rows)
        if (!row.fault.empty() && row.fault != told)
            out += fmt::format("{} {}: {}\n", row.arch, row.what, told = row.fault);
    return out;
}

std::string json(const std::vector<UnitRow>& rows, const std::vector<WhatIf>& archs) {
    using nlohmann::ordered_json;
    const auto text_or_null = [](std::string_view text) {
        return text.empty() ? ordered_json(nullptr) : ordered_json(text);
    };
    ordered_json units = ordered_json::array();
    for (const UnitRow& row : rows)
        units.push_back({{"arch", row.arch},
                         {"what", row.what},
                         {"unit", row.unit},
                         {"simulated", row.simulated ? ordered_json(*row.simulated) : nullptr},
                         {"fault", text_or_null(row.fault)},
                         {"published", row.published ? ordered_json(*row.published) : ordered_json(nullptr)},
                         {"source", text_or_null(row.published ? row.source : std::string_view{})},
                         {"fitted", text_or_null(row.published ? row.fitted : std::string_view{})},
                         {"passed", row.passed()}});
    ordered_json by_arch = ordered_json::array();
    for (const UnitSummary& one : summaries(rows)) {
        ordered_json summary{{"arch", one.arch}};
        summary.update(json_of(one.errors));
        summary.update({{"within_limit", one.within}, {"worst", one.worst}});
        by_arch.push_back(std::move(summary));
    }
    ordered_json out{{"schema_version", 1},
                     {"command", "conformance calibration --units"},
                     {"limit_percent", UnitRow::limit_percent},
                     {"units", units},
                     {"summary", by_arch}};
    add_changes(out, archs);
    return out.dump(2);
}

std::vector<const arch::Arch*> archs_of(const std::vector<WhatIf>& what_ifs) {
    std::vector<const arch::Arch*> archs;
    for (const WhatIf& one : what_ifs) archs.push_back(&one.arch);
    return archs;
}

// One line on a terminal that says what is run, gone at the end.
class CurrentRunLine {
  public:
    explicit CurrentRunLine(bool quiet) : shown_(!quiet && ::isatty(STDERR_FILENO) == 1) {}
    ~CurrentRunLine() {
        if (shown_) fmt::print(stderr, "\r\033[K");
    }
    void operator()(const std::string& what, double share = 0) const {
        const std::chrono::duration<double> so_far = std::chrono::steady_clock::now() - began_;
        if (shown_) fmt::print(stderr, "\r\033[K{}{}", what, progress_text(share, so_far.count()));
    }

  private:
    const bool shown_;
    const std::chrono::steady_clock::time_point began_ = std::chrono::steady_clock::now();
};

}  // namespace

int run_units(const Common& common, const std::vector<WhatIf>& archs) {
    std::vector<UnitRow> rows;
    {
        const CurrentRunLine line(common.quiet);
        rows = calibration::measure_units(archs_of(archs),
                                          [&](const std::string& what, double share) { line(what, share); });
    }
    fmt::print("{}", common.json ? json(rows, archs) + "\n" : text(rows, archs));
    return std::ranges::all_of(rows, &UnitRow::passed) ? good : check_failed;
}

int run_calibration(const Common& common, bool whole, bool blind_time, unsigned jobs,
                    const std::vector<WhatIf>& archs) {
    Calibration done;
    {
        const CurrentRunLine line(common.quiet);
        done = calibration::calibrate(
            {.whole = whole, .latencies = whole, .blind_time = blind_time, .archs = archs_of(archs), .jobs = jobs},
            [&](const std::string& what) { line(what); });
    }
    fmt::print("{}", common.json ? json(done, archs) + "\n" : text(done, archs, common.quiet));
    return done.passed() ? good : check_failed;
}

}  // namespace tessera::apps
