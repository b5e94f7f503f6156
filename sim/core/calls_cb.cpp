#include "sim/core/calls_cb.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "sim/core/calls_mailbox.hpp"
#include "sim/core/cb_interface.hpp"
#include "sim/fault/fault.hpp"

namespace tessera::core {

using abi::Call;
using abi::Risc;
using fault::Fault;
using fault::Id;
using tensix::CircularBuffer;
using watch::WaitReason;

namespace {

// Pages pushed before the NoC reads into them were awaited would be garbage on silicon (spec/kernel-api.md 2.1).
void check_arrived(const RiscContext& context, const CircularBuffer& cb, std::uint32_t pages) {
    watch::Order* ordering = context.order;
    if (ordering == nullptr) return;
    for (std::uint32_t page = 0; page < std::min(pages, cb.pages); ++page) {
        std::uint32_t begin = cb.write_ptr + page * cb.page_bytes;
        if (begin >= cb.limit()) begin -= cb.pages * cb.page_bytes;
        const watch::Event* read = ordering->unawaited_read(context.order_agent, begin, begin + cb.page_bytes);
        if (read == nullptr) continue;
        return context.refuse(Fault(
            Id::push_before_barrier,
            fmt::format("cb_push_back(cb {}, {}) while the NoC read of {} bytes to L1 0x{:x} issued at {} is "
                        "still under way: no noc_async_read_barrier in between",
                        cb.index, pages, read->end - read->begin, read->begin, context.kernel.position(read->pc))));
    }
}

}  // namespace

CallResult unit_sync(const RiscContext& context, const PushFifo* fifo) {
    const std::uint32_t thread = context.thread();
    if (context.risc != Risc::t0 && context.risc != Risc::t2)
        throw Fault(Id::tensix_unsupported, "tensix_sync on a RISC other than T0 and T2");
    if (fifo->drained()) {
        if (watch::Order* ordering = context.order)
            ordering->pass({context.order_agent.core, watch::riscs_of_core + thread}, context.order_agent);
        return CallResult::done();
    }
    return CallResult::wait({WaitReason::tensix_fifo, thread, 1, 0});
}

CallResult cb_call(RiscContext& context, PushFifo* fifo, Call call) {
    CircularBuffer& cb = context.core.cb(context.arg(0));
    const std::uint32_t n = context.arg(1);
    const int risc = static_cast<int>(context.risc);
    CircularBuffer::User& user = cb.users[static_cast<std::size_t>(risc)];
    const Cycle poll = context.chip.arch().tensix.cb_poll_cycles.cycles();
    const auto index = static_cast<std::uint32_t>(cb.index);
    watch::Order* ordering = context.order;
    // Counted from the start: the room for n pages more came with this pop, the pages with this push.
    const auto has_room = [&] {
        const std::uint32_t pushed = cb.pushed_for(risc);
        if (ordering != nullptr && pushed + n > cb.pages)
            ordering->take(ordering->channels(context.order_agent.core).pops[index], context.order_agent,
                           pushed + n - cb.pages);
        return true;
    };
    const auto has_pages = [&] {
        const std::uint32_t popped = cb.popped_for(risc);
        cb.seen = std::max(cb.seen, popped + n);
        if (ordering != nullptr)
            ordering->take(ordering->channels(context.order_agent.core).pushes[index], context.order_agent, popped + n);
        return true;
    };
    switch (call) {  // for reports of deadlocks and of what was not filled
        case Call::cb_reserve_back: cb.reserve_use = {risc, context.standing_at()}; break;
        case Call::cb_push_back:
            cb.push_use = {risc, context.standing_at()};
            cb.reserves = 0;
            break;
        case Call::cb_wait_front: cb.wait_use = {risc, context.standing_at()}; break;
        case Call::cb_pop_front:
            cb.pop_use = {risc, context.standing_at()};
            cb.waits = 0;
            break;
        default: break;
    }
    switch (call) {
        case Call::cb_reserve_back:
            if (cb.reserve(n, risc, context.clock()) && has_room()) {
                user.reserve = {n, context.standing_at()};
                cb.reserver = risc;
                ++cb.reserves;
                return CallResult::done();
            }
            return CallResult::wait({WaitReason::cb_full, index, n, poll});
        case Call::cb_wait_front:
            if (cb.wait(n, risc, context.clock()) && has_pages()) {
                user.wait = {n, context.standing_at()};
                cb.holder = risc;
                ++cb.waits;
                return CallResult::done();
            }
            return CallResult::wait({WaitReason::cb_empty, index, n, poll});
        case Call::cb_pages_reservable: return CallResult::done(cb.free_pages(risc) >= n && has_room());
        case Call::cb_pages_available: return CallResult::done(cb.available_pages(risc) >= n && has_pages());
        case Call::cb_push_back: {
            if (fifo == nullptr) {
                check_arrived(context, cb, n);
                cb.push_local(n, context.cb_unit_bytes(), risc, context.raises());
                cb.publish_push(n);
                if (ordering != nullptr)
                    ordering->hand_on(ordering->channels(context.order_agent.core).pushes[index], context.order_agent,
                                      n);
                context.core.notify(WaitReason::cb_empty, index, context.clock());
                context.chip.hub().emit(watch::CbLevel{context.core.index, cb.index, context.clock(),
                                                       static_cast<int>(cb.received - cb.acked), risc,
                                                       static_cast<int>(cb.pages)});
                return CallResult::done();
            }
            const bool lacks_room = cb.lacks_room(n);
            if (auto full = fifo->try_push({.kind = Command::Kind::publish_push,
                                            .unreserved = lacks_room,
                                            .a = index,
                                            .b = n,
                                            .pc = context.standing_at()}))
                return CallResult::wait(*full);
            cb.push_local(n, context.cb_unit_bytes(), risc, context.raises(), lacks_room);
            return CallResult::done();
        }
        case Call::cb_pop_front: {
            if (fifo == nullptr) {
                cb.pop_local(n, context.cb_unit_bytes(), risc, context.raises());
                cb.publish_pop(n);
                if (ordering != nullptr)
                    ordering->hand_on(ordering->channels(context.order_agent.core).pops[index], context.order_agent, n);
                context.core.notify(WaitReason::cb_full, index, context.clock());
                context.chip.hub().emit(watch::CbLevel{context.core.index, cb.index, context.clock(),
                                                       static_cast<int>(cb.received - cb.acked), risc,
                                                       static_cast<int>(cb.pages)});
                return CallResult::done();
            }
            if (auto full = fifo->try_push(
                    {.kind = Command::Kind::publish_pop, .a = index, .b = n, .pc = context.standing_at()}))
                return CallResult::wait(*full);
            cb.pop_local(n, context.cb_unit_bytes(), risc, context.raises());
            return CallResult::done();
        }
        case Call::cb_write_ptr: return CallResult::done(cb.write_ptr);
        case Call::cb_read_ptr: return CallResult::done(cb.read_ptr);
        case Call::cb_interface: return CallResult::done(interface_of(cb, n));
        case Call::cb_tile_address: {
            // T0 computes the address and sends it to the mailboxes of T1 and T2, which block until it is there.
            if (context.risc != Risc::t0) return read_mailbox(context, mailbox_number(Risc::t0));
            const std::uint32_t address = cb.front_page(n, context.raises());
            for (const Risc reader : {Risc::t1, Risc::t2}) write_mailbox(context, mailbox_number(reader), address);
            return CallResult::done(address);
        }
        case Call::cb_release_tile: return CallResult::done();
        case Call::cb_set_pointer:
            set_cb_pointer(cb, static_cast<abi::CbPointer>(n), context.arg(2));
            return CallResult::done();
        default: throw Fault(Id::illegal_instruction, "unknown circular buffer call");
    }
}

}  // namespace tessera::core
