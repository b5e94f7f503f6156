// How one packet comes to a rectangle of cores.
#include <algorithm>
#include <utility>

#include "sim/noc/network.hpp"

namespace tessera::noc {

// A multicast goes along its rectangle's first row and from there down each column.
Network::Tree Network::tree_of(const Packet& packet) const {
    const Cycle hop = arch_.noc.multicast_hop_cycles.cycles();
    Tree tree;
    std::size_t to_rectangle = 0;
    const auto add = [&](std::size_t stop, Cycle after) {
        // Where it comes by a second time, that is the one that counts.
        for (std::size_t i = 0; i < to_rectangle; ++i)
            if (tree.branches[i].stop == stop) {
                tree.branches[i].after = after;
                return;
            }
        tree.branches.push_back({stop, channel_at(packet, stop), after});
    };
    const auto walk = [&](arch::Coord from, arch::Coord to, Cycle after) {
        for (; from != to; after += hop) {
            const Link next = next_link(packet.noc, from, to);
            add(link(packet.noc, from, static_cast<int>(next.direction)), after);
            from = end_of(arch_.grid, packet.noc, next);
        }
        tree.farthest = std::max(tree.farthest, after);
        return after;
    };
    const auto along = [&](arch::Coord from, Direction direction) {
        return end_of(arch_.grid, packet.noc, {from, direction});
    };
    Cycle at = walk(packet.at, packet.to, 0);
    to_rectangle = tree.branches.size();
    tree.rectangle = at;
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

// Takes the channels of the whole tree before any data moves (spec/memory-order.md 7), and none where one is taken: who
// is refused has gone as far as the rectangle and back, and is that much behind those who are nearer when it is free.
bool Network::reserve(Handle handle, Packet& packet, const Tree& tree, Cycle now) {
    Cycle free = now;
    for (const Branch& branch : tree.branches) {
        const Channel& channel = channels_[branch.channel];
        if (channel.free == never) {
            packet.wants = branch.channel;
            packet.refused_after = tree.rectangle;
            parked_.push_back(handle);
            return false;
        }
        free = std::max(free, before(channel.free, branch.after));
    }
    if (free > now) later(free + 2 * tree.rectangle, handle, Phase::travel);
    return free == now;
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
    serve(packet, out, start, {tail}, 0, switching(packet));
    packet.sent = start + tail;
    hold(handle, packet, start, now);
    const std::int32_t came = packet.came;
    for (const Branch& branch : tree.branches) {
        serve(packet, branch.stop, start + branch.after, {tail}, came, switching(packet));
        if (packet.holds_path)
            channels_[branch.channel].free = never;
        else
            release(branch.channel, start + branch.after + tail);
    }
    arrive(handle, packet, start + tail, now);
    packet.tail = start + tree.farthest + tail;
    packet.turn = paths_[packet.path].sent++;
    Cycle answer = packet.tail;
    if (packet.acknowledgements != 0) {
        packet.tail = start + tree.last_answer + tail;
        answer = start + tree.first_answer + tail;
    }
    later(answer, handle, Phase::acknowledgements);
}

// Each receiver answers with a flit, and the sender takes one after another. Who is not acknowledged waits for those
// before it on its path.
void Network::acknowledge(Handle handle, Packet& packet, Cycle now) {
    Path& path = paths_[packet.path];
    if (packet.turn != path.acknowledged) return path.early.push_back(handle);
    ++path.acknowledged;
    Stop& stop = stops_[interface(packet.noc, packet.home, false)];
    const Cycle begin = stop.resource.take(now, packet.acknowledgements);
    stop.busy += packet.acknowledgements;
    packet.tail = std::max(packet.tail, begin + packet.acknowledgements);
    complete(handle, packet);
    const auto next = std::ranges::find_if(path.early, [&](Handle h) { return packets_[h].turn == path.acknowledged; });
    if (next == path.early.end()) return;
    later(now, *next, Phase::acknowledgements);
    path.early.erase(next);
}

}  // namespace tessera::noc
