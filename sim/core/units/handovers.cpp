#include "sim/core/units/handovers.hpp"

#include "sim/core/judges/unit_order.hpp"

namespace tessera::core {

using tensix::Semaphore;
using watch::WaitReason;

void hand_over(const Issue& in, Operand operand, Cycle at) {
    Core& core = in.core;
    core.src[operand][core.unpack_bank[operand]].valid = true;
    core.src_filled_at[operand][core.unpack_bank[operand]] = at;
    unit_order::filled(in, operand);
    core.unpack_bank[operand] ^= 1;
    core.notify(WaitReason::src_valid, operand, at);
}

void give_back(const Issue& in, Operand operand) {
    in.core.src[operand][in.core.math_bank[operand]].valid = false;
    unit_order::gave_back(in, operand);
    in.core.notify(WaitReason::src_free, operand, in.now);
}

void semaphore_changed(const Issue& in, std::uint32_t index) {
    Core& core = in.core;
    core.notify(WaitReason::semaphore, index, in.now);
    // Of a cycle a RISC has its turn before its thread has.
    core.notify(WaitReason::unit_semaphore, index, in.now + 1);
    if (index != static_cast<std::uint32_t>(Semaphore::math_pack)) return;
    core.notify(WaitReason::dst_ready, 0, in.now);
    core.notify(WaitReason::dst_free, 0, in.now);
}

void acquired(const Issue& in) {
    unit_order::acquires_dst(in);
    in.core.dst_protocol.acquired = true;
    in.core.dst_protocol.acquire_pc = in.pc;
}

void committed(const Issue& in) {
    DstProtocol& protocol = in.core.dst_protocol;
    protocol.acquired = false;
    protocol.commit_pc = in.pc;
    if (!in.core.mode.full_sync) protocol.math_half ^= 1;
    // By itself T1 has a packer that takes all at once.
    if (!in.shared().options().t1_alone) ++in.core.semaphores[Semaphore::math_pack].value;
    unit_order::commits_dst(in);
    semaphore_changed(in, static_cast<std::uint32_t>(Semaphore::math_pack));
}

void granted(const Issue& in) {
    unit_order::waits_for_dst(in);
    in.core.dst_protocol.pack_granted = true;
    in.core.dst_protocol.wait_pc = in.pc;
}

void released(const Issue& in) {
    DstProtocol& protocol = in.core.dst_protocol;
    protocol.pack_granted = false;
    protocol.release_pc = in.pc;
    if (!in.core.mode.full_sync) protocol.pack_half ^= 1;
    auto& committed = in.core.semaphores[Semaphore::math_pack].value;
    if (committed > 0) --committed;
    unit_order::releases_dst(in);
    semaphore_changed(in, static_cast<std::uint32_t>(Semaphore::math_pack));
}

}  // namespace tessera::core
