// Both NoCs and the DRAM banks as resources in time (spec/timing.md 3, 4; spec/memory-order.md 7). Packets queue, first
// come first served, at the interface they leave by, at every link of their route, at the interface they enter by and
// at the bank. A head moves on without waiting for its tail (cut-through), but only in a virtual channel that no other
// packet holds, and between a head and its tail lies at most what the routers' buffers take: what cannot go on stops
// those behind it. No bytes here: the machine moves those when told.
#pragma once

#include <cstdint>
#include <queue>
#include <unordered_map>
#include <vector>

#include "sim/arch/arch.hpp"
#include "sim/noc/route.hpp"
#include "sim/noc/transfer.hpp"
#include "sim/time/resource.hpp"
#include "sim/watch/listener.hpp"

namespace tessera::noc {

class Network {
  public:
    // The hub, if any, hears every packet's turn at every stop when somebody asked for that.
    explicit Network(const arch::Arch& arch, const watch::Hub* hub = nullptr);

    // Sends a packet of at most Noc::max_packet_bytes that its core issued at `issue`; the handle comes back in events
    // and may be given again after `completed`.
    using Handle = std::uint32_t;
    Handle send(const Transfer& transfer, Cycle issue);

    enum class Station : std::uint8_t {
        under_way,  // nothing for anybody to do
        departed,   // of a write: the last byte has left, its source may be used again
        completed,  // the bytes are there, and the issuer knows
    };
    struct Event {
        Cycle at;
        Handle packet;
        Station station;
    };
    Cycle next() const { return steps_.empty() ? never : steps_.top().at; }
    Event step();  // the earliest; equal cycles in the order of their causes

    // Cycles each kind of resource has served so far, for utilisation: by link of `noc`, by bank.
    Cycle link_busy(int noc, arch::Coord router, int direction) const;
    Cycle bank_busy(int bank) const;

  private:
    static constexpr Handle none = ~Handle{0};
    static constexpr std::uint32_t channels_of_a_stop = 16;  // dateline, class and buddy
    static constexpr std::uint32_t response_channel = 6;     // class 3: it and its buddy
    enum class Phase : std::uint8_t { bank, leave, travel, acknowledgements, departed, completed };
    // A virtual channel of an interface or link.
    struct Channel {
        Cycle free = 0;                    // `never` while it is not known when its packet's tail leaves
        Handle first = none, last = none;  // who waits for it, in order
        Handle granted = none;             // of those, who has it next
        Handle holder = none;              // whose head has gone on
        std::uint32_t waiting = 0;
        Cycle buffered = 0;  // flits of short packets in the buffer behind it, of which who came first goes on first
        Handle first_buffered = none, last_buffered = none;
        bool full = false;  // nothing else crosses
    };
    struct Hop {
        std::uint32_t channel;
        Cycle start;  // of the head
    };
    struct Packet {
        arch::Coord at, to;  // of what travels
        arch::Coord last;    // of a multicast, whose rectangle begins at `to`
        arch::Coord home;    // its issuer
        int noc, bank;
        std::uint32_t bytes;
        bool is_read, multicast;
        bool path_held, holds_path;      // of a linked multicast, as Transfer has them
        std::uint32_t acknowledgements;  // to come
        bool is_request;                 // of a read, on its way to the data
        int channel;                     // that its issuer chose
        std::uint64_t path;              // of noc::path_of
        Cycle answer;                    // cycles from the last station until the issuer knows
        std::int32_t came = -1;          // resource it came from
        std::uint64_t id = 0;
        watch::Track issuer = {};
        Cycle stream = 0;            // from the head to the tail on a link
        Cycle tail = 0;              // when the last byte can be where the head is
        Cycle asked = never;         // when the head first asked for the stop it waits for
        std::uint32_t wants = none;  // the channel it waits for
        Phase waits_in = Phase::leave;
        Handle behind = none;       // who waits for the same channel next
        std::uint8_t dateline = 0;  // 1 behind the edge of the torus, on its present axis
        std::uint8_t axis = 0;
        bool queued = false;         // its head waits for a channel
        bool arrived = false;        // its head is where it goes
        Cycle sent = 0;              // no sooner has the last byte left its source
        Cycle drained = 0;           // no sooner has the last byte left the interface it enters by
        std::size_t settled = 0;     // hops whose channels have a cycle to be free from
        Handle after = none;         // the next in its buffer
        bool is_behind = false;      // and it waits for those before it
        std::uint32_t holds = none;  // the channel of the interface that it enters by
        std::uint64_t turn = 0;      // of a multicast among those of its path
        Cycle refused_after = 0;     // of a multicast whose way is taken: from here to its rectangle
        std::vector<Hop> hops = {};

        bool answers() const { return is_read && !is_request; }
    };
    struct Step {
        Cycle at;
        std::uint64_t sequence;
        Handle packet;
        Phase phase;
        bool operator>(const Step& other) const {
            return std::pair(at, sequence) > std::pair(other.at, other.sequence);
        }
    };
    struct Stop {
        Resource resource;
        std::int32_t last_input = -1;  // the stop before; of a bank, the direction of the data
        Cycle busy = 0;
        std::uint32_t wanted = 0;  // its channels that somebody waits for
    };

