#include "apps/calibration.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>

#include "host/calibration/calibration.hpp"

namespace tessera::apps {
namespace {

using namespace calibration;

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

std::string text(const Calibration& done, const std::vector<WhatIf>& archs, bool quiet) {
    std::string out;
    for (const WhatIf& arch : archs)
        if (!quiet && !arch.changes.constants.empty())
            out += fmt::format("{}\n{}\n", arch.arch.name, views::to_text(arch.changes));
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
    for (const WhatIf& arch : archs)
        if (!arch.changes.constants.empty()) add_to(out[std::string(arch.arch.name)], arch.changes);
    return out.dump(2);
}

}  // namespace

int run_calibration(const Common& common, bool whole, bool blind_time, const WhatIfOptions& set) {
    const std::vector<WhatIf> what_ifs = what_if_of_all(set);
    std::vector<const arch::Arch*> archs;
    for (const WhatIf& one : what_ifs) archs.push_back(&one.arch);
    const bool show = !common.quiet && ::isatty(STDERR_FILENO) == 1;
    const Calibration done = calibrate({whole, blind_time, archs}, [&](const std::string& what) {
        if (show) fmt::print(stderr, "\r\033[K{}", what);
    });
    if (show) fmt::print(stderr, "\r\033[K");
    fmt::print("{}", common.json ? json(done, what_ifs) + "\n" : text(done, what_ifs, common.quiet));
    return done.passed() ? good : check_failed;
}

}  // namespace tessera::apps
