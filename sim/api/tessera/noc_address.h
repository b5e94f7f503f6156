// Coordinates and addresses of the NoC (kernel-api.md 2.2).
#pragma once

#include "tessera/call.h"
#include "tessera/noc_parameters.h"

inline constexpr uint8_t noc_index = NOC_INDEX;
inline constexpr uint8_t noc_mode = DM_DEDICATED_NOC;

namespace tessera {

ALWI uint32_t low(uint64_t address) { return static_cast<uint32_t>(address); }
ALWI uint32_t high(uint64_t address) { return static_cast<uint32_t>(address >> 32); }

constexpr ALWI uint64_t noc_address(uint32_t x, uint32_t y, uint64_t address) {
    return static_cast<uint64_t>(y << abi::noc_coordinate_bits | x) << abi::noc_address_bits | address;
}

// my_x[noc], my_y[noc]: coordinates of this core.
template <int shift>
struct MyCoordinate {
    ALWI uint8_t operator[](uint32_t noc) const { return call<Call::my_coordinate>(noc) >> shift & 0xFF; }
};

}  // namespace tessera

inline constexpr tessera::MyCoordinate<0> my_x{};
inline constexpr tessera::MyCoordinate<8> my_y{};

ALWI uint64_t get_noc_addr(uint32_t x, uint32_t y, uint32_t address, uint8_t = noc_index) {
    return tessera::noc_address(x, y, address);
}
ALWI uint64_t get_noc_addr(uint32_t address, uint8_t noc = noc_index) {
    const uint32_t xy = tessera::call<tessera::Call::my_coordinate>(noc);
    return tessera::noc_address(xy & 0xFF, xy >> 8 & 0xFF, address);
}
ALWI uint64_t get_noc_addr_helper(uint32_t noc_xy, uint32_t address) {
    return static_cast<uint64_t>(noc_xy) << tessera::abi::noc_address_bits | address;
}
ALWI uint64_t get_noc_multicast_addr(uint32_t x_start, uint32_t y_start, uint32_t x_end, uint32_t y_end,
                                     uint32_t address, uint8_t = noc_index) {
    const uint64_t start = static_cast<uint64_t>(y_start << tessera::abi::noc_coordinate_bits | x_start);
    return start << (tessera::abi::noc_address_bits + 2 * tessera::abi::noc_coordinate_bits) |
           tessera::noc_address(x_end, y_end, address);
}
ALWI bool is_l1_address(uint64_t address) { return (address & 0xFFFFFFFF) < tessera::abi::local_memory_base; }
