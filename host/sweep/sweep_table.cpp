#include "host/sweep/csv.hpp"
#include "host/sweep/sweep.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "sim/views/json_value.hpp"
#include "sim/views/table.hpp"

namespace tessera::host {
namespace {

using nlohmann::ordered_json;

struct Ratios {
    double speedup;                    // beside the first run
    std::optional<double> efficiency;  // nothing where no other run differs in its cores alone
};

bool is_good(const SweepPoint& point) { return point.measured && point.failed.empty(); }

// Whether they differ in one parameter, and by that in their cores.
bool differ_by_cores(const SweepPoint& a, const SweepPoint& b) {
    std::size_t differences = 0;
    for (std::size_t i = 0; i < a.values.size(); ++i) differences += a.values[i] != b.values[i];
    return differences == 1 && a.measured->cores != b.measured->cores;
}

double work_per_core(const Measured& m) { return m.elements_per_us / static_cast<double>(m.cores); }

std::optional<Ratios> ratios(const Sweep& sweep, const SweepPoint& point) {
    const auto base = std::ranges::find_if(sweep.points, is_good);
    if (base == sweep.points.end() || !is_good(point)) return std::nullopt;
    Ratios out{point.measured->elements_per_us / base->measured->elements_per_us, std::nullopt};
    const auto is_beside = [&](const SweepPoint& other) {
        return is_good(other) && (&other == &point || differ_by_cores(other, point));
    };
    if (std::ranges::count_if(sweep.points, is_beside) > 1)
        out.efficiency =
            work_per_core(*point.measured) / work_per_core(*std::ranges::find_if(sweep.points, is_beside)->measured);
    return out;
}

bool shows_efficiency(const Sweep& sweep) {
    return std::ranges::any_of(sweep.points, [&](const SweepPoint& point) {
        const auto compared = ratios(sweep, point);
        return compared && compared->efficiency;
    });
}

std::string shown(const Finish& finish) { return fmt::format("{} {}", finish.core, finish.cycles); }

std::string percent(const std::optional<double>& share) { return share ? fmt::format("{:.0f} %", 100 * *share) : "-"; }

// Cells of one row; numbers of a run stand in the columns behind the values.
std::vector<std::string> cells(const Sweep& sweep, const SweepPoint& point, bool efficiency) {
    std::vector<std::string> out = point.values;
    const auto compared = ratios(sweep, point);
    if (!compared) {
        out.emplace_back(point.done ? "failed" : "-");
        return out;
    }
    const Measured& m = *point.measured;
    for (std::string cell :
         {fmt::format("{}", m.cycles), fmt::format("{:.2f}", m.microseconds), fmt::format("{:.2f}", compared->speedup)})
        out.push_back(std::move(cell));
    if (efficiency) out.push_back(percent(compared->efficiency));
    for (std::string cell :
         {m.max_error ? fmt::format("{:.1e}", *m.max_error) : "-", fmt::format("{:.1f}", m.dram_gb_per_s),
          fmt::format("{:.1f}", m.busy_percent), m.busiest, shown(m.slowest), shown(m.fastest)})
        out.push_back(std::move(cell));
    return out;
}

std::vector<std::string> titles(const Sweep& sweep, bool efficiency) {
    std::vector<std::string> out;
    for (const SweptParameter& p : sweep.parameters) out.push_back(p.name);
    out.insert(out.end(), {"cycles", "us", "speedup"});
    if (efficiency) out.emplace_back("efficiency");
    out.insert(out.end(), {"max error", "DRAM GB/s", "busy %", "busiest unit", "slowest core", "fastest core"});
    return out;
}

constexpr std::size_t text_columns = 3;  // the last ones, which stand to the left

// What there is to say of runs that have no figures.
std::string without_figures(const Sweep& sweep, const views::Screen& screen) {
    std::string out;
    for (const SweepPoint& point : sweep.points) {
        if (point.measured && point.failed.empty()) continue;
        std::string values;
        for (std::size_t i = 0; i < point.values.size(); ++i)
            values += fmt::format("{}{}={}", i == 0 ? "" : " ", sweep.parameters[i].name, point.values[i]);
        out += views::labelled(values + ":", point.done ? "failed: " + point.failed : "of another shard", 2, screen);
    }
    return out;
}

// How many runs each kind of calibration has.
std::map<std::string, std::size_t> calibrations(const Sweep& sweep) {
    std::map<std::string, std::size_t> runs;
    for (const SweepPoint& point : sweep.points)
        if (point.measured) ++runs[point.measured->calibration];
    return runs;
}

}  // namespace

std::size_t Sweep::failed() const {
    return static_cast<std::size_t>(
        std::count_if(points.begin(), points.end(), [](const SweepPoint& p) { return !p.failed.empty(); }));
}

bool Sweep::is_complete() const { return std::ranges::all_of(points, &SweepPoint::done); }

std::string to_text(const Sweep& sweep, const views::Screen& screen) {
    const auto line = [&](const char* label, const std::string& text) {
        return views::labelled(label, text, views::label_width, screen);
    };
    std::string out;
    for (const SweptParameter& p : sweep.parameters)
        out += line("sweep", fmt::format("{} = {}", p.name, fmt::join(p.values, ", ")));
    for (const std::string& set : sweep.set) out += line("set", set + " in every run");
    if (!sweep.board.empty()) out += line("board", sweep.board + " in every run");
    if (!sweep.harvest.empty()) out += line("die", fmt::format("harvested {} in every run", sweep.harvest));
    for (const auto& [calibration, count] : calibrations(sweep))
        out += line("times", fmt::format("{} run(s) {}", count, calibration));
    if (sweep.blind_time) out += line("check", "left out: --blind-time computes no values");
    out += '\n';

    const bool efficiency = shows_efficiency(sweep);
    const std::vector<std::string> head = titles(sweep, efficiency);
    std::vector<std::size_t> left;
    for (std::size_t c = head.size() - text_columns; c < head.size(); ++c) left.push_back(c);
    views::Table table(head, left, sweep.parameters.size());
    for (const SweepPoint& point : sweep.points) table.add(cells(sweep, point, efficiency));
    out += table.text(screen);
    if (const std::string rest = without_figures(sweep, screen); !rest.empty()) out += "\n" + rest;
    if (sweep.failed() != 0) out += fmt::format("\n{} of {} run(s) failed\n", sweep.failed(), sweep.points.size());
    return out;
}

std::string to_json(const Sweep& sweep) {
    ordered_json parameters = ordered_json::array(), points = ordered_json::array();
    for (const SweptParameter& p : sweep.parameters) parameters.push_back({{"name", p.name}, {"values", p.values}});
    for (const SweepPoint& point : sweep.points) {
        ordered_json row, values;
        for (std::size_t i = 0; i < point.values.size(); ++i) values[sweep.parameters[i].name] = point.values[i];
        row["values"] = values;
        row["failed"] = point.failed.empty() ? ordered_json(nullptr) : ordered_json(point.failed);
        if (const auto& m = point.measured) {
            row["calibration"] = m->calibration;
            add_to(row, m->changes);
            row["cores_used"] = m->cores;
            row["cycles"] = m->cycles;
            row["microseconds"] = m->microseconds;
            if (const auto compared = ratios(sweep, point)) {
                row["speedup"] = compared->speedup;
                row["efficiency"] = compared->efficiency ? ordered_json(*compared->efficiency) : ordered_json(nullptr);
            }
            row["max_abs_error"] = m->max_error ? ordered_json(*m->max_error) : ordered_json(nullptr);
            row["dram_gb_per_s"] = m->dram_gb_per_s;
            row["busiest"] = {{"unit", m->busiest}, {"busy_percent", m->busy_percent}};
            row["slowest"] = {{"core", m->slowest.core}, {"cycles", m->slowest.cycles}};
            row["fastest"] = {{"core", m->fastest.core}, {"cycles", m->fastest.cycles}};
        }
        points.push_back(std::move(row));
    }
    const ordered_json table{{"schema_version", 1}, {"command", sweep.name + " sweep"},
                             {"seed", sweep.seed},  {"blind_time", sweep.blind_time},
                             {"sweep", parameters}, {"failed", sweep.failed()},
                             {"points", points}};
    return views::json_dump(table, 2);
}

std::string to_csv(const Sweep& sweep) {
    std::string out;
    for (const SweptParameter& p : sweep.parameters) out += csv_cell(p.name) + ",";
    out +=
        "cores_used,cycles,microseconds,speedup,efficiency,max_abs_error,dram_gb_per_s,busiest_unit,busy_percent,"
        "slowest_core,slowest_cycles,fastest_core,fastest_cycles,calibration,failed\n";
    for (const SweepPoint& point : sweep.points) {
        for (const std::string& value : point.values) out += csv_cell(value) + ",";
        if (const auto& m = point.measured) {
            const auto compared = ratios(sweep, point);
            out += fmt::format("{},{},{},{},{},{},{},{},{},{},{},{},{},{},", m->cores, m->cycles, m->microseconds,
                               compared ? fmt::format("{}", compared->speedup) : "",
                               compared && compared->efficiency ? fmt::format("{}", *compared->efficiency) : "",
                               m->max_error ? fmt::format("{}", *m->max_error) : "", m->dram_gb_per_s,
                               csv_cell(m->busiest), m->busy_percent, csv_cell(m->slowest.core), m->slowest.cycles,
                               csv_cell(m->fastest.core), m->fastest.cycles, csv_cell(m->calibration));
        } else {
            out += std::string(14, ',');
        }
        out += csv_cell(point.failed) + "\n";
    }
    return out;
}

}  // namespace tessera::host
