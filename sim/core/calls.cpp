// Calls of the kernel API: dispatch, costs before the effect, and the calls about a kernel's life and zones.
#include <fmt/format.h>

#include "sim/core/risc_agent.hpp"
#include "sim/core/thread_agent.hpp"
#include "sim/fault/fault.hpp"

namespace tessera::core {

using abi::Call;
using fault::Fault;
using fault::Id;

// As many as the vendor's watcher keeps of a core.
constexpr std::size_t ring_buffer_words = 32;

Cycle RiscAgent::cost_before(Call call) const {
    const arch::Tensix& tensix = chip_.arch().tensix;
    const arch::Noc& noc = chip_.arch().noc;
    switch (call) {
        case Call::cb_reserve_back:
        case Call::cb_wait_front:
        case Call::cb_pages_reservable:
        case Call::cb_pages_available: return tensix.cb_wait_cycles.cycles();
        case Call::cb_push_back:
        case Call::cb_pop_front:
            return is_compute() ? tensix.cb_push_thread_cycles.cycles() : tensix.cb_push_cycles.cycles();
        case Call::noc_read: return noc.issue_read_cycles.cycles();
        case Call::noc_write:
        case Call::noc_write_multicast:
        case Call::noc_inline_write:
        case Call::noc_semaphore_inc: return noc.issue_write_cycles.cycles();
        case Call::noc_read_with_state: return noc.issue_read_state_cycles.cycles();
        case Call::noc_write_with_state:
        case Call::noc_inline_with_state: return noc.issue_write_state_cycles.cycles();
        case Call::noc_set_state:
        case Call::noc_inline_set_state: return noc.set_state_cycles.cycles();
        case Call::zone_begin: return chip_.options().profiler_overhead ? tensix.zone_outside_cycles.cycles() / 2 : 0;
        case Call::semaphore_wait:
        case Call::semaphore_wait_min: return chip_.arch().riscv.l1_load_cycles.cycles();
        default: return 1;
    }
}

CallResult RiscAgent::call(Call call) {
    const auto number = static_cast<std::uint32_t>(call);
    if (number >= static_cast<std::uint32_t>(Call::unsupported_compute)) return compute_call(call);
    if (number >= static_cast<std::uint32_t>(Call::noc_read)) return noc_call(call);
    if (number >= static_cast<std::uint32_t>(Call::cb_reserve_back)) return cb_call(call);
    switch (call) {
        case Call::exit: end_kernel(); return CallResult::done();
        case Call::assert_failed:
            refuse(
                Fault(Id::kernel_assert, fmt::format("ASSERT failed in line {} of {}", arg(1), kernel_string(arg(0)))));
            return CallResult::done();
        case Call::zone_begin:
        case Call::zone_end: return zone_call(call);
        case Call::print: print_call(); return CallResult::done();
        case Call::print_tile: print_tile(); return CallResult::done();
        case Call::ring_buffer_push: {
            std::vector<std::uint32_t>& ring = core_.ring_buffer;
            if (ring.size() == ring_buffer_words) ring.erase(ring.begin());
            ring.push_back(arg(0));
            return CallResult::done();
        }
        case Call::mailbox_write:
        case Call::mailbox_read:
        case Call::mailbox_not_empty: return mailbox_call(call);
        case Call::unit_sync: return unit_sync();
        case Call::l1_data_cache:
            cache_.clear();
            cache_.on = chip_.arch().riscv.has_data_cache && arg(0) != 0;
            return CallResult::done();
        case Call::timestamped_data: return CallResult::done();
        default: throw Fault(Id::illegal_instruction, fmt::format("unknown call {}", number));
    }
}

void RiscAgent::write_mailbox(std::uint32_t to, std::uint32_t value) {
    const std::uint32_t from = mailbox_number(risc_);
    core_.mailboxes[from][to].push_back(value);
    if (watch::Order* ordering = chip_.order())
        ordering->hand_on(ordering->channels(order_agent().core).mailboxes[from][to], order_agent(), 1);
    core_.notify(watch::WaitReason::mailbox, mailbox_wait(from, to), clock);
}

CallResult RiscAgent::read_mailbox(std::uint32_t from) {
    const std::uint32_t to = mailbox_number(risc_);
    std::vector<std::uint32_t>& box = core_.mailboxes[from][to];
    if (box.empty()) return CallResult::wait({watch::WaitReason::mailbox, mailbox_wait(from, to), 1, 0});
    if (watch::Order* ordering = chip_.order()) {
        watch::Order::Channel& sent = ordering->channels(order_agent().core).mailboxes[from][to];
        ordering->take(sent, order_agent(), sent.count() + 1 - box.size());
    }
    const std::uint32_t value = box.front();
    box.erase(box.begin());
    return CallResult::done(value);
}

CallResult RiscAgent::mailbox_call(Call call) {
    if (risc_ == abi::Risc::nc || arg(0) >= core_.mailboxes.size())
        throw Fault(Id::out_of_bounds, "mailboxes lead from B, T0, T1 and T2 to each of them, numbers 0 to 3");
    if (call == Call::mailbox_read) return read_mailbox(arg(0));
    if (call == Call::mailbox_not_empty)
        return CallResult::done(!core_.mailboxes[arg(0)][mailbox_number(risc_)].empty());
    write_mailbox(arg(0), arg(1));
    return CallResult::done();
}

// The zone's own duration grows by what the profiler costs on silicon (spec/timing.md 5): the first marker begins
// outside the zone and ends inside, the second the other way round.
CallResult RiscAgent::zone_call(Call call) {
    const arch::Tensix& tensix = chip_.arch().tensix;
    const Cycle inside = chip_.options().profiler_overhead ? tensix.zone_inside_cycles.cycles() / 2 : 0;
    if (call == Call::zone_begin) {
        zones_.push_back(
            {kernel_string(arg(0)), kernel_.shown(kernel_string(arg(1))), static_cast<int>(arg(2)), hart_->clock()});
        CallResult result = CallResult::done(static_cast<std::uint32_t>(zones_.size()));
        result.cost = inside;
        return result;
    }
    if (zones_.empty()) throw Fault(Id::illegal_instruction, "a zone is closed that was not opened");
    const OpenZone zone = zones_.back();
    zones_.pop_back();
    const bool overhead = chip_.options().profiler_overhead;
    const Cycle end = hart_->clock() + (overhead ? tensix.zone_inside_cycles.cycles() - inside : 0);
    chip_.hub().emit(watch::Zone{track(), zone.name, zone.file, zone.line, zone.begin, end});
    CallResult result = CallResult::done();
    const Cycle outside = tensix.zone_outside_cycles.cycles();
    result.cost = end - hart_->clock() + (overhead ? outside - outside / 2 : 0);
    return result;
}

}  // namespace tessera::core
