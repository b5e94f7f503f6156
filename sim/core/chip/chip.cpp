#include "sim/core/chip/chip.hpp"

#include <algorithm>

#include "sim/core/follow/non_finite.hpp"
#include "sim/fault/fault.hpp"

namespace tessera::core {

using fault::Fault;
using noc::Transfer;

Chip::Chip(const arch::Arch& arch)
    : Shared(arch), cores_(static_cast<std::size_t>(arch.grid.compute_width * arch.grid.compute_height)) {}

Chip::~Chip() = default;

Core& Chip::core(int index) {
    auto& slot = cores_.at(static_cast<std::size_t>(index));
    if (!slot) {
        slot = std::make_unique<Core>(*this, index);
        slot->be_helped_by(workers_.get());
    }
    return *slot;
}

Core* Chip::core_at(arch::Coord physical) {
    const auto& columns = arch_.grid.tensix_columns;
    const auto& rows = arch_.grid.tensix_rows;
    const auto x = std::find(columns.begin(), columns.begin() + arch_.grid.compute_width, physical.x);
    const auto y = std::find(rows.begin(), rows.begin() + arch_.grid.compute_height, physical.y);
    if (x == columns.begin() + arch_.grid.compute_width || y == rows.begin() + arch_.grid.compute_height)
        return nullptr;
    return &core(core_index(static_cast<int>(x - columns.begin()), static_cast<int>(y - rows.begin())));
}

void Chip::begin(Options options) {
    Shared::begin(std::move(options));
    writers_.clear();
    settle_helpers();
    non_finite = options_.followed;
    if (options_.followed != nullptr) options_.followed->begin_workload();
    network_ = std::make_unique<noc::Network>(arch_, &hub_);
    transfers_.clear();
    scheduler_->add(static_cast<schedule::Source&>(*this));
}

void Chip::settle_helpers() {
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

void Chip::send(Transfer transfer, Cycle issue) {
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

void Chip::note_source(std::uint64_t address, const tensix::CircularBuffer& from) {
    const bool is_fp16 = static_cast<tensix::DataFormat>(from.format) == tensix::DataFormat::fp16;
    if (!is_fp16 && fp16_buffers_.empty()) return;
    const watch::BufferPlace* place = dram_.buffers().at(address);
    if (place == nullptr) return;
    if (is_fp16)
        fp16_buffers_.insert(place->begin);
    else
        fp16_buffers_.erase(place->begin);
}

void Chip::step() {
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
        kernels.at(transfer.core, transfer.risc)->locate(fault, transfer.pc, event.at);
        throw;
    }
    transfers_[event.packet] = std::move(transfer);
}

std::vector<std::uint64_t> Chip::written_buffers() const {
    std::vector<std::uint64_t> all;
    for (const auto& [begin, writer] : writers_) all.push_back(begin);
    return all;
}

void Chip::locate_last_writer(fault::Fault& fault, std::uint64_t begin) const {
    const auto known = writers_.find(begin);
    if (known == writers_.end()) return;
    const Deed& deed = known->second;
    if (const Kernel* writer = kernels.at(deed.core, deed.risc)) writer->locate(fault, deed.pc, deed.at);
}

}  // namespace tessera::core
