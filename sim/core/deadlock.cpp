// The report of a deadlock: who waits for what, since when, and who could end it.
#include <fmt/format.h>

#include "sim/core/machine.hpp"
#include "sim/core/risc_agent.hpp"
#include "sim/core/thread_agent.hpp"
#include "sim/fault/fault.hpp"

namespace tessera::core {
namespace {

using watch::WaitReason;

// What the RISC that could end a wait is doing: "TRISC2 pushes to it and has ended".
std::string helper(const Core& core, int risc, const char* act) {
    const auto& agent = core.riscs[static_cast<std::size_t>(risc)];
    const std::string_view name = risc_name(risc);
    if (!agent) return fmt::format("{} should {}, but runs no kernel", name, act);
    if (agent->state == schedule::Agent::State::done) return fmt::format("{} should {}, but has ended", name, act);
    return fmt::format("{} should {}, but stands at {}", name, act, agent->position());
}

std::string cb_helper(const Core& core, const schedule::Wait& wait) {
    const tensix::CircularBuffer& cb = core.cbs[wait.index];
    const bool empty = wait.reason == WaitReason::cb_empty;
    const int risc = empty ? cb.producer : cb.consumer;
    const std::string who = risc < 0 ? fmt::format("nobody has {} it so far", empty ? "pushed to" : "popped from")
                                     : helper(core, risc, empty ? "push" : "pop");
    return fmt::format("cb {} holds {} of {} page(s) (received {}, acked {}), {}{} needed; {}", wait.index,
                       cb.received - cb.acked, cb.pages, cb.received, cb.acked, wait.need, empty ? "" : " free", who);
}

std::string l1_semaphore(const Core& core, const schedule::Wait& wait) {
    const arch::L1& map = core.machine.arch().l1;
    std::string name = fmt::format("L1 word 0x{:x}", wait.index);
    if (wait.index >= map.semaphore_base && wait.index < map.remote_cb_base &&
        (wait.index - map.semaphore_base) % 16 == 0)
        name = fmt::format("semaphore {}", (wait.index - map.semaphore_base) / 16);
    return fmt::format("{} is {} and {} is waited for", name, core.l1.load(wait.index, 4), wait.need);
}

std::string who_could_help(const Core& core, const schedule::Agent& agent) {
    const schedule::Wait& wait = agent.wait;
    switch (wait.reason) {
        case WaitReason::cb_empty:
        case WaitReason::cb_full: return cb_helper(core, wait);
        case WaitReason::semaphore:
            if (watch::is_risc(agent.track().row)) return l1_semaphore(core, wait);
            return fmt::format("hardware semaphore {} is {}", wait.index, core.semaphores.state[wait.index].value);
        case WaitReason::dst_free: return helper(core, watch::trisc2, "release a half of Dst (tile_regs_release)");
        case WaitReason::dst_ready: return helper(core, watch::trisc1, "commit a half of Dst (tile_regs_commit)");
        case WaitReason::src_valid: return helper(core, watch::trisc0, "unpack a tile");
        case WaitReason::src_free: return helper(core, watch::trisc1, "take what was unpacked (copy_tile)");
        case WaitReason::mailbox: {
            static constexpr int senders[] = {watch::brisc, watch::trisc0, watch::trisc1, watch::trisc2};
            return helper(core, senders[mailbox_sender(wait.index)], "send a word (mailbox_write, get_tile_address)");
        }
        default: return "";
    }
}

}  // namespace

void Machine::report_deadlock() {
    const auto stuck = scheduler_->stuck();
    fault::Fault fault(fault::Id::deadlock, fmt::format("deadlock: {} wait(s) that nothing can end", stuck.size()));
    for (const bool riscs : {true, false})  // the headline names a RISC where one waits
        for (const schedule::Agent* agent : stuck)
            if (watch::is_risc(agent->track().row) == riscs) agent->locate_wait(fault, scheduler_->last_cycle());
    for (const schedule::Agent* agent : stuck) {
        const Core& c = core(agent->track().core);
        const std::string help = who_could_help(c, *agent);
        fault.notes += fmt::format("{}: note: core ({},{}) {} waits since cycle {}: {}{}{}\n", agent->position(),
                                   c.logical_x, c.logical_y, risc_name(agent->track().row), agent->waiting_since,
                                   watch::row(agent->wait.reason).text, help.empty() ? "" : "; ", help);
    }
    throw fault;
}

}  // namespace tessera::core
