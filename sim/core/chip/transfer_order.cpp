// Transfers as watch::Order sees them, and the order in which they may come.
#include <fmt/format.h>

#include "sim/core/chip/chip.hpp"
#include "sim/core/race_faults.hpp"
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

}  // namespace

// A transfer may be held up as long as it stays behind those of its way: requests to one place, on one channel.
Cycle Chip::other_issue(const noc::Transfer& transfer, Cycle issue) {
    Cycle at = issue + delay(schedule::Perturbation::Of::transfer);
    const Kernel& kernel = *kernels.at(transfer.core, transfer.risc);
    const Core& from = core(transfer.core);
    for (const schedule::Delay& delay : options_.other_order.delays()) {
        if (!delay.risc.empty() && delay.risc != risc_name(transfer.risc)) continue;
        if (delay.core_x >= 0 && (delay.core_x != from.logical_x || delay.core_y != from.logical_y)) continue;
        if (const watch::Spot& here = kernel.spot(transfer.pc); here.line == delay.line && here.file == delay.file)
            at += delay.cycles;
    }
    return options_.other_order.after(noc::path_of(transfer), at);
}

// A bank serves a write and a read behind it on one path in that order (spec/memory-order.md 2); the kernel API
// promises it of no write before its barrier.
void Chip::warn_of_read_back(const noc::Transfer& read, Cycle issue) {
    const watch::Order::Agent risc{static_cast<std::uint32_t>(read.core), static_cast<std::uint32_t>(read.risc)};
    for (const std::uint64_t address : {read.other_address, read.other_address + read.bytes - 1}) {
        const Event* write = order()->unawaited_write(risc, -1, read.bank, address);
        if (write == nullptr || write->noc != static_cast<std::uint8_t>(read.noc)) continue;
        const Kernel& kernel = *kernels.at(read.core, read.risc);
        Fault fault(Id::race,
                    fmt::format("NoC read of {} bytes at 0x{:x} of DRAM bank {}, where the write issued at {} "
                                "may still be under way: {} is missing in between",
                                read.bytes, read.other_address, read.bank, kernel.position(write->pc), end_of(*write)));
        fault.related.push_back(kernel.where(write->pc, write->cycle));
        return raise(fault, fault::Severity::warning, kernel, read.pc, issue);
    }
}

void Chip::note_issue(noc::Transfer& transfer, Cycle issue) {
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

std::vector<Order::Place> Chip::places(const noc::Transfer& transfer) const {
    std::vector<Order::Place> all{{transfer.other_core, transfer.bank, transfer.other_address, transfer.bytes}};
    for (const int core : transfer.more_cores) all.push_back({core, -1, transfer.other_address, transfer.bytes});
    return all;
}

void Chip::host_wrote(int core, int bank, std::uint64_t address, std::uint64_t bytes) {
    if (bank < 0)
        for (riscv::MemoryText* text : this->core(core).texts)
            text->written(static_cast<std::uint32_t>(address), bytes);
    if (order_) order_->forget(bank >= 0 ? -1 : core, bank, address, address + bytes);
    if (non_finite != nullptr) non_finite->marks(core, bank).erase(address, address + bytes);
}

}  // namespace tessera::core
