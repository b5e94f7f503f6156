// A run that a host steps: programs come, are started and stopped by it or by one another, and it looks at memory
// in between (spec/design.md 8.1).
#include <utility>

#include "sim/core/debugger.hpp"
#include "sim/core/machine/machine.hpp"
#include "sim/core/risc/reset_registers.hpp"
#include "sim/core/risc/risc_agent.hpp"
#include "sim/core/units/thread_agent.hpp"
#include "sim/fault/fault.hpp"

namespace tessera::core {

using fault::Fault;

void Machine::place(const Launch& launch) {
    is_stepped_ = true;
    Core& c = core(launch.core);
    const Agents& agents = agents_[static_cast<std::size_t>(launch.core)];
    if (!agents.units) {
        make_units(c);
        add_threads(c);
    }
    if (const auto& old = agents.riscs[static_cast<std::size_t>(launch.risc)]) old->stop();
    add_risc(launch);
}

void Machine::set_resets(int index, std::uint32_t held) {
    const std::uint32_t before = std::exchange(core(index).resets.held, held);
    apply_resets(index, before);
}

// One that has begun once, and is to begin again, is another agent with the same program.
void Machine::apply_resets(int index, std::uint32_t before) {
    Core& c = core(index);
    Agents& agents = agents_[static_cast<std::size_t>(index)];
    for (std::size_t r = 0; r < agents.riscs.size(); ++r) {
        const std::uint32_t bit = reset_bit(static_cast<abi::Risc>(r));
        if (!agents.riscs[r] || ((before ^ c.resets.held) & bit) == 0) continue;
        if ((c.resets.held & bit) != 0) {
            agents.riscs[r]->stop();
            continue;
        }
        if (agents.riscs[r]->state != schedule::Agent::State::idle) {
            Launch again = *agents.launches[r];
            again.held = true;
            add_risc(again);
        }
        // Whoever ends a reset wants what it has done before to be seen.
        if (order() != nullptr) order()->begin_program();
        agents.riscs[r]->begin(scheduler_->last_cycle() + 1);
    }
}

Machine::Standstill Machine::advance(Cycle until) {
    dead_poller_ = nullptr;
    if (options_.debugger != nullptr && !std::exchange(has_begun_, true)) options_.debugger->begin(*this);
    try {
        while (!scheduler_->run_until(until, options_.max_cycles, options_.progress))
            if (!end_sleep_of_polls()) return Standstill::all;
        return dead_poller_ != nullptr ? Standstill::polls : Standstill::none;
    } catch (Fault& fault) {
        fail(fault);
        throw;
    }
}

void Machine::report_standstill() {
    try {
        if (dead_poller_ != nullptr) report_poll(*dead_poller_, polled_);
        report_deadlock();
    } catch (Fault& fault) {
        fail(fault);
        throw;
    }
}

Cycle Machine::finish() {
    try {
        if (order() != nullptr) settle_order();
    } catch (Fault& fault) {
        fail(fault);
        throw;
    }
    if (hub_.listening()) emit_end(scheduler_->last_cycle());
    return scheduler_->last_cycle();
}

}  // namespace tessera::core
