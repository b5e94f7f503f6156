// Sockets: a stream of bytes from a core to others of its chip (the vendor's socket_api.h). The sender writes pages
// into the same FIFO of each receiver and tells them how many bytes it has sent in all; each tells it how many it has
// taken. A page size need not divide the FIFO: what is left at its end is skipped, and counted as sent and taken. What
// an interface says is kept in L1 between programs by update_socket_config. Of the two ends the host has configured L1
// (host/metalium/mesh_socket.cpp): a sender has its own words, then what each receiver has taken, then where each is;
// all in L1 units of their own. Sockets to the host or to another chip cannot be configured here.
#pragma once

#include <cstddef>

#include "tessera/alignment.h"
#include "tessera/kernel.h"

struct d2d_sender_socket_md {
    uint32_t downstream_mesh_id;
    uint32_t downstream_chip_id;
    uint32_t downstream_noc_y;
    uint32_t downstream_noc_x;
};
struct sender_downstream_encoding {
    d2d_sender_socket_md d2d;
};
struct sender_socket_md {
    uint32_t bytes_sent;
    uint32_t num_downstreams;
    uint32_t write_ptr;  // from downstream_fifo_addr on
    uint32_t downstream_bytes_sent_addr;
    uint32_t downstream_fifo_addr;
    uint32_t downstream_fifo_total_size;
    uint32_t is_d2h;
};
struct D2DSocketRecvInterface {
    uint32_t upstream_mesh_id;
    uint32_t upstream_chip_id;
    uint32_t upstream_noc_y;
    uint32_t upstream_noc_x;
    uint32_t upstream_bytes_acked_addr;
};
struct receiver_socket_md {
    uint32_t bytes_sent;
    uint32_t read_ptr;  // an address
    uint32_t fifo_addr;
    uint32_t fifo_total_size;
    uint32_t bytes_acked;
    uint32_t is_h2d;
    D2DSocketRecvInterface d2d;
};

struct SocketSenderInterface {
    uint32_t config_addr;
    uint32_t write_ptr;
    uint32_t bytes_sent;
    uint32_t bytes_acked_base_addr;
    uint32_t page_size;
    uint32_t num_downstreams;
    uint32_t downstream_fifo_total_size;
    uint32_t downstream_fifo_curr_size;  // whole pages
    uint32_t downstream_fifo_addr;
    uint32_t downstream_bytes_sent_addr;
    uint32_t is_d2h;
    struct {
        uint32_t downstream_enc_base_addr;
    } d2d;
};
struct SocketReceiverInterface {
    uint32_t config_addr;
    uint32_t read_ptr;
    uint32_t bytes_acked;
    uint32_t bytes_sent_addr;
    uint32_t page_size;
    uint32_t fifo_addr;
    uint32_t fifo_total_size;
    uint32_t fifo_curr_size;
    uint32_t is_h2d;
    D2DSocketRecvInterface d2d;
};

inline constexpr uint32_t sender_socket_md_size_bytes = align(sizeof(sender_socket_md), L1_ALIGNMENT);
inline constexpr uint32_t bytes_acked_size_bytes = align(sizeof(uint32_t), L1_ALIGNMENT);
inline constexpr uint32_t downstream_encoding_size_bytes = align(sizeof(sender_downstream_encoding), L1_ALIGNMENT);

namespace tessera {

// Of the compute RISCs the unpacker alone follows a socket.
#if defined(TRISC_MATH) || defined(TRISC_PACK)
inline constexpr bool follows_sockets = false;
#else
inline constexpr bool follows_sockets = true;
#endif

ALWI volatile uint32_t& socket_word(uint32_t address) { return *reinterpret_cast<volatile uint32_t*>(address); }

// How far an end is in its FIFO, and the bytes that it counts, after so many more in pages.
struct SocketStep {
    uint32_t at, bytes;
    SocketStep(uint32_t from, uint32_t more, uint32_t whole_pages, uint32_t total) : at(from + more), bytes(more) {
        if (at < whole_pages) return;
        at -= whole_pages;
        bytes += total - whole_pages;
    }
};
// The same for a change of the page size: to the next place of such a page, or to the beginning.
struct SocketResize {
    uint32_t whole_pages, at, skipped = 0;
    SocketResize(uint32_t from, uint32_t page, uint32_t total)
        : whole_pages(total - total % page), at(align(from, page)) {
        ASSERT(page <= total);
        if (at < whole_pages) return;
        skipped = total - at;
        at = 0;
    }
};

}  // namespace tessera

