#include "sim/noc/network.hpp"

#include <algorithm>
#include <cmath>

#include "sim/noc/route.hpp"

namespace tessera::noc {
namespace {

Cycle stream_cycles(std::uint32_t bytes, double bytes_per_cycle) {
    return static_cast<Cycle>(std::ceil(static_cast<double>(bytes) / bytes_per_cycle));
}

}  // namespace

Network::Network(const arch::Arch& arch, const watch::Hub* hub) : arch_(arch), hub_(hub) {
    const auto nodes = static_cast<std::size_t>(arch.grid.noc_width * arch.grid.noc_height);
    stops_.resize(8 * nodes + static_cast<std::size_t>(arch.dram.banks));
}

std::size_t Network::node(arch::Coord c) const { return static_cast<std::size_t>(c.y * arch_.grid.noc_width + c.x); }

std::size_t Network::interface(int noc, arch::Coord c, bool out) const {
    return 8 * node(c) + 4 * static_cast<std::size_t>(noc) + (out ? 1 : 0);
}

std::size_t Network::link(int noc, arch::Coord c, int direction) const {
    return 8 * node(c) + 4 * static_cast<std::size_t>(noc) + 2 + static_cast<std::size_t>(direction);
}

Cycle Network::link_busy(int noc, arch::Coord router, int direction) const {
    return stops_[link(noc, router, direction)].busy;
}

Cycle Network::bank_busy(int bank) const {
    return stops_[stops_.size() - static_cast<std::size_t>(arch_.dram.banks - bank)].busy;
}

Network::Handle Network::send(const Transfer& transfer, Cycle issue) {
    const arch::Noc& noc = arch_.noc;
    const bool is_read = transfer.kind == Kind::read;
    // Interfaces and software at both ends: half on the way out, half on the way back.
    const Cycle overhead = (is_read ? noc.read_overhead_cycles : noc.write_overhead_cycles).cycles();
    Cycle answer = overhead - overhead / 2;
    Cycle start = issue + overhead / 2;
    const auto trip = [&](arch::Coord from, arch::Coord to) {
        return noc.hop_cycles.cycles() * static_cast<Cycle>(hops(arch_.grid, transfer.noc, from, to));
    };
    // A request and an acknowledgement are one flit: they take hops, not bandwidth.
    if (is_read)
        start += trip(transfer.self, transfer.other);
    else if (!transfer.posted)
        answer += trip(transfer.other, transfer.self);
    if (!transfer.more_cores.empty() && !transfer.path_held) answer += noc.multicast_setup_cycles.cycles();
    Handle handle = static_cast<Handle>(packets_.size());
    if (unused_.empty()) {
        packets_.emplace_back();
    } else {
        handle = unused_.back();
        unused_.pop_back();
    }
    packets_[handle] = {.at = is_read ? transfer.other : transfer.self,
                        .to = is_read ? transfer.self : transfer.other,
                        .noc = transfer.noc,
                        .bank = transfer.bank,
                        .bytes = transfer.bytes,
                        .is_read = is_read,
                        .multicast = !transfer.more_cores.empty(),
                        .tail = 0,
                        .answer = answer,
                        .came = -1,
                        .id = transfer.id,
                        .issuer = {transfer.core, transfer.risc}};
    later(start, handle, is_read && transfer.bank >= 0 ? Phase::bank : Phase::leave);
    return handle;
}

// Takes its turn at a stop; returns when its head does. A stop that goes over to another input with packets waiting
// loses `change_cycles`: a link routes the new head, a bank turns its bus.
Cycle Network::serve(Packet& packet, std::size_t at, Cycle ready, Service service, std::int32_t input,
                     const arch::Figure& change_cycles) {
    Stop& stop = stops_[at];
    if (stop.last_input != input && stop.resource.next_free > ready) stop.resource.next_free += change_cycles.cycles();
    stop.last_input = input;
    const Cycle occupied = std::max(service.stream, service.occupied);
    const Cycle start = stop.resource.take(ready, occupied);
    stop.busy += occupied;
    packet.tail = std::max(packet.tail, start + service.stream);
    packet.came = static_cast<std::int32_t>(at);
    if (hub_ != nullptr && hub_->hears_stays()) tell(packet, at, ready, start, start + occupied);
    return start;
}

void Network::tell(const Packet& packet, std::size_t at, Cycle ready, Cycle begin, Cycle end) const {
    const std::size_t routers = stops_.size() - static_cast<std::size_t>(arch_.dram.banks);
    watch::Stay stay{packet.issuer,  packet.id,        watch::Stop::bank, packet.noc, {},    -1,
                     packet.is_read, packet.multicast, packet.bytes,      ready,      begin, end};
    if (at >= routers) {
        stay.bank = static_cast<int>(at - routers);
        stay.at = arch_.dram.endpoint[at - routers];
    } else {
        static constexpr watch::Stop stops[] = {watch::Stop::enter, watch::Stop::leave, watch::Stop::along_x,
                                                watch::Stop::along_y};
        // As interface() and link() number them.
        stay.stop = stops[at % 4];
        const int where = static_cast<int>(at / 8);
        stay.at = {where % arch_.grid.noc_width, where / arch_.grid.noc_width};
    }
    hub_->emit(stay);
}

void Network::at_bank(Handle handle, Packet& packet, Cycle now) {
    const arch::Dram& dram = arch_.dram;
    const std::size_t stop = stops_.size() - static_cast<std::size_t>(dram.banks - packet.bank);
    const Cycle arrived = packet.tail;
    const Cycle cycles = stream_cycles(packet.bytes, dram.bank_bytes_per_cycle);
    const bool short_write = !packet.is_read && packet.bytes <= 64;
    const Cycle least = (short_write ? dram.short_write_cycles : dram.request_cycles).cycles();
    const Cycle start = serve(packet, stop, now, {cycles, least}, packet.is_read, dram.turnaround_cycles);
    if (packet.is_read) {
        const Cycle latency = dram.read_latency_cycles.cycles();
        packet.tail += latency;
        return later(start + latency, handle, Phase::leave);
    }
    // A write is acknowledged once what lies before it fits the controller's buffer.
    const Cycle done = start + cycles;
    const Cycle posted =
        stream_cycles(static_cast<std::uint32_t>(dram.write_posted_bytes.count()), dram.bank_bytes_per_cycle);
    packet.tail = std::max(arrived, done > posted ? done - posted : 0) + dram.write_latency_cycles.cycles();
    later(packet.tail + packet.answer, handle, Phase::completed);
}

void Network::leave(Handle handle, Packet& packet, Cycle now) {
    const arch::Noc& noc = arch_.noc;
    const double rate = packet.multicast   ? noc.multicast_bytes_per_cycle
                        : !packet.is_read  ? noc.write_bytes_per_cycle
                        : packet.bank >= 0 ? noc.link_bytes_per_cycle
                                           : noc.read_bytes_per_cycle;
    const Cycle cycles = stream_cycles(packet.bytes, rate);
    const Cycle least = packet.is_read && packet.bank < 0 ? noc.l1_read_service_cycles.cycles() : 0;
    const Cycle start =
        serve(packet, interface(packet.noc, packet.at, true), now, {cycles, least}, 0, noc.switch_cycles);
    if (!packet.is_read) later(start + cycles, handle, Phase::departed);
    later(start, handle, Phase::travel);
}

void Network::travel(Handle handle, Packet& packet, Cycle now) {
    if (packet.at == packet.to) return enter(handle, packet, now);
    const arch::Noc& noc = arch_.noc;
    const Link next = next_link(packet.noc, packet.at, packet.to);
    const Cycle start = serve(packet, link(packet.noc, next.router, static_cast<int>(next.direction)), now,
                              {stream_cycles(packet.bytes, noc.link_bytes_per_cycle)}, packet.came, noc.switch_cycles);
    packet.tail += noc.hop_cycles.cycles();
    packet.at = end_of(arch_.grid, packet.noc, next);
    later(start + noc.hop_cycles.cycles(), handle, Phase::travel);
}

void Network::enter(Handle handle, Packet& packet, Cycle now) {
    const arch::Noc& noc = arch_.noc;
    const Cycle start = serve(packet, interface(packet.noc, packet.to, false), now,
                              {stream_cycles(packet.bytes, noc.link_bytes_per_cycle)}, 0, noc.switch_cycles);
    if (!packet.is_read && packet.bank >= 0) return later(start, handle, Phase::bank);
    later(packet.tail + packet.answer, handle, Phase::completed);
}

Network::Event Network::step() {
    const Step step = steps_.top();
    steps_.pop();
    Packet& packet = packets_[step.packet];
    switch (step.phase) {
        case Phase::bank: at_bank(step.packet, packet, step.at); break;
        case Phase::leave: leave(step.packet, packet, step.at); break;
        case Phase::travel: travel(step.packet, packet, step.at); break;
        case Phase::departed: return {step.at, step.packet, Station::departed};
        case Phase::completed: unused_.push_back(step.packet); return {step.at, step.packet, Station::completed};
    }
    return {step.at, step.packet, Station::under_way};
}

Timing alone(const arch::Arch& arch, const Transfer& transfer, Cycle issue) {
    Network network(arch);
    network.send(transfer, issue);
    Timing timing{};
    while (network.next() != never) {
        const Network::Event event = network.step();
        if (event.station == Network::Station::departed) timing.departed = event.at;
        if (event.station == Network::Station::completed) timing.completed = event.at;
    }
    return timing;
}

}  // namespace tessera::noc
