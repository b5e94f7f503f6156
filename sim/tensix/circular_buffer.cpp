#include "sim/tensix/circular_buffer.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string>

#include "sim/fault/fault.hpp"
#include "sim/watch/event.hpp"

namespace tessera::tensix {

using fault::Fault;
using fault::Id;

void CircularBuffer::check_count(std::uint32_t n, const char* call) const {
    if (n > pages)
        throw Fault(Id::cb_bad_count,
                    fmt::format("{}(cb {}, {}) can never succeed: the buffer has {} page(s)", call, index, n, pages));
}

void CircularBuffer::Vouched::grant(Cycle now, std::uint32_t end) {
    constexpr std::size_t most = 64;  // a unit is fewer behind its RISC, whose FIFO is shorter
    if (!grants_.empty() && grants_.back().end == end) return;
    if (grants_.size() == most) {
        before_ = grants_.front().end;
        grants_.pop_front();
    }
    grants_.push_back({now, end});
}

std::uint32_t CircularBuffer::Vouched::at(Cycle cycle) const {
    for (auto grant = grants_.rbegin(); grant != grants_.rend(); ++grant)
        if (grant->since <= cycle) return grant->end;
    return before_;
}

bool CircularBuffer::reserve(std::uint32_t n, int risc, Cycle now) {
    check_count(n, "cb_reserve_back");
    if (free_pages(risc) < n) return false;
    asked_again |= pack_cursor != 0 && pack_cursor >= reserved;
    reserved = std::max(reserved, n);
    if (risc == watch::trisc2) vouched_back.grant(now, users[static_cast<std::size_t>(risc)].pushed + reserved);
    return true;
}

bool CircularBuffer::wait(std::uint32_t n, int risc, Cycle now) {
    check_count(n, "cb_wait_front");
    if (available_pages(risc) < n) return false;
    waited = std::max(waited, n);
    if (risc == watch::trisc0) vouched_front.grant(now, consumer_acked + waited);
    return true;
}

void CircularBuffer::advance(std::uint32_t& pointer, std::uint32_t n, std::uint32_t unit_bytes,
                             const fault::Raise& raise) const {
    pointer += n * (page_bytes / unit_bytes * unit_bytes);
    if (pointer == limit()) pointer = base;
    if (pointer > limit())
        raise(Fault(Id::cb_bad_count,
                    fmt::format("a step of {} page(s) crosses the end of cb {} ({} pages): the pointer wraps only when "
                                "it lands exactly on the end",
                                n, index, pages)),
              fault::Severity::error);
}

void CircularBuffer::refuse(const Fault& fault, bool harmless, const fault::Raise& raise) {
    raise(fault, harmless ? fault::Severity::warning : fault::Severity::error);
}

// Each keeps a pointer and a count of its own, which begin at the first page. Where the others have gone around the
// ring the pages come to lie as meant; else they fall on pages that are in use.
void CircularBuffer::check_user(int& user, int risc, bool pushes, const fault::Raise& raise) const {
    if (user >= 0 && user != risc) {
        const User& own = users[static_cast<std::size_t>(risc)];
        const std::uint32_t at = (pushes ? own.pushed : own.popped) % pages,
                            all = (pushes ? producer_received : consumer_acked) % pages;
        refuse(
            Fault(Id::two_users_of_cb,
                  fmt::format("{} and {} both {} cb {}: each has its own pointer, {}'s is at page {}, the buffer's {} "
                              "at page {}",
                              watch::unit_name(user), watch::unit_name(risc), pushes ? "push to" : "pop from", index,
                              watch::unit_name(risc), at, pushes ? "back" : "front", all)),
            at == all, raise);
    }
    user = risc;
}

void CircularBuffer::push_local(std::uint32_t n, std::uint32_t unit_bytes, int risc, const fault::Raise& raise,
                                bool judged_later) {
    if (n == 0) return;
    if (n > reserved && !judged_later)
        refuse(Fault(Id::cb_overflow, fmt::format("cb_push_back(cb {}, {}) with {} page(s) reserved ({} of {} free)",
                                                  index, n, reserved, free_pages(risc), pages)),
               n <= free_pages(risc), raise);
    check_user(producer, risc, true, raise);
    User& own = users[static_cast<std::size_t>(risc)];
    own.pushed += n;
    own.reserve = {};
    own.packs = false;
    producer_received += n;
    reserved -= std::min(n, reserved);
    if (risc >= watch::trisc0) pack_cursor = 0;
    asked_again = false;
    advance(write_ptr, n, unit_bytes, raise);
}

void CircularBuffer::pop_local(std::uint32_t n, std::uint32_t unit_bytes, int risc, const fault::Raise& raise) {
    if (n == 0) return;
    if (n > waited && !lies_there())
        refuse(Fault(Id::cb_underflow, fmt::format("cb_pop_front(cb {}, {}) with {} page(s) waited for ({} there)",
                                                   index, n, waited, available_pages(risc))),
               n <= available_pages(risc), raise);
    check_user(consumer, risc, false, raise);
    User& own = users[static_cast<std::size_t>(risc)];
    own.popped += n;
    own.wait = {};
    consumer_acked += n;
    waited -= std::min(n, waited);
    advance(read_ptr, n, unit_bytes, raise);
}

std::uint32_t CircularBuffer::front_page(std::uint32_t page, const fault::Raise& raise) const {
    if (page >= waited && !(lies_there() && page < pages)) raise(beyond_wait(page, waited), fault::Severity::error);
    const std::uint32_t address = read_ptr + page * page_bytes;
    return page < pages ? wrapped(address) : address;
}

fault::Fault CircularBuffer::beyond_wait(std::uint32_t page, std::uint32_t covered) const {
    return Fault(Id::cb_underflow, fmt::format("page {} at the front of cb {} read, but cb_wait_front covered only {}",
                                               page, index, covered));
}

fault::Fault CircularBuffer::beyond_reserve(std::uint32_t page, std::uint32_t covered) const {
    const bool packed_already = covered != 0 && (asked_again || reserves > 1);
    const std::string why = covered == 0     ? std::string(" without cb_reserve_back")
                            : packed_already ? fmt::format(
                                                   ": the {} page(s) reserved are packed already, and "
                                                   "cb_reserve_back was called again without the cb_push_back of "
                                                   "those",
                                                   covered)
                                             : fmt::format(", but cb_reserve_back covered only {}", covered);
    return Fault(Id::cb_overflow, fmt::format("page {} at the back of cb {} written{}", page, index, why));
}

void CircularBuffer::check_rewritten(std::uint32_t address, bool accumulates, int unpacker,
                                     const fault::Raise& raise) const {
    const std::uint32_t size = pages * page_bytes, page = (address + size - read_ptr) % size / page_bytes;
    const bool held = page < waited, untaken = !held && page < available_pages();
    const std::string state = held      ? fmt::format("that {} has waited for", watch::unit_name(holder))
                              : untaken ? "that nobody has taken"
                                        : "that was not free when TRISC2 asked";
    refuse(Fault(Id::cb_overflow, fmt::format("pack_tile without cb_reserve_back over page {} at the front of cb {} {}",
                                              page, index, state)),
           held ? holder == unpacker : !untaken || accumulates, raise);
}

void CircularBuffer::check_overrun(std::uint32_t n, int unpacker, const fault::Raise& raise) const {
    const std::uint32_t there = received - acked + n, beyond = there - std::min(there, pages);
    const std::uint32_t taken = consumer_acked - acked + (holder == unpacker ? waited : 0);
    refuse(Fault(Id::cb_overflow,
                 fmt::format("cb_push_back(cb {}, {}) without cb_reserve_back: {} page(s) more than the buffer has, {} "
                             "of which {} has taken",
                             index, n, beyond, std::min(beyond, taken), watch::unit_name(unpacker))),
           beyond <= taken, raise);
}

}  // namespace tessera::tensix
