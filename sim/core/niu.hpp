// What the network interface of one NoC keeps for the RISCs of its core: the registers of its command buffers, which
// outlive a request, and the requests under way by transaction id (spec/memory-order.md 3).
#pragma once

#include <array>
#include <cstdint>
#include <optional>

#include "sim/abi/abi.hpp"
#include "sim/noc/address.hpp"
#include "sim/noc/transfer.hpp"

namespace tessera::core {

// What a request leaves behind for the next one through the same buffer.
struct BufferState {
    std::uint64_t address = 0;  // of the other end
    std::uint32_t bytes = 0, value = 0;
    std::uint8_t byte_enable = 0xF, transaction_id = 0;
    int channel = abi::unicast_channel;  // as last set with the state
};

// The requests of a transaction id: two counters of eight bits that wrap, as those of the machine do.
struct TransactionId {
    std::uint8_t outstanding = 0;  // reads, atomics and writes that nobody has answered yet
    std::uint8_t outgoing = 0;     // writes that have not left L1
};

struct Niu {
    std::array<BufferState, abi::command_buffers> buffers{};
    std::array<TransactionId, abi::transaction_ids> ids{};
    std::optional<noc::MulticastAddress> linked;  // the rectangle to which a linked multicast holds the way

    void sent(const noc::Transfer& transfer) {
        TransactionId& id = ids[transfer.transaction_id];
        if (!transfer.posted) ++id.outstanding;
        if (transfer.kind == noc::Kind::write) ++id.outgoing;
    }
    void departed(const noc::Transfer& transfer) { --ids[transfer.transaction_id].outgoing; }
    void arrived(const noc::Transfer& transfer) {
        if (!transfer.posted) --ids[transfer.transaction_id].outstanding;
    }
};

// schedule::Wait::index of those who wait for an NIU: all requests of one kind, the posted writes, or one transaction
// id.
constexpr std::uint32_t plain_wait(int noc) { return static_cast<std::uint32_t>(noc); }
constexpr std::uint32_t posted_wait(int noc) { return static_cast<std::uint32_t>(noc) | 2; }
constexpr std::uint32_t id_wait(int noc, std::uint32_t id) { return static_cast<std::uint32_t>(noc) | 4 | id << 3; }

}  // namespace tessera::core
