#include "sim/watch/non_finite.hpp"

#include <algorithm>

namespace tessera::watch {

NonFinites::Id NonFinites::origin(NonFinite kind, const std::string& key) {
    const auto [entry, is_new] = ids_.try_emplace({kind, key}, static_cast<Id>(origins_.size() + 1));
    if (is_new) origins_.emplace_back().kind = kind;
    return entry->second;
}

void NonFinites::made(Id id, std::uint64_t count, int core) {
    at(id).count += count;
    at(id).cores.insert(core);
}

void NonFinites::reached(Id id, const std::string& what, const fault::Where& where, When when, std::uint64_t count,
                         const std::string& element) {
    if (id == 0) return;
    std::vector<Stop>& stops = at(id).stops;
    const auto same = [&](const Stop& stop) {
        return stop.what == what && stop.where.file == where.file && stop.where.line == where.line;
    };
    auto stop = std::ranges::find_if(stops, same);
    if (stop == stops.end())
        stop = stops.insert(stops.end(), Stop{what, where, when, element, 0});
    else if (when < stop->when)
        *stop = Stop{what, where, when, element, stop->count};
    stop->count += count;
}

std::optional<NonFinites::Id> NonFinites::first(NonFinite kind) const {
    std::optional<Id> found;
    for (Id id = 1; id <= origins_.size(); ++id)
        if (at(id).kind == kind && at(id).count != 0 && (!found || at(id).when < at(*found).when)) found = id;
    return found;
}

}  // namespace tessera::watch
