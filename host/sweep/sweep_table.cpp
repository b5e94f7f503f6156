#include "host/sweep/csv.hpp"
#include "host/sweep/sweep.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>

namespace tessera::host {
namespace {

using nlohmann::ordered_json;

struct Ratios {
    double speedup, efficiency;
};

// The run that the others are compared with.
const Measured* first_good(const Sweep& sweep) {
    for (const SweepPoint& point : sweep.points)
        if (point.measured && point.failed.empty()) return &*point.measured;
    return nullptr;
}

std::optional<Ratios> ratios(const Sweep& sweep, const SweepPoint& point) {
    const Measured* base = first_good(sweep);
    if (base == nullptr || !point.measured || !point.failed.empty()) return std::nullopt;
    const double speedup = point.measured->elements_per_us / base->elements_per_us;
    return Ratios{speedup, speedup * static_cast<double>(base->cores) / static_cast<double>(point.measured->cores)};
}

std::string shown(const Finish& finish) { return fmt::format("{} {}", finish.core, finish.cycles); }

// Cells of one row; numbers of a run stand in the columns behind the values.
std::vector<std::string> cells(const Sweep& sweep, const SweepPoint& point) {
    std::vector<std::string> out = point.values;
    const auto compared = ratios(sweep, point);
    if (!compared) {
        out.push_back(point.done ? "failed: " + point.failed : "of another shard");
        return out;
    }
    const Measured& m = *point.measured;
    for (std::string cell :
         {fmt::format("{}", m.cycles), fmt::format("{:.2f}", m.microseconds), fmt::format("{:.2f}", compared->speedup),
          fmt::format("{:.0f} %", 100 * compared->efficiency), m.max_error ? fmt::format("{:.1e}", *m.max_error) : "-",
          fmt::format("{:.1f}", m.dram_gb_per_s), fmt::format("{:.1f}", m.busy_percent), m.busiest, shown(m.slowest),
          shown(m.fastest)})
        out.push_back(std::move(cell));
    return out;
}

std::vector<std::string> titles(const Sweep& sweep) {
    std::vector<std::string> out;
    for (const SweptParameter& p : sweep.parameters) out.push_back(p.name);
    for (const char* title : {"cycles", "us", "speedup", "efficiency", "max error", "DRAM GB/s", "busy %",
                              "busiest unit", "slowest core", "fastest core"})
        out.emplace_back(title);
    return out;
}

constexpr std::size_t text_columns = 3;  // the last ones, which stand to the left

// How many runs each kind of calibration has.
std::string calibrations(const Sweep& sweep) {
    std::map<std::string, std::size_t> runs;
    for (const SweepPoint& point : sweep.points)
        if (point.measured) ++runs[point.measured->calibration];
    std::string out;
    for (const auto& [calibration, count] : runs) out += fmt::format("times  {} run(s) {}\n", count, calibration);
    return out;
}

}  // namespace

std::size_t Sweep::failed() const {
    return static_cast<std::size_t>(
        std::count_if(points.begin(), points.end(), [](const SweepPoint& p) { return !p.failed.empty(); }));
}

bool Sweep::is_complete() const { return std::ranges::all_of(points, &SweepPoint::done); }

std::string to_text(const Sweep& sweep) {
    std::string out;
    for (const SweptParameter& p : sweep.parameters)
        out += fmt::format("sweep  {} = {}\n", p.name, fmt::join(p.values, ", "));
    for (const std::string& set : sweep.set) out += fmt::format("set    {} in every run\n", set);
    if (!sweep.harvest.empty()) out += fmt::format("die    harvested {} in every run\n", sweep.harvest);
    out += calibrations(sweep);
    if (sweep.blind_time) out += "check  left out: --blind-time computes no values\n";
    out += '\n';

    std::vector<std::vector<std::string>> rows{titles(sweep)};
    for (const SweepPoint& point : sweep.points) rows.push_back(cells(sweep, point));
    const std::size_t columns = rows.front().size(), values = sweep.parameters.size();
    std::vector<std::size_t> width(columns);
    for (const auto& row : rows)
        for (std::size_t c = 0; c < row.size(); ++c)
            if (row.size() == columns || c < values) width[c] = std::max(width[c], row[c].size());
    for (const auto& row : rows) {
        std::string line;
        for (std::size_t c = 0; c < row.size(); ++c) {
            const bool left = c + text_columns >= columns || (row.size() != columns && c == values);
            line += c == 0 ? "" : "  ";
            line += left ? fmt::format("{:<{}}", row[c], width[c]) : fmt::format("{:>{}}", row[c], width[c]);
        }
        line.erase(line.find_last_not_of(' ') + 1);
        out += line + "\n";
    }
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
                row["efficiency"] = compared->efficiency;
            }
            row["max_abs_error"] = m->max_error ? ordered_json(*m->max_error) : ordered_json(nullptr);
            row["dram_gb_per_s"] = m->dram_gb_per_s;
            row["busiest"] = {{"unit", m->busiest}, {"busy_percent", m->busy_percent}};
            row["slowest"] = {{"core", m->slowest.core}, {"cycles", m->slowest.cycles}};
            row["fastest"] = {{"core", m->fastest.core}, {"cycles", m->fastest.cycles}};
        }
        points.push_back(std::move(row));
    }
    return ordered_json{{"schema_version", 1}, {"command", sweep.name + " sweep"},
                        {"seed", sweep.seed},  {"blind_time", sweep.blind_time},
                        {"sweep", parameters}, {"failed", sweep.failed()},
                        {"points", points}}
        .dump(2);
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
                               compared ? fmt::format("{}", compared->efficiency) : "",
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
