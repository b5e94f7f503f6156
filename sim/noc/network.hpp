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
    enum class Phase : std::uint8_t { bank, leave, travel, departed, completed };
    // A virtual channel of an interface or link.
    struct Channel {
        Cycle free = 0;                    // `never` while it is not known when its packet's tail leaves
        Handle first = none, last = none;  // who waits for it, in order
        Handle granted = none;             // of those, who has it next
        std::uint32_t waiting = 0;
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
        bool is_request;         // of a read, on its way to the data
        int channel;             // that its issuer chose
        std::uint64_t path;      // of noc::path_of
        Cycle answer;            // cycles from the last station until the issuer knows
        std::int32_t came = -1;  // resource it came from
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
        bool arrived = false;     // its head is where it goes
        Cycle sent = 0;           // no sooner has the last byte left its source
        Cycle drained = 0;        // no sooner has the last byte left the interface it enters by
        std::size_t settled = 0;  // hops whose channels have a cycle to be free from
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
    };

    void later(Cycle at, Handle packet, Phase phase) { steps_.push({at, sequence_++, packet, phase}); }
    std::size_t node(arch::Coord c) const;
    std::size_t interface(int noc, arch::Coord c, bool out) const;
    std::size_t link(int noc, arch::Coord c, int direction) const;
    struct Service {
        Cycle stream;        // from the head to the tail of the packet
        Cycle occupied = 0;  // the stop takes no other packet for so long, if longer
    };
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
    void spread(Handle handle, Packet& packet, Cycle now);

    // sim/noc/channels.cpp
    std::uint32_t channel_out(const Packet& packet, std::size_t stop) const;
    std::uint32_t channel_at(const Packet& packet, std::size_t stop) const;
    bool claim(Handle handle, Packet& packet, std::size_t stop, Phase phase, Cycle& now);
    void hold(Handle handle, Packet& packet, Cycle start, Cycle now);
    void arrive(Handle handle, Packet& packet, Cycle drained, Cycle now);
    void settle(Handle handle, Packet& packet, Cycle now);
    Cycle freed(const Packet& packet, std::size_t hop, std::size_t reach) const;
    void release(std::uint32_t channel, Cycle at);

    const arch::Arch& arch_;
    const watch::Hub* hub_;
    Cycle room_;               // cycles of a stream that one channel of a router takes
    std::vector<Stop> stops_;  // interfaces, then links, then banks
    std::vector<Channel> channels_;
    std::vector<Resource> l1_;  // by router: what both NoCs bring and fetch
    std::vector<Packet> packets_;
    std::vector<Handle> unused_;
    std::priority_queue<Step, std::vector<Step>, std::greater<>> steps_;
    std::uint64_t sequence_ = 0;
    std::unordered_map<std::uint64_t, Cycle> completed_;  // by path: when its last write so far is complete
};

// When a transfer would depart and complete with nothing else under way.
struct Timing {
    Cycle departed, completed;
};
Timing alone(const arch::Arch& arch, const Transfer& transfer, Cycle issue);

}  // namespace tessera::noc
