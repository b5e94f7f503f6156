// The report of a deadlock: the headline stands where the graph of waits ends, at what has not been done; the notes
// name who waits for what, since when, and who could end it.
#include "sim/core/machine/deadlock.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "sim/core/machine/machine.hpp"
#include "sim/core/risc/risc_agent.hpp"
#include "sim/fault/fault.hpp"

namespace tessera::core {
namespace {

using schedule::Agent;
using watch::WaitReason;

// What the RISC that could end a wait is doing: "TRISC2 pushes to it and has ended".
std::string helper(const Core& core, int risc, const char* act) {
    const auto& agent = core.riscs[static_cast<std::size_t>(risc)];
    const std::string_view name = risc_name(risc);
    if (!agent) return fmt::format("{} should {}, but runs no kernel", name, act);
    if (agent->state == Agent::State::done) return fmt::format("{} should {}, but has ended", name, act);
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

}  // namespace

std::string who_could_help(const Core& core, const Agent& agent) {
    const schedule::Wait& wait = agent.wait;
    switch (wait.reason) {
        case WaitReason::cb_empty:
        case WaitReason::cb_full: return cb_helper(core, wait);
        case WaitReason::semaphore:
            if (watch::is_risc(agent.track().row))
                return fmt::format("{} is {} and {} is waited for", word_name(core, wait.index),
                                   core.l1.load(wait.index, 4), wait.need);
            return fmt::format("hardware semaphore {} is {}", wait.index, core.semaphores.state[wait.index].value);
        case WaitReason::dst_free: return helper(core, watch::trisc2, "release a half of Dst (tile_regs_release)");
        case WaitReason::dst_ready: return helper(core, watch::trisc1, "commit a half of Dst (tile_regs_commit)");
        case WaitReason::src_valid:
            return helper(core, watch::trisc0, wait.index == src_a ? "unpack a tile to SrcA" : "unpack a tile to SrcB");
        case WaitReason::src_free: return helper(core, watch::trisc1, "take what was unpacked (copy_tile)");
        case WaitReason::mailbox: {
            static constexpr int senders[] = {watch::brisc, watch::trisc0, watch::trisc1, watch::trisc2};
            return helper(core, senders[mailbox_sender(wait.index)], "send a word (mailbox_write, get_tile_address)");
        }
        default: return "";
    }
}

const Agent* waiting(const Core& core, int risc) {
    if (risc < 0) return nullptr;
    if (risc >= watch::trisc0)
        if (const auto& thread = core.threads[static_cast<std::size_t>(risc - watch::trisc0)];
            thread && thread->state == Agent::State::waiting)
            return thread;
    const auto& agent = core.riscs[static_cast<std::size_t>(risc)];
    return agent && agent->state == Agent::State::waiting ? agent : nullptr;
}

namespace {

// From wait to wait, to the one whose helper does not wait itself, or to a circle, each of which waits for the next.
struct End {
    const Agent* agent;
    std::vector<const Agent*> circle;
};
End last_wait(Machine& machine, const Agent* from) {
    std::vector<const Agent*> passed;
    for (const Agent* agent = from;;) {
        passed.push_back(agent);
        const Helper next = helper_of(machine, *agent);
        const Agent* then = next.core == nullptr ? nullptr : waiting(*next.core, next.risc);
        if (then == nullptr || then == agent) return {agent, {}};
        if (const auto again = std::find(passed.begin(), passed.end(), then); again != passed.end())
            return {from, {again, passed.end()}};
        agent = then;
    }
}

// Of a circle that wait which a page count decides, a RISC's if there is one: there a kernel asks for more than it can
// be given before it goes on itself.
std::vector<const Agent*> from_its_pages(std::vector<const Agent*> circle) {
    const auto counts = [](const Agent* agent) {
        const WaitReason reason = agent->wait.reason;
        const bool pages = reason == WaitReason::cb_empty || reason == WaitReason::cb_full;
        return pages ? 2 : watch::is_risc(agent->track().row) && reason != WaitReason::tensix_fifo ? 1 : 0;
    };
    std::rotate(circle.begin(), std::ranges::max_element(circle, {}, counts), circle.end());
    return circle;
}

std::string text_of(Machine& machine, const std::vector<const Agent*>& circle) {
    const Agent& first = *circle.front();
    std::string text = "they wait for each other: ";
    if (first.wait.reason == WaitReason::cb_full || first.wait.reason == WaitReason::cb_empty) {
        const tensix::CircularBuffer& cb = machine.core(first.track().core).cbs[first.wait.index];
        const bool full = first.wait.reason == WaitReason::cb_full;
        text += fmt::format(
            "{} at {} waits for {} {} of cb {}, which {} until it goes on itself", risc_name(first.track().row),
            first.position(), first.wait.need, full ? "free page(s)" : "page(s)", first.wait.index,
            full ? fmt::format("has {} of {} and is not popped", cb.free_pages(first.track().row), cb.pages)
                 : fmt::format("holds {} and is not pushed to", cb.available_pages(first.track().row)));
    } else {
        text += fmt::format("{} at {}", risc_name(first.track().row), first.position());
    }
    for (std::size_t i = 1; i < circle.size(); ++i)
        text += fmt::format("{}{} at {}", i == 1 ? ": it waits for " : ", that for ", risc_name(circle[i]->track().row),
                            circle[i]->position());
    return text + fmt::format(", that for {}", risc_name(first.track().row));
}

}  // namespace

void Machine::report_deadlock() {
    auto stuck = scheduler_->stuck();
    std::stable_partition(stuck.begin(), stuck.end(),
                          [](const Agent* agent) { return watch::is_risc(agent->track().row); });
    // Of all waits one whose deed has certainly not been done; else of all the ends of the graph one where a deed is
    // known to be missing; else where the first RISC waits.
    const Agent* waits = nullptr;
    Cause cause;
    for (const Agent* agent : stuck) {
        if (cause.certain) break;
        cause = cause_of(*this, *agent);
        waits = agent;
    }
    if (!cause.certain) waits = nullptr;
    bool in_circle = false;
    for (const Agent* agent : stuck) {
        if (cause.certain) break;
        End end = last_wait(*this, agent);
        const bool circle = !end.circle.empty();
        if (circle) end.agent = (end.circle = from_its_pages(std::move(end.circle))).front();
        Cause here = circle ? Cause{text_of(*this, end.circle), {}} : cause_of(*this, *end.agent);
        // Who waits for what a circle would bring is its victim.
        if (waits != nullptr && !here.place && (!circle || in_circle)) continue;
        waits = end.agent;
        cause = std::move(here);
        in_circle = circle;
        if (cause.place) break;
    }
    fault::Fault fault(fault::Id::deadlock,
                       fmt::format("deadlock: {} wait(s) that nothing can end: {}", stuck.size(), cause.text));
    if (cause.place)
        kernels.at(cause.place->core, cause.place->risc)->locate(fault, cause.place->pc, scheduler_->last_cycle());
    else
        waits->locate_wait(fault, scheduler_->last_cycle());
    add_waits(*this, fault, waits);
    throw fault;
}

void Machine::report_poll(const schedule::Agent& poller, std::optional<std::uint32_t> address) {
    const Core& c = core(poller.track().core);
    const std::string what =
        address ? fmt::format("{}, which holds {:#x}", word_name(c, *address), c.l1.load(*address & ~3u, 4))
                : std::string("a counter of the machine");
    fault::Fault fault(fault::Id::deadlock, fmt::format("deadlock: a loop polls {}; nobody can change it any more{}",
                                                        what, address ? last_change(*this, c, *address & ~3u) : ""));
    poller.locate_wait(fault, poller.clock);
    add_waits(*this, fault, &poller);
    throw fault;
}

}  // namespace tessera::core
