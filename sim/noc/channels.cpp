// Who holds which virtual channel, and until when (spec/memory-order.md 7). A packet holds that of every stop between
// its head and its tail. The tail leaves a stop when it would with a free way ahead, or later: behind a head that
// waits, the routers between take `room_` cycles of the stream each, and the first of them none, since the next packet
// of the channel cannot pass what lies there. A packet that fits one router's buffer counts as taken there.
#include <algorithm>
#include <utility>

#include "sim/noc/network.hpp"

namespace tessera::noc {

// An interface sends in one order whatever the channel.
std::uint32_t Network::channel_out(const Packet& packet, std::size_t stop) const {
    return static_cast<std::uint32_t>(stop) * channels_of_a_stop + (packet.answers() ? response_channel : 0);
}

// Requests keep the channel that their issuer chose, answers take whichever of two is free sooner.
std::uint32_t Network::channel_at(const Packet& packet, std::size_t stop) const {
    const std::uint32_t line =
        static_cast<std::uint32_t>(stop) * channels_of_a_stop + packet.dateline * channels_of_a_stop / 2;
    if (!packet.answers()) return line + static_cast<std::uint32_t>(packet.channel) % response_channel;
    const std::uint32_t one = line + response_channel, buddy = one + 1;
    const Channel &a = channels_[one], &b = channels_[buddy];
    return std::pair(a.free, a.waiting) <= std::pair(b.free, b.waiting) ? one : buddy;
}

// Takes the channel at a stop; else the packet comes back in that phase when it is its turn. A channel that is known to
// be free later is promised, not taken: until then the stop serves who is ready.
bool Network::claim(Handle handle, Packet& packet, std::size_t stop, Phase phase, Cycle now) {
    if (packet.wants == none)
        packet.wants = phase == Phase::leave ? channel_out(packet, stop) : channel_at(packet, stop);
    Channel& channel = channels_[packet.wants];
    if (channel.granted == handle) {
        channel.granted = none;
        channel.holder = handle;
        packet.queued = false;
        return true;
    }
    packet.asked = now;
    if (channel.free != never) {
        const Cycle free = std::exchange(channel.free, never);
        if (free > now) {
            channel.granted = handle;
            later(free, handle, phase);
            return false;
        }
        channel.holder = handle;
        return true;
    }
    packet.queued = true;
    packet.waits_in = phase;
    packet.behind = none;
    (channel.first == none ? channel.first : packets_[channel.last].behind) = handle;
    channel.last = handle;
    if (channel.waiting++ == 0) ++stops_[stop].wanted;
    return false;
}

// Channels of requests at a link whose next packet waits for one that cannot go on itself.
Cycle Network::stalled(std::size_t stop) const {
    constexpr std::size_t line = channels_of_a_stop / 2;
    Cycle count = 0;
    for (std::size_t at = stop * channels_of_a_stop; at < (stop + 1) * channels_of_a_stop; ++at) {
        const Channel& channel = channels_[at];
        if (at % line >= response_channel || channel.waiting == 0 || channel.free != never) continue;
        count += channel.full || (channel.holder != none && packets_[channel.holder].queued);
    }
    return count;
}

void Network::release(std::uint32_t at, Cycle from) {
    Channel& channel = channels_[at];
    if (channel.first == none) {
        channel.free = from;
        std::erase_if(parked_, [&](Handle handle) {
            const Packet& packet = packets_[handle];
            if (packet.wants != at) return false;
            later(from + 2 * packet.refused_after, handle, Phase::travel);
            return true;
        });
        return;
    }
    channel.granted = channel.first;
    channel.first = packets_[channel.granted].behind;
    if (--channel.waiting == 0) --stops_[at / channels_of_a_stop].wanted;
    later(from, channel.granted, packets_[channel.granted].waits_in);
}

// The head has crossed a stop whose channel it has claimed.
void Network::hold(Handle handle, Packet& packet, Cycle start, Cycle now) {
    if (is_short(packet)) return step_on(handle, packet, start);
    packet.hops.push_back({packet.wants, start});
    packet.wants = none;
    settle(handle, packet, now);
}

// What fits a router's buffer goes there whole; the last that fits keeps those behind from crossing.
void Network::step_on(Handle handle, Packet& packet, Cycle start) {
    leave_buffer(packet, start);
    packet.hops.push_back({packet.wants, start});
    Channel& channel = channels_[packet.wants];
    if (packet.is_request) {
        packet.after = none;
        (channel.first_buffered == none ? channel.first_buffered : packets_[channel.last_buffered].after) = handle;
        channel.last_buffered = handle;
    }
    channel.buffered += packet.stream;
    channel.full = channel.buffered >= room_;
    const Cycle crossed = packet.is_request ? start : start + packet.stream;
    if (!channel.full) release(packet.wants, crossed);
    packet.wants = none;
    if (packet.hops.size() == 1 && !packet.is_read) later(std::max(crossed, packet.sent), handle, Phase::departed);
}

void Network::leave_buffer(const Packet& packet, Cycle at) {
    if (packet.hops.empty()) return;
    Channel& channel = channels_[packet.hops.back().channel];
    channel.buffered -= packet.stream;
    if (packet.is_request) channel.first_buffered = packet.after;
    if (packet.is_request && packet.after != none && std::exchange(packets_[packet.after].is_behind, false))
        later(at, packet.after, Phase::travel);
    if (std::exchange(channel.full, false)) release(packet.hops.back().channel, at);
}

// The head crosses the interface where it goes.
void Network::take_in(Handle handle, Packet& packet, Cycle start, Cycle now) {
    if (!is_short(packet)) return hold(handle, packet, start, now);
    leave_buffer(packet, start);
    packet.holds = std::exchange(packet.wants, none);
}

// The other end has begun with a read's answer, and takes the next request.
void Network::served(Packet& packet, Cycle at) {
    if (packet.holds != none) release(std::exchange(packet.holds, none), at);
}

// The head is where it goes, and the tail follows.
void Network::arrive(Handle handle, Packet& packet, Cycle drained, Cycle now) {
    if (is_short(packet)) return served(packet, std::max(now, drained));
    packet.arrived = true;
    packet.drained = drained;
    settle(handle, packet, now);
}

// When the tail leaves a stop, of which `reach` stops ahead are known.
Cycle Network::freed(const Packet& packet, std::size_t hop, std::size_t reach) const {
    const std::size_t last = std::min(hop + reach, packet.hops.size() - 1);
    // When a head that never waited would have had to cross, from the last stop backwards.
    Cycle begin = packet.hops[last].start;
    if (packet.arrived && last + 1 == packet.hops.size())
        begin = std::max(begin, before(packet.drained, packet.stream));
    for (std::size_t i = last; i > hop; --i)
        begin = std::max(packet.hops[i - 1].start, before(begin, i - 1 == hop ? arch_.noc.hop_cycles.cycles() : room_));
    return begin + packet.stream;
}

// Gives a cycle to every channel whose tail can no longer be held up.
void Network::settle(Handle handle, Packet& packet, Cycle now) {
    const Cycle hop = arch_.noc.hop_cycles.cycles();
    const std::size_t reach = packet.stream <= std::max(room_, hop) ? 0 : 1 + (packet.stream - hop) / room_;
    for (; packet.settled < packet.hops.size(); ++packet.settled) {
        if (!packet.arrived && packet.settled + reach >= packet.hops.size()) return;
        const Cycle from = std::max(now, freed(packet, packet.settled, reach));
        if (packet.settled == 0 && !packet.is_read) later(std::max(from, packet.sent), handle, Phase::departed);
        release(packet.hops[packet.settled].channel, from);
    }
}

}  // namespace tessera::noc
