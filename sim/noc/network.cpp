#include "sim/noc/network.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace tessera::noc {

Cycle Network::stream_cycles(std::uint32_t bytes, double bytes_per_cycle) {
    return static_cast<Cycle>(std::ceil(static_cast<double>(bytes) / bytes_per_cycle));
}

Network::Network(const arch::Arch& arch, const watch::Hub* hub)
    : arch_(arch),
      hub_(hub),
      room_(std::max<Cycle>(1, arch.noc.channel_buffer_bytes.count() / arch.noc.flit_bytes.count())) {
    const auto nodes = static_cast<std::size_t>(arch.grid.noc_width * arch.grid.noc_height);
    stops_.resize(8 * nodes + static_cast<std::size_t>(arch.dram.banks));
    channels_.resize(8 * nodes * channels_of_a_stop);
    l1_.resize(nodes);
    read_ends_.resize(2 * nodes);
    bank_requests_.resize(2 * static_cast<std::size_t>(arch.dram.banks));
}

// One flit a cycle, the header before the data.
Cycle Network::flits(std::uint32_t bytes) const {
    const std::uint64_t flit = arch_.noc.flit_bytes.count();
    return 1 + (bytes + flit - 1) / flit;
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
    const Cycle start = issue + overhead / 2;
    const bool multicast = !transfer.more_cores.empty();
    // An acknowledgement is one flit: it takes hops, not bandwidth.
    if (!is_read && !transfer.posted && !multicast) answer += trip(transfer.noc, transfer.other, transfer.self);
    Handle handle = static_cast<Handle>(packets_.size());
    if (unused_.empty()) {
        packets_.emplace_back();
    } else {
        handle = unused_.back();
        unused_.pop_back();
    }
    std::vector<Hop> hops_before = std::move(packets_[handle].hops);
    hops_before.clear();
    Packet& packet = packets_[handle];
    packet = {.at = transfer.self,
              .to = multicast ? transfer.first_corner : transfer.other,
              .last = transfer.last_corner,
              .home = transfer.self,
              .noc = transfer.noc,
              .bank = transfer.bank,
              .bytes = transfer.bytes,
              .is_read = is_read,
              .multicast = multicast,
              .path_held = transfer.path_held,
              .holds_path = transfer.holds_path,
              .acknowledgements = transfer.posted ? 0 : static_cast<std::uint32_t>(transfer.more_cores.size()) + 1,
              .is_request = is_read,
              .channel = transfer.channel,
              .path = path_of(transfer),
              .answer = answer,
              .id = transfer.id,
              .issuer = {transfer.core, transfer.risc},
              .stream = is_read ? 1 : flits(transfer.bytes),
              .hops = std::move(hops_before)};
    later(start, handle, Phase::leave);
    return handle;
}

Cycle Network::trip(int noc, arch::Coord from, arch::Coord to) const {
    return arch_.noc.hop_cycles.cycles() * static_cast<Cycle>(hops(arch_.grid, noc, from, to));
}

// Whether a request that leaves at `start` meets nothing on its way as it is now, and nothing before it where it goes:
// it need not be followed then.
bool Network::request_is_free(const Packet& packet, Cycle start) const {
    const std::size_t answering = interface(packet.noc, packet.to, true);
    if (packet.bank < 0 && (stops_[answering].resource.next_free > start ||
                            channels_[answering * channels_of_a_stop + response_channel].free > start))
        return false;
    const auto taken = [&](std::uint32_t at) { return channels_[at].free > start || channels_[at].buffered != 0; };
    if (taken(channel_out(packet, interface(packet.noc, packet.at, true)))) return false;
    Packet head = packet;
    while (head.at != head.to) {
        const Link next = next_link(head.noc, head.at, head.to);
        const arch::Coord end = end_of(arch_.grid, head.noc, next);
        turn(head, next, end);
        start += arch_.noc.hop_cycles.cycles();
        if (taken(channel_at(head, link(head.noc, next.router, static_cast<int>(next.direction))))) return false;
        head.at = end;
    }
    return !taken(channel_at(head, interface(head.noc, head.to, false)));
}

// A request has become its answer.
void Network::turn_round(Packet& packet) {
    packet.at = packet.to;
    packet.to = packet.home;
    packet.is_request = packet.arrived = false;
    packet.stream = flits(packet.bytes);
    packet.tail = packet.drained = 0;
    packet.came = -1;
    packet.dateline = 0;
    packet.settled = 0;
    packet.hops.clear();
}

