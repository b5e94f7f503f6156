// Dst between T1, which acquires and commits it, and T2, which waits for it and releases it (spec/kernel-api.md 3.1).
#include <algorithm>

#include "sim/core/thread_agent.hpp"
#include "sim/fault/fault.hpp"

namespace tessera::core {

using fault::Fault;
using fault::Id;
using tensix::Semaphore;
using watch::WaitReason;

void ThreadAgent::check_acquires_once() const {
    if (core_.dst_protocol.acquired && !shared_.options().t1_alone)
        raise(Fault(Id::dst_ownership, "tile_regs_acquire twice without tile_regs_commit"), fault::Severity::warning);
}

void ThreadAgent::acquired(const Command& command) {
    const auto& math_pack = core_.semaphores[Semaphore::math_pack];
    if (watch::Order* ordering = shared_.order()) {
        watch::Order::Channels& with = ordering->channels(order_agent().core);
        if (with.committed.count() + 1 > math_pack.max)
            ordering->take(with.released, order_agent(), with.committed.count() + 1 - math_pack.max);
    }
    core_.dst_protocol.acquired = true;
    core_.dst_protocol.acquire_pc = command.pc;
}

// Instructions of the kernel's own may wait for Dst in other ways.
void ThreadAgent::check_commits_acquired(std::uint32_t pc) const {
    if (!core_.dst_protocol.acquired && !shared_.options().t1_alone && !kernel().api_function(pc).empty())
        raise(Fault(Id::dst_ownership, "tile_regs_commit without tile_regs_acquire"), fault::Severity::warning);
}

void ThreadAgent::committed(const Command& command) {
    core_.dst_protocol.acquired = false;
    core_.dst_protocol.commit_pc = command.pc;
    fpu_writes_.settled();
    if (!core_.mode.full_sync) core_.dst_protocol.math_half ^= 1;
    // By itself T1 has a packer that takes all at once.
    if (!shared_.options().t1_alone) ++core_.semaphores[Semaphore::math_pack].value;
    if (watch::Order* ordering = shared_.order())
        ordering->hand_on(ordering->channels(order_agent().core).committed, order_agent(), 1);
    semaphore_changed(static_cast<std::uint32_t>(Semaphore::math_pack));
}

}  // namespace tessera::core
