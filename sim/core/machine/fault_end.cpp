// What a run that a fault ends leaves for its listeners: the lives of kernels and the waits up to there, and how each
// RISC stood.
#include <algorithm>

#include "sim/core/machine/deadlock.hpp"
#include "sim/core/machine/machine.hpp"
#include "sim/core/risc/risc_agent.hpp"
#include "sim/core/units/thread_agent.hpp"
#include "sim/fault/fault.hpp"

namespace tessera::core {
namespace {

using schedule::Agent;
using watch::Standing;

Standing::State state_of(const Agent& agent) {
    switch (agent.state) {
        case Agent::State::waiting: return Standing::State::waits;
        case Agent::State::queued: return agent.polls() ? Standing::State::polls : Standing::State::runs;
        default: return Standing::State::ended;
    }
}

Standing standing_of(Machine& machine, const Core& core, const Agent& agent) {
    Standing out;
    out.track = agent.track();
    out.core = {core.logical_x, core.logical_y};
    out.state = state_of(agent);
    const watch::Spot spot = agent.spot();
    out.file = spot.file;
    out.line = spot.line;
    out.since = agent.clock;
    if (out.state != Standing::State::waits) return out;
    out.since = agent.waiting_since;
    out.reason = agent.wait.reason;
    out.index = static_cast<int>(agent.wait.index);
    out.help = who_could_help(core, agent);
    const Helper helper = helper_of(machine, agent);
    if (helper.core == nullptr || helper.risc < 0) return out;
    const Agent* stands = waiting(*helper.core, helper.risc);
    out.helper = stands == nullptr ? watch::Track{helper.core->index, helper.risc} : stands->track();
    return out;
}

}  // namespace

void Machine::end_by(const fault::Fault& fault) {
    Cycle end = std::max(scheduler_->last_cycle(), fault.where().cycle);
    for (const Agents& agents : agents_)
        for (const auto& risc : agents.riscs)
            if (risc && risc->state != Agent::State::done) end = std::max(end, risc->clock);
    ++end;  // each wait has lasted a cycle by then
    const auto note = [&](std::size_t core, const Agent& agent) {
        standing_.push_back(standing_of(*this, *cores()[core], agent));
        if (agent.state != Agent::State::waiting || !hub_.listening()) return;
        const watch::Spot spot = agent.spot();
        hub_.emit(watch::Wait{agent.track(), agent.wait.reason, static_cast<int>(agent.wait.index), agent.waiting_since,
                              end, spot.file, spot.line, watch::Cause{.at = end}});
    };
    for (std::size_t core = 0; core < agents_.size(); ++core) {
        for (const auto& risc : agents_[core].riscs) {
            if (!risc) continue;
            note(core, *risc);
            if (risc->state != Agent::State::done && hub_.listening()) risc->emit_life(end);
        }
        for (const auto& thread : agents_[core].threads)
            if (thread && thread->state == Agent::State::waiting) note(core, *thread);
    }
    if (hub_.listening()) emit_end(end);
}

}  // namespace tessera::core
