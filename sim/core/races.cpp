// Transfers as watch::Order sees them, and races in the words of the kernels that have them.
#include <fmt/format.h>

#include <algorithm>

#include "sim/core/machine.hpp"
#include "sim/core/non_finite.hpp"
#include "sim/core/risc_agent.hpp"
#include "sim/fault/fault.hpp"

namespace tessera::core {

using fault::Fault;
using fault::Id;
using watch::Event;
using watch::Order;
using watch::Race;
using watch::Touch;

namespace {

Touch touch_of(noc::Kind kind) {
    switch (kind) {
        case noc::Kind::read: return Touch::fetch;
        case noc::Kind::write: return Touch::land;
        case noc::Kind::inline_write: return Touch::word;
        case noc::Kind::atomic_add: break;
    }
    return Touch::atomic;
}

// The RISC whose kernel is to be named: a thread's unit acts for the RISC that pushed to it.
std::size_t risc_of(const Event& event) {
    return event.agent < watch::riscs_of_core ? event.agent : event.agent - watch::riscs_of_core + watch::trisc0;
}

const char* acts(Touch touch) {
    switch (touch) {
        case Touch::load: return "load";
        case Touch::store: return "store";
        case Touch::unpack: return "unpacker's read";
        case Touch::pack: return "packer's write";
        case Touch::source: return "NoC write from it";
        case Touch::fetch: return "NoC read of it";
        case Touch::deliver: return "NoC read into it";
        case Touch::land: return "NoC write to it";
        case Touch::word: return "inline write";
        case Touch::atomic: return "atomic add";
        case Touch::host: return "write";
    }
    return "access";
}

// What tells its own RISC that a transfer is over, as far as the other access goes.
const char* end_of(const Event& transfer) {
    switch (transfer.touch) {
        case Touch::fetch:
        case Touch::deliver: return "noc_async_read_barrier";
        case Touch::source:
            return transfer.posted ? "noc_async_posted_writes_flushed"
                                   : "noc_async_writes_flushed or noc_async_write_barrier";
        case Touch::atomic: return "noc_async_atomic_barrier";
        default:
            return transfer.posted ? "a write that is not posted and noc_async_write_barrier"
                                   : "noc_async_write_barrier";
    }
}

// What would order two accesses, by who has to wait for whom.
std::string cure(const Event& first, const Event& second) {
    const bool one_core = first.core == second.core;
    if (one_core && first.agent == second.agent && first.touch == Touch::store && second.touch == Touch::source)
        return "note: load the word back before the send: what a load has returned, the NoC reads as well\n";
    if (!watch::writes(first.touch))
        return one_core
                   ? "note: the writer must wait until the reader is done: cb_pop_front behind the last use and "
                     "cb_reserve_back before the write, or a semaphore back\n"
                   : "note: the writer must wait until the reader is done: noc_semaphore_inc from the reader behind "
                     "its last use, noc_semaphore_wait before the write\n";
    if (watch::writes(second.touch))
        return "note: give each writer bytes of its own, as by the core's index, or let the second wait for the "
               "first\n";
    if (second.touch == Touch::fetch)
        return "note: the core that fills these bytes must say when they are there (its barrier, then "
               "noc_semaphore_inc), and noc_semaphore_wait must come before the read\n";
    return one_core ? "note: a push and a wait of a circular buffer, or a semaphore, would order them\n"
                    : "note: noc_semaphore_inc behind the first, its transfers awaited, and noc_semaphore_wait before "
                      "the second would order them\n";
}

}  // namespace

Cycle Machine::delay(schedule::Perturbation::Of of) { return options_.other_order.draw(of); }

// A transfer may be held up as long as it stays behind those of its way: requests to one place, on one channel.
Cycle Machine::other_issue(const noc::Transfer& transfer, Cycle issue) {
    Cycle at = issue + delay(schedule::Perturbation::Of::transfer);
    const Kernel& risc = *core(transfer.core).kernels[static_cast<std::size_t>(transfer.risc)];
    const Core& from = core(transfer.core);
    for (const schedule::Delay& delay : options_.other_order.delays()) {
        if (!delay.risc.empty() && delay.risc != risc_name(transfer.risc)) continue;
        if (delay.core_x >= 0 && (delay.core_x != from.logical_x || delay.core_y != from.logical_y)) continue;
        if (const watch::Spot& here = risc.spot(transfer.pc); here.line == delay.line && here.file == delay.file)
            at += delay.cycles;
    }
    return options_.other_order.after(noc::path_of(transfer), at);
}

// A bank serves a write and a read behind it on one path in that order (spec/memory-order.md 2); the kernel API
// promises it of no write before its barrier.
void Machine::warn_of_read_back(const noc::Transfer& read, Cycle issue) {
    const watch::Order::Agent risc{static_cast<std::uint32_t>(read.core), static_cast<std::uint32_t>(read.risc)};
    for (const std::uint64_t address : {read.other_address, read.other_address + read.bytes - 1}) {
        const Event* write = order()->unawaited_write(risc, -1, read.bank, address);
        if (write == nullptr || write->noc != static_cast<std::uint8_t>(read.noc)) continue;
        const Kernel& agent = *core(read.core).kernels[static_cast<std::size_t>(read.risc)];
        Fault fault(Id::race,
                    fmt::format("NoC read of {} bytes at 0x{:x} of DRAM bank {}, where the write issued at {} "
                                "may still be under way: {} is missing in between",
                                read.bytes, read.other_address, read.bank, agent.position(write->pc), end_of(*write)));
        fault.related.push_back(agent.where(write->pc, write->cycle));
        return raise(fault, fault::Severity::warning, agent, read.pc, issue);
    }
}

void Machine::note_issue(noc::Transfer& transfer, Cycle issue) {
    if (transfer.kind == noc::Kind::read && transfer.bank >= 0) warn_of_read_back(transfer, issue);
    const std::vector<Order::Place> remote = places(transfer);
    const Order::Request request{
        .risc = {static_cast<std::uint32_t>(transfer.core), static_cast<std::uint32_t>(transfer.risc)},
        .noc = static_cast<std::uint32_t>(transfer.noc),
        .touch = touch_of(transfer.kind),
        .posted = transfer.posted,
        .transaction_id = transfer.transaction_id,
        .way = noc::way_of(transfer),
        .local = transfer.kind == noc::Kind::read || transfer.kind == noc::Kind::write
                     ? std::optional(Order::Place{transfer.core, -1, transfer.l1_address, transfer.bytes})
                     : std::nullopt,
        .remote = remote,
        .at = {transfer.pc, issue}};
    std::unique_ptr<Race> race;
    transfer.event = order()->issue(request, race);
    refuse(race);
}

std::vector<Order::Place> Machine::places(const noc::Transfer& transfer) const {
    std::vector<Order::Place> all{{transfer.other_core, transfer.bank, transfer.other_address, transfer.bytes}};
    for (const int core : transfer.more_cores) all.push_back({core, -1, transfer.other_address, transfer.bytes});
    return all;
}

Fault Machine::fault_of(const Race& race) {
    const auto agent = [&](const Event& event) -> const Kernel& {
        return *core(static_cast<int>(event.core)).kernels[risc_of(event)];
    };
    const auto who = [&](const Event& event) {
        if (event.touch == Touch::host) return fmt::format("{} {}", acts(event.touch), *event.left_by);
        if (event.left_by != nullptr)
            return fmt::format("{} by an earlier program, {}", acts(event.touch), *event.left_by);
        return fmt::format("{} by {}", acts(event.touch), position_of(event));
    };
    const Event &first = race.first, &second = race.second;
    const std::uint64_t begin = std::max(first.begin, second.begin), end = std::min(first.end, second.end);
    if (first.touch == Touch::deliver && !watch::writes(second.touch) && first.core == second.core &&
        first.agent == second.agent) {
        Fault fault(Id::uninitialised,
                    fmt::format("{} of {} bytes at L1 0x{:x}, where the NoC read of {} bytes issued at {} is still "
                                "under way: no noc_async_read_barrier in between",
                                second.touch == Touch::load ? "load" : "NoC write", second.end - second.begin,
                                second.begin, first.end - first.begin, agent(first).position(first.pc)));
        fault.set_where(agent(second).where(second.pc, second.cycle));
        return fault;
    }
    const std::string memory =
        race.bank >= 0 ? fmt::format("DRAM bank {}", race.bank)
                       : fmt::format("the L1 of core ({},{})", core(race.core).logical_x, core(race.core).logical_y);
    const bool only_end = race.asked_before && watch::is_transfer(first.touch);
    // Of a transfer that nobody awaits its own line is to blame; where nothing orders two agents, who comes second.
    // What was written after the word that told of it is to blame itself.
    const bool blame_first =
        first.left_by == nullptr &&
        (only_end || (race.met_before && watch::writes(first.touch) && !watch::writes(second.touch)));
    const Event& blamed = blame_first ? first : second;
    const Event& other = blame_first ? second : first;
    // A word that is waited for: one of the two values may never be seen.
    const bool signal = race.reader && race.reader->polls;
    std::string why;
    if (signal)
        why = "nothing orders the two, and the later one hides the other from who waits for it";
    else if (first.touch == Touch::host)
        why = "its queue does not wait for an event of the other";
    else if (first.left_by != nullptr)
        why = fmt::format("nobody awaited it before that kernel ended: {} is missing there", end_of(first));
    else if (only_end)
        why = fmt::format("{} is missing behind it, before the other is told", end_of(first));
    else if (blame_first)
        why = "it comes after what told the other";
    else
        why = "nothing orders the two";
    Fault fault(Id::race, fmt::format("race for {} byte{} at 0x{:x} of {}: {} here, and {}: {}", end - begin,
                                      end - begin == 1 ? "" : "s", begin, memory, acts(blamed.touch), who(other), why));
    fault.set_where(agent(blamed).where(blamed.pc, blamed.cycle));
    if (other.left_by == nullptr) fault.related.push_back(agent(other).where(other.pc, other.cycle));
    if (signal) {
        const bool reset = first.touch == Touch::store || second.touch == Touch::store;
        fault.notes = fmt::format(
            "note: awaited by {}\nnote: {}\n", position_of(*race.reader),
            reset ? "reset the word before the sender learns that its receiver is ready (noc_semaphore_inc behind the "
                    "reset, noc_semaphore_wait before the next signal)"
                  : "give each sender a word of its own, or let them add with noc_semaphore_inc");
        return fault;
    }
    if (race.reader) fault.notes = fmt::format("note: what the two leave there is read: {}\n", who(*race.reader));
    if (!only_end && !race.met_before && first.left_by == nullptr) fault.notes += cure(first, second);
    return fault;
}

void Machine::host_wrote(int core, int bank, std::uint64_t address, std::uint64_t bytes) {
    if (order_) order_->forget(bank >= 0 ? -1 : core, bank, address, address + bytes);
    if (options_.followed != nullptr) options_.followed->marks(core, bank).erase(address, address + bytes);
}

void Machine::refuse(const Race& race) { raise(fault_of(race), fault::Severity::error); }

std::string Machine::position_of(const Event& event) {
    const Core& c = core(static_cast<int>(event.core));
    return fmt::format("core ({},{}) {} at {}", c.logical_x, c.logical_y, risc_name(static_cast<int>(risc_of(event))),
                       c.kernels[risc_of(event)]->position(event.pc));
}

}  // namespace tessera::core
