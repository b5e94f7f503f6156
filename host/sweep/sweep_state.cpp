#include "host/sweep/sweep_state.hpp"

#include <fmt/format.h>

#include "host/sweep/checksum.hpp"
#include "sim/fault/fault.hpp"
#include "sim/views/json_value.hpp"

namespace tessera::host {
namespace {

using fault::InputError;
using nlohmann::ordered_json;
using views::OrderedValue;

constexpr std::string_view kind = "sweep state";
constexpr int state_version = 2;

ordered_json json_of(const views::Changes& changes) {
    ordered_json constants = ordered_json::array();
    for (const views::SetConstant& c : changes.constants) constants.push_back({c.name, c.from, c.to});
    ordered_json out{{"constants", constants}};
    if (changes.board) out["board"] = {changes.board->name, changes.board->cores_wide, changes.board->cores_high};
    if (changes.harvest) out["harvest"] = {changes.harvest->lines, changes.harvest->from, changes.harvest->to};
    return out;
}

views::Changes changes_of(const OrderedValue& json) {
    views::Changes changes;
    json.at("constants").each([&](const OrderedValue& c) {
        changes.constants.push_back({c.element(0).word(), c.element(1).real(), c.element(2).real()});
    });
    if (const std::optional<OrderedValue> b = json.find("board")) {
        changes.board.emplace();
        b->element(0).get_to(changes.board->name);
        b->element(1).get_to(changes.board->cores_wide);
        b->element(2).get_to(changes.board->cores_high);
    }
    if (const std::optional<OrderedValue> h = json.find("harvest")) {
        changes.harvest.emplace();
        h->element(0).get_to(changes.harvest->lines);
        h->element(1).get_to(changes.harvest->from);
        h->element(2).get_to(changes.harvest->to);
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

Measured measured_of(const OrderedValue& j) {
    Measured m;
    const auto get = [&](const char* name, auto& member) { j.at(name).get_to(member); };
    get("calibration", m.calibration);
    m.changes = changes_of(j.at("changes"));
    get("cores", m.cores);
    get("cycles", m.cycles);
    get("microseconds", m.microseconds);
    get("elements_per_us", m.elements_per_us);
    get("dram_gb_per_s", m.dram_gb_per_s);
    get("busiest", m.busiest);
    get("busy_percent", m.busy_percent);
    for (const auto& [name, core] : {std::pair{"slowest", &m.slowest}, std::pair{"fastest", &m.fastest}}) {
        j.at(name).element(0).get_to(core->core);
        j.at(name).element(1).get_to(core->cycles);
    }
    if (!j.at("max_error").is_null()) m.max_error = j.at("max_error").real();
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
    ordered_json out{{"kind", kind},
                     {"schema_version", state_version},
                     {"name", sweep.name},
                     {"request", sweep.request},
                     {"seed", sweep.seed},
                     {"blind_time", sweep.blind_time},
                     {"set", sweep.set},
                     {"harvest", sweep.harvest},
                     {"parameters", parameters},
                     {"points", points}};
    if (!sweep.board.empty()) out["board"] = sweep.board;
    return with_checksum(views::json_dump(out) + "\n");
}

Sweep sweep_from_state(const std::string& text, const std::string& file) {
    const std::string_view state = checked(text, file);
    const std::string lead = fmt::format("{}: not what --resume of a sweep keeps", file);
    const ordered_json json = views::parse_json<ordered_json>(state, lead);
    const OrderedValue j(json, lead);
    if (j.at("kind").word() != kind) j.at("kind").refuse(fmt::format("is not `{}`", kind));
    j.at("schema_version").whole(state_version, state_version);
    Sweep sweep;
    const auto get = [](const OrderedValue& from, const char* name, auto& member) { from.at(name).get_to(member); };
    get(j, "name", sweep.name);
    get(j, "request", sweep.request);
    get(j, "seed", sweep.seed);
    get(j, "blind_time", sweep.blind_time);
    get(j, "set", sweep.set);
    if (const std::optional<OrderedValue> board = j.find("board")) board->get_to(sweep.board);
    get(j, "harvest", sweep.harvest);
    j.at("parameters").each([&](const OrderedValue& p) {
        SweptParameter& one = sweep.parameters.emplace_back();
        p.element(0).get_to(one.name);
        p.element(1).get_to(one.values);
    });
    j.at("points").each([&](const OrderedValue& row) {
        SweepPoint point;
        get(row, "values", point.values);
        get(row, "done", point.done);
        get(row, "failed", point.failed);
        if (const std::optional<OrderedValue> measured = row.find("measured")) point.measured = measured_of(*measured);
        if (point.values.size() != sweep.parameters.size())
            row.at("values").refuse(fmt::format("has {} elements; one for each parameter is expected, {}",
                                                point.values.size(), sweep.parameters.size()));
        sweep.points.push_back(std::move(point));
    });
    return sweep;
}

bool same_runs(const Sweep& a, const Sweep& b) {
    return a.name == b.name && a.request == b.request && a.seed == b.seed && a.blind_time == b.blind_time &&
           a.set == b.set && a.board == b.board && a.harvest == b.harvest && a.parameters == b.parameters &&
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
