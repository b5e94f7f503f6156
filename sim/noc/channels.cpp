// Who holds which virtual channel, and until when (spec/memory-order.md 7). A packet holds that of every stop between
// its head and its tail. The tail leaves a stop when it would with a free way ahead, or later: behind a head that
// waits, the routers between take `room_` cycles of the stream each, and the first of them none, since the next packet
// of the channel cannot pass what lies there. A packet that fits one router's buffer counts as taken there.
#include <algorithm>

#include "sim/noc/network.hpp"

namespace tessera::noc {
namespace {

constexpr std::uint32_t response_channel = 6;  // class 3: it and its buddy

}  // namespace

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

// Takes the channel at a stop, from `now` or a later cycle that it sets; else the packet comes back in that phase when
// it is its turn.
bool Network::claim(Handle handle, Packet& packet, std::size_t stop, Phase phase, Cycle& now) {
    if (packet.wants == none)
        packet.wants = phase == Phase::leave ? channel_out(packet, stop) : channel_at(packet, stop);
    Channel& channel = channels_[packet.wants];
    if (channel.granted == handle) {
        channel.granted = none;
        return true;
    }
    packet.asked = now;
    if (channel.free != never) {
        now = std::max(now, channel.free);
        channel.free = never;
        return true;
    }
    packet.waits_in = phase;
    packet.behind = none;
    (channel.first == none ? channel.first : packets_[channel.last].behind) = handle;
    channel.last = handle;
    ++channel.waiting;
    return false;
}

void Network::release(std::uint32_t at, Cycle from) {
    Channel& channel = channels_[at];
    if (channel.first == none) {
        channel.free = from;
        return;
    }
    channel.granted = channel.first;
    channel.first = packets_[channel.granted].behind;
    --channel.waiting;
    later(from, channel.granted, packets_[channel.granted].waits_in);
}

// The head has crossed a stop whose channel it has claimed.
void Network::hold(Handle handle, Packet& packet, Cycle start, Cycle now) {
    packet.hops.push_back({packet.wants, start});
    packet.wants = none;
    settle(handle, packet, now);
}

// The head is where it goes, and the tail follows.
void Network::arrive(Handle handle, Packet& packet, Cycle drained, Cycle now) {
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
