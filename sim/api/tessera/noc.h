// Transfers over the NoC and semaphores, for the data-movement cores (kernel-api.md 2.2, 2.3). An address is 64 bits
// wide, coordinates above 36 bits of byte address (sim/abi/abi.hpp). Transfers end at their barrier, not at the call.
#pragma once

#include "tessera/call.h"
#include "tessera/types.h"

inline constexpr uint8_t noc_index = NOC_INDEX;
inline constexpr uint8_t noc_mode = 0;

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

// What the stateful calls keep in the command buffer between set_state and with_state.
struct CommandState {
    uint64_t address;
    uint32_t size;
};
inline CommandState read_state[2], write_state[2];

ALWI uint64_t with_low(uint64_t address, uint32_t low_word) { return (address & ~0xFFFFFFFFull) | low_word; }

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
ALWI uint64_t get_noc_multicast_addr(uint32_t x_start, uint32_t y_start, uint32_t x_end, uint32_t y_end,
                                     uint32_t address, uint8_t = noc_index) {
    const uint64_t start = static_cast<uint64_t>(y_start << tessera::abi::noc_coordinate_bits | x_start);
    return start << (tessera::abi::noc_address_bits + 2 * tessera::abi::noc_coordinate_bits) |
           tessera::noc_address(x_end, y_end, address);
}

inline constexpr uint32_t noc_any_size = NOC_MAX_BURST_SIZE + 1;

template <uint32_t max_page_size = noc_any_size>
ALWI void noc_async_read(uint64_t source, uint32_t l1, uint32_t bytes, uint8_t noc = noc_index) {
    tessera::call<tessera::Call::noc_read>(tessera::low(source), tessera::high(source), l1, bytes, noc);
}
ALWI void noc_async_read_one_packet(uint64_t source, uint32_t l1, uint32_t bytes, uint8_t noc = noc_index) {
    noc_async_read(source, l1, bytes, noc);
}
ALWI void noc_async_read_one_packet_set_state(uint64_t source, uint32_t bytes, uint8_t noc = noc_index) {
    tessera::read_state[noc] = {source, bytes};
}
template <bool inc_num_issued = true>
ALWI void noc_async_read_one_packet_with_state(uint32_t source_low, uint32_t l1, uint8_t noc = noc_index) {
    const tessera::CommandState& state = tessera::read_state[noc];
    noc_async_read(tessera::with_low(state.address, source_low), l1, state.size, noc);
}
ALWI void noc_async_read_set_state(uint64_t source, uint8_t noc = noc_index) { tessera::read_state[noc] = {source, 0}; }
template <bool inc_num_issued = true>
ALWI void noc_async_read_with_state(uint32_t source_low, uint32_t l1, uint32_t bytes, uint8_t noc = noc_index) {
    noc_async_read(tessera::with_low(tessera::read_state[noc].address, source_low), l1, bytes, noc);
}
// Every read is counted where it is issued.
ALWI void noc_async_read_inc_num_issued(uint32_t, uint8_t = noc_index) {}

template <uint32_t max_page_size = noc_any_size>
ALWI void noc_async_write(uint32_t l1, uint64_t destination, uint32_t bytes, uint8_t noc = noc_index) {
    tessera::call<tessera::Call::noc_write>(l1, tessera::low(destination), tessera::high(destination), bytes, noc);
}
ALWI void noc_async_write_one_packet(uint32_t l1, uint64_t destination, uint32_t bytes, uint8_t noc = noc_index) {
    noc_async_write(l1, destination, bytes, noc);
}
template <bool posted = false>
ALWI void noc_async_write_one_packet_set_state(uint64_t destination, uint32_t bytes, uint8_t noc = noc_index,
                                               uint8_t = 0) {
    tessera::write_state[noc] = {destination, bytes};
}
template <bool posted = false>
ALWI void noc_async_write_one_packet_with_state(uint32_t l1, uint32_t destination_low, uint8_t noc = noc_index) {
    const tessera::CommandState& state = tessera::write_state[noc];
    noc_async_write(l1, tessera::with_low(state.address, destination_low), state.size, noc);
}

namespace tessera {
ALWI void multicast(uint32_t l1, uint64_t to, uint32_t bytes, uint32_t dests, bool loopback, uint8_t noc) {
    call<Call::noc_write_multicast>(l1, low(to), high(to), bytes, noc, dests, loopback, 0);
}
}  // namespace tessera

