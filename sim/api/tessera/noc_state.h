// Requests that reuse what a command buffer holds, and transaction ids (kernel-api.md 2.2, memory-order.md 3). The
// registers are the machine's: a plain request through the same buffer overwrites the state, and a transaction id stays
// with its buffer for all requests that follow.
#pragma once

#include "tessera/noc.h"

// Numbers of the command buffers in the order of the vendor's dedicated mode.
inline constexpr uint32_t write_cmd_buf = static_cast<uint32_t>(tessera::abi::CommandBuffer::write);
inline constexpr uint32_t read_cmd_buf = static_cast<uint32_t>(tessera::abi::CommandBuffer::read);
inline constexpr uint32_t write_reg_cmd_buf = static_cast<uint32_t>(tessera::abi::CommandBuffer::reg);
inline constexpr uint32_t write_at_cmd_buf = static_cast<uint32_t>(tessera::abi::CommandBuffer::atomic);

namespace tessera {

ALWI uint32_t buffer_options(uint8_t noc, uint32_t buffer) {
    return options(noc, static_cast<abi::CommandBuffer>(buffer));
}
template <bool posted>
ALWI uint32_t write_options(uint8_t noc, uint32_t buffer) {
    return options<posted>(noc, static_cast<abi::CommandBuffer>(buffer));
}
ALWI void set_state(uint64_t address, uint32_t bytes, uint32_t options) {
    call<Call::noc_set_state>(low(address), high(address), bytes, options);
}
ALWI void set_packet_state(uint64_t address, uint32_t bytes, uint32_t options) {
    set_state(address, bytes, options | abi::noc_one_packet);
}
ALWI void read_with_state(uint32_t source_low, uint32_t l1, uint32_t bytes, uint8_t noc) {
    call<Call::noc_read_with_state>(source_low, l1, bytes, buffer_options(noc, read_cmd_buf));
}
ALWI void set_id(uint32_t id, uint8_t noc, uint32_t buffer) { call<Call::noc_set_id>(id, buffer_options(noc, buffer)); }
ALWI void wait_id(uint32_t id, uint8_t noc, uint32_t limit, abi::NocIdWait what) {
    call<Call::noc_wait_id>(id, noc, limit, what);
}

}  // namespace tessera

// Reads. Every read is counted where it is issued, so the count need not be kept apart.
template <bool use_vc = false>
ALWI void noc_async_read_one_packet_set_state(uint64_t source, uint32_t bytes, uint32_t = 0, uint8_t noc = noc_index) {
    tessera::set_packet_state(source, bytes, tessera::buffer_options(noc, read_cmd_buf));
}
template <bool inc_num_issued = true, bool use_vc = false>
ALWI void noc_async_read_one_packet_with_state(uint32_t source_low, uint32_t l1, uint32_t = 0,
                                               uint8_t noc = noc_index) {
    tessera::read_with_state(source_low, l1, tessera::abi::noc_state_bytes, noc);
}
ALWI void noc_async_read_set_state(uint64_t source, uint8_t noc = noc_index) {
    tessera::set_state(source, 0, tessera::buffer_options(noc, read_cmd_buf));
}
template <bool inc_num_issued = true>
ALWI void noc_async_read_with_state(uint32_t source_low, uint32_t l1, uint32_t bytes, uint8_t noc = noc_index) {
    tessera::read_with_state(source_low, l1, bytes, noc);
}
ALWI void noc_async_read_inc_num_issued(uint32_t, uint8_t = noc_index) {}

// Writes.
template <bool posted = false>
ALWI void noc_async_write_one_packet_set_state(uint64_t destination, uint32_t bytes, uint8_t noc = noc_index,
                                               uint8_t vc = NOC_UNICAST_WRITE_VC) {
    tessera::set_packet_state(destination, bytes, tessera::buffer_options(noc, write_cmd_buf) | tessera::channel(vc));
}
template <bool posted = false>
ALWI void noc_async_write_one_packet_with_state(uint32_t l1, uint32_t destination_low, uint8_t noc = noc_index) {
    tessera::call<tessera::Call::noc_write_with_state>(l1, destination_low, tessera::abi::noc_state_bytes,
                                                       tessera::options<posted>(noc));
}

// Of the vendor's dataflow_api.h until 2025; a function of a kernel's own comes before it.
template <class = void>
constexpr uint32_t min(uint32_t a, uint32_t b) {
    return a < b ? a : b;
}

