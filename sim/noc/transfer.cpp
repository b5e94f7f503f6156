#include "sim/noc/transfer.hpp"

#include <cmath>

#include "sim/noc/address.hpp"

namespace tessera::noc {
namespace {

Cycle stream_cycles(std::uint32_t bytes, double bytes_per_cycle) {
    return static_cast<Cycle>(std::ceil(static_cast<double>(bytes) / bytes_per_cycle));
}

}  // namespace

Timeline::Timeline(const arch::Arch& arch, int cores)
    : arch_(arch), interface_(static_cast<std::size_t>(cores) * 2), bank_(static_cast<std::size_t>(arch.dram.banks)) {}

Timing Timeline::schedule(const Transfer& transfer, Cycle issue) {
    const bool is_read = transfer.kind == Kind::read;
    const arch::Noc& noc = arch_.noc;
    const Cycle stream = stream_cycles(transfer.bytes, is_read ? noc.read_bytes_per_cycle : noc.write_bytes_per_cycle);
    Resource& port = interface_[static_cast<std::size_t>(transfer.core * 2 + transfer.noc)];
    const Cycle start = port.take(issue, stream);
    Cycle served = start + stream;
    Cycle latency =
        noc.hop_cycles.cycles() * static_cast<Cycle>(round_trip_hops(arch_.grid, transfer.self, transfer.other));
    if (transfer.bank >= 0) {
        Resource& bank = bank_[static_cast<std::size_t>(transfer.bank)];
        const Cycle service = stream_cycles(transfer.bytes, arch_.dram.bank_bytes_per_cycle);
        served = std::max(served, bank.take(start, service) + service);
        latency += arch_.dram.extra_latency_cycles.cycles();
    }
    // The software share of one transfer and its barrier, less what the issuing core has already spent.
    const Cycle spent = (is_read ? noc.issue_read_cycles : noc.issue_write_cycles).cycles();
    const Cycle share = noc.software_share_cycles.cycles();
    latency += share > spent ? share - spent : 0;
    return {start + stream, served + latency};
}

}  // namespace tessera::noc
