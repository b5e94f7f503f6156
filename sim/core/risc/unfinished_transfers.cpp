#include "sim/core/risc/unfinished_transfers.hpp"

#include <fmt/format.h>

#include <vector>

#include "sim/fault/fault.hpp"

namespace tessera::core {

using fault::Fault;
using fault::Id;

// What a watcher of the vendor's asserts when a kernel ends: reads and atomics answered, writes sent. The firmware
// waits for nothing (spec/memory-order.md 3).
void check_transfers_ended(const RiscContext& context) {
    watch::Order* ordering = context.order;
    if (ordering == nullptr) return;
    using watch::Awaited;
    struct End {
        Awaited kind;
        const char *what, *call;
    };
    std::vector<End> ends{{Awaited::reads, "NoC read(s)", "noc_async_read_barrier"},
                          {Awaited::sent, "NoC write(s)", "noc_async_write_barrier"},
                          {Awaited::posted_sent, "posted NoC write(s)", "noc_async_posted_writes_flushed"},
                          {Awaited::atomics, "atomic(s)", "noc_async_atomic_barrier"}};
    if (context.chip.options().faults.pedantic)
        ends.push_back({Awaited::acknowledged, "NoC write(s)", "noc_async_write_barrier"});
    for (const End& end : ends)
        for (std::uint32_t noc = 0; noc < 2; ++noc) {
            const auto first = ordering->first_open(context.order_agent, noc, end.kind);
            if (!first) continue;
            Fault fault(Id::unfinished_transfers,
                        fmt::format("kernel ended with {} {} on NoC {} that no {} has awaited, the first issued here",
                                    ordering->open(context.order_agent, noc, end.kind), end.what, noc, end.call));
            context.kernel.locate(fault, first->pc, context.clock());
            // A late read overwrites what the next program keeps there; the rest arrives before anybody looks.
            context.chip.raise(fault, end.kind == Awaited::reads ? fault::Severity::error : fault::Severity::warning);
        }
}

}  // namespace tessera::core
