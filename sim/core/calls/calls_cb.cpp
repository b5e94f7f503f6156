#include "sim/core/calls/calls_cb.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "sim/core/port/calls_mailbox.hpp"
#include "sim/core/port/cb_interface.hpp"
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

// One call on a circular buffer. Pages are counted from the start.
struct CbCall {
    explicit CbCall(RiscContext& its_context)
        : context(its_context), cb(context.core.cb(context.arg(0))), pages(context.arg(1)) {}

    RiscContext& context;
    CircularBuffer& cb;
    const std::uint32_t pages;
    const int risc = static_cast<int>(context.risc);
    const std::uint32_t index = static_cast<std::uint32_t>(cb.index);
    const CircularBuffer::Use use{risc, context.standing_at()};  // for reports of deadlocks and of what was not filled

    CircularBuffer::User& user() const { return cb.users[static_cast<std::size_t>(risc)]; }
    CallResult wait_for(WaitReason reason) const {
        return CallResult::wait({reason, index, pages, context.chip.arch().tensix.cb_poll_cycles.cycles()});
    }

    // The room for these pages came with the pop of as many before them.
    void take_room() const {
        const std::uint32_t pushed = cb.pushed_for(risc);
        if (watch::Order* order = context.order; order != nullptr && pushed + pages > cb.pages)
            order->take(order->channels(context.order_agent.core).pops[index], context.order_agent,
                        pushed + pages - cb.pages);
    }
    // The pages came with their push.
    void take_pages() const {
        const std::uint32_t popped = cb.popped_for(risc);
        cb.seen = std::max(cb.seen, popped + pages);
        if (watch::Order* order = context.order)
            order->take(order->channels(context.order_agent.core).pushes[index], context.order_agent, popped + pages);
    }

    CallResult reserve() const {
        cb.reserve_use = use;
        if (!cb.reserve(pages, risc, context.clock())) return wait_for(WaitReason::cb_full);
        take_room();
        user().reserve = {pages, use.pc};
        if (pages != 0) cb.reserver = risc;
        ++cb.reserves;
        return CallResult::done();
    }

    CallResult wait() const {
        cb.wait_use = use;
        if (!cb.wait(pages, risc, context.clock())) return wait_for(WaitReason::cb_empty);
        take_pages();
        user().wait = {pages, use.pc};
        if (pages != 0) cb.holder = risc;
        ++cb.waits;
        return CallResult::done();
    }

    CallResult has_room() const {
        const bool free = cb.free_pages(risc) >= pages;
        if (free) take_room();
        return CallResult::done(free);
    }

    CallResult has_pages() const {
        const bool available = cb.available_pages(risc) >= pages;
        if (available) take_pages();
        return CallResult::done(available);
    }

    // The other side sees what a data mover has done now.
    void tell(WaitReason ends) const {
        context.core.notify(ends, index, context.clock());
        context.chip.hub().emit(watch::CbLevel{context.core.index, cb.index, context.clock(),
                                               static_cast<int>(cb.received - cb.acked), risc,
                                               static_cast<int>(cb.pages)});
    }

    CallResult push(PushFifo* fifo) const {
        cb.push_use = use;
        cb.reserves = 0;
        if (fifo == nullptr) {
            check_arrived(context, cb, pages);
            cb.push_local(pages, context.cb_unit_bytes(), risc, context.raises());
            cb.publish_push(pages);
            if (watch::Order* order = context.order)
                order->hand_on(order->channels(context.order_agent.core).pushes[index], context.order_agent, pages);
            tell(WaitReason::cb_empty);
            return CallResult::done();
        }
        const bool lacks_room = cb.lacks_room(pages);
        if (auto full = fifo->try_push(
                {.kind = Command::Kind::publish_push, .unreserved = lacks_room, .a = index, .b = pages, .pc = use.pc}))
            return CallResult::wait(*full);
        cb.push_local(pages, context.cb_unit_bytes(), risc, context.raises(), lacks_room);
        return CallResult::done();
    }

    CallResult pop(PushFifo* fifo) const {
        cb.pop_use = use;
        cb.waits = 0;
        if (fifo == nullptr) {
            cb.pop_local(pages, context.cb_unit_bytes(), risc, context.raises());
            cb.publish_pop(pages);
            if (watch::Order* order = context.order)
                order->hand_on(order->channels(context.order_agent.core).pops[index], context.order_agent, pages);
            tell(WaitReason::cb_full);
            return CallResult::done();
        }
        if (auto full = fifo->try_push({.kind = Command::Kind::publish_pop, .a = index, .b = pages, .pc = use.pc}))
            return CallResult::wait(*full);
        cb.pop_local(pages, context.cb_unit_bytes(), risc, context.raises());
        return CallResult::done();
    }
};

// T0 computes the address and sends it to the mailboxes of T1 and T2, which block until it is there.
CallResult tile_address(RiscContext& context, CircularBuffer& cb, std::uint32_t tile) {
    if (context.risc != Risc::t0) return read_mailbox(context, mailbox_number(Risc::t0));
    const std::uint32_t address = cb.front_page(tile, context.raises());
    for (const Risc reader : {Risc::t1, Risc::t2}) write_mailbox(context, mailbox_number(reader), address);
    return CallResult::done(address);
}

}  // namespace

CallResult cb_call(RiscContext& context, PushFifo* fifo, Call call) {
    const CbCall made(context);
    CircularBuffer& cb = made.cb;
    switch (call) {
        case Call::cb_reserve_back: return made.reserve();
        case Call::cb_wait_front: return made.wait();
        case Call::cb_pages_reservable: return made.has_room();
        case Call::cb_pages_available: return made.has_pages();
        case Call::cb_push_back: return made.push(fifo);
        case Call::cb_pop_front: return made.pop(fifo);
        case Call::cb_write_ptr: return CallResult::done(cb.write_ptr);
        case Call::cb_read_ptr: return CallResult::done(cb.read_ptr);
        case Call::cb_interface: return CallResult::done(interface_of(cb, context.arg(1)));
        case Call::cb_tile_address: return tile_address(context, cb, context.arg(1));
        case Call::cb_release_tile: return CallResult::done();
        case Call::cb_set_pointer:
            set_cb_pointer(cb, static_cast<abi::CbPointer>(context.arg(1)), context.arg(2));
            return CallResult::done();
        default: throw Fault(Id::illegal_instruction, "unknown circular buffer call");
    }
}

}  // namespace tessera::core
