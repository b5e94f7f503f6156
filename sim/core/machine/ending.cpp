// What is seen at the end of a program: writes that nothing ordered, pages that nobody looked at.
#include <fmt/format.h>

#include <algorithm>

#include "sim/core/machine/machine.hpp"

namespace tessera::core {

using fault::Fault;
using fault::Id;
using watch::Event;
using watch::Race;

// At the end of a program: who reads what two writes left is not known of buffers, which the host may read.
void Machine::settle_order() {
    for (const Race& race : order()->unsettled()) {
        const bool in_buffer =
            race.core < 0 ? dram_.allowed(race.second.begin, 1) : race.second.begin >= core(race.core).buffers_begin;
        if (in_buffer) refuse(race);
    }
    order()->end_program([&](const Event& event) { return kernels.position_of(event); });
}

// Where a pop is missing the consumer sees the same pages again, and the last ones never.
void Machine::check_unread_pages() {
    for (const auto& c : cores()) {
        if (!c) continue;
        for (const tensix::CircularBuffer& cb : c->cbs) {
            const std::uint32_t seen = std::max(cb.seen, cb.consumer_acked);
            if (!cb.configured || cb.on_buffer || seen == 0 || cb.received <= seen || cb.push_use.risc < 0) continue;
            const Kernel* pusher = c->kernels[static_cast<std::size_t>(cb.push_use.risc)].get();
            if (pusher == nullptr) continue;
            Fault fault(Id::unread_pages,
                        fmt::format("{} pages were pushed to cb {}, the last here, and its consumer has waited for {} "
                                    "of them: the rest was never looked at",
                                    cb.received, cb.index, seen));
            if (cb.wait_use.risc >= 0)
                if (const auto& consumer = c->kernels[static_cast<std::size_t>(cb.wait_use.risc)])
                    fault.related.push_back(consumer->where(cb.wait_use.pc, scheduler_->last_cycle()));
            raise(std::move(fault), fault::Severity::warning, *pusher, cb.push_use.pc, scheduler_->last_cycle());
        }
    }
}

// What a RISC has waited for and not popped, or reserved and not pushed, though it does so with the other pages of the
// buffer. A buffer of which nothing is ever popped holds constants, one to which nothing is pushed is scratch memory.
void Machine::check_open_pages() {
    for (const auto& c : cores()) {
        if (!c) continue;
        for (const tensix::CircularBuffer& cb : c->cbs) {
            if (!cb.configured || cb.on_buffer) continue;
            for (std::size_t r = 0; r < cb.users.size(); ++r) {
                const tensix::CircularBuffer::User& user = cb.users[r];
                const Kernel* agent = c->kernels[r].get();
                if (agent == nullptr) continue;
                const auto told = [&](const tensix::CircularBuffer::Open& open, const std::string& text) {
                    raise(Fault(Id::unread_pages, text), fault::Severity::warning, *agent, open.pc,
                          scheduler_->last_cycle());
                };
                if (user.wait.pages != 0 && user.popped != 0)
                    told(user.wait, fmt::format("the kernel has ended with {} page(s) of cb {} waited for here and not "
                                                "popped; {} were popped before: cb_pop_front is missing",
                                                user.wait.pages, cb.index, user.popped));
                if (user.reserve.pages != 0 && (user.pushed != 0 || (user.packs && cb.received != 0)))
                    told(user.reserve,
                         fmt::format("the kernel has ended with {} page(s) of cb {} reserved here and not pushed; {} "
                                     "were pushed before: cb_push_back is missing",
                                     user.reserve.pages, cb.index, cb.received));
            }
        }
    }
}

}  // namespace tessera::core
