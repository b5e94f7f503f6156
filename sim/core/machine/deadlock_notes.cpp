// The notes of a deadlock: which RISCs and units wait for what, since when, and what could end it. Those that wait
// alike on several cores are one note, what belongs to the headline comes last, and all fit a screen.
#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "sim/core/machine/core_ranges.hpp"
#include "sim/core/machine/deadlock.hpp"
#include "sim/fault/fault.hpp"

namespace tessera::core {
namespace {

using schedule::Agent;

constexpr std::size_t most_notes = 16;

struct Alike {
    std::vector<const Agent*> agents;
    bool of_headline = false;
};

std::string since(const Alike& alike) {
    const auto [first, last] = std::ranges::minmax(alike.agents, {}, &Agent::waiting_since);
    const Cycle from = first->waiting_since, to = last->waiting_since;
    return from == to ? fmt::format("cycle {}", from) : fmt::format("cycles {} to {}", from, to);
}

std::string note(Machine& machine, const Alike& alike) {
    const Agent& first = *alike.agents.front();
    std::vector<arch::Coord> cores;
    for (const Agent* agent : alike.agents) {
        const Core& c = machine.core(agent->track().core);
        cores.push_back({c.logical_x, c.logical_y});
    }
    const bool many = cores.size() > 1;
    std::string help = who_could_help(machine.core(first.track().core), first);
    if (!help.empty()) help = fmt::format("; {}{}", many ? fmt::format("of {}: ", cores_text({cores[0]})) : "", help);
    return fmt::format("{}: note: {} {} wait{} since {}: {}{}\n", first.position(), cores_text(cores),
                       risc_name(first.track().row), many ? "" : "s", since(alike), watch::row(first.wait.reason).text,
                       help);
}

fault::Where where_of(Machine& machine, const Agent& agent) {
    const Core& c = machine.core(agent.track().core);
    const watch::Spot spot = agent.spot();
    return {.core_x = c.logical_x,
            .core_y = c.logical_y,
            .risc = std::string(risc_name(agent.track().row)),
            .file = std::string(spot.file),
            .line = spot.line,
            .cycle = agent.waiting_since};
}

}  // namespace

void add_waits(Machine& machine, fault::Fault& fault, const Agent* headline) {
    using Key = std::tuple<int, std::string, int, std::uint32_t>;
    std::vector<Alike> all;
    std::map<Key, std::size_t> known;
    for (const Agent* agent : machine.scheduler().stuck()) {
        const bool word = agent->wait.reason == watch::WaitReason::semaphore;  // its address is as good as its name
        const Key key{agent->track().row, agent->position(), static_cast<int>(agent->wait.reason),
                      word ? 0 : agent->wait.index};
        const auto [at, fresh] = known.try_emplace(key, all.size());
        if (fresh) all.emplace_back();
        all[at->second].agents.push_back(agent);
        all[at->second].of_headline |= agent == headline;
    }
    std::stable_partition(all.begin(), all.end(), [](const Alike& alike) { return !alike.of_headline; });
    const std::size_t left_out = all.size() > most_notes ? all.size() - most_notes : 0;
    if (left_out > 0)
        fault.notes += fmt::format("note: {} more kinds of waits; --report and --json show each RISC\n", left_out);
    for (std::size_t i = left_out; i < all.size(); ++i) {
        fault.notes += note(machine, all[i]);
        if (fault::Where at = where_of(machine, *all[i].agents.front()); !at.file.empty())
            fault.related.push_back(std::move(at));
    }
}

}  // namespace tessera::core
