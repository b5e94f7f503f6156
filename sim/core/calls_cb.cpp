// Circular buffers as the five RISCs use them (spec/kernel-api.md 2.1).
#include <fmt/format.h>

#include <algorithm>

#include "sim/core/risc_agent.hpp"
#include "sim/core/thread_agent.hpp"
#include "sim/fault/fault.hpp"

namespace tessera::core {

using abi::Call;
using abi::Risc;
using fault::Fault;
using fault::Id;
using tensix::CircularBuffer;
using watch::WaitReason;

// Pages pushed before the NoC reads into them were awaited would be garbage on silicon (spec/kernel-api.md 2.1).
void RiscAgent::check_arrived(const CircularBuffer& cb, std::uint32_t pages) {
    watch::Order* ordering = chip_.order();
    if (ordering == nullptr) return;
    for (std::uint32_t page = 0; page < std::min(pages, cb.pages); ++page) {
        std::uint32_t begin = cb.write_ptr + page * cb.page_bytes;
        if (begin >= cb.limit()) begin -= cb.pages * cb.page_bytes;
        const watch::Event* read = ordering->unawaited_read(order_agent(), begin, begin + cb.page_bytes);
        if (read == nullptr) continue;
        return refuse(
            Fault(Id::push_before_barrier,
                  fmt::format("cb_push_back(cb {}, {}) while the NoC read of {} bytes to L1 0x{:x} issued at {} is "
                              "still under way: no noc_async_read_barrier in between",
                              cb.index, pages, read->end - read->begin, read->begin, kernel_.position(read->pc))));
    }
}

void RiscAgent::set_cb_pointer(CircularBuffer& cb, abi::CbPointer which, std::uint32_t value) {
    if (which == abi::CbPointer::packed) {
        cb.pack_cursor = value / std::max(cb.page_bytes, 1u);
        return;
    }
    if (which == abi::CbPointer::pages) {
        if (value == 0 || value > cb.configured_pages)
            throw Fault(Id::cb_bad_count, fmt::format("cb {} made a ring of {} pages: the host gave it room for {}",
                                                      cb.index, value, cb.configured_pages));
        cb.pages = value;
        return;
    }
    if (value < cb.base || value > cb.limit())
        throw Fault(Id::cb_bad_count, fmt::format("a pointer of cb {} set to L1 0x{:x}: the buffer is 0x{:x} to 0x{:x}",
                                                  cb.index, value, cb.base, cb.limit()));
    (which == abi::CbPointer::write ? cb.write_ptr : cb.read_ptr) = value;
}

std::uint32_t RiscAgent::interface_of(const CircularBuffer& cb, std::uint32_t field) {
    const std::uint32_t fields[] = {
        cb.pages * cb.page_bytes,      cb.limit(), cb.page_bytes, cb.pages, cb.read_ptr, cb.write_ptr,
        cb.pack_cursor * cb.page_bytes};
    if (field >= std::size(fields))
        throw Fault(Id::illegal_instruction,
                    fmt::format("a call for field {} of a circular buffer's interface, which has {}", field,
                                std::size(fields)));
    return fields[field];
}

// tensix_sync().
CallResult RiscAgent::unit_sync() {
    const auto thread = static_cast<std::uint32_t>(risc_) - static_cast<std::uint32_t>(Risc::t0);
    if (risc_ != Risc::t0 && risc_ != Risc::t2)
        throw Fault(Id::tensix_unsupported, "tensix_sync on a RISC other than T0 and T2");
    if (core_.threads[thread]->drained()) {
        if (watch::Order* ordering = chip_.order())
            ordering->pass({order_agent().core, watch::riscs_of_core + thread}, order_agent());
        return CallResult::done();
    }
    return CallResult::wait({WaitReason::tensix_fifo, thread, 1, 0});
}

CallResult RiscAgent::cb_call(Call call) {
    CircularBuffer& cb = core_.cb(arg(0));
    const std::uint32_t n = arg(1);
    const int risc = static_cast<int>(risc_);
    CircularBuffer::User& user = cb.users[static_cast<std::size_t>(risc)];
    const Cycle poll = chip_.arch().tensix.cb_poll_cycles.cycles();
    const auto index = static_cast<std::uint32_t>(cb.index);
    watch::Order* ordering = chip_.order();
    // Counted from the start: the room for n pages more came with this pop, the pages with this push.
    const auto has_room = [&] {
        const std::uint32_t pushed = cb.pushed_for(risc);
        if (ordering != nullptr && pushed + n > cb.pages)
            ordering->take(ordering->channels(order_agent().core).pops[index], order_agent(), pushed + n - cb.pages);
        return true;
    };
    const auto has_pages = [&] {
        const std::uint32_t popped = cb.popped_for(risc);
        cb.seen = std::max(cb.seen, popped + n);
        if (ordering != nullptr)
            ordering->take(ordering->channels(order_agent().core).pushes[index], order_agent(), popped + n);
        return true;
    };
    switch (call) {  // for reports of deadlocks and of what was not filled
        case Call::cb_reserve_back: cb.reserve_use = {risc, pending_->pc}; break;
        case Call::cb_push_back:
            cb.push_use = {risc, pending_->pc};
            cb.reserves = 0;
            break;
        case Call::cb_wait_front: cb.wait_use = {risc, pending_->pc}; break;
        case Call::cb_pop_front:
            cb.pop_use = {risc, pending_->pc};
            cb.waits = 0;
            break;
        default: break;
    }
    switch (call) {
        case Call::cb_reserve_back:
            if (cb.reserve(n, risc, clock) && has_room()) {
                user.reserve = {n, pending_->pc};
                cb.reserver = risc;
                ++cb.reserves;
                return CallResult::done();
            }
            return CallResult::wait({WaitReason::cb_full, index, n, poll});
        case Call::cb_wait_front:
            if (cb.wait(n, risc, clock) && has_pages()) {
                user.wait = {n, pending_->pc};
                cb.holder = risc;
                ++cb.waits;
                return CallResult::done();
            }
            return CallResult::wait({WaitReason::cb_empty, index, n, poll});
        case Call::cb_pages_reservable: return CallResult::done(cb.free_pages(risc) >= n && has_room());
        case Call::cb_pages_available: return CallResult::done(cb.available_pages(risc) >= n && has_pages());
        case Call::cb_push_back: {
            if (!is_compute()) {
                check_arrived(cb, n);
                cb.push_local(n, cb_unit_bytes(), risc, raises());
                cb.publish_push(n);
                if (ordering != nullptr)
                    ordering->hand_on(ordering->channels(order_agent().core).pushes[index], order_agent(), n);
                core_.notify(WaitReason::cb_empty, index, clock);
                chip_.hub().emit(watch::CbLevel{core_.index, cb.index, clock, static_cast<int>(cb.received - cb.acked),
                                                risc, static_cast<int>(cb.pages)});
                return CallResult::done();
            }
            const bool lacks_room = cb.lacks_room(n);
            if (auto full = push({.kind = Command::Kind::publish_push,
                                  .unreserved = lacks_room,
                                  .a = index,
                                  .b = n,
                                  .pc = pending_->pc}))
                return CallResult::wait(*full);
            cb.push_local(n, cb_unit_bytes(), risc, raises(), lacks_room);
            return CallResult::done();
        }
        case Call::cb_pop_front: {
            if (!is_compute()) {
                cb.pop_local(n, cb_unit_bytes(), risc, raises());
                cb.publish_pop(n);
                if (ordering != nullptr)
                    ordering->hand_on(ordering->channels(order_agent().core).pops[index], order_agent(), n);
                core_.notify(WaitReason::cb_full, index, clock);
                chip_.hub().emit(watch::CbLevel{core_.index, cb.index, clock, static_cast<int>(cb.received - cb.acked),
                                                risc, static_cast<int>(cb.pages)});
                return CallResult::done();
            }
            if (auto full = push({.kind = Command::Kind::publish_pop, .a = index, .b = n, .pc = pending_->pc}))
                return CallResult::wait(*full);
            cb.pop_local(n, cb_unit_bytes(), risc, raises());
            return CallResult::done();
        }
        case Call::cb_write_ptr: return CallResult::done(cb.write_ptr);
        case Call::cb_read_ptr: return CallResult::done(cb.read_ptr);
        case Call::cb_interface: return CallResult::done(interface_of(cb, n));
        case Call::cb_tile_address: {
            // T0 computes the address and sends it to the mailboxes of T1 and T2, which block until it is there.
            if (risc_ != Risc::t0) return read_mailbox(mailbox_number(Risc::t0));
            const std::uint32_t address = cb.front_page(n, raises());
            for (const Risc reader : {Risc::t1, Risc::t2}) write_mailbox(mailbox_number(reader), address);
            return CallResult::done(address);
        }
        case Call::cb_release_tile: return CallResult::done();
        case Call::cb_set_pointer:
            set_cb_pointer(cb, static_cast<abi::CbPointer>(n), arg(2));
            return CallResult::done();
        default: throw Fault(Id::illegal_instruction, "unknown circular buffer call");
    }
}

}  // namespace tessera::core
