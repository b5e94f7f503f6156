// NoC addresses as kernels build them (sim/abi/abi.hpp): 36 bits of address, then x and y of the other end, as NoC 0
// coordinates or translated ones; a multicast rectangle adds its start corner above.
#pragma once

#include <cstdint>

#include "sim/abi/abi.hpp"
#include "sim/arch/arch.hpp"
#include "sim/arch/translated.hpp"

namespace tessera::noc {

struct Address {
    arch::Coord coord;    // NoC 0
    std::uint64_t local;  // bytes
};

struct MulticastAddress {
    arch::Coord start, end;  // NoC 0 corners, inclusive
    std::uint64_t local;
};

inline std::uint64_t join(std::uint32_t low, std::uint32_t high) { return std::uint64_t{high} << 32 | low; }

inline int coordinate(std::uint64_t address, int index) {
    return static_cast<int>(address >>
                            (abi::noc_address_bits + abi::noc_coordinate_bits * static_cast<unsigned>(index))) &
           ((1 << abi::noc_coordinate_bits) - 1);
}

inline std::uint64_t local_part(std::uint64_t address) {
    return address & ((std::uint64_t{1} << abi::noc_address_bits) - 1);
}

inline Address split(const arch::Arch& arch, std::uint64_t address) {
    return {noc0_of(arch, {coordinate(address, 0), coordinate(address, 1)}), local_part(address)};
}

inline MulticastAddress split_multicast(const arch::Arch& arch, std::uint64_t address) {
    return {noc0_of(arch, {coordinate(address, 2), coordinate(address, 3)}),
            noc0_of(arch, {coordinate(address, 0), coordinate(address, 1)}), local_part(address)};
}

}  // namespace tessera::noc
