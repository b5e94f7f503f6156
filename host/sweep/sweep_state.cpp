#include "host/sweep/sweep_state.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "host/sweep/checksum.hpp"
#include "sim/fault/fault.hpp"

namespace tessera::host {
namespace {

using fault::InputError;
using nlohmann::ordered_json;

constexpr std::string_view kind = "sweep state";
constexpr int state_version = 2;

ordered_json json_of(const views::Changes& changes) {
    ordered_json constants = ordered_json::array();
    for (const views::SetConstant& c : changes.constants) constants.push_back({c.name, c.from, c.to});
    ordered_json out{{"constants", constants}};
    if (changes.harvest) out["harvest"] = {changes.harvest->lines, changes.harvest->from, changes.harvest->to};
    return out;
}

views::Changes changes_of(const ordered_json& json) {
    views::Changes changes;
    for (const ordered_json& c : json.at("constants")) changes.constants.push_back({c.at(0), c.at(1), c.at(2)});
    if (json.contains("harvest")) {
        const ordered_json& h = json["harvest"];
        changes.harvest = views::Harvest{h.at(0), h.at(1), h.at(2)};
    }
    return changes;
}

ordered_json json_of(const Measured& m) {
    return {{"calibration", m.calibration},
            {"changes", json_of(m.changes)},
            {"cores", m.cores},
            {"cycles", m.cycles},
            {"microseconds", m.microseconds},
            {"elements_per_us", m.elements_per_us},
            {"dram_gb_per_s", m.dram_gb_per_s},
            {"busiest", m.busiest},
            {"busy_percent", m.busy_percent},
            {"slowest", {m.slowest.core, m.slowest.cycles}},
            {"fastest", {m.fastest.core, m.fastest.cycles}},
            {"max_error", m.max_error ? ordered_json(*m.max_error) : ordered_json(nullptr)}};
}

Measured measured_of(const ordered_json& j) {
    Measured m;
    m.calibration = j.at("calibration");
    m.changes = changes_of(j.at("changes"));
    m.cores = j.at("cores");
    m.cycles = j.at("cycles");
    m.microseconds = j.at("microseconds");
    m.elements_per_us = j.at("elements_per_us");
    m.dram_gb_per_s = j.at("dram_gb_per_s");
    m.busiest = j.at("busiest");
    m.busy_percent = j.at("busy_percent");
    m.slowest = {j.at("slowest").at(0), j.at("slowest").at(1)};
    m.fastest = {j.at("fastest").at(0), j.at("fastest").at(1)};
    if (!j.at("max_error").is_null()) m.max_error = j.at("max_error").get<double>();
    return m;
}

}  // namespace

std::string to_state(const Sweep& sweep) {
    ordered_json parameters = ordered_json::array(), points = ordered_json::array();
    for (const SweptParameter& p : sweep.parameters) parameters.push_back({p.name, p.values});
    for (const SweepPoint& point : sweep.points) {
        ordered_json row{{"values", point.values}, {"done", point.done}, {"failed", point.failed}};
        if (point.measured) row["measured"] = json_of(*point.measured);
        points.push_back(std::move(row));
    }
    const ordered_json out{{"kind", kind},
                           {"schema_version", state_version},
                           {"name", sweep.name},
                           {"request", sweep.request},
                           {"seed", sweep.seed},
                           {"blind_time", sweep.blind_time},
                           {"set", sweep.set},
                           {"harvest", sweep.harvest},
                           {"parameters", parameters},
                           {"points", points}};
    return with_checksum(out.dump() + "\n");
}

Sweep sweep_from_state(const std::string& text, const std::string& file) {
    const std::string_view state = checked(text, file);
    try {
        const ordered_json j = ordered_json::parse(state);
        if (j.at("kind") != kind || j.at("schema_version") != state_version) throw std::invalid_argument("");
        Sweep sweep;
        sweep.name = j.at("name");
        sweep.request = j.at("request").get<std::vector<std::string>>();
        sweep.seed = j.at("seed");
        sweep.blind_time = j.at("blind_time");
        sweep.set = j.at("set").get<std::vector<std::string>>();
        sweep.harvest = j.at("harvest");
        for (const ordered_json& p : j.at("parameters"))
            sweep.parameters.push_back({p.at(0), p.at(1).get<std::vector<std::string>>()});
        for (const ordered_json& row : j.at("points")) {
            SweepPoint point{row.at("values").get<std::vector<std::string>>(), row.at("done"), {}, row.at("failed")};
            if (row.contains("measured")) point.measured = measured_of(row["measured"]);
            if (point.values.size() != sweep.parameters.size()) throw std::invalid_argument("");
            sweep.points.push_back(std::move(point));
        }
        return sweep;
    } catch (const std::exception&) {
        throw InputError(fmt::format("{}: not what --resume of a sweep keeps", file));
    }
}

bool same_runs(const Sweep& a, const Sweep& b) {
    return a.name == b.name && a.request == b.request && a.seed == b.seed && a.blind_time == b.blind_time &&
           a.set == b.set && a.harvest == b.harvest && a.parameters == b.parameters &&
           a.points.size() == b.points.size();
}

Sweep merged(std::vector<Sweep> parts) {
    if (parts.empty()) throw InputError("nothing to merge: name the files of a sweep's shards");
    Sweep all = std::move(parts.front());
    for (std::size_t i = 1; i < parts.size(); ++i) {
        if (!same_runs(all, parts[i]))
            throw InputError(
                fmt::format("part {} is not of the same sweep as part 1: other runs, or other options", i + 1));
        for (std::size_t p = 0; p < all.points.size(); ++p) {
            if (!parts[i].points[p].done) continue;
            if (all.points[p].done)
                throw InputError(fmt::format("part {} repeats runs of an earlier part; give each shard once", i + 1));
            all.points[p] = std::move(parts[i].points[p]);
        }
    }
    return all;
}

}  // namespace tessera::host
