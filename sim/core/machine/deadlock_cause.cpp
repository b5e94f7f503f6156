#include <fmt/format.h>

#include "sim/core/machine/deadlock.hpp"
#include "sim/core/machine/machine.hpp"
#include "sim/core/risc/risc_agent.hpp"

namespace tessera::core {
namespace {

using schedule::Agent;
using tensix::CircularBuffer;
using watch::WaitReason;

// The RISC that hands on pages, or takes them: who has done so, else who has asked for room or for pages.
int user_of(const CircularBuffer& cb, bool pushes) {
    const int done = pushes ? cb.producer : cb.consumer;
    return done >= 0 ? done : pushes ? cb.reserve_use.risc : cb.wait_use.risc;
}

// The unit of a RISC that has ended, where it stands still.
const Agent* waiting_unit(const Core& core, int risc) {
    if (risc < watch::trisc0) return nullptr;
    const auto& thread = core.threads[static_cast<std::size_t>(risc - watch::trisc0)];
    return thread && thread->state == Agent::State::waiting ? thread : nullptr;
}

std::string state_of(const Core& core, int risc) {
    const auto& agent = core.riscs[static_cast<std::size_t>(risc)];
    if (!agent) return "runs no kernel";
    if (agent->state != Agent::State::done) return "stands at " + agent->position();
    const Agent* unit = waiting_unit(core, risc);
    return unit == nullptr ? "has ended" : "waits at " + unit->position();
}

// Whether a RISC that has asked for something at `asked_pc` has ended since, or waits further up: it has been around.
bool left_behind(Machine& machine, const Core& core, int risc, std::uint32_t asked_pc) {
    const RiscAgent* agent = machine.risc(core.index, risc);
    if (agent == nullptr) return false;
    if (agent->state == Agent::State::done) return waiting_unit(core, risc) == nullptr;
    return agent->state == Agent::State::waiting && agent->wait.reason != WaitReason::tensix_fifo &&
           agent->standing_at() < asked_pc;
}

Cause of_buffer(Machine& machine, const Core& core, const Agent& agent) {
    const schedule::Wait& wait = agent.wait;
    const CircularBuffer& cb = core.cbs[wait.index];
    const bool empty = wait.reason == WaitReason::cb_empty;
    const std::string asks = fmt::format("{} at {} waits for {} {} of cb {}", risc_name(agent.track().row),
                                         agent.position(), wait.need, empty ? "page(s)" : "free page(s)", wait.index);
    const int user = user_of(cb, empty);
    if (user < 0)
        return {
            fmt::format("{}, which nobody {}", asks, empty ? "has pushed to or reserved" : "has popped or waited for"),
            {}};
    const CircularBuffer::Use &done = empty ? cb.push_use : cb.pop_use, &asked = empty ? cb.reserve_use : cb.wait_use;
    const std::uint32_t pending = empty ? cb.reserved : cb.waited;
    const std::string who = fmt::format("{}, which {},", risc_name(user), state_of(core, user));
    if (asked.risc == user && pending > 0)
        return {fmt::format("{}; {} has {} {} page(s) here and not called {} for them ({} in all)", asks, who,
                            empty ? "reserved" : "waited for", pending, empty ? "cb_push_back" : "cb_pop_front",
                            empty ? fmt::format("{} pushed", cb.producer_received)
                                  : fmt::format("{} popped", cb.consumer_acked)),
                Deed{core.index, user, asked.pc, 0},
                (empty ? cb.reserves : cb.waits) > 1 || left_behind(machine, core, user, asked.pc)};
    const std::uint32_t came = empty ? cb.received : cb.acked;
    const std::uint32_t wanted =
        empty ? cb.popped_for(agent.track().row) + wait.need : cb.pushed_for(agent.track().row) + wait.need - cb.pages;
    return {
        fmt::format("{}; {} {} {} of {} page(s), the last here", asks, who, empty ? "pushed" : "popped", came, wanted),
        done.risc == user ? std::optional(Deed{core.index, user, done.pc, 0}) : std::nullopt};
}

Cause of_word(Machine& machine, const Core& core, const Agent& agent) {
    const schedule::Wait& wait = agent.wait;
    const std::uint32_t value = core.l1.load(wait.index, 4);
    const std::string asks = fmt::format("{} at {} waits for {} to be {}, it is {}", risc_name(agent.track().row),
                                         agent.position(), word_name(core, wait.index), wait.need, value);
    const std::string changes = last_change(machine, core, wait.index);
    const auto history = core.words.find(wait.index);
    const bool known = history != core.words.end();
    // Only noc_semaphore_wait, which waits for an equal value, waits behind one that is larger.
    if (value > wait.need)
        return {asks +
                    ": beyond what is waited for, which never comes again (noc_semaphore_wait_min, or fewer "
                    "increments)" +
                    changes,
                known ? history->second.increment : std::nullopt, true};
    if (!known) return {asks + changes, {}};
    const auto& [increment, store, increments] = history->second;
    if (increment && store && store->at >= increment->at)
        return {asks + ": the last store came after the last increment, which it may have wiped out" + changes, store};
    return {asks + changes, increment ? increment : store};
}

Cause of_dst(Machine& machine, const Core& core, const Agent& agent, int risc, bool pending, std::uint32_t asked_pc,
             std::uint32_t done_pc, const char* asked, const char* done) {
    const std::string asks =
        fmt::format("{} at {} waits for a half of Dst; {}, which {},", risc_name(agent.track().row), agent.position(),
                    risc_name(risc), state_of(core, risc));
    if (pending && asked_pc != 0)
        return {fmt::format("{} has called {} here and not {} after it", asks, asked, done),
                Deed{core.index, risc, asked_pc, 0}, left_behind(machine, core, risc, asked_pc)};
    if (done_pc != 0) return {fmt::format("{} called {} last here", asks, done), Deed{core.index, risc, done_pc, 0}};
    return {fmt::format("{} has never called {}", asks, done), {}};
}

}  // namespace

Helper helper_of(Machine& machine, const Agent& agent) {
    const Core& core = machine.core(agent.track().core);
    const schedule::Wait& wait = agent.wait;
    switch (wait.reason) {
        case WaitReason::cb_empty: return {&core, user_of(core.cbs[wait.index], true)};
        case WaitReason::cb_full: return {&core, user_of(core.cbs[wait.index], false)};
        case WaitReason::dst_free: return {&core, watch::trisc2};
        case WaitReason::dst_ready: return {&core, watch::trisc1};
        case WaitReason::src_valid: return {&core, watch::trisc0};
        case WaitReason::src_free: return {&core, watch::trisc1};
        case WaitReason::tensix_fifo: return {&core, agent.track().row};
        case WaitReason::mailbox: {
            static constexpr int senders[] = {watch::brisc, watch::trisc0, watch::trisc1, watch::trisc2};
            return {&core, senders[mailbox_sender(wait.index)]};
        }
        case WaitReason::semaphore: {
            if (!watch::is_risc(agent.track().row)) return {&core, wait.index == 2 ? watch::trisc1 : watch::trisc0};
            const auto history = core.words.find(wait.index);
            if (history == core.words.end()) return {};
            const auto& by = history->second.increment ? history->second.increment : history->second.store;
            return {&machine.core(by->core), by->risc};
        }
        default: return {};
    }
}

Cause cause_of(Machine& machine, const Agent& agent) {
    const Core& core = machine.core(agent.track().core);
    const DstProtocol& dst = core.dst_protocol;
    switch (agent.wait.reason) {
        case WaitReason::cb_empty:
        case WaitReason::cb_full: return of_buffer(machine, core, agent);
        case WaitReason::semaphore:
            if (watch::is_risc(agent.track().row)) return of_word(machine, core, agent);
            break;
        case WaitReason::dst_free:
            return of_dst(machine, core, agent, watch::trisc2, dst.pack_granted, dst.wait_pc, dst.release_pc,
                          "tile_regs_wait", "tile_regs_release");
        case WaitReason::dst_ready:
            return of_dst(machine, core, agent, watch::trisc1, dst.acquired, dst.acquire_pc, dst.commit_pc,
                          "tile_regs_acquire", "tile_regs_commit");
        default: break;
    }
    return {
        fmt::format("{} at {}: {}", risc_name(agent.track().row), agent.position(), watch::row(agent.wait.reason).text),
        {}};
}

std::string word_name(const Core& core, std::uint32_t address) {
    const arch::L1& map = core.shared.arch().l1;
    if (address >= map.semaphore_base && address < map.remote_cb_base &&
        (address - map.semaphore_base) % arch::L1::semaphore_bytes == 0)
        return fmt::format("semaphore {}", (address - map.semaphore_base) / arch::L1::semaphore_bytes);
    return fmt::format("L1 word 0x{:x}", address);
}

std::string last_change(Machine& machine, const Core& core, std::uint32_t address) {
    const auto history = core.words.find(address);
    if (history == core.words.end()) return "; nobody has incremented or set it";
    const auto& [increment, store, increments] = history->second;
    std::string text;
    if (increment)
        text += fmt::format("; incremented {} time(s), last by {}", increments,
                            machine.kernels.who(*increment, core.index));
    if (store) text += fmt::format("; last set by {}", machine.kernels.who(*store, core.index));
    return text;
}

}  // namespace tessera::core