// ---- the sender
inline SocketSenderInterface create_sender_socket_interface(uint32_t config_addr) {
    const auto& config = *reinterpret_cast<const sender_socket_md*>(config_addr);
    SocketSenderInterface socket{};
    socket.config_addr = config_addr;
    socket.write_ptr = config.write_ptr;
    socket.bytes_sent = config.bytes_sent;
    socket.bytes_acked_base_addr = config_addr + sender_socket_md_size_bytes;
    socket.num_downstreams = config.num_downstreams;
    socket.downstream_fifo_total_size = config.downstream_fifo_total_size;
    socket.downstream_fifo_addr = config.downstream_fifo_addr;
    socket.downstream_bytes_sent_addr = config.downstream_bytes_sent_addr;
    socket.is_d2h = config.is_d2h;
    socket.d2d.downstream_enc_base_addr =
        socket.bytes_acked_base_addr + socket.num_downstreams * bytes_acked_size_bytes;
    return socket;
}
inline sender_downstream_encoding get_downstream_encoding(const SocketSenderInterface& socket, uint32_t downstream_id) {
    return *reinterpret_cast<const sender_downstream_encoding*>(socket.d2d.downstream_enc_base_addr +
                                                                downstream_id * downstream_encoding_size_bytes);
}
inline void set_sender_socket_page_size(SocketSenderInterface& socket, uint32_t page_size) {
    ASSERT(page_size % L1_ALIGNMENT == 0);
    const tessera::SocketResize to(socket.write_ptr, page_size, socket.downstream_fifo_total_size);
    socket.bytes_sent += to.skipped;
    socket.write_ptr = to.at;
    socket.page_size = page_size;
    socket.downstream_fifo_curr_size = to.whole_pages;
}
inline void socket_reserve_pages(const SocketSenderInterface& socket, uint32_t num_pages) {
    for (uint32_t i = 0; i < socket.num_downstreams; ++i) {
        const uint32_t acked = socket.bytes_acked_base_addr + i * bytes_acked_size_bytes;
        while (socket.downstream_fifo_total_size - (socket.bytes_sent - tessera::socket_word(acked)) <
               num_pages * socket.page_size)
            invalidate_l1_cache();
    }
}
inline void socket_push_pages(SocketSenderInterface& socket, uint32_t num_pages) {
    const uint32_t bytes = num_pages * socket.page_size;
    ASSERT(bytes <= socket.downstream_fifo_curr_size);
    const tessera::SocketStep to(socket.write_ptr, bytes, socket.downstream_fifo_curr_size,
                                 socket.downstream_fifo_total_size);
    socket.write_ptr = to.at;
    socket.bytes_sent += to.bytes;
}
inline void socket_barrier(const SocketSenderInterface& socket) {
    for (uint32_t i = 0; i < socket.num_downstreams; ++i)
        while (tessera::socket_word(socket.bytes_acked_base_addr + i * bytes_acked_size_bytes) != socket.bytes_sent)
            invalidate_l1_cache();
}
inline void update_socket_config(const SocketSenderInterface& socket) {
    tessera::socket_word(socket.config_addr + offsetof(sender_socket_md, bytes_sent)) = socket.bytes_sent;
    tessera::socket_word(socket.config_addr + offsetof(sender_socket_md, write_ptr)) = socket.write_ptr;
}

// ---- a receiver
inline SocketReceiverInterface create_receiver_socket_interface(uint32_t config_addr) {
    SocketReceiverInterface socket{};
    if constexpr (!tessera::follows_sockets) return socket;
    const auto& config = *reinterpret_cast<const receiver_socket_md*>(config_addr);
    socket.config_addr = config_addr;
    socket.read_ptr = config.read_ptr;
    socket.bytes_acked = config.bytes_acked;
    socket.bytes_sent_addr = config_addr + offsetof(receiver_socket_md, bytes_sent);
    socket.fifo_addr = config.fifo_addr;
    socket.fifo_total_size = config.fifo_total_size;
    socket.is_h2d = config.is_h2d;
    socket.d2d = config.d2d;
    return socket;
}