// A stalled packet that is longer than a router's buffer has no more than that at hand when its turn comes: the rest
// follows a round trip of credits later. A short one has come whole.
const arch::Figure& Network::switching(const Packet& packet) const {
    return is_short(packet) ? arch_.noc.short_switch_cycles : arch_.noc.switch_cycles;
}

// Takes its turn at a stop; returns when its head does. A stop that goes over to another input with packets waiting
// loses `change_cycles`: a link routes the new head, a bank turns its bus.
Cycle Network::serve(Packet& packet, std::size_t at, Cycle ready, Service service, std::int32_t input,
                     const arch::Figure& change_cycles) {
    Stop& stop = stops_[at];
    // The one flit of a request goes between those of other channels.
    if (packet.is_request) {
        packet.asked = never;
        return ready;
    }
    const Cycle free = stop.resource.next_free;
    const Cycle turned = stop.last_input != input && free > ready ? change_cycles.cycles() : 0;
    stop.resource.next_free += turned;
    stop.last_input = input;
    const Cycle occupied = std::max(service.stream, service.occupied);
    const Cycle start = stop.resource.take(ready, occupied);
    stop.busy += occupied;
    packet.tail = std::max(packet.tail, start + service.stream);
    packet.came = static_cast<std::int32_t>(at);
    const Cycle asked = std::min(ready, std::exchange(packet.asked, never));
    if (hub_ == nullptr || !hub_->hears_stays()) return start;
    const Cycle could = std::max(asked, free) + turned;
    tell(packet, at, {asked, start, start + occupied, turned, before(start, could)});
    return start;
}

void Network::tell(const Packet& packet, std::size_t at, const Turn& turn) const {
    const std::size_t routers = stops_.size() - static_cast<std::size_t>(arch_.dram.banks);
    watch::Stay stay{packet.issuer,  packet.id,        watch::Stop::bank, packet.noc, {},         -1,
                     packet.is_read, packet.multicast, packet.bytes,      turn.ready, turn.begin, turn.end,
                     turn.turned,    turn.blocked};
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
    if (packet.is_read) {
        Resource& requests =
            bank_requests_[2 * static_cast<std::size_t>(packet.bank) + static_cast<std::size_t>(packet.noc)];
        now = requests.take(now, dram.request_cycles.cycles());
        served(packet, now);
    }
    const Cycle least = short_write ? dram.short_write_cycles.cycles() : 0;
    const Cycle start = serve(packet, stop, now, {cycles, least}, packet.is_read, dram.turnaround_cycles);
    if (packet.is_read) {
        const Cycle latency = dram.read_latency_cycles.cycles();
        packet.tail += latency;
        return later(start + latency, handle, Phase::leave);
    }
    // A write is acknowledged once what lies before it fits the controller's buffer, and holds its channel into the
    // interface until what is left of it fits the bank's queue.
    const Cycle done = start + cycles;
    const Cycle queue = stream_cycles(static_cast<std::uint32_t>(dram.queue_bytes.count()), dram.bank_bytes_per_cycle);
    arrive(handle, packet, before(done, queue), now);
    const Cycle posted =
        stream_cycles(static_cast<std::uint32_t>(dram.write_posted_bytes.count()), dram.bank_bytes_per_cycle);
    packet.tail = std::max(arrived, before(done, posted)) + dram.write_latency_cycles.cycles();
    complete(handle, packet);
}

// The banks of an L1 serve both NoCs, in and out; returns when they have served this packet.
Cycle Network::through_l1(arch::Coord at, std::uint32_t bytes, Cycle from) {
    const Cycle cycles = stream_cycles(bytes, arch_.noc.l1_bytes_per_cycle);
    return l1_[node(at)].take(from, cycles) + cycles;
}

void Network::leave(Handle handle, Packet& packet, Cycle now) {
    const arch::Noc& noc = arch_.noc;
    const std::size_t stop = interface(packet.noc, packet.at, true);
    if (packet.is_request && packet.wants == none && request_is_free(packet, now)) {
        turn_round(packet);
        return later(now + trip(packet.noc, packet.to, packet.at), handle, data_leaves(packet));
    }
    if (!claim(handle, packet, stop, Phase::leave, now)) return;
    if (packet.multicast) return later(now, handle, Phase::travel);
    const double rate = !packet.is_read    ? noc.write_bytes_per_cycle
                        : packet.bank >= 0 ? noc.link_bytes_per_cycle
                                           : noc.read_bytes_per_cycle;
    const Cycle cycles = packet.is_request ? 1 : stream_cycles(packet.bytes, rate);
    Cycle occupied = cycles;
    if (!packet.is_request && !(packet.answers() && packet.bank >= 0)) {
        const Cycle begin = std::max(now, stops_[stop].resource.next_free);
        occupied = std::max(occupied, through_l1(packet.at, packet.bytes, begin) - begin);
    }
    const Cycle least = packet.answers() && packet.bank < 0 ? noc.l1_answer_cycles.cycles() : 0;
    const Cycle start = serve(packet, stop, now, {occupied, least}, 0, switching(packet));
    if (packet.answers()) served(packet, start);
    packet.sent = start + occupied;
    hold(handle, packet, start, now);
    later(start, handle, Phase::travel);
}

