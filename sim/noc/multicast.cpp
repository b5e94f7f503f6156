// How one packet comes to a rectangle of cores.
#include <algorithm>
#include <utility>

#include "sim/noc/network.hpp"

namespace tessera::noc {
namespace {

// What a generator of 64 bits makes of its state (splitmix64).
std::uint64_t mixed(std::uint64_t x) {
    x += 0x9e3779b97f4a7c15;
    x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9;
    x = (x ^ x >> 27) * 0x94d049bb133111eb;
    return x ^ x >> 31;
}

}  // namespace

// A multicast goes along its rectangle's first row and from there down each column.
Network::Tree Network::tree_of(const Packet& packet) const {
    const Cycle hop = arch_.noc.multicast_hop_cycles.cycles();
    Tree tree;
    const auto add = [&](std::size_t stop, Cycle after) {
        tree.branches.push_back({stop, channel_at(packet, stop), after});
    };
    const auto walk = [&](arch::Coord from, arch::Coord to, Cycle after) {
        while (from != to) {
            const Link next = next_link(packet.noc, from, to);
            add(link(packet.noc, from, static_cast<int>(next.direction)), after);
            from = end_of(arch_.grid, packet.noc, next);
            after += hop;
        }
        tree.farthest = std::max(tree.farthest, after);
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
            const Cycle answered = down + trip(packet.noc, here, packet.home);
            tree.first_answer = std::min(tree.first_answer, answered);
            tree.last_answer = std::max(tree.last_answer, answered);
            if (here.y == packet.last.y) break;
            down = walk(here, along(here, Direction::along_y), down);
        }
        if (top.x == packet.last.x) break;
        at = walk(top, along(top, Direction::along_x), at);
    }
    return tree;
}

// Who finds the way taken tries again after a time drawn from one that doubles with every try, so that what is left of
// it when the way is free is as long as the wait so far.
Cycle Network::back_off(Packet& packet, Cycle at) {
    const Cycle waited = at - std::min(at, packet.refused);
    const std::uint64_t drawn = mixed(packet.path ^ mixed(at + ++packet.tries));
    return 1 + drawn % (waited + 1);
}

// Takes the channels of the whole tree before any data moves (spec/memory-order.md 7), and none where one is taken.
bool Network::reserve(Handle handle, Packet& packet, const Tree& tree, Cycle now) {
    Cycle free = now;
    for (const Branch& branch : tree.branches) {
        const Channel& channel = channels_[branch.channel];
        if (channel.free == never) {
            packet.refused = std::min(packet.refused, now);
            packet.wants = branch.channel;
            parked_.push_back(handle);
            return false;
        }
        free = std::max(free, before(channel.free, branch.after));
    }
    if (free == now) return true;
    packet.refused = std::min(packet.refused, now);
    later(free + back_off(packet, free), handle, Phase::travel);
    return false;
}

void Network::spread(Handle handle, Packet& packet, Cycle now) {
    const arch::Noc& noc = arch_.noc;
    const Tree tree = tree_of(packet);
    const std::size_t out = interface(packet.noc, packet.at, true);
    packet.wants = channel_out(packet, out);
    Cycle start = now;
    if (!packet.path_held) {
        if (!reserve(handle, packet, tree, now)) return;
        // The reservation goes out and back before the data goes.
        start += noc.multicast_setup_cycles.cycles() + 2 * tree.farthest;
    }
    start = std::max(start, stops_[out].resource.next_free);
    for (const Branch& branch : tree.branches)
        start = std::max(start, before(stops_[branch.stop].resource.next_free, branch.after));
    const Cycle streamed = stream_cycles(packet.bytes, noc.multicast_bytes_per_cycle);
    const Cycle cycles = std::max(packet.stream, through_l1(packet.at, packet.bytes, start) - start);
    const Cycle tail = std::max(cycles, streamed);
    serve(packet, out, start, {tail}, 0, noc.switch_cycles);
    packet.sent = start + tail;
    hold(handle, packet, start, now);
    const std::int32_t came = packet.came;
    for (const Branch& branch : tree.branches) {
        serve(packet, branch.stop, start + branch.after, {tail}, came, noc.switch_cycles);
        if (packet.holds_path)
            channels_[branch.channel].free = never;
        else
            release(branch.channel, start + branch.after + tail);
    }
    arrive(handle, packet, start + tail, now);
    packet.tail = start + tree.farthest + tail;
    if (packet.acknowledgements == 0) return complete(handle, packet);
    packet.tail = start + tree.last_answer + tail;
    later(start + tree.first_answer + tail, handle, Phase::acknowledgements);
}

// Each receiver answers with a flit, and the sender takes one after another.
void Network::acknowledge(Handle handle, Packet& packet, Cycle now) {
    Stop& stop = stops_[interface(packet.noc, packet.home, false)];
    const Cycle begin = stop.resource.take(now, packet.acknowledgements);
    stop.busy += packet.acknowledgements;
    packet.tail = std::max(packet.tail, begin + packet.acknowledgements);
    complete(handle, packet);
}

}  // namespace tessera::noc
