#include "sim/core/machine.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>

#include "sim/core/memory_faults.hpp"
#include "sim/core/risc_agent.hpp"
#include "sim/core/thread_agent.hpp"
#include "sim/fault/fault.hpp"

namespace tessera::core {

using fault::Fault;
using fault::Id;
using noc::Kind;
using noc::Transfer;
using watch::WaitReason;

Machine::Machine(const arch::Arch& arch)
    : arch_(arch),
      dram_(arch.dram.banks, arch.dram.bank_bytes.count()),
      cores_(static_cast<std::size_t>(arch.grid.compute_width * arch.grid.compute_height)) {}

Machine::~Machine() = default;

Core& Machine::core(int index) {
    auto& slot = cores_.at(static_cast<std::size_t>(index));
    if (!slot)
        slot = std::make_unique<Core>(*this, index, index % arch_.grid.compute_width, index / arch_.grid.compute_width);
    return *slot;
}

Core* Machine::core_at(arch::Coord physical) {
    const auto& columns = arch_.grid.tensix_columns;
    const auto& rows = arch_.grid.tensix_rows;
    const auto x = std::find(columns.begin(), columns.begin() + arch_.grid.compute_width, physical.x);
    const auto y = std::find(rows.begin(), rows.begin() + arch_.grid.compute_height, physical.y);
    if (x == columns.begin() + arch_.grid.compute_width || y == rows.begin() + arch_.grid.compute_height)
        return nullptr;
    return &core(core_index(static_cast<int>(x - columns.begin()), static_cast<int>(y - rows.begin())));
}

void Machine::begin(Options options) {
    if (options.lowering != options_.lowering) lowered.clear();
    options_ = std::move(options);
    options_.blind_time |= options_.t1_alone;
    told_.clear();
    // What a run left standing must not be woken by the next one.
    for (const auto& c : cores_)
        if (c) c->stop();
    scheduler_ = std::make_unique<schedule::Scheduler>(hub_);
    network_ = std::make_unique<noc::Network>(arch_, &hub_);
    judges_ = options_.races && !options_.t1_alone;
    if (!order_ || order_is_strict_ != options_.faults.strict)
        order_ = std::make_unique<watch::Order>(static_cast<std::uint32_t>(cores_.size()),
                                                static_cast<std::uint32_t>(arch_.dram.banks), options_.faults.strict);
    order_is_strict_ = options_.faults.strict;
    order_->begin_program();
    transfers_.clear();
    scheduler_->add(static_cast<schedule::Source&>(*this));
}

Cycle Machine::run(const std::vector<Launch>& launches) {
    std::vector<int> used;
    for (const Launch& launch : launches)
        if (std::find(used.begin(), used.end(), launch.core) == used.end()) used.push_back(launch.core);
    std::sort(used.begin(), used.end());
    // Of the others nobody has said what lies in their L1 now.
    for (const auto& other : cores_)
        if (other && !std::binary_search(used.begin(), used.end(), other->index)) other->owners.clear();
    for (const int index : used) {
        Core& c = core(index);
        hub_.emit(watch::CoreName{index, {c.logical_x, c.logical_y}, c.physical});
        for (const Launch& launch : launches)
            if (launch.core == index)
                c.riscs[static_cast<std::size_t>(launch.risc)] = std::make_unique<RiscAgent>(c, launch);
        for (auto& risc : c.riscs)
            if (risc) {
                scheduler_->add(*risc);
                scheduler_->queue(*risc,
                                  arch_.tensix.dispatch_cycles.cycles() + delay(schedule::Perturbation::Of::start));
            }
        for (int t = 0; t < 3; ++t) {
            c.threads[static_cast<std::size_t>(t)] = std::make_unique<ThreadAgent>(c, t);
            scheduler_->add(*c.threads[static_cast<std::size_t>(t)]);
        }
    }
    try {
        do {
            scheduler_->run(options_.max_cycles, options_.progress);
        } while (options_.t1_alone && end_wait_of_t1());
        if (!scheduler_->stuck().empty()) report_deadlock();
        if (order() != nullptr) settle_order();
    } catch (Fault& fault) {
        note_ring_buffers(fault);
        throw;
    }
    if (hub_.listening()) emit_end();
    return scheduler_->last_cycle();
}

// What kernels left in the ring buffers of their cores says how far they came.
void Machine::note_ring_buffers(Fault& fault) const {
    for (const auto& c : cores_)
        if (c && !c->ring_buffer.empty())
            fault.notes += fmt::format("note: ring buffer of core ({},{}), the oldest word first: {:#x}\n",
                                       c->logical_x, c->logical_y, fmt::join(c->ring_buffer, " "));
}

void Machine::send(Transfer transfer, Cycle issue) {
    Core& issuer = core(transfer.core);
    Outstanding& count =
        issuer.outstanding[static_cast<std::size_t>(transfer.risc)][static_cast<std::size_t>(transfer.noc)];
    switch (transfer.kind) {
        case Kind::read: ++count.reads; break;
        case Kind::write:
            if (transfer.posted) {
                ++count.posted_unflushed;
            } else {
                ++count.writes;
                ++count.unflushed;
            }
            break;
        case Kind::inline_write: count.writes += transfer.posted ? 0 : 1; break;
        case Kind::atomic_add: count.atomics += transfer.posted ? 0 : 1; break;
    }
    if (order() != nullptr) note_issue(transfer, issue);
    issuer.nius[static_cast<std::size_t>(transfer.noc)].sent(transfer);
    transfer.issued = issue;
    transfer.id = ++sent_;
    const noc::Network::Handle handle =
        network_->send(transfer, options_.other_order.any() ? other_issue(transfer, issue) : issue);
    if (transfer.kind == Kind::write) issuer.writes_under_way.push_back(handle);
    if (transfers_.size() <= handle) transfers_.resize(handle + 1);
    transfers_[handle] = std::move(transfer);
}

void Machine::tolerate(Fault fault, const RiscAgent& risc, std::uint32_t pc, Cycle at) {
    risc.locate(fault, pc, at);
    raise(fault, fault::Severity::warning);
}

void Machine::raise(const Fault& fault, fault::Severity by_default) {
    const fault::Verdict verdict = options_.faults.of(fault.id(), by_default);
    if (verdict == fault::Verdict::off) return;
    const bool error = verdict == fault::Verdict::error;
    if (error && !options_.faults.keep_going) throw fault;
    const auto& hears = error ? options_.passed : options_.warned;
    if (told_.insert({fault.id(), fault.where().file, fault.where().line}).second && hears) hears(fault);
}

void Machine::step() {
    const noc::Network::Event event = network_->step();
    if (event.station == noc::Network::Station::under_way) return;
    // Whoever is woken may send the next transfer under the same handle.
    const bool arrives = event.station == noc::Network::Station::completed;
    Transfer transfer = std::move(transfers_[event.packet]);
    watch::Transfer happening{};
    if (hub_.listening()) {
        happening = told(transfer, transfer.other, event.at);
        scheduler_->happens(happening);
    }
    try {
        if (arrives) {
            if (transfer.kind == Kind::write) std::erase(core(transfer.core).writes_under_way, event.packet);
            arrive(transfer, event.at);
        } else if (transfer.kind == Kind::write) {
            depart(transfer, event.at);
        }
    } catch (Fault& fault) {
        // A fault on the way is that of the line that issued the transfer.
        core(transfer.core).riscs[static_cast<std::size_t>(transfer.risc)]->locate(fault, transfer.pc, event.at);
        throw;
    }
    if (!arrives) transfers_[event.packet] = std::move(transfer);
}

// The last byte of a write has left L1: what the source holds now is what arrives.
void Machine::depart(Transfer& transfer, Cycle now) {
    Core& issuer = core(transfer.core);
    transfer.gaps = issuer.l1.gaps(transfer.l1_address, transfer.bytes);
    if (!transfer.gaps.empty()) {
        // Padding may travel, bytes that stand for nothing at all may not.
        const bool all = transfer.gaps.front().bytes == transfer.bytes;
        const Fault fault(Id::uninitialised,
                          fmt::format("NoC write of {} bytes from L1 0x{:x}, {}", transfer.bytes, transfer.l1_address,
                                      all ? "none of which was ever written" : "of which some were never written"));
        if (all) throw fault;
        tolerate(fault, *issuer.riscs[static_cast<std::size_t>(transfer.risc)], transfer.pc, now);
    }
    const auto source = issuer.l1.raw(transfer.l1_address, transfer.bytes);
    transfer.payload.assign(source.begin(), source.end());
    const auto noc = static_cast<std::size_t>(transfer.noc);
    Outstanding& count = issuer.outstanding[static_cast<std::size_t>(transfer.risc)][noc];
    --(transfer.posted ? count.posted_unflushed : count.unflushed);
    issuer.notify(WaitReason::noc_flush, transfer.posted ? posted_wait(transfer.noc) : plain_wait(transfer.noc), now);
    issuer.nius[noc].departed(transfer);
    issuer.notify(WaitReason::noc_flush, id_wait(transfer.noc, transfer.transaction_id), now);
}

namespace {

Deed deed_of(const Transfer& transfer, Cycle now) { return {transfer.core, transfer.risc, transfer.pc, now}; }

}  // namespace

void Machine::read(const Transfer& transfer, Cycle now) {
    Core& issuer = core(transfer.core);
    const auto remote = static_cast<std::uint32_t>(transfer.other_address);
    std::vector<ByteRange> gaps;
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
    issuer.arrivals.note(transfer.l1_address, {deed_of(transfer, now), transfer.bytes, true});
}

// A write is at its other end before a read that follows on the same way looks there (spec/memory-order.md 2).
void Machine::deliver_before(const Transfer& read, Cycle now) {
    for (const noc::Network::Handle handle : core(read.core).writes_under_way) {
        Transfer& before = transfers_[handle];
        if (before.id > read.id || before.noc != read.noc || before.delivered ||
            noc::way_of(before) != noc::way_of(read))
            continue;
        if (before.payload.empty()) {
            const auto source = core(before.core).l1.raw(before.l1_address, before.bytes);
            before.payload.assign(source.begin(), source.end());
            before.gaps = core(before.core).l1.gaps(before.l1_address, before.bytes);
        }
        write(before, now);
        before.delivered = true;
    }
}

void Machine::write(const Transfer& transfer, Cycle now) {
    if (transfer.bank >= 0) return dram_.write(transfer.bank, transfer.other_address, transfer.payload, transfer.gaps);
    const auto remote = static_cast<std::uint32_t>(transfer.other_address);
    const auto deliver = [&](Core& target) {
        target.l1.write(remote, transfer.payload);
        for (const ByteRange gap : transfer.gaps) target.l1.mark(remote + gap.offset, gap.bytes, false);
        target.l1_written(remote, transfer.bytes, now);
        target.arrivals.note(remote, {deed_of(transfer, now), transfer.bytes, false});
        if (transfer.bytes == 4) target.words[remote].store = deed_of(transfer, now);
    };
    deliver(core(transfer.other_core));
    for (const int receiver : transfer.more_cores) deliver(core(receiver));
}

void Machine::arrive(Transfer& transfer, Cycle now) {
    Core& issuer = core(transfer.core);
    Outstanding& count =
        issuer.outstanding[static_cast<std::size_t>(transfer.risc)][static_cast<std::size_t>(transfer.noc)];
    issuer.nius[static_cast<std::size_t>(transfer.noc)].arrived(transfer);
    if (order() != nullptr && transfer.kind != Kind::read)
        order()->arrived(transfer.event, transfer.value, places(transfer));
    const auto counts_down = [&](std::uint32_t& left, WaitReason reason) {
        if (!transfer.posted && --left == 0) issuer.notify(reason, plain_wait(transfer.noc), now);
    };
    switch (transfer.kind) {
        case Kind::read:
            deliver_before(transfer, now);
            read(transfer, now);
            counts_down(count.reads, WaitReason::noc_read);
            break;
        case Kind::write:
            if (!transfer.delivered) write(transfer, now);
            counts_down(count.writes, WaitReason::noc_write);
            break;
        case Kind::inline_write:
        case Kind::atomic_add: {
            Core& target = core(transfer.other_core);
            const auto remote = static_cast<std::uint32_t>(transfer.other_address);
            const bool add = transfer.kind == Kind::atomic_add;
            if (add && !target.l1.valid(remote, 4)) refuse_atomic(target, remote);
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

watch::Transfer Machine::told(const Transfer& transfer, arch::Coord other, Cycle now) const {
    const bool is_read = transfer.kind == Kind::read;
    const watch::Access access = transfer.kind == Kind::inline_write ? watch::Access::word
                                 : transfer.kind == Kind::atomic_add ? watch::Access::atomic
                                                                     : watch::Access::bytes;
    const auto& issuer =
        cores_[static_cast<std::size_t>(transfer.core)]->riscs[static_cast<std::size_t>(transfer.risc)];
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

void Machine::emit_end() {
    std::vector<watch::LinkUse> links;
    for (int noc = 0; noc < 2; ++noc)
        for (int y = 0; y < arch_.grid.noc_height; ++y)
            for (int x = 0; x < arch_.grid.noc_width; ++x)
                for (int direction = 0; direction < 2; ++direction)
                    if (const Cycle busy = network_->link_busy(noc, {x, y}, direction); busy > 0)
                        links.push_back({noc, {x, y}, direction, busy});
    std::vector<watch::BankUse> banks;
    for (int bank = 0; bank < arch_.dram.banks; ++bank)
        banks.push_back({bank, arch_.dram.endpoint[static_cast<std::size_t>(bank)], network_->bank_busy(bank)});
    hub_.emit(watch::RunEnd{scheduler_->last_cycle(), links, banks});
}

}  // namespace tessera::core
