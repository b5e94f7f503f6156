#include "sim/views/run_summary.hpp"
#include "sim/views/json_value.hpp"

#include <fmt/format.h>

#include <algorithm>

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
    if (ended_by) return "left out: a fault ended the run";
    if (!workloads.empty()) return "left to the program";
    return blind_time ? "left out: --blind-time computes no values"
                      : "left out: there is nothing to hold the result against";
}

std::string to_text(const RunSummary& r, bool verbose, const Screen& screen) {
    const auto line = [&](const std::string& label, const std::string& text) {
        return labelled(label, text, label_width, screen);
    };
    std::string out = line(
        r.name, fmt::format("{}, {}{}{}, lowering {}{}", r.arch, count(r.cores, "core"), r.subject.empty() ? "" : ", ",
                            r.subject, r.lowering, r.seed ? fmt::format(", seed {}", *r.seed) : ""));
    for (const auto& [label, text] : r.details) out += line(label, text);
    if (!r.sfpu_library.empty()) out += line("sfpu", fmt::format("functions of {}", r.sfpu_library));
    out += to_text(r.changes, screen);
    out += line("time", fmt::format("{} cycles = {:.2f} us at {:.2f} GHz", r.cycles, r.microseconds(), r.clock_ghz));
    out += line("units", r.calibration) + "\n";
    if (r.ended_by) out += line("fault", r.ended_by->ended_text() + "; times and tables are up to there") + "\n";
    if (!r.workloads.empty()) out += table(r.workloads, r.clock_ghz, screen) + "\n";
    if (const std::string limits = limits_table(r.workloads, screen); !limits.empty()) out += limits + "\n";
    out += table(r.units, screen);
    out += '\n';
    if (r.first_nan) out += to_text(*r.first_nan, screen) + "\n";
    out += r.check ? to_text(*r.check, verbose, screen) : line("check", r.unchecked());
    return r.orders ? out + to_text(*r.orders, screen) : out;
}

bool OtherOrders::all_same() const {
    return wrong.empty() && differing.empty() &&
           std::ranges::all_of(races, [](const Race& race) { return race.witnesses.empty(); });
}

std::string to_text(const OtherOrders& orders, const Screen& screen) {
    const auto line = [&](const char* label, const std::string& text) {
        return labelled(label, text, label_width, screen);
    };
    if (orders.all_same() && orders.races.empty())
        return line("orders", fmt::format("{} others give the same bytes", orders.tried));
    std::string out;
    if (!orders.wrong.empty()) out += line("orders", fmt::format("this run is wrong itself: {}", orders.wrong));
    for (const OtherOrders::Different& one : orders.differing)
        out += line("orders", fmt::format("{}: {}", one.replay, one.what));
    out += line("orders", fmt::format("{} of {} others differ{}", orders.differing.size(), orders.tried,
                                      orders.wrong.empty() ? "" : " from it"));
    for (const OtherOrders::Race& race : orders.races) {
        out += line("race", race.headline);
        for (const OtherOrders::Different& one : race.witnesses)
            out += line("", fmt::format("changes results: {} ({})", one.replay, one.what));
        if (!race.witnesses.empty()) continue;
        if (!orders.differing.empty())
            out += line("", "results depend on the order, as those above show; delaying its lines alone changes none");
        else if (!orders.wrong.empty())
            out += line("", "may have made this run wrong; no order that was tried ends otherwise");
        else
            out += line("", "no order that was tried changes results");
    }
    return out;
}

namespace {

ordered_json orders_json(const OtherOrders& orders) {
    const auto list = [](const std::vector<OtherOrders::Different>& all) {
        ordered_json j = ordered_json::array();
        for (const OtherOrders::Different& one : all) j.push_back({{"replay", one.replay}, {"what", one.what}});
        return j;
    };
    ordered_json races = ordered_json::array();
    for (const OtherOrders::Race& race : orders.races)
        races.push_back({{"race", race.headline}, {"witnesses", list(race.witnesses)}});
    return {{"wrong", orders.wrong}, {"tried", orders.tried}, {"differing", list(orders.differing)}, {"races", races}};
}

}  // namespace

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
    if (r.ended_by) {
        j["partial"] = true;
        j["fault"] = to_json(*r.ended_by);
    }
    j["time"] = {{"cycles", r.cycles},
                 {"microseconds", r.microseconds()},
                 {"clock_ghz", r.clock_ghz},
                 {"calibration", r.calibration}};
    if (!r.workloads.empty()) j["workloads"] = to_json(r.workloads, r.clock_ghz);
    j["check"] = r.check ? to_json(*r.check) : ordered_json(nullptr);
    ordered_json units = ordered_json::array();
    for (const SummaryLine& line : r.units) units.push_back(unit_json(line));
    j["units"] = units;
    for (const auto& [name, faults] : {std::pair{"warnings", &r.warnings}, std::pair{"errors", &r.errors}}) {
        j[name] = ordered_json::array();
        for (const fault::Fault& fault : *faults) j[name].push_back(to_json(fault));
    }
    if (r.first_nan) j["first_nan"] = to_json(*r.first_nan);
    if (r.orders) j["orders"] = orders_json(*r.orders);
    return json_dump(j, 2);
}

ReportHeader page_header(const RunSummary& r) {
    ReportHeader header;
    header.title = fmt::format("{} on {}", r.title, count(r.cores, "core"));
    header.cycles = r.cycles;
    header.facts = r.facts;
    if (r.ended_by) {
        header.fault = json_dump(to_json(*r.ended_by));
        header.partial = fmt::format("{}: {}", r.ended_by->ended_text(), r.ended_by->fault.headline());
        header.facts.push_back({"partial", r.ended_by->ended_text()});
    }
    for (const auto& fact : facts_of(r.workloads, r.clock_ghz)) header.facts.push_back(fact);
    if (r.check && !r.check->within) {
        ordered_json check = to_json(*r.check);
        check["text"] = worst_element(*r.check);
        header.check = json_dump(check);
    }
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
