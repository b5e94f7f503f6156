// Both NoCs and the DRAM banks as resources in time: packets queue, first come first served, at the interface they
// leave by, at every link of their route, at the interface they enter by and at the bank (spec/timing.md 3, 4). A head
// moves on without waiting for its tail (cut-through). No bytes here: the machine moves those when told.
#pragma once

#include <cstdint>
#include <optional>
#include <queue>
#include <vector>

#include "sim/arch/arch.hpp"
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
    enum class Phase : std::uint8_t { bank, leave, travel, departed, completed };
    struct Packet {
        arch::Coord at, to;  // of the data
        int noc, bank;
        std::uint32_t bytes;
        bool is_read, multicast;
        Cycle tail;         // when the last byte can be where the head is
        Cycle answer;       // cycles from the last station until the issuer knows
        std::int32_t came;  // resource it came from
        std::uint64_t id;
        watch::Track issuer;
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
    void tell(const Packet& packet, std::size_t stop, Cycle ready, Cycle begin, Cycle end) const;
    void leave(Handle handle, Packet& packet, Cycle now);
    void travel(Handle handle, Packet& packet, Cycle now);
    void enter(Handle handle, Packet& packet, Cycle now);
    void at_bank(Handle handle, Packet& packet, Cycle now);

    const arch::Arch& arch_;
    const watch::Hub* hub_;
    std::vector<Stop> stops_;  // interfaces, then links, then banks
    std::vector<Packet> packets_;
    std::vector<Handle> unused_;
    std::priority_queue<Step, std::vector<Step>, std::greater<>> steps_;
    std::uint64_t sequence_ = 0;
};

// When a transfer would depart and complete with nothing else under way.
struct Timing {
    Cycle departed, completed;
};
Timing alone(const arch::Arch& arch, const Transfer& transfer, Cycle issue);

}  // namespace tessera::noc
