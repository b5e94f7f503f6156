#include "sim/core/machine.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "sim/core/non_finite.hpp"
#include "sim/core/risc_agent.hpp"
#include "sim/core/thread_agent.hpp"
#include "sim/fault/fault.hpp"

namespace tessera::core {

using fault::Fault;
using fault::Id;
using noc::Transfer;
using watch::WaitReason;

Machine::Machine(const arch::Arch& arch)
    : arch_(arch),
      dram_(arch.dram.banks, arch.dram.bank_bytes.count()),
      cores_(static_cast<std::size_t>(arch.grid.compute_width * arch.grid.compute_height)) {}

Machine::~Machine() = default;

Core& Machine::core(int index) {
    auto& slot = cores_.at(static_cast<std::size_t>(index));
    if (!slot) {
        slot = std::make_unique<Core>(*this, index, index % arch_.grid.compute_width, index / arch_.grid.compute_width);
        slot->be_helped_by(workers_.get());
    }
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
    writers_.clear();
    // What a run left standing must not be woken by the next one.
    for (const auto& c : cores_)
        if (c) c->stop();
    settle_helpers();
    if (options_.followed != nullptr) options_.followed->begin_workload();
    scheduler_ = std::make_unique<schedule::Scheduler>(hub_);
    network_ = std::make_unique<noc::Network>(arch_, &hub_);
    judges_ = options_.races && !options_.t1_alone;
    if (!order_ || order_is_pedantic_ != options_.faults.pedantic)
        order_ = std::make_unique<watch::Order>(static_cast<std::uint32_t>(cores_.size()),
                                                static_cast<std::uint32_t>(arch_.dram.banks), options_.faults.pedantic);
    order_is_pedantic_ = options_.faults.pedantic;
    order_->begin_program();
    for (const LateWrite& old : late_) order_->forget(old.core, old.bank, old.begin, old.end);
    late_ = options_.late_writes;
    for (const LateWrite& late : late_) order_->comes_late(late.core, late.bank, late.begin, late.end, late.what);
    transfers_.clear();
    scheduler_->add(static_cast<schedule::Source&>(*this));
}

void Machine::settle_helpers() {
    dram_.use_another_thread(options_.threads > 1);
    const unsigned threads = options_.blind_time || options_.followed != nullptr ? 1 : std::max(1u, options_.threads);
    if (threads == std::exchange(threads_, threads)) return;
    for (const auto& core : cores_)
        if (core) core->be_helped_by(nullptr);
    workers_ = threads == 1 ? nullptr : std::make_unique<ValueWorkers>(threads - 1);
    if (workers_ && workers_->none()) workers_.reset();
    for (const auto& core : cores_)
        if (core) core->be_helped_by(workers_.get());
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
        c.seed_random();
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
        c.agents_are_complete();
    }
    try {
        do {
            scheduler_->run(options_.max_cycles, options_.progress);
        } while ((options_.t1_alone && end_wait_of_t1()) || end_wait_for_movers() || end_sleep_of_polls());
        if (!scheduler_->stuck().empty()) report_deadlock();
        if (order() != nullptr) settle_order();
        if (!options_.compute_alone) check_unread_pages();
        if (!options_.compute_alone && !options_.t1_alone) check_open_pages();
    } catch (Fault& fault) {
        note_ring_buffers(fault);
        throw;
    }
    if (hub_.listening()) emit_end();
    return scheduler_->last_cycle();
}

bool Machine::end_sleep_of_polls() {
    bool any = false;
    for (const auto& core : cores_)
        if (core)
            for (const auto& risc : core->riscs) any |= risc && risc->stay_awake();
    return any;
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
        case noc::Kind::read: ++count.reads; break;
        case noc::Kind::write:
            if (transfer.posted) {
                ++count.posted_unflushed;
            } else {
                ++count.writes;
                ++count.unflushed;
            }
            break;
        case noc::Kind::inline_write: count.writes += transfer.posted ? 0 : 1; break;
        case noc::Kind::atomic_add: count.atomics += transfer.posted ? 0 : 1; break;
    }
    if (order() != nullptr) note_issue(transfer, issue);
    issuer.nius[static_cast<std::size_t>(transfer.noc)].sent(transfer);
    transfer.issued = issue;
    transfer.id = ++sent_;
    const noc::Network::Handle handle =
        network_->send(transfer, options_.other_order.any() ? other_issue(transfer, issue) : issue);
    if (transfer.kind == noc::Kind::write) issuer.writes_under_way.push_back(handle);
    if (transfers_.size() <= handle) transfers_.resize(handle + 1);
    // The memory for a payload stays where it is.
    transfer.payload.swap(transfers_[handle].payload);
    transfer.payload.clear();
    transfers_[handle] = std::move(transfer);
}

void Machine::note_source(std::uint64_t address, const tensix::CircularBuffer& from) {
    const bool is_fp16 = static_cast<tensix::DataFormat>(from.format) == tensix::DataFormat::fp16;
    if (!is_fp16 && fp16_buffers_.empty()) return;
    const watch::BufferPlace* place = dram_.buffers().at(address);
    if (place == nullptr) return;
    if (is_fp16)
        fp16_buffers_.insert(place->begin);
    else
        fp16_buffers_.erase(place->begin);
}

void Machine::raise(Fault fault, fault::Severity by_default, const Kernel& kernel, std::uint32_t pc, Cycle at) {
    kernel.locate(fault, pc, at);
    raise(fault, by_default);
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
    const bool arrives = event.station == noc::Network::Station::completed;
    Transfer transfer = std::move(transfers_[event.packet]);
    watch::Transfer happening{};
    if (hub_.listening()) {
        happening = told(transfer, transfer.other, event.at);
        scheduler_->happens(happening);
    }
    try {
        if (arrives) {
            if (transfer.kind == noc::Kind::write) std::erase(core(transfer.core).writes_under_way, event.packet);
            arrive(transfer, event.at);
        } else if (transfer.kind == noc::Kind::write) {
            depart(transfer, event.at);
        }
    } catch (Fault& fault) {
        // A fault on the way is that of the line that issued the transfer.
        core(transfer.core).kernels[static_cast<std::size_t>(transfer.risc)]->locate(fault, transfer.pc, event.at);
        throw;
    }
    transfers_[event.packet] = std::move(transfer);
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
