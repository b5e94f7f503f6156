// T1 without the other RISCs: what it waits for of them is there at once (Options::t1_alone). The compute cores without
// the data movers: pages come and go (Options::compute_alone).
#include <algorithm>

#include "sim/core/machine/machine.hpp"

namespace tessera::core {

using tensix::Semaphore;
using watch::WaitReason;

namespace {

// Grants what an agent waits for; false where that is T1 or its thread itself.
bool grant(Core& core, const schedule::Agent& agent) {
    const schedule::Wait& wait = agent.wait;
    switch (wait.reason) {
        case WaitReason::src_valid:
            for (tensix::SrcBank& bank : core.src[wait.index]) bank.valid = true;
            return true;
        case WaitReason::dst_free: core.semaphores[Semaphore::math_pack].value = 0; return true;
        case WaitReason::mailbox:
            core.mailboxes[mailbox_sender(wait.index)][mailbox_receiver(wait.index)].push_back(
                core.shared.arch().l1.unreserved_base);
            return true;
        case WaitReason::semaphore: {
            if (watch::is_risc(agent.track().row)) {
                core.l1.store(wait.index, 4, wait.need);
                return true;
            }
            // Neither zero nor at its maximum ends every SEMWAIT.
            auto& semaphore = core.semaphores.state[wait.index];
            semaphore.max = std::max<std::uint8_t>(semaphore.max, 2);
            semaphore.value = 1;
            return true;
        }
        default: return false;
    }
}

}  // namespace

bool Machine::end_wait_of_t1() {
    for (const schedule::Agent* agent : scheduler_->stuck()) {
        Core& waiting = core(agent->track().core);
        if (!grant(waiting, *agent)) continue;
        waiting.notify(agent->wait.reason, agent->wait.index, agent->clock);
        return true;
    }
    return false;
}

bool Machine::end_wait_for_movers() {
    if (!options_.compute_alone) return false;
    for (const schedule::Agent* agent : scheduler_->stuck()) {
        const schedule::Wait& wait = agent->wait;
        if (wait.reason != WaitReason::cb_empty && wait.reason != WaitReason::cb_full) continue;
        Core& waiting = core(agent->track().core);
        tensix::CircularBuffer& cb = waiting.cb(wait.index);
        if (wait.reason == WaitReason::cb_empty) {
            cb.received += wait.need;
            cb.producer_received += wait.need;
        } else {
            cb.acked += wait.need;
            cb.consumer_acked += wait.need;
        }
        waiting.notify(wait.reason, wait.index, agent->clock);
        return true;
    }
    return false;
}

}  // namespace tessera::core
