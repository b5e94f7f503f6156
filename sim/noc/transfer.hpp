// One NoC transaction as the machine follows it: what a kernel asked for and the cycles of its stations.
#pragma once

#include <cstdint>
#include <vector>

#include "sim/abi/abi.hpp"
#include "sim/arch/arch.hpp"
#include "sim/riscv/byte_range.hpp"
#include "sim/time/cycle.hpp"
#include "sim/watch/non_finite.hpp"
#include "sim/watch/undetermined.hpp"

namespace tessera::noc {

enum class Kind : std::uint8_t { read, write, inline_write, atomic_add };

struct Transfer {
    std::uint64_t id = 0;  // for those who watch
    Kind kind = Kind::read;
    int core = 0;  // index of the issuing core
    int risc = 0;
    int noc = 0;
    arch::Coord self, other;  // NoC 0 coordinates
    int bank = -1;            // DRAM bank of the other end, or -1: the L1 of core `other_core`
    int other_core = -1;
    bool multicast = false;       // goes to a rectangle of cores, of one core perhaps
    std::vector<int> more_cores;  // of a multicast, whose bytes travel once: the receivers besides `other_core`
    arch::Coord first_corner, last_corner;  // of its rectangle, in the order in which its NoC comes to them
    std::uint64_t other_address = 0;
    std::uint32_t l1_address = 0;
    std::uint32_t bytes = 0;
    std::uint32_t value = 0;         // of an inline write or an atomic
    std::uint8_t byte_enable = 0xF;  // of an inline write: which of its four bytes
    std::uint8_t transaction_id = 0;
    bool posted = false;      // nobody acknowledges it
    int channel = 0;          // its virtual channel
    std::uint32_t event = 0;  // its number for watch::Order
    bool delivered = false;   // of a write: a read behind it on its way has found its bytes there
    bool path_held = false;   // a linked multicast before it has reserved the way
    bool holds_path = false;  // of a multicast: for the next one
    std::uint32_t pc = 0;     // of the call in the kernel
    Cycle issued = 0;
    std::vector<std::uint8_t> payload;                    // sampled when a write departs
    std::vector<ByteRange> gaps;                          // of it: what nothing had written
    std::vector<watch::Undetermined::Part> undetermined;  // of it, counted from its start
    std::vector<watch::NonFinitePart> non_finite;         // likewise
};

// The other end of a path: packets of one interface and NoC to the same coordinates, or the same rectangle, on the same
// virtual channel neither overtake nor mix (spec/memory-order.md 2). Whether a multicast includes its sender makes no
// difference.
inline std::uint64_t way_of(const Transfer& transfer) {
    const arch::Coord from = transfer.multicast ? transfer.first_corner : transfer.other;
    const arch::Coord to = transfer.multicast ? transfer.last_corner : transfer.other;
    std::uint64_t way = transfer.multicast ? 1 : 0;
    for (const int part : {from.x, from.y, to.x, to.y, transfer.channel})
        way = way << abi::noc_coordinate_bits | static_cast<std::uint64_t>(part);
    return way;
}

// The whole path: its other end, NoC and issuing interface.
inline std::uint64_t path_of(const Transfer& transfer) {
    std::uint64_t path = way_of(transfer);
    for (const int part : {transfer.noc, transfer.self.x, transfer.self.y})
        path = path << abi::noc_coordinate_bits | static_cast<std::uint64_t>(part);
    return path;
}

}  // namespace tessera::noc
