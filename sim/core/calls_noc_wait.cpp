// Barriers and flushes of a data-movement kernel, transaction ids, semaphores and coordinates (spec/kernel-api.md 2.2,
// 2.3; spec/memory-order.md 3).
#include <algorithm>

#include "sim/core/risc_agent.hpp"
#include "sim/fault/fault.hpp"

namespace tessera::core {

using abi::Call;
using fault::Fault;
using fault::Id;
using watch::WaitReason;

Niu& RiscAgent::niu(std::uint32_t options) { return core_.nius[options & 1]; }

BufferState& RiscAgent::buffer(abi::CommandBuffer which, std::uint32_t options) {
    return niu(options).buffers[static_cast<std::size_t>(which)];
}

// A command buffer takes no request before its interface has begun with the last one.
std::optional<schedule::Wait> RiscAgent::until_taken(std::uint32_t options) const {
    constexpr std::uint32_t taken = 4;  // one whose bytes are leaving, and those on their way to it
    const auto noc = static_cast<int>(options & 1);
    const Outstanding& open = core_.outstanding[static_cast<std::size_t>(risc_)][static_cast<std::size_t>(noc)];
    const bool posted = (options & abi::noc_posted) != 0;
    if ((posted ? open.posted_unflushed : open.unflushed) < taken) return std::nullopt;
    return schedule::Wait{WaitReason::noc_flush, posted ? posted_wait(noc) : plain_wait(noc), 0, 0};
}

CallResult RiscAgent::wait_for_id(std::uint32_t id, std::uint32_t options, std::uint32_t limit, abi::NocIdWait what) {
    const TransactionId& open = niu(options).ids[id % abi::transaction_ids];
    const bool sent = what == abi::NocIdWait::sent;
    if ((sent ? open.outgoing : open.outstanding) <= limit) {
        if (watch::Order* ordering = machine_.order(); ordering != nullptr && limit == 0)
            ordering->awaited_id(order_agent(), options & 1, id % abi::transaction_ids, sent);
        return CallResult::done();
    }
    const WaitReason reason = sent                            ? WaitReason::noc_flush
                              : what == abi::NocIdWait::reads ? WaitReason::noc_read
                                                              : WaitReason::noc_write;
    return CallResult::wait({reason, id_wait(static_cast<int>(options & 1), id % abi::transaction_ids), limit, 0});
}

CallResult RiscAgent::noc_wait_call(Call call) {
    const arch::Arch& arch = machine_.arch();
    const auto noc = static_cast<int>(arg(0) & 1);
    const Outstanding& open = core_.outstanding[static_cast<std::size_t>(risc_)][static_cast<std::size_t>(noc)];
    watch::Order* ordering = machine_.order();
    const auto until_none = [&](std::uint32_t left, WaitReason reason, std::uint32_t index, watch::Awaited awaited) {
        if (left != 0) return CallResult::wait({reason, index, 0, 0});
        if (ordering != nullptr) ordering->awaited(order_agent(), static_cast<std::uint32_t>(noc), awaited);
        return CallResult::done();
    };
    using watch::Awaited;
    switch (call) {
        case Call::noc_read_barrier:
            return until_none(open.reads, WaitReason::noc_read, plain_wait(noc), Awaited::reads);
        case Call::noc_write_barrier:
            return until_none(open.writes, WaitReason::noc_write, plain_wait(noc), Awaited::acknowledged);
        case Call::noc_writes_flushed:
            return until_none(open.unflushed, WaitReason::noc_flush, plain_wait(noc), Awaited::sent);
        case Call::noc_posted_flushed:
            return until_none(open.posted_unflushed, WaitReason::noc_flush, posted_wait(noc), Awaited::posted_sent);
        case Call::noc_atomic_barrier:
            return until_none(open.atomics, WaitReason::noc_atomic, plain_wait(noc), Awaited::atomics);
        case Call::noc_set_id:
            niu(arg(1)).buffers[arg(1) >> abi::noc_buffer_shift & (abi::command_buffers - 1)].transaction_id =
                arg(0) % abi::transaction_ids;
            return CallResult::done();
        case Call::noc_wait_id: return wait_for_id(arg(0), arg(1), arg(2), static_cast<abi::NocIdWait>(arg(3)));
        case Call::noc_clear_ids:
            for (std::uint32_t id = 0; id < abi::transaction_ids; ++id)
                if ((arg(0) >> id & 1) != 0) niu(arg(1)).ids[id].outstanding = 0;
            return CallResult::done();
        case Call::noc_outstanding: {
            const std::uint32_t left = niu(arg(1)).ids[arg(0) % abi::transaction_ids].outstanding;
            if (ordering != nullptr && left == 0)
                ordering->awaited_id(order_agent(), arg(1) & 1, arg(0) % abi::transaction_ids, false);
            return CallResult::done(left);
        }
        case Call::semaphore_wait:
        case Call::semaphore_wait_min: {
            const std::uint32_t value = core_.l1.load(arg(0), 4);
            if (ordering != nullptr)
                machine_.refuse(ordering->load(order_agent(), arg(0), 4, {pending_->pc, clock}, true));
            if (call == Call::semaphore_wait ? value == arg(1) : value >= arg(1)) {
                if (ordering != nullptr) ordering->observe(order_agent(), arg(0), value, arg(1));
                return CallResult::done();
            }
            return CallResult::wait({WaitReason::semaphore, arg(0), arg(1), arch.riscv.l1_load_cycles.cycles() + 3});
        }
        case Call::my_coordinate:
            return CallResult::done(static_cast<std::uint32_t>(core_.physical.x | core_.physical.y << 8));
        case Call::my_logical:
            return CallResult::done(static_cast<std::uint32_t>(core_.logical_x | core_.logical_y << 8 |
                                                               core_.relative_x << 16 | core_.relative_y << 24));
        default: throw Fault(Id::illegal_instruction, "unknown NoC call");
    }
}

}  // namespace tessera::core
