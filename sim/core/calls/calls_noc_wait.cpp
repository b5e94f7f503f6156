#include "sim/core/calls/calls_noc_wait.hpp"

#include "sim/core/calls/noc_options.hpp"
#include "sim/fault/fault.hpp"
#include "sim/noc/unsent.hpp"

namespace tessera::core {

using abi::Call;
using fault::Fault;
using fault::Id;
using watch::WaitReason;

namespace {

CallResult wait_for_id(RiscContext& context, std::uint32_t id, std::uint32_t options, std::uint32_t limit,
                       abi::NocIdWait what) {
    const TransactionId& open = niu_of(context.core, options).ids[id % abi::transaction_ids];
    const bool sent = what == abi::NocIdWait::sent;
    if ((sent ? open.outgoing : open.outstanding) <= limit) {
        if (watch::Order* ordering = context.order; ordering != nullptr && limit == 0)
            ordering->awaited_id(context.order_agent, options & 1, id % abi::transaction_ids, sent);
        return CallResult::done();
    }
    const WaitReason reason = sent                            ? WaitReason::noc_flush
                              : what == abi::NocIdWait::reads ? WaitReason::noc_read
                                                              : WaitReason::noc_write;
    return CallResult::wait({reason, id_wait(static_cast<int>(options & 1), id % abi::transaction_ids), limit, 0});
}

}  // namespace

std::optional<schedule::Wait> until_taken(const RiscContext& context, std::uint32_t options) {
    const auto of = static_cast<int>(options & 1);
    const Outstanding& open =
        context.core.outstanding[static_cast<std::size_t>(context.risc)][static_cast<std::size_t>(of)];
    const bool posted = (options & abi::noc_posted) != 0;
    if ((posted ? open.posted_unflushed : open.unflushed) < noc::most_unsent_writes) return std::nullopt;
    return schedule::Wait{WaitReason::noc_flush, posted ? posted_wait(of) : plain_wait(of), 0, 0};
}

CallResult noc_wait_call(RiscContext& context, Call call) {
    const arch::Arch& arch = context.chip.arch();
    const auto noc = static_cast<int>(context.arg(0) & 1);
    const Outstanding& open =
        context.core.outstanding[static_cast<std::size_t>(context.risc)][static_cast<std::size_t>(noc)];
    watch::Order* ordering = context.order;
    const auto until_none = [&](std::uint32_t left, WaitReason reason, std::uint32_t index, watch::Awaited awaited) {
        if (left != 0) return CallResult::wait({reason, index, 0, 0});
        if (ordering != nullptr) ordering->awaited(context.order_agent, static_cast<std::uint32_t>(noc), awaited);
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
            held_by(context.core, context.arg(1)).transaction_id = context.arg(0) % abi::transaction_ids;
            return CallResult::done();
        case Call::noc_wait_id:
            return wait_for_id(context, context.arg(0), context.arg(1), context.arg(2),
                               static_cast<abi::NocIdWait>(context.arg(3)));
        case Call::noc_clear_ids:
            for (std::uint32_t id = 0; id < abi::transaction_ids; ++id)
                if ((context.arg(0) >> id & 1) != 0) niu_of(context.core, context.arg(1)).ids[id].outstanding = 0;
            return CallResult::done();
        case Call::noc_outstanding: {
            const std::uint32_t left =
                niu_of(context.core, context.arg(1)).ids[context.arg(0) % abi::transaction_ids].outstanding;
            if (ordering != nullptr && left == 0)
                ordering->awaited_id(context.order_agent, context.arg(1) & 1, context.arg(0) % abi::transaction_ids,
                                     false);
            return CallResult::done(left);
        }
        case Call::semaphore_wait:
        case Call::semaphore_wait_min: {
            const std::uint32_t value = context.core.l1.load(context.arg(0), 4);
            if (ordering != nullptr)
                context.chip.refuse(ordering->load(context.order_agent, context.arg(0), 4,
                                                   {context.standing_at(), context.clock()}, true));
            if (call == Call::semaphore_wait ? value == context.arg(1) : value >= context.arg(1)) {
                if (ordering != nullptr) ordering->observe(context.order_agent, context.arg(0), value, context.arg(1));
                return CallResult::done();
            }
            return CallResult::wait(
                {WaitReason::semaphore, context.arg(0), context.arg(1), arch.riscv.l1_load_cycles.cycles() + 3});
        }
        case Call::my_coordinate:
            return CallResult::done(static_cast<std::uint32_t>(context.core.physical.x | context.core.physical.y << 8));
        case Call::my_logical:
            return CallResult::done(static_cast<std::uint32_t>(context.core.logical_x | context.core.logical_y << 8 |
                                                               context.core.relative_x << 16 |
                                                               context.core.relative_y << 24));
        default: throw Fault(Id::illegal_instruction, "unknown NoC call");
    }
}

}  // namespace tessera::core