    void later(Cycle at, Handle packet, Phase phase) { steps_.push({at, sequence_++, packet, phase}); }
    std::size_t node(arch::Coord c) const;
    std::size_t interface(int noc, arch::Coord c, bool out) const;
    std::size_t link(int noc, arch::Coord c, int direction) const;
    struct Service {
        Cycle stream;        // from the head to the tail of the packet
        Cycle occupied = 0;  // the stop takes no other packet for so long, if longer
    };
    const arch::Figure& switching(const Packet& packet) const;
    Cycle serve(Packet& packet, std::size_t stop, Cycle ready, Service service, std::int32_t input,
                const arch::Figure& change_cycles);
    struct Turn {
        Cycle ready, begin, end, turned, blocked;  // as watch::Stay has them
    };
    void tell(const Packet& packet, std::size_t stop, const Turn& turn) const;
    Cycle through_l1(arch::Coord at, std::uint32_t bytes, Cycle from);
    void leave(Handle handle, Packet& packet, Cycle now);
    void travel(Handle handle, Packet& packet, Cycle now);
    void enter(Handle handle, Packet& packet, Cycle now);
    void at_bank(Handle handle, Packet& packet, Cycle now);
    void complete(Handle handle, Packet& packet);
    static Cycle before(Cycle at, Cycle cycles) { return at > cycles ? at - cycles : 0; }
    static Cycle stream_cycles(std::uint32_t bytes, double bytes_per_cycle);
    Cycle flits(std::uint32_t bytes) const;
    Cycle trip(int noc, arch::Coord from, arch::Coord to) const;
    static Phase data_leaves(const Packet& read) { return read.bank >= 0 ? Phase::bank : Phase::leave; }
    bool request_is_free(const Packet& packet, Cycle start) const;
    void turn_round(Packet& packet);
    void turn(Packet& packet, const Link& next, arch::Coord end) const;

    // sim/noc/multicast.cpp
    struct Branch {
        std::size_t stop;
        std::uint32_t channel;
        Cycle after;  // the head is there
    };
    struct Tree {
        std::vector<Branch> branches;
        Cycle rectangle = 0, farthest = 0;            // from the start to the last receiver's head
        Cycle first_answer = never, last_answer = 0;  // of one, from the start of the head to its sender
    };
    Tree tree_of(const Packet& packet) const;
    bool reserve(Handle handle, Packet& packet, const Tree& tree, Cycle now);
    void spread(Handle handle, Packet& packet, Cycle now);
    void acknowledge(Handle handle, Packet& packet, Cycle now);

    // sim/noc/channels.cpp
    std::uint32_t channel_out(const Packet& packet, std::size_t stop) const;
    std::uint32_t channel_at(const Packet& packet, std::size_t stop) const;
    Cycle stalled(std::size_t stop) const;
    bool claim(Handle handle, Packet& packet, std::size_t stop, Phase phase, Cycle now);
    void hold(Handle handle, Packet& packet, Cycle start, Cycle now);
    void arrive(Handle handle, Packet& packet, Cycle drained, Cycle now);
    void settle(Handle handle, Packet& packet, Cycle now);
    Cycle freed(const Packet& packet, std::size_t hop, std::size_t reach) const;
    void release(std::uint32_t channel, Cycle at);
    bool is_short(const Packet& packet) const { return !packet.multicast && packet.stream <= room_; }
    void step_on(Handle handle, Packet& packet, Cycle start);
    void leave_buffer(const Packet& packet, Cycle at);
    void take_in(Handle handle, Packet& packet, Cycle start, Cycle now);
    void served(Packet& packet, Cycle at);

    const arch::Arch& arch_;
    const watch::Hub* hub_;
    Cycle room_;               // cycles of a stream that one channel of a router takes
    std::vector<Stop> stops_;  // interfaces, then links, then banks
    std::vector<Channel> channels_;
    std::vector<Resource> bank_requests_;  // by bank and NoC
    std::vector<Resource> read_ends_;      // by router and NoC: takes what an L1 has read
    std::vector<Resource> l1_;             // by router: what both NoCs bring and fetch
    std::vector<Packet> packets_;
    std::vector<Handle> unused_;
    std::vector<Handle> parked_;  // multicasts whose way is held, nobody knows how long
    std::priority_queue<Step, std::vector<Step>, std::greater<>> steps_;
    std::uint64_t sequence_ = 0;
    struct Path {
        Cycle completed = 0;             // when its last write so far is complete
        std::uint64_t sent = 0;          // multicasts
        std::uint64_t acknowledged = 0;  // of them
        std::vector<Handle> early = {};  // whose turn has not come
    };
    std::unordered_map<std::uint64_t, Path> paths_;
};

// When a transfer would depart and complete with nothing else under way.
struct Timing {
    Cycle departed, completed;
};
Timing alone(const arch::Arch& arch, const Transfer& transfer, Cycle issue);

}  // namespace tessera::noc
