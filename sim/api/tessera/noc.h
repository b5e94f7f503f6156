// Transfers over the NoC, for the data-movement cores (kernel-api.md 2.2). Transfers end at their barrier, not at the
// call. Template parameters about tracing are the vendor's and change nothing.
#pragma once

#include "tessera/noc_address.h"
#include "tessera/risc_common.h"

inline constexpr uint32_t noc_any_size = NOC_MAX_BURST_SIZE + 1;

namespace tessera {

// The last argument of a call: the NoC, and what differs from a plain request.
template <bool posted = false>
ALWI uint32_t options(uint8_t noc, abi::CommandBuffer buffer = abi::CommandBuffer::write) {
    return noc | (posted ? abi::noc_posted : 0) | static_cast<uint32_t>(buffer) << abi::noc_buffer_shift;
}

// A request on another virtual channel than the usual one, added to its options.
ALWI constexpr uint32_t channel(uint32_t vc) {
    return ((vc ^ abi::unicast_channel) & abi::noc_channel_mask) << abi::noc_channel_shift;
}

// The vendor's calls for one packet, which its calls of any length also are where the template says what is the most.
constexpr uint32_t one_packet(uint32_t most) { return most <= NOC_MAX_BURST_SIZE ? abi::noc_one_packet : 0; }

// A multicast takes `linked` and the NoC; older ones had a bool between the two, which said whether to reserve the way.
struct MulticastNoc {
    uint8_t noc;
    template <class T>
    constexpr ALWI MulticastNoc(T value) : noc(__is_same(T, bool) ? noc_index : static_cast<uint8_t>(value)) {}
};

ALWI void multicast(uint32_t l1, uint64_t to, uint32_t bytes, uint32_t dests, bool loopback, uint32_t options,
                    bool linked) {
    call<Call::noc_write_multicast>(l1, low(to), high(to), bytes, options | (linked ? abi::noc_linked : 0), dests,
                                    loopback, 0);
}

}  // namespace tessera

template <uint32_t max_page_size = noc_any_size, bool enable_noc_tracing = true>
ALWI void noc_async_read(uint64_t source, uint32_t l1, uint32_t bytes, uint8_t noc = noc_index,
                         uint32_t vc = NOC_UNICAST_WRITE_VC) {
    tessera::call<tessera::Call::noc_read>(tessera::low(source), tessera::high(source), l1, bytes,
                                           noc | tessera::channel(vc) | tessera::one_packet(max_page_size));
}
template <bool enable_noc_tracing = true>
ALWI void noc_async_read_one_packet(uint64_t source, uint32_t l1, uint32_t bytes, uint8_t noc = noc_index,
                                    uint32_t vc = NOC_UNICAST_WRITE_VC) {
    noc_async_read<NOC_MAX_BURST_SIZE>(source, l1, bytes, noc, vc);
}

template <uint32_t max_page_size = noc_any_size, bool enable_noc_tracing = true, bool posted = false>
ALWI void noc_async_write(uint32_t l1, uint64_t destination, uint32_t bytes, uint8_t noc = noc_index,
                          uint32_t vc = NOC_UNICAST_WRITE_VC) {
    tessera::call<tessera::Call::noc_write>(
        l1, tessera::low(destination), tessera::high(destination), bytes,
        tessera::options<posted>(noc) | tessera::channel(vc) | tessera::one_packet(max_page_size));
}
template <bool enable_noc_tracing = true, bool posted = false>
ALWI void noc_async_write_one_packet(uint32_t l1, uint64_t destination, uint32_t bytes, uint8_t noc = noc_index,
                                     uint32_t vc = NOC_UNICAST_WRITE_VC) {
    noc_async_write<NOC_MAX_BURST_SIZE, true, posted>(l1, destination, bytes, noc, vc);
}

template <uint32_t max_page_size = noc_any_size>
ALWI void noc_async_write_multicast(uint32_t l1, uint64_t destination, uint32_t bytes, uint32_t num_dests,
                                    bool linked = false, tessera::MulticastNoc noc = noc_index) {
    tessera::multicast(l1, destination, bytes, num_dests, false, noc.noc, linked);
}
template <uint32_t max_page_size = noc_any_size>
ALWI void noc_async_write_multicast(uint32_t l1, uint64_t destination, uint32_t bytes, uint32_t num_dests, bool linked,
                                    bool, uint8_t noc) {
    tessera::multicast(l1, destination, bytes, num_dests, false, noc, linked);
}
template <bool enable_noc_tracing = true>
ALWI void noc_async_write_multicast_one_packet(uint32_t l1, uint64_t destination, uint32_t bytes, uint32_t num_dests,
                                               bool linked = false, tessera::MulticastNoc noc = noc_index) {
    tessera::multicast(l1, destination, bytes, num_dests, false, noc.noc | tessera::abi::noc_one_packet, linked);
}
ALWI void noc_async_write_multicast_loopback_src(uint32_t l1, uint64_t destination, uint32_t bytes, uint32_t num_dests,
                                                 bool linked = false, tessera::MulticastNoc noc = noc_index) {
    tessera::multicast(l1, destination, bytes, num_dests, true, noc.noc, linked);
}

ALWI void noc_async_read_barrier(uint8_t noc = noc_index) { tessera::call<tessera::Call::noc_read_barrier>(noc); }
ALWI void noc_async_write_barrier(uint8_t noc = noc_index) { tessera::call<tessera::Call::noc_write_barrier>(noc); }
ALWI void noc_async_writes_flushed(uint8_t noc = noc_index) { tessera::call<tessera::Call::noc_writes_flushed>(noc); }
ALWI void noc_async_write_flushed(uint8_t noc = noc_index) { noc_async_writes_flushed(noc); }
ALWI void noc_async_posted_writes_flushed(uint8_t noc = noc_index) {
    tessera::call<tessera::Call::noc_posted_flushed>(noc);
}
ALWI void noc_async_atomic_barrier(uint8_t noc = noc_index) { tessera::call<tessera::Call::noc_atomic_barrier>(noc); }
// The vendor's takes software's counts of requests from the registers again, after a kernel that kept none. Barriers
// here count in the machine: they go on waiting for what is under way.
ALWI void ncrisc_noc_counters_init() {}
ALWI void noc_async_full_barrier(uint8_t noc = noc_index) {
    noc_async_read_barrier(noc);
    noc_async_writes_flushed(noc);
    noc_async_write_barrier(noc);
    noc_async_atomic_barrier(noc);
    noc_async_posted_writes_flushed(noc);
}
