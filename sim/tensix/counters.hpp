// The address counters of a thread: a set for each unpacker and one for the packers, of two channels with X, Y, Z and W
// (spec/unpack-instructions.md 1). Plain data: a copy is a snapshot.
#pragma once

#include <array>
#include <cstdint>

namespace tessera::tensix {

struct AddressCounters {
    enum Dimension : std::uint8_t { x, y, z, w };
    struct Counter {
        std::uint32_t value = 0, cr = 0;  // and its carriage return, which steps by itself and is copied to it
        friend bool operator==(const Counter&, const Counter&) = default;
    };
    // Channel 0 is the side that is read, channel 1 the one that is written; both X are of the side that is read.
    std::array<std::array<Counter, 4>, 2> channel{};

    std::uint32_t at(std::size_t of_channel, Dimension dimension) const { return channel[of_channel][dimension].value; }
    friend bool operator==(const AddressCounters&, const AddressCounters&) = default;
};

// Of unpackers 0 and 1, and of the packers.
using CounterSet = std::array<AddressCounters, 3>;
inline constexpr std::size_t of_packers = 2;

constexpr std::uint32_t counter_ones(AddressCounters::Dimension dimension, int isa_column) {
    using enum AddressCounters::Dimension;
    return dimension == x ? 0x3FFFF : dimension == y || isa_column == 1 ? 0x1FFF : 0xFF;
}

}  // namespace tessera::tensix
