// Transfers at their stations: what leaves a memory, what comes to another, and who learns of it.
#include <fmt/format.h>

#include <algorithm>
#include <cstring>

#include "sim/core/chip/chip.hpp"
#include "sim/core/follow/non_finite.hpp"
#include "sim/core/judges/memory_faults.hpp"
#include "sim/fault/fault.hpp"

namespace tessera::core {

using fault::Fault;
using fault::Id;
using noc::Transfer;
using watch::WaitReason;

namespace {

Deed deed_of(const Transfer& transfer, Cycle now) { return {transfer.core, transfer.risc, transfer.pc, now}; }

std::uint32_t total(const std::vector<ByteRange>& gaps) {
    std::uint32_t bytes = 0;
    for (const ByteRange gap : gaps) bytes += gap.bytes;
    return bytes;
}

watch::Undetermined::Why padding_of(Chip& chip, const Transfer& write) {
    auto why = std::make_shared<Fault>(
        Id::uninitialised, fmt::format("NoC write of {} bytes from L1 0x{:x}, of which some were never written",
                                       write.bytes, write.l1_address));
    const Core& from = chip.core(write.core);
    chip.kernels.at(write.core, write.risc)->locate(*why, write.pc, write.issued);
    if (const Arrival* last = from.arrivals.latest(write.l1_address, write.l1_address + write.bytes))
        why->notes =
            fmt::format("note: the last bytes came there through {}\n", chip.kernels.who(last->by, write.core));
    return why;
}

// A copy of memory that nobody wrote: no value depends on it before somebody uses it.
bool was_brought_unwritten(const Core& from, const Transfer& write) {
    const Arrival* last = from.arrivals.latest(write.l1_address, write.l1_address + write.bytes);
    return last != nullptr && last->unwritten != 0;
}

}  // namespace

// Each packet that is not linked reserves the way anew.
Cycle Chip::send_in_packets(Transfer multicast, Cycle issue, Cycle interval) {
    const auto most = static_cast<std::uint32_t>(arch_.noc.max_packet_bytes.count());
    Cycle after = 0;
    for (std::uint32_t left = multicast.bytes; left > most; left -= most, after += interval) {
        multicast.bytes = most;
        send(multicast, issue + after);
        multicast.l1_address += most;
        multicast.other_address += most;
        multicast.path_held = multicast.holds_path;
        multicast.bytes = left - most;
    }
    send(std::move(multicast), issue + after);
    return after;
}

// NaNs and infinities of a block of memory, for its copy at `to`.
std::vector<watch::NonFinitePart> Chip::marked(int core, int bank, std::uint64_t address, std::uint64_t bytes,
                                               std::uint64_t to) {
    const FollowedValues::Parts& there = non_finite->marks(core, bank);
    return FollowedValues::Parts::moved(there.in(address, address + bytes), address, to);
}

void Chip::take_along(const Transfer& transfer, int core, int bank, std::uint64_t address,
                      const std::vector<watch::NonFinitePart>& parts, Cycle now) {
    non_finite->marks(core, bank).erase(address, address + transfer.bytes);
    const Kernel& issuer = *kernels.at(transfer.core, transfer.risc);
    options_.followed->arrived(*this, {issuer, transfer.pc, now}, core, bank, address, parts);
}

void Chip::sample(Transfer& write) {
    const Core& from = core(write.core);
    const auto source = from.l1.raw(write.l1_address, write.bytes);
    write.payload.assign(source.begin(), source.end());
    write.gaps = from.l1.gaps(write.l1_address, write.bytes);
    write.undetermined = watch::Undetermined::moved(
        from.undetermined.in(write.l1_address, std::uint64_t{write.l1_address} + write.bytes), write.l1_address, 0);
    for (const ByteRange gap : write.gaps)
        if (from.undetermined.in(write.l1_address + gap.offset, write.l1_address + gap.offset + gap.bytes).empty())
            write.undetermined.push_back({gap.offset, gap.offset + gap.bytes, padding_of(*this, write), true});
    if (non_finite != nullptr) write.non_finite = marked(write.core, -1, write.l1_address, write.bytes, 0);
}

// The last byte of a write has left L1: what the source holds now is what arrives.
void Chip::depart(Transfer& transfer, Cycle now) {
    Core& issuer = core(transfer.core);
    sample(transfer);
    // Padding may travel, and what another transfer brought as it was; bytes that stand for nothing at all may not.
    const bool all = !transfer.gaps.empty() && transfer.gaps.front().bytes == transfer.bytes;
    const bool stands_for_nothing = all && !was_brought_unwritten(issuer, transfer);
    if (stands_for_nothing || (!transfer.gaps.empty() && options_.faults.pedantic)) {
        const Fault fault(Id::uninitialised,
                          fmt::format("NoC write of {} bytes from L1 0x{:x}, {}", transfer.bytes, transfer.l1_address,
                                      all ? "none of which was ever written" : "of which some were never written"));
        raise(fault, stands_for_nothing ? fault::Severity::error : fault::Severity::warning,
              *kernels.at(transfer.core, transfer.risc), transfer.pc, now);
    }
    const auto noc = static_cast<std::size_t>(transfer.noc);
    Outstanding& count = issuer.outstanding[static_cast<std::size_t>(transfer.risc)][noc];
    --(transfer.posted ? count.posted_unflushed : count.unflushed);
    issuer.notify(WaitReason::noc_flush, transfer.posted ? posted_wait(transfer.noc) : plain_wait(transfer.noc), now);
    issuer.nius[noc].departed(transfer);
    issuer.notify(WaitReason::noc_flush, id_wait(transfer.noc, transfer.transaction_id), now);
}

void Chip::read(const Transfer& transfer, Cycle now) {
    Core& issuer = core(transfer.core);
    const auto remote = static_cast<std::uint32_t>(transfer.other_address);
    std::vector<ByteRange> gaps;
    std::vector<watch::NonFinitePart> marks;
    if (non_finite != nullptr)
        marks = marked(transfer.other_core, transfer.bank, transfer.other_address, transfer.bytes, transfer.l1_address);
    const watch::Undetermined& there =
        transfer.bank >= 0 ? dram_.undetermined(transfer.bank) : core(transfer.other_core).undetermined;
    const auto undetermined =
        watch::Undetermined::moved(there.in(transfer.other_address, transfer.other_address + transfer.bytes),
                                   transfer.other_address, transfer.l1_address);
    if (transfer.bank >= 0) {
        if (!dram_.read(transfer.bank, transfer.other_address, issuer.l1.receive(transfer.l1_address, transfer.bytes)))
            gaps = dram_.gaps(transfer.bank, transfer.other_address, transfer.bytes);
    } else {
        const Core& source = core(transfer.other_core);
        gaps = source.l1.gaps(remote, transfer.bytes);
        // The source may be the issuer, and overlap.
        const auto from = source.l1.raw(remote, transfer.bytes);
        std::memmove(issuer.l1.receive(transfer.l1_address, transfer.bytes).data(), from.data(), from.size());
    }
    for (const ByteRange gap : gaps) issuer.l1.mark(transfer.l1_address + gap.offset, gap.bytes, false);
    issuer.l1_written(transfer.l1_address, transfer.bytes, now);
    for (const watch::Undetermined::Part& part : undetermined) issuer.undetermined.add(part);
    if (non_finite != nullptr) take_along(transfer, transfer.core, -1, transfer.l1_address, marks, now);
    issuer.arrivals.note(transfer.l1_address, {deed_of(transfer, now), transfer.bytes, true, transfer.bank,
                                               transfer.other_core, transfer.other_address, total(gaps)});
}

// A write is at its other end before a read that follows on the same way looks there (spec/memory-order.md 2).
void Chip::deliver_before(const Transfer& read, Cycle now) {
    for (const noc::Network::Handle handle : core(read.core).writes_under_way) {
        Transfer& before = transfers_[handle];
        if (before.id > read.id || before.delivered || noc::path_of(before) != noc::path_of(read)) continue;
        if (before.payload.empty()) sample(before);
        write(before, now);
        before.delivered = true;
    }
}

void Chip::write(const Transfer& transfer, Cycle now) {
    if (transfer.bank >= 0) {
        dram_.write(transfer.bank, transfer.other_address, transfer.payload, transfer.gaps);
        if (const watch::BufferPlace* buffer = dram_.buffers().at(transfer.other_address))
            writers_[buffer->begin] = deed_of(transfer, now);
        for (const watch::Undetermined::Part& part :
             watch::Undetermined::moved(transfer.undetermined, 0, transfer.other_address))
            dram_.undetermined(transfer.bank).add(part);
        if (non_finite != nullptr)
            take_along(transfer, -1, transfer.bank, transfer.other_address,
                       FollowedValues::Parts::moved(transfer.non_finite, 0, transfer.other_address), now);
        return;
    }
    const auto remote = static_cast<std::uint32_t>(transfer.other_address);
    const auto deliver = [&](Core& target) {
        target.l1.write(remote, transfer.payload);
        for (const ByteRange gap : transfer.gaps) target.l1.mark(remote + gap.offset, gap.bytes, false);
        target.l1_written(remote, transfer.bytes, now);
        for (const watch::Undetermined::Part& part : watch::Undetermined::moved(transfer.undetermined, 0, remote))
            target.undetermined.add(part);
        if (non_finite != nullptr)
            take_along(transfer, target.index, -1, remote, FollowedValues::Parts::moved(transfer.non_finite, 0, remote),
                       now);
        target.arrivals.note(remote, {deed_of(transfer, now), transfer.bytes, false, -1, transfer.core,
                                      transfer.l1_address, total(transfer.gaps)});
        if (transfer.bytes == 4) target.words[remote].store = deed_of(transfer, now);
    };
    deliver(core(transfer.other_core));
    for (const int receiver : transfer.more_cores) deliver(core(receiver));
}

void Chip::arrive(Transfer& transfer, Cycle now) {
    Core& issuer = core(transfer.core);
    Outstanding& count =
        issuer.outstanding[static_cast<std::size_t>(transfer.risc)][static_cast<std::size_t>(transfer.noc)];
    issuer.nius[static_cast<std::size_t>(transfer.noc)].arrived(transfer);
    if (order() != nullptr && transfer.kind != noc::Kind::read)
        order()->arrived(transfer.event, transfer.value, places(transfer));
    const auto counts_down = [&](std::uint32_t& left, WaitReason reason) {
        if (!transfer.posted && --left == 0) issuer.notify(reason, plain_wait(transfer.noc), now);
    };
    switch (transfer.kind) {
        case noc::Kind::read:
            deliver_before(transfer, now);
            read(transfer, now);
            counts_down(count.reads, WaitReason::noc_read);
            break;
        case noc::Kind::write:
            if (!transfer.delivered) write(transfer, now);
            counts_down(count.writes, WaitReason::noc_write);
            break;
        case noc::Kind::inline_write:
        case noc::Kind::atomic_add: {
            Core& target = core(transfer.other_core);
            const auto remote = static_cast<std::uint32_t>(transfer.other_address);
            const bool add = transfer.kind == noc::Kind::atomic_add;
            if (add && !target.l1.valid(remote, 4)) {
                raise(valueless_atomic(target, remote), fault::Severity::error,
                      *kernels.at(transfer.core, transfer.risc), transfer.pc, now);
                target.l1.mark(remote, 4, true);
            }
            note_word(target.words[remote], deed_of(transfer, now), add);
            if (add || transfer.byte_enable == 0xF)
                target.l1.store(remote, 4, add ? target.l1.load(remote, 4) + transfer.value : transfer.value);
            else
                for (std::uint32_t byte = 0; byte < 4; ++byte)
                    if ((transfer.byte_enable >> byte & 1) != 0)
                        target.l1.store(remote + byte, 1, transfer.value >> (8 * byte) & 0xFF);
            target.l1_written(remote, 4, now);
            if (add)
                counts_down(count.atomics, WaitReason::noc_atomic);
            else
                counts_down(count.writes, WaitReason::noc_write);
            break;
        }
    }
    for (const WaitReason reason : {WaitReason::noc_read, WaitReason::noc_write})
        issuer.notify(reason, id_wait(transfer.noc, transfer.transaction_id), now);
    if (!hub_.listening()) return;
    hub_.emit(told(transfer, transfer.other, now));
    for (const int receiver : transfer.more_cores) hub_.emit(told(transfer, core(receiver).physical, now));
}

watch::Transfer Chip::told(const Transfer& transfer, arch::Coord other, Cycle now) const {
    const bool is_read = transfer.kind == noc::Kind::read;
    const watch::Access access = transfer.kind == noc::Kind::inline_write ? watch::Access::word
                                 : transfer.kind == noc::Kind::atomic_add ? watch::Access::atomic
                                                                          : watch::Access::bytes;
    const Kernel* issuer = kernels.at(transfer.core, transfer.risc);
    return {{transfer.core, transfer.risc},
            transfer.noc,
            is_read,
            is_read ? other : transfer.self,
            is_read ? transfer.self : other,
            transfer.bytes,
            transfer.issued,
            now,
            transfer.bank,
            issuer ? issuer->spot(transfer.pc) : watch::Spot{},
            transfer.id,
            transfer.other_address,
            access};
}

}  // namespace tessera::core
