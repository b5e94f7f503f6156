// How one packet comes to a rectangle of cores.
#include <algorithm>
#include <utility>

#include "sim/noc/network.hpp"

namespace tessera::noc {

// A multicast goes along its rectangle's first row and from there down each column, and takes the channels of the whole
// tree before any data moves (spec/memory-order.md 7). It holds none while it waits for one.
void Network::spread(Handle handle, Packet& packet, Cycle now) {
    struct Branch {
        std::size_t stop;
        std::uint32_t channel;
        Cycle after;  // the head is there
    };
    const Cycle hop = arch_.noc.hop_cycles.cycles();
    std::vector<Branch> tree;
    const auto add = [&](std::size_t stop, Cycle after) { tree.push_back({stop, channel_at(packet, stop), after}); };
    Cycle farthest = 0;
    const auto walk = [&](arch::Coord from, arch::Coord to, Cycle after) {
        while (from != to) {
            const Link next = next_link(packet.noc, from, to);
            add(link(packet.noc, from, static_cast<int>(next.direction)), after);
            from = end_of(arch_.grid, packet.noc, next);
            after += hop;
        }
        farthest = std::max(farthest, after);
        return after;
    };
    const auto along = [&](arch::Coord from, Direction direction) {
        return end_of(arch_.grid, packet.noc, {from, direction});
    };
    Cycle at = walk(packet.at, packet.to, 0);
    for (arch::Coord top = packet.to;; top = along(top, Direction::along_x)) {
        Cycle down = at;
        for (arch::Coord here = top;; here = along(here, Direction::along_y)) {
            add(interface(packet.noc, here, false), down);
            if (here.y == packet.last.y) break;
            down = walk(here, along(here, Direction::along_y), down);
        }
        if (top.x == packet.last.x) break;
        at = walk(top, along(top, Direction::along_x), at);
    }

    const std::uint32_t granted = std::exchange(packet.wants, none);
    if (granted != none) channels_[granted].granted = none;
    Cycle start = now;
    for (const Branch& branch : tree) {
        const Channel& channel = channels_[branch.channel];
        if (channel.free == never && branch.channel != granted) {
            if (granted != none) release(granted, now);
            packet.wants = branch.channel;
            claim(handle, packet, branch.stop, Phase::travel, now);
            return;
        }
        const Cycle free = std::max(channel.free == never ? 0 : channel.free, stops_[branch.stop].resource.next_free);
        start = std::max(start, before(free, branch.after));
    }
    const Cycle cycles = stream_cycles(packet.bytes, arch_.noc.multicast_bytes_per_cycle);
    const std::int32_t came = packet.came;
    for (const Branch& branch : tree) {
        serve(packet, branch.stop, start + branch.after, {packet.stream}, came, arch_.noc.switch_cycles);
        release(branch.channel, start + branch.after + cycles);
    }
    packet.tail = start + farthest + cycles;
    arrive(handle, packet, start + cycles, now);
    complete(handle, packet);
}

}  // namespace tessera::noc