// Keeps account of the axis and of the edge where the channels of a ring change, so that no ring of packets can wait
// for itself.
void Network::turn(Packet& packet, const Link& next, arch::Coord end) const {
    const auto axis = static_cast<std::uint8_t>(next.direction);
    if (packet.axis != axis) packet.dateline = 0;
    packet.axis = axis;
    const int step = end.x - packet.at.x + end.y - packet.at.y;
    if (packet.noc == 0 ? step < 0 : step > 0) packet.dateline = 1;
}

void Network::travel(Handle handle, Packet& packet, Cycle now) {
    if (packet.is_request && channels_[packet.hops.back().channel].first_buffered != handle) {
        packet.is_behind = true;
        return;
    }
    if (packet.multicast) return spread(handle, packet, now);
    if (packet.at == packet.to) return enter(handle, packet, now);
    const arch::Noc& noc = arch_.noc;
    const Link next = next_link(packet.noc, packet.at, packet.to);
    const arch::Coord end = end_of(arch_.grid, packet.noc, next);
    const std::size_t stop = link(packet.noc, next.router, static_cast<int>(next.direction));
    if (packet.wants == none) turn(packet, next, end);
    if (!claim(handle, packet, stop, Phase::travel, now)) return;
    // A router chooses a channel and then finds that its packet cannot go on: requests that wait take their turns.
    const bool others = packet.answers() && stops_[stop].wanted > (channels_[packet.wants].waiting != 0 ? 1u : 0u);
    const Cycle occupied = packet.stream * (1 + (others ? stalled(stop) : 0));
    const Cycle start = serve(packet, stop, now, {packet.stream, occupied}, packet.came, switching(packet));
    hold(handle, packet, start, now);
    packet.tail += noc.hop_cycles.cycles();
    packet.at = end;
    later(start + noc.hop_cycles.cycles(), handle, Phase::travel);
}

void Network::enter(Handle handle, Packet& packet, Cycle now) {
    const arch::Noc& noc = arch_.noc;
    const std::size_t stop = interface(packet.noc, packet.to, false);
    if (!claim(handle, packet, stop, Phase::travel, now)) return;
    if (packet.is_request) {
        take_in(handle, packet, now, now);
        turn_round(packet);
        return later(now, handle, data_leaves(packet));
    }
    const Cycle cycles = stream_cycles(packet.bytes, noc.link_bytes_per_cycle);
    const Cycle start = serve(packet, stop, now, {cycles}, 0, switching(packet));
    take_in(handle, packet, start, now);
    if (!packet.is_read && packet.bank >= 0) return later(start, handle, Phase::bank);
    packet.tail = std::max(packet.tail, through_l1(packet.to, packet.bytes, start));
    arrive(handle, packet, packet.tail, now);
    if (packet.is_read && packet.bank < 0) {
        const Cycle service = noc.l1_read_service_cycles.cycles();
        Resource& end = read_ends_[2 * node(packet.to) + static_cast<std::size_t>(packet.noc)];
        packet.tail = std::max(packet.tail, end.take(start, service) + service);
    }
    complete(handle, packet);
}

// The last byte is there. Writes of one path take effect in their order, however long the answer of each takes: one
// that is not acknowledged or finds its path reserved waits for those before it.
void Network::complete(Handle handle, Packet& packet) {
    Cycle at = packet.tail + packet.answer;
    if (!packet.is_read) {
        Cycle& last = paths_[packet.path].completed;
        last = at = std::max(at, last);
    }
    later(at, handle, Phase::completed);
}

Network::Event Network::step() {
    const Step step = steps_.top();
    steps_.pop();
    Packet& packet = packets_[step.packet];
    switch (step.phase) {
        case Phase::bank: at_bank(step.packet, packet, step.at); break;
        case Phase::leave: leave(step.packet, packet, step.at); break;
        case Phase::travel: travel(step.packet, packet, step.at); break;
        case Phase::acknowledgements: acknowledge(step.packet, packet, step.at); break;
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
