#include "sim/views/run_summary.hpp"

#include <fmt/format.h>

namespace tessera::views {
namespace {

using nlohmann::ordered_json;

std::string count(std::size_t n, std::string_view what) { return fmt::format("{} {}{}", n, what, n == 1 ? "" : "s"); }

ordered_json unit_json(const SummaryLine& line) {
    ordered_json waits = ordered_json::object();
    for (std::size_t i = 1; i < wait_reason_count; ++i)
        if (line.waited[i] != 0) waits[std::string(wait_reasons[i].name)] = line.waited[i];
    return {{"core", line.core},
            {"unit", unit_name(line.track.row)},
            {"cycles", line.cycles},
            {"busy_cycles", line.busy},
            {"wait_cycles", waits},
            {"noc_read_bytes", line.read_bytes},
            {"noc_write_bytes", line.written_bytes}};
}

ordered_json warning_json(const fault::Fault& warning) {
    const fault::Where& at = warning.where();
    return {{"id", fault::code(warning.id())},
            {"name", fault::row(warning.id()).name},
            {"file", at.file},
            {"line", at.line},
            {"core", {at.core_x, at.core_y}},
            {"risc", at.risc},
            {"cycle", at.cycle},
            {"text", warning.detail()}};
}

// What was taken, with what only the run knows in the places kept for it, or behind.
ordered_json options_json(const RunSummary& run) {
    ordered_json options = run.options;
    const auto known = [&](const char* name, const ordered_json& value) {
        if (!options.contains(name) || options[name].is_null()) options[name] = value;
    };
    known("lowering", run.lowering);
    known("cores", run.cores);
    known("profiler_overhead", run.profiler_overhead);
    known("blind_time", run.blind_time);
    return options;
}

}  // namespace

std::string RunSummary::unchecked() const {
    if (!workloads.empty()) return "left to the program";
    return blind_time ? "left out: --blind-time computes no values"
                      : "left out: there is nothing to hold the result against";
}

std::string to_text(const RunSummary& r, bool verbose) {
    std::string out = fmt::format("{:<6} {}, {}{}{}, lowering {}{}\n", r.name, r.arch, count(r.cores, "core"),
                                  r.subject.empty() ? "" : ", ", r.subject, r.lowering,
                                  r.seed ? fmt::format(", seed {}", *r.seed) : "");
    for (const auto& [label, text] : r.details) out += fmt::format("{:<6} {}\n", label, text);
    if (!r.sfpu_library.empty()) out += fmt::format("sfpu   functions of {}\n", r.sfpu_library);
    out += to_text(r.changes);
    out += fmt::format("time   {} cycles = {:.2f} us at {:.2f} GHz ({})\n\n", r.cycles, r.microseconds(), r.clock_ghz,
                       r.calibration);
    if (!r.workloads.empty()) out += table(r.workloads, r.clock_ghz) + "\n";
    out += table(r.units);
    out += '\n';
    return out + (r.check ? to_text(*r.check, verbose) : fmt::format("check  {}\n", r.unchecked()));
}

std::string to_json(const RunSummary& r) {
    ordered_json j;
    j["schema_version"] = 1;
    j["command"] = r.name;
    j["arch"] = r.arch;
    if (r.seed) j["seed"] = *r.seed;
    if (!r.sfpu_library.empty()) j["sfpu_library"] = r.sfpu_library;
    j["options"] = options_json(r);
    add_to(j, r.changes);
    j.update(r.more);
    j["time"] = {{"cycles", r.cycles},
                 {"microseconds", r.microseconds()},
                 {"clock_ghz", r.clock_ghz},
                 {"calibration", r.calibration}};
    if (!r.workloads.empty()) j["workloads"] = to_json(r.workloads, r.clock_ghz);
    j["check"] = r.check ? to_json(*r.check) : ordered_json(nullptr);
    ordered_json units = ordered_json::array();
    for (const SummaryLine& line : r.units) units.push_back(unit_json(line));
    j["units"] = units;
    ordered_json warnings = ordered_json::array();
    for (const fault::Fault& warning : r.warnings) warnings.push_back(warning_json(warning));
    j["warnings"] = warnings;
    return j.dump(2);
}

ReportHeader page_header(const RunSummary& r) {
    ReportHeader header;
    header.title = fmt::format("{} on {}", r.title, count(r.cores, "core"));
    header.cycles = r.cycles;
    header.facts = r.facts;
    for (const auto& fact : facts_of(r.workloads, r.clock_ghz)) header.facts.push_back(fact);
    header.facts.push_back({"lowering", r.lowering});
    if (!r.sfpu_library.empty()) header.facts.push_back({"SFPU functions", r.sfpu_library});
    header.facts.push_back(
        {"check", r.check ? fmt::format("{}, largest error {:.3e}", r.check->within ? "passed" : "FAILED",
                                        r.check->deviation.max_abs)
                          : r.unchecked()});
    for (const SetConstant& c : r.changes.constants)
        header.facts.push_back({"set", fmt::format("{} {:g} -> {:g}", c.name, c.from, c.to)});
    return header;
}

std::string profile_title(const RunSummary& r) {
    std::string title = r.about.empty() ? r.title : fmt::format("{}, {}", r.title, r.about);
    if (!r.sfpu_library.empty()) title += fmt::format(", SFPU functions of {}", r.sfpu_library);
    for (const SetConstant& c : r.changes.constants) title += fmt::format(", {} {:g} -> {:g}", c.name, c.from, c.to);
    return title;
}

}  // namespace tessera::views