// Transaction ids. Not more than half of what an id's counter holds is let under way by the calls that check.
ALWI uint32_t noc_available_transactions(uint32_t noc, uint32_t trid) {
    return NOC_MAX_TRANSACTION_ID_COUNT - tessera::call<tessera::Call::noc_outstanding>(trid, noc);
}
ALWI void noc_async_read_set_trid(uint32_t trid = 0, uint8_t noc = noc_index) {
    tessera::set_id(trid, noc, read_cmd_buf);
}
ALWI void noc_async_write_set_trid(uint32_t trid = 0, uint8_t noc = noc_index) {
    tessera::set_id(trid, noc, write_cmd_buf);
}
// The id is that of noc_async_read_set_trid; `trid` names the counter that is looked at before.
template <bool skip_ptr_update = false, bool skip_cmdbuf_chk = false>
ALWI void noc_async_read_one_packet_with_state_with_trid(uint32_t source_base, uint32_t source, uint32_t l1,
                                                         uint32_t trid = 0, uint8_t noc = noc_index) {
    tessera::wait_id(trid, noc, (NOC_MAX_TRANSACTION_ID_COUNT + 1) / 2, tessera::abi::NocIdWait::reads);
    tessera::read_with_state(source_base + source, l1, tessera::abi::noc_state_bytes, noc);
}
// The names of both until 2025.
ALWI void noc_async_read_tile_dram_sharded_set_trid(uint32_t trid = 0, uint8_t noc = noc_index) {
    noc_async_read_set_trid(trid, noc);
}
template <bool skip_ptr_update = false>
ALWI void noc_async_read_tile_dram_sharded_with_state_with_trid(uint32_t source_base, uint32_t source, uint32_t l1,
                                                                uint32_t trid = 0, uint8_t noc = noc_index) {
    noc_async_read_one_packet_with_state_with_trid<skip_ptr_update>(source_base, source, l1, trid, noc);
}
ALWI void noc_async_read_barrier_with_trid(uint32_t trid, uint8_t noc = noc_index) {
    tessera::wait_id(trid, noc, 0, tessera::abi::NocIdWait::reads);
}
template <bool update_counter = true, bool posted = false>
ALWI void noc_async_write_one_packet_with_trid(uint32_t l1, uint64_t destination, uint32_t bytes, uint32_t trid,
                                               uint8_t cmd_buf = write_cmd_buf, uint8_t noc = noc_index,
                                               uint8_t vc = NOC_UNICAST_WRITE_VC) {
    tessera::set_id(trid, noc, cmd_buf);
    tessera::call<tessera::Call::noc_write>(
        l1, tessera::low(destination), tessera::high(destination), bytes,
        tessera::write_options<posted>(noc, cmd_buf) | tessera::channel(vc) | tessera::abi::noc_one_packet);
}
template <bool posted = false>
ALWI void noc_async_write_one_packet_with_trid_set_state(uint64_t destination, uint8_t cmd_buf = write_cmd_buf,
                                                         uint8_t noc = noc_index, uint8_t vc = NOC_UNICAST_WRITE_VC) {
    tessera::set_state(destination, 0, tessera::buffer_options(noc, cmd_buf) | tessera::channel(vc));
}
template <bool update_counter = true, bool posted = false>
ALWI void noc_async_write_one_packet_with_trid_with_state(uint32_t l1, uint32_t destination_low, uint32_t bytes,
                                                          uint32_t trid, uint8_t cmd_buf = write_cmd_buf,
                                                          uint8_t noc = noc_index) {
    tessera::set_id(trid, noc, cmd_buf);
    tessera::call<tessera::Call::noc_write_with_state>(
        l1, destination_low, bytes, tessera::write_options<posted>(noc, cmd_buf) | tessera::abi::noc_one_packet);
}
ALWI void noc_async_write_barrier_with_trid(uint32_t trid, uint8_t noc = noc_index) {
    tessera::wait_id(trid, noc, 0, tessera::abi::NocIdWait::writes);
}
ALWI void noc_async_write_flushed_with_trid(uint32_t trid, uint8_t noc = noc_index) {
    tessera::wait_id(trid, noc, 0, tessera::abi::NocIdWait::sent);
}
ALWI void reset_noc_trid_barrier_counter(uint32_t id_mask = NOC_CLEAR_OUTSTANDING_REQ_MASK, uint32_t noc = noc_index) {
    tessera::call<tessera::Call::noc_clear_ids>(id_mask, noc);
}
