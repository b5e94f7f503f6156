// Dst between T1, which acquires and commits it, and T2, which waits for it and releases it (spec/kernel-api.md 3.1).
#include <algorithm>

#include "sim/core/risc_agent.hpp"
#include "sim/core/thread_agent.hpp"
#include "sim/fault/fault.hpp"

namespace tessera::core {

using fault::Fault;
using fault::Id;
using tensix::Semaphore;
using watch::WaitReason;

ThreadAgent::Phase ThreadAgent::acquire(Command& command) {
    check_acquires_once();
    const auto& math_pack = core_.semaphores[Semaphore::math_pack];
    if (math_pack.value >= math_pack.max) return wait_for(WaitReason::dst_free, 0);
    acquired(command);
    return finish(1);
}

void ThreadAgent::check_acquires_once() const {
    if (core_.dst_protocol.acquired && !machine_.options().t1_alone)
        raise(Fault(Id::dst_ownership, "tile_regs_acquire twice without tile_regs_commit"), fault::Severity::warning);
}

void ThreadAgent::acquired(const Command& command) {
    const auto& math_pack = core_.semaphores[Semaphore::math_pack];
    if (watch::Order* ordering = machine_.order()) {
        watch::Order::Channels& with = ordering->channels(order_agent().core);
        if (with.committed.count() + 1 > math_pack.max)
            ordering->take(with.released, order_agent(), with.committed.count() + 1 - math_pack.max);
    }
    core_.dst_protocol.acquired = true;
    core_.dst_protocol.acquire_pc = command.pc;
}

ThreadAgent::Phase ThreadAgent::commit(Command& command) {
    if (command.step == 0) {
        check_commits_acquired(command.pc);
        command.step = 1;
        const Cycle idle = std::max(core_.fpu_idle_at, core_.sfpu_idle_at);
        return take(idle > clock ? idle - clock : 0);
    }
    committed(command);
    return finish(1);
}

// Instructions of the kernel's own may wait for Dst in other ways.
void ThreadAgent::check_commits_acquired(std::uint32_t pc) const {
    if (!core_.dst_protocol.acquired && !machine_.options().t1_alone && !risc().api_function(pc).empty())
        raise(Fault(Id::dst_ownership, "tile_regs_commit without tile_regs_acquire"), fault::Severity::warning);
}

void ThreadAgent::committed(const Command& command) {
    core_.dst_protocol.acquired = false;
    core_.dst_protocol.commit_pc = command.pc;
    fpu_writes_.settled();
    if (!core_.mode.full_sync) core_.dst_protocol.math_half ^= 1;
    // By itself T1 has a packer that takes all at once.
    if (!machine_.options().t1_alone) ++core_.semaphores[Semaphore::math_pack].value;
    if (watch::Order* ordering = machine_.order())
        ordering->hand_on(ordering->channels(order_agent().core).committed, order_agent(), 1);
    semaphore_changed(static_cast<std::uint32_t>(Semaphore::math_pack));
}

ThreadAgent::Phase ThreadAgent::wait(Command& command) {
    check_waits_once();
    if (core_.semaphores[Semaphore::math_pack].value == 0) return wait_for(WaitReason::dst_ready, 0);
    granted(command);
    return finish(1);
}

// A release of what was not waited for zeroes a half and turns to the other one all the same; the semaphore stays at 0.
ThreadAgent::Phase ThreadAgent::release(Command& command) {
    const DstProtocol& protocol = core_.dst_protocol;
    if (!protocol.pack_granted)
        raise(Fault(Id::dst_ownership, "tile_regs_release without tile_regs_wait"), fault::Severity::warning);
    forget_packed(core_.mode.full_sync || protocol.pack_half == 0 ? 0 : tensix::Dst::rows / 2,
                  core_.mode.full_sync ? tensix::Dst::rows : tensix::Dst::rows / 2);
    released(command);
    return finish(1);
}

}  // namespace tessera::core
