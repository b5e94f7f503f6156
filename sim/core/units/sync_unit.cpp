#include "sim/core/units/sync_unit.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "sim/core/judges/unit_order.hpp"
#include "sim/core/units/handovers.hpp"
#include "sim/fault/fault.hpp"

namespace tessera::core {

using fault::Fault;
using fault::Id;
using tensix::Semaphore;
using watch::WaitReason;

Phase SyncUnit::issue(const Issue& in, const tensix::Row& row) {
    switch (row.op) {
        case tensix::Op::stallwait: return stall_wait(in);
        case tensix::Op::atgetm:
        case tensix::Op::atrelm: return mutex(in, row.op);
        default: return semaphores(in, row.op);
    }
}

// The gate holds what follows until the cycle after that in which the units named are idle, and banks valid (the page
// on STALLWAIT). It holds all that follows, not only instructions of the units named: those in between take a cycle
// each.
Phase SyncUnit::stall_wait(const Issue& in) {
    using tensix::ops::Stallwait;
    const Core& core = in.core;
    const tensix::Word word(in.word, in.shared().arch().sfpu.isa_column);
    const std::uint32_t wait = word[Stallwait::condition];
    Cycle met = in.now;
    for (const Operand operand : operands) {
        if ((wait & Stallwait::valid(operand, word.column())) != 0) {
            if (!core.src[operand][core.math_bank[operand]].valid)
                return Phase::wait_for(WaitReason::src_valid, operand);
            met = std::max(met, core.filled_at(operand));
        }
        if ((wait & Stallwait::free(operand, word.column())) != 0 && core.src[operand][core.unpack_bank[operand]].valid)
            return Phase::wait_for(WaitReason::src_free, operand);
        if ((wait & Stallwait::unpacker(operand)) != 0) {
            if (unpack_.holds(operand)) return Phase::wait_for(WaitReason::src_free, operand);
            met = std::max(met, unpack_.free_at(operand));
        }
    }
    if ((wait & Stallwait::scalar) != 0)
        met = std::max(met, threads_[static_cast<std::size_t>(in.thread)].scalar_settled_at);
    if ((wait & Stallwait::packers(word.column())) != 0) met = std::max(met, pack_.idle_at());
    if ((wait & in.tensix().wait_math) != 0) {
        if (in.thread == 1 && (word[Stallwait::block] & abi::stall_sfpu) != 0) math_.writes.settled();
        met = std::max(met, core.fpu_idle_at);
    }
    if ((wait & in.tensix().wait_sfpu) != 0) met = std::max(met, core.sfpu_idle_at);
    return Phase::finish(met + 1 - in.now);
}

void SyncUnit::hands_over(const Issue& in, DstJudge::Handover what) const {
    for (DstJudge* judge : judges_.dst) judge->hands_over(in, what);
}

Phase SyncUnit::semaphores(const Issue& in, tensix::Op op) {
    const std::uint32_t selected = abi::semaphores.of(in.word), condition = abi::wait_condition.of(in.word);
    for (std::uint32_t i = 0; i < 8; ++i) {
        if ((selected >> i & 1) == 0) continue;
        auto& semaphore = in.core.semaphores.state[i];
        const bool is_of_dst = i == static_cast<std::uint32_t>(Semaphore::math_pack);
        const bool of_dst = in.thread == 1 && is_of_dst;
        const bool of_packed = in.thread == 2 && is_of_dst;
        switch (op) {
            case tensix::Op::seminit:
                semaphore.max = static_cast<std::uint8_t>(abi::semaphore_max.of(in.word));
                semaphore.value = static_cast<std::uint8_t>(abi::semaphore_value.of(in.word));
                if (!of_dst || semaphore.value != 0) break;
                // With all of Dst free both units begin at its first half again; it is one where nobody may be ahead.
                in.core.dst_protocol.math_half = in.core.dst_protocol.pack_half = 0;
                in.core.mode.full_sync = semaphore.max == 1;
                break;
            case tensix::Op::sempost:
                if (semaphore.value >= semaphore.max)
                    in.raise(Fault(Id::semaphore_misuse,
                                   fmt::format("SEMPOST of semaphore {} at its maximum {}", i, semaphore.max)));
                if (semaphore.value == tensix::Semaphores::most) break;
                if (of_dst) {
                    hands_over(in, DstJudge::Handover::commit);
                    math_.writes.settled();
                    committed(in);
                    continue;
                }
                ++semaphore.value;
                unit_order::posts(in, i);
                break;
            case tensix::Op::semget:
                if (of_packed && !in.core.dst_protocol.pack_granted && semaphore.value == 0) {
                    hands_over(in, DstJudge::Handover::release);
                    released(in);
                    continue;
                }
                if (semaphore.value == 0) {
                    in.raise(Fault(Id::semaphore_misuse, fmt::format("SEMGET of semaphore {} at zero", i)));
                    break;
                }
                if (of_packed) {
                    released(in);
                    continue;
                }
                --semaphore.value;
                unit_order::posts(in, i);
                break;
            default: {
                const bool while_max = (condition & abi::wait_while_max) != 0;
                const bool while_zero = (condition & abi::wait_while_zero) != 0;
                if (of_dst && while_max) hands_over(in, DstJudge::Handover::acquire);
                if (of_packed && while_zero) hands_over(in, DstJudge::Handover::wait);
                if ((while_zero && semaphore.value == 0) || (while_max && semaphore.value >= semaphore.max))
                    return of_dst      ? Phase::wait_for(WaitReason::dst_free, 0)
                           : of_packed ? Phase::wait_for(WaitReason::dst_ready, 0)
                                       : Phase::wait_for(WaitReason::semaphore, i);
                if (of_dst && while_max)
                    acquired(in);
                else if (of_packed && while_zero)
                    granted(in);
                else
                    unit_order::sees(in, i);
            }
        }
        semaphore_changed(in, i);
    }
    return Phase::finish(1);
}

// Nobody is told when a mutex is let go: a thread that finds it taken looks again in the next cycle.
Phase SyncUnit::mutex(const Issue& in, tensix::Op op) {
    const std::uint32_t index = tensix::Word(in.word, in.shared().arch().sfpu.isa_column)[tensix::ops::Atgetm::index];
    if (index == 1 || index >= in.core.mutexes.size())
        throw Fault(Id::tensix_unsupported, fmt::format("mutex {}: there are 0 and 2 to 7", index));
    int& holder = in.core.mutexes[index];
    if (op == tensix::Op::atrelm) {
        if (holder == in.thread) holder = -1;
        return Phase::finish(1);
    }
    if (holder >= 0 && holder != in.thread) return Phase::take(1);
    holder = in.thread;
    return Phase::finish(1);
}

}  // namespace tessera::core