template <uint32_t max_page_size = noc_any_size>
ALWI void noc_async_write_multicast(uint32_t l1, uint64_t destination, uint32_t bytes, uint32_t num_dests, bool = false,
                                    uint8_t noc = noc_index) {
    tessera::multicast(l1, destination, bytes, num_dests, false, noc);
}
ALWI void noc_async_write_multicast_one_packet(uint32_t l1, uint64_t destination, uint32_t bytes, uint32_t num_dests,
                                               bool = false, uint8_t noc = noc_index) {
    tessera::multicast(l1, destination, bytes, num_dests, false, noc);
}
ALWI void noc_async_write_multicast_loopback_src(uint32_t l1, uint64_t destination, uint32_t bytes, uint32_t num_dests,
                                                 bool = false, uint8_t noc = noc_index) {
    tessera::multicast(l1, destination, bytes, num_dests, true, noc);
}
template <bool posted = false>
ALWI void noc_inline_dw_write(uint64_t destination, uint32_t value, uint8_t byte_enable = 0xF,
                              uint8_t noc = noc_index) {
    tessera::call<tessera::Call::noc_inline_write>(tessera::low(destination), tessera::high(destination), value,
                                                   byte_enable, noc);
}

ALWI void noc_async_read_barrier(uint8_t noc = noc_index) { tessera::call<tessera::Call::noc_read_barrier>(noc); }
ALWI void noc_async_write_barrier(uint8_t noc = noc_index) { tessera::call<tessera::Call::noc_write_barrier>(noc); }
ALWI void noc_async_writes_flushed(uint8_t noc = noc_index) { tessera::call<tessera::Call::noc_writes_flushed>(noc); }
ALWI void noc_async_write_flushed(uint8_t noc = noc_index) { noc_async_writes_flushed(noc); }
ALWI void noc_async_posted_writes_flushed(uint8_t noc = noc_index) { noc_async_writes_flushed(noc); }
ALWI void noc_async_atomic_barrier(uint8_t noc = noc_index) { tessera::call<tessera::Call::noc_atomic_barrier>(noc); }
ALWI void noc_async_full_barrier(uint8_t noc = noc_index) {
    noc_async_read_barrier(noc);
    noc_async_write_barrier(noc);
    noc_async_atomic_barrier(noc);
}

ALWI uint32_t get_semaphore(uint32_t id) { return TESSERA_SEMAPHORE_BASE + 16 * id; }
ALWI void noc_semaphore_set(volatile tt_l1_ptr uint32_t* semaphore, uint32_t value) { *semaphore = value; }
ALWI void noc_semaphore_wait(volatile tt_l1_ptr uint32_t* semaphore, uint32_t value) {
    tessera::call<tessera::Call::semaphore_wait>(semaphore, value);
}
ALWI void noc_semaphore_wait_min(volatile tt_l1_ptr uint32_t* semaphore, uint32_t value) {
    tessera::call<tessera::Call::semaphore_wait_min>(semaphore, value);
}
template <bool posted = false>
ALWI void noc_semaphore_inc(uint64_t address, uint32_t increment, uint8_t noc = noc_index, uint8_t = 0) {
    tessera::call<tessera::Call::noc_semaphore_inc>(tessera::low(address), tessera::high(address), increment, noc);
}
ALWI void noc_semaphore_set_remote(uint32_t l1, uint64_t address, uint8_t noc = noc_index) {
    noc_async_write(l1, address, 4, noc);
}
ALWI void noc_semaphore_set_multicast(uint32_t l1, uint64_t address, uint32_t num_dests, bool = false,
                                      uint8_t noc = noc_index) {
    tessera::multicast(l1, address, 4, num_dests, false, noc);
}
ALWI void noc_semaphore_set_multicast_loopback_src(uint32_t l1, uint64_t address, uint32_t num_dests, bool = false,
                                                   uint8_t noc = noc_index) {
    tessera::multicast(l1, address, 4, num_dests, true, noc);
}

// The machine has no cache in front of L1 that could hold old data; only the compiler must read again.
ALWI void invalidate_l1_cache() { asm volatile("" : : : "memory"); }
