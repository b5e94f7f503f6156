#include "sim/core/race_faults.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace tessera::core {

using fault::Fault;
using fault::Id;
using watch::Event;
using watch::Race;
using watch::Touch;

namespace {

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

Fault fault_of(const Race& race, const Kernels& kernels) {
    const auto who = [&](const Event& event) {
        if (event.touch == Touch::host) return fmt::format("{} {}", acts(event.touch), *event.left_by);
        if (event.left_by != nullptr)
            return fmt::format("{} by an earlier program, {}", acts(event.touch), *event.left_by);
        return fmt::format("{} by {}", acts(event.touch), kernels.position_of(event));
    };
    const Event &first = race.first, &second = race.second;
    const std::uint64_t begin = std::max(first.begin, second.begin), end = std::min(first.end, second.end);
    if (first.touch == Touch::deliver && !watch::writes(second.touch) && first.core == second.core &&
        first.agent == second.agent) {
        Fault fault(Id::uninitialised,
                    fmt::format("{} of {} bytes at L1 0x{:x}, where the NoC read of {} bytes issued at {} is still "
                                "under way: no noc_async_read_barrier in between",
                                second.touch == Touch::load ? "load" : "NoC write", second.end - second.begin,
                                second.begin, first.end - first.begin, kernels.behind(first).position(first.pc)));
        fault.set_where(kernels.behind(second).where(second.pc, second.cycle));
        return fault;
    }
    const std::string memory = race.bank >= 0 ? fmt::format("DRAM bank {}", race.bank)
                                              : fmt::format("the L1 of core ({},{})", kernels.logical(race.core).x,
                                                            kernels.logical(race.core).y);
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
    fault.set_where(kernels.behind(blamed).where(blamed.pc, blamed.cycle));
    if (other.left_by == nullptr) fault.related.push_back(kernels.behind(other).where(other.pc, other.cycle));
    if (signal) {
        const bool reset = first.touch == Touch::store || second.touch == Touch::store;
        fault.notes = fmt::format(
            "note: awaited by {}\nnote: {}\n", kernels.position_of(*race.reader),
            reset ? "reset the word before the sender learns that its receiver is ready (noc_semaphore_inc behind the "
                    "reset, noc_semaphore_wait before the next signal)"
                  : "give each sender a word of its own, or let them add with noc_semaphore_inc");
        return fault;
    }
    if (race.reader) fault.notes = fmt::format("note: what the two leave there is read: {}\n", who(*race.reader));
    if (!only_end && !race.met_before && first.left_by == nullptr) fault.notes += cure(first, second);
    return fault;
}

}  // namespace tessera::core
