#include "sim/core/port/calls_mailbox.hpp"

#include <vector>

#include "sim/fault/fault.hpp"

namespace tessera::core {

using abi::Call;
using fault::Fault;
using fault::Id;

void write_mailbox(RiscContext& context, std::uint32_t to, std::uint32_t value) {
    const std::uint32_t from = mailbox_number(context.risc);
    context.core.mailboxes[from][to].push_back(value);
    if (watch::Order* ordering = context.order)
        ordering->hand_on(ordering->channels(context.order_agent.core).mailboxes[from][to], context.order_agent, 1);
    context.core.notify(watch::WaitReason::mailbox, mailbox_wait(from, to), context.clock());
}

CallResult read_mailbox(RiscContext& context, std::uint32_t from) {
    const std::uint32_t to = mailbox_number(context.risc);
    std::vector<std::uint32_t>& box = context.core.mailboxes[from][to];
    if (box.empty()) return CallResult::wait({watch::WaitReason::mailbox, mailbox_wait(from, to), 1, 0});
    if (watch::Order* ordering = context.order) {
        watch::Order::Channel& sent = ordering->channels(context.order_agent.core).mailboxes[from][to];
        ordering->take(sent, context.order_agent, sent.count() + 1 - box.size());
    }
    const std::uint32_t value = box.front();
    box.erase(box.begin());
    return CallResult::done(value);
}

CallResult mailbox_call(RiscContext& context, Call call) {
    if (context.risc == abi::Risc::nc || context.arg(0) >= context.core.mailboxes.size())
        throw Fault(Id::out_of_bounds, "mailboxes lead from B, T0, T1 and T2 to each of them, numbers 0 to 3");
    if (call == Call::mailbox_read) return read_mailbox(context, context.arg(0));
    if (call == Call::mailbox_not_empty)
        return CallResult::done(!context.core.mailboxes[context.arg(0)][mailbox_number(context.risc)].empty());
    write_mailbox(context, context.arg(0), context.arg(1));
    return CallResult::done();
}

}  // namespace tessera::core
