#include "sim/views/run_fault.hpp"

#include <fmt/format.h>

#include <array>
#include <nlohmann/json.hpp>

namespace tessera::views {
namespace {

using nlohmann::ordered_json;
using watch::Standing;

std::string_view name(Standing::State state) {
    static constexpr std::array<std::string_view, 4> names{"ended", "runs", "polls", "waits"};
    return names[static_cast<std::size_t>(state)];
}

ordered_json standing_json(const Standing& one, Cycle start) {
    ordered_json out{{"core", one.track.core},
                     {"x", one.core.x},
                     {"y", one.core.y},
                     {"row", one.track.row},
                     {"unit", watch::unit_name(one.track.row)},
                     {"state", name(one.state)},
                     {"at", place_text(one.file, one.line)},
                     {"cycle", start + one.since}};
    if (one.state != Standing::State::waits) return out;
    out["reason"] = watch::row(one.reason).name;
    out["for"] = watch::wait_text(one.reason, one.index);
    out["text"] = watch::row(one.reason).text;
    if (!one.help.empty()) out["help"] = one.help;
    if (one.helper.core >= 0) out["helper"] = {one.helper.core, one.helper.row};
    return out;
}

}  // namespace

std::string place_text(const std::string& file, int line) {
    return file.empty() || line == 0 ? file : fmt::format("{}:{}", file, line);
}

std::string RunFault::ended_text() const {
    return fmt::format("a fault ended {} at cycle {}", workload.empty() ? "the run" : workload,
                       start + fault.where().cycle);
}

ordered_json to_json(const fault::Fault& fault) {
    const fault::Where& at = fault.where();
    return {{"id", fault::code(fault.id())},
            {"name", fault::row(fault.id()).name},
            {"file", at.file},
            {"line", at.line},
            {"core", {at.core_x, at.core_y}},
            {"risc", at.risc},
            {"cycle", at.cycle},
            {"text", fault.detail()}};
}

ordered_json to_json(const RunFault& run) {
    const fault::Fault& fault = run.fault;
    const fault::Row& row = fault::row(fault.id());
    ordered_json out = to_json(fault);
    out["cycle"] = run.start + fault.where().cycle;
    out["at"] = place_text(fault.where().file, fault.where().line);
    out["meaning"] = row.meaning;
    out["category"] = fault::name(row.category);
    out["remedy"] = fault.remedy();
    out["notes"] = fault.notes;
    if (!run.workload.empty()) out["workload"] = run.workload;
    out["related"] = ordered_json::array();
    for (const fault::Where& where : fault.related)
        out["related"].push_back({{"at", place_text(where.file, where.line)},
                                  {"core", {where.core_x, where.core_y}},
                                  {"risc", where.risc},
                                  {"cycle", run.start + where.cycle}});
    // Nothing can end the waits of a deadlock; other faults end a run in which they might have ended.
    out["endless"] = fault.id() == fault::Id::deadlock;
    out["standing"] = ordered_json::array();
    for (const Standing& one : run.standing) out["standing"].push_back(standing_json(one, run.start));
    return out;
}

}  // namespace tessera::views