namespace tessera {

ALWI bool socket_has_bytes(const SocketReceiverInterface& socket, uint32_t bytes) {
    return socket_word(socket.bytes_sent_addr) - socket.bytes_acked >= bytes;
}

}  // namespace tessera

inline void set_receiver_socket_page_size(SocketReceiverInterface& socket, uint32_t page_size) {
    if constexpr (!tessera::follows_sockets) return;
    const tessera::SocketResize to(socket.read_ptr - socket.fifo_addr, page_size, socket.fifo_total_size);
    while (!tessera::socket_has_bytes(socket, to.skipped)) invalidate_l1_cache();  // never more taken than sent
    socket.bytes_acked += to.skipped;
    socket.read_ptr = socket.fifo_addr + to.at;
    socket.page_size = page_size;
    socket.fifo_curr_size = to.whole_pages;
}
// False: so many looks were not enough. 0 waits without end.
inline bool socket_wait_for_pages(const SocketReceiverInterface& socket, uint32_t num_pages,
                                  uint32_t early_exit_iter_count = 0) {
    if constexpr (!tessera::follows_sockets) return true;
    const uint32_t bytes = num_pages * socket.page_size;
    ASSERT(bytes <= socket.fifo_curr_size);
    const tessera::SocketStep to(socket.read_ptr - socket.fifo_addr, bytes, socket.fifo_curr_size,
                                 socket.fifo_total_size);
    if (early_exit_iter_count == 0) {
        while (!tessera::socket_has_bytes(socket, to.bytes)) invalidate_l1_cache();
        return true;
    }
    for (uint32_t looks = 0; looks < early_exit_iter_count; ++looks) {
        if (tessera::socket_has_bytes(socket, to.bytes)) return true;
        invalidate_l1_cache();
    }
    return false;
}
inline void socket_pop_pages(SocketReceiverInterface& socket, uint32_t num_pages) {
    if constexpr (!tessera::follows_sockets) return;
    const uint32_t bytes = num_pages * socket.page_size;
    ASSERT(bytes <= socket.fifo_curr_size);
    const tessera::SocketStep to(socket.read_ptr - socket.fifo_addr, bytes, socket.fifo_curr_size,
                                 socket.fifo_total_size);
    socket.read_ptr = socket.fifo_addr + to.at;
    socket.bytes_acked += to.bytes;
}
// A local buffer on the memory of the FIFO goes round as it does, from where it stands.
inline void assign_local_cb_to_socket(const SocketReceiverInterface& socket, uint32_t cb_id) {
    if constexpr (!tessera::follows_sockets) return;
    const uint32_t page = get_local_cb_interface(cb_id).fifo_page_size * tessera::cb_unit;
    ASSERT(socket.fifo_curr_size % page == 0);
    tessera::call<tessera::Call::cb_set_pointer>(cb_id, tessera::abi::CbPointer::pages, socket.fifo_curr_size / page);
    tessera::call<tessera::Call::cb_set_pointer>(cb_id, tessera::abi::CbPointer::write, socket.read_ptr);
    tessera::call<tessera::Call::cb_set_pointer>(cb_id, tessera::abi::CbPointer::read, socket.read_ptr);
}
inline void update_socket_config(const SocketReceiverInterface& socket) {
    tessera::socket_word(socket.config_addr + offsetof(receiver_socket_md, bytes_acked)) = socket.bytes_acked;
    tessera::socket_word(socket.config_addr + offsetof(receiver_socket_md, read_ptr)) = socket.read_ptr;
}

// ---- what either tells the other over the NoC
#if !defined(COMPILE_FOR_TRISC)
inline void socket_notify_receiver(const SocketSenderInterface& socket) {
    for (uint32_t i = 0; i < socket.num_downstreams; ++i) {
        const d2d_sender_socket_md to = get_downstream_encoding(socket, i).d2d;
        noc_inline_dw_write(get_noc_addr(to.downstream_noc_x, to.downstream_noc_y, socket.downstream_bytes_sent_addr),
                            socket.bytes_sent);
    }
}
inline void socket_notify_sender(const SocketReceiverInterface& socket, uint8_t noc = noc_index) {
    noc_inline_dw_write(
        get_noc_addr(socket.d2d.upstream_noc_x, socket.d2d.upstream_noc_y, socket.d2d.upstream_bytes_acked_addr, noc),
        socket.bytes_acked, 0xF, noc);
}
#endif
