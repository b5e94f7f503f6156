// Circular buffers whose producer and consumers are different cores (the vendor's remote_circular_buffer.h). The sender
// writes pages into the same ring of each receiver; counters of what was sent and taken, in units of 16 bytes, stand in
// L1 of both ends, pairwise, and the NoC adds to the other end's. A page size need not divide the ring: what is left at
// its end is skipped, and counted as sent and taken. The words at config_ptr are the host's: whether this core sends,
// how many receive, start and size of the ring, the next place in it, where the others' coordinates and the counters
// are.
#pragma once

#include "tessera/address.h"
#include "tessera/object/lock.h"
#include "tessera/object/noc.h"

inline constexpr uint32_t REMOTE_CIRCULAR_BUFFER_ALIGNED_PAGE_SIZE = L1_ALIGNMENT;

// Both ends keep ring, page size and pointer at the same places, so that either may be asked for them.
struct RemoteSenderCBInterface {
    uint32_t config_ptr;
    uint32_t fifo_start_addr;
    uint32_t fifo_limit_page_aligned;
    uint32_t fifo_page_size;
    uint32_t fifo_wr_ptr;
    uint32_t receiver_noc_xy_ptr;     // words x, y of each receiver
    uint32_t aligned_pages_sent_ptr;  // of each receiver: sent, taken, each in an L1 unit of its own
    uint32_t num_receivers;
};
struct RemoteReceiverCBInterface {
    uint32_t config_ptr;
    uint32_t fifo_start_addr;
    uint32_t fifo_limit_page_aligned;
    uint32_t fifo_page_size;
    uint32_t fifo_rd_ptr;
    uint32_t sender_noc_x;
    uint32_t sender_noc_y;
    uint32_t aligned_pages_acked_ptr;  // what was sent stands one L1 unit below
};

namespace tessera {

union RemoteCb {
    RemoteSenderCBInterface sender;
    RemoteReceiverCBInterface receiver;
};
inline RemoteCb remote_cbs[TESSERA_CIRCULAR_BUFFERS];

ALWI volatile uint32_t& word_at(uint32_t address) { return *reinterpret_cast<volatile uint32_t*>(address); }

// A ring and a place in it, whichever end it belongs to.
struct RemoteRing {
    uint32_t size, start, limit;
    template <class Interface>
    explicit RemoteRing(const Interface& end)
        : size(word_at(end.config_ptr + 12)), start(end.fifo_start_addr), limit(end.fifo_limit_page_aligned) {}
    uint32_t left_over() const { return start + size - limit; }
    // Units from `at` over so many bytes, with what is skipped where they reach the end of the pages.
    uint32_t units(uint32_t at, uint32_t bytes) const {
        return (at + bytes >= limit ? bytes + left_over() : bytes) / REMOTE_CIRCULAR_BUFFER_ALIGNED_PAGE_SIZE;
    }
};

// Where the next page of another size begins, and the units passed over on the way there.
struct RemoteResize {
    uint32_t limit, next, skipped = 0;
    RemoteResize(const RemoteRing& ring, uint32_t at, uint32_t page)
        : limit(ring.start + ring.size - ring.size % page), next(ring.start + align(at - ring.start, page)) {
        uint32_t end = next;
        if (next >= limit) {
            next = ring.start;
            end = ring.start + ring.size;
        }
        skipped = (end - at) / REMOTE_CIRCULAR_BUFFER_ALIGNED_PAGE_SIZE;
    }
};

}  // namespace tessera

namespace tessera {

// An end that the host configured is read when it is first asked for.
ALWI RemoteCb& remote_cb(uint32_t cb);

}  // namespace tessera

inline RemoteSenderCBInterface& get_remote_sender_cb_interface(uint32_t cb) { return tessera::remote_cb(cb).sender; }
inline RemoteReceiverCBInterface& get_remote_receiver_cb_interface(uint32_t cb) {
    return tessera::remote_cb(cb).receiver;
}

namespace tessera::object {

namespace detail {

inline constexpr uint8_t default_noc_mode = noc_mode;
inline constexpr uint8_t default_cmd_buf = write_at_cmd_buf;

// Adds to a counter here and to its like at the other end.
ALWI void add_at_both(uint32_t counter, uint32_t x, uint32_t y, uint32_t units, uint8_t noc, bool posted) {
    word_at(counter) = word_at(counter) + units;
    const uint64_t there = get_noc_addr(x, y, counter, noc);
    if (posted)
        noc_semaphore_inc<true>(there, units, noc);
    else
        noc_semaphore_inc(there, units, noc);
}
template <uint8_t nm = default_noc_mode>
ALWI void update_pages_sent(const RemoteSenderCBInterface& cb, uint32_t units, uint8_t noc, bool posted, uint8_t) {
    for (uint32_t i = 0; i < cb.num_receivers; ++i) {
        const uint32_t at = cb.receiver_noc_xy_ptr + 8 * i;
        add_at_both(cb.aligned_pages_sent_ptr + 2 * L1_ALIGNMENT * i, word_at(at), word_at(at + 4), units, noc, posted);
    }
}
template <uint8_t nm = default_noc_mode>
ALWI void update_pages_acked(const RemoteReceiverCBInterface& cb, uint32_t units, uint8_t noc, bool posted, uint8_t) {
    add_at_both(cb.aligned_pages_acked_ptr, cb.sender_noc_x, cb.sender_noc_y, units, noc, posted);
}
ALWI void wait_for_units(const RemoteReceiverCBInterface& cb, uint32_t units) {
    while (word_at(cb.aligned_pages_acked_ptr - L1_ALIGNMENT) - word_at(cb.aligned_pages_acked_ptr) < units)
        invalidate_l1_cache();
}

}  // namespace detail

template <bool update_remote_over_noc = false>
void resize_remote_sender_cb_interface(uint32_t id, uint32_t page_size, uint8_t noc, uint8_t = detail::default_noc_mode,
                                       bool posted = true, uint8_t cmd_buf = detail::default_cmd_buf) {
    ASSERT(page_size % REMOTE_CIRCULAR_BUFFER_ALIGNED_PAGE_SIZE == 0);
    RemoteSenderCBInterface& cb = get_remote_sender_cb_interface(id);
    const RemoteResize to(RemoteRing(cb), cb.fifo_wr_ptr, page_size);
    if (update_remote_over_noc && to.skipped != 0) detail::update_pages_sent(cb, to.skipped, noc, posted, cmd_buf);
    cb.fifo_wr_ptr = to.next;
    cb.fifo_limit_page_aligned = to.limit;
    cb.fifo_page_size = page_size;
}
template <bool update_remote_over_noc = false>
void resize_remote_receiver_cb_interface(uint32_t id, uint32_t page_size, uint8_t noc,
                                         uint8_t = detail::default_noc_mode, bool posted = true,
                                         uint8_t cmd_buf = detail::default_cmd_buf) {
    ASSERT(page_size % REMOTE_CIRCULAR_BUFFER_ALIGNED_PAGE_SIZE == 0);
    RemoteReceiverCBInterface& cb = get_remote_receiver_cb_interface(id);
    const RemoteResize to(RemoteRing(cb), cb.fifo_rd_ptr, page_size);
    if (update_remote_over_noc && to.skipped != 0) {
        detail::wait_for_units(cb, to.skipped);  // never more taken than sent
        detail::update_pages_acked(cb, to.skipped, noc, posted, cmd_buf);
    }
    cb.fifo_rd_ptr = to.next;
    cb.fifo_limit_page_aligned = to.limit;
    cb.fifo_page_size = page_size;
}

inline void remote_cb_wait_front(uint32_t id, uint32_t pages) {
    const RemoteReceiverCBInterface& cb = get_remote_receiver_cb_interface(id);
    detail::wait_for_units(cb, RemoteRing(cb).units(cb.fifo_rd_ptr, pages * cb.fifo_page_size));
}
inline void remote_cb_pop_front(uint32_t id, uint32_t pages, uint8_t noc = noc_index) {
    RemoteReceiverCBInterface& cb = get_remote_receiver_cb_interface(id);
    const uint32_t bytes = pages * cb.fifo_page_size, units = RemoteRing(cb).units(cb.fifo_rd_ptr, bytes);
    cb.fifo_rd_ptr += bytes;
    if (cb.fifo_rd_ptr >= cb.fifo_limit_page_aligned) cb.fifo_rd_ptr += cb.fifo_start_addr - cb.fifo_limit_page_aligned;
    detail::update_pages_acked(cb, units, noc, false, write_at_cmd_buf);
}
inline void remote_cb_reserve_back(uint32_t id, uint32_t pages) {
    const RemoteSenderCBInterface& cb = get_remote_sender_cb_interface(id);
    const RemoteRing ring(cb);
    const uint32_t units = ring.units(cb.fifo_wr_ptr, pages * cb.fifo_page_size);
    for (uint32_t i = 0; i < cb.num_receivers; ++i) {
        const uint32_t sent = cb.aligned_pages_sent_ptr + 2 * L1_ALIGNMENT * i;
        while (ring.size / REMOTE_CIRCULAR_BUFFER_ALIGNED_PAGE_SIZE - (word_at(sent) - word_at(sent + L1_ALIGNMENT)) <
               units)
            invalidate_l1_cache();
    }
}
inline void remote_cb_sender_barrier(uint32_t id) {
    const RemoteSenderCBInterface& cb = get_remote_sender_cb_interface(id);
    for (uint32_t i = 0; i < cb.num_receivers; ++i) {
        const uint32_t sent = cb.aligned_pages_sent_ptr + 2 * L1_ALIGNMENT * i;
        while (word_at(sent) != word_at(sent + L1_ALIGNMENT)) invalidate_l1_cache();
    }
}
// Local rows hold the pages of all receivers side by side: each gets its share of every row, piece by piece.
template <bool skip_ptr_update = true>
void remote_cb_push_back_and_write_pages(uint32_t id, uint32_t local, uint32_t pages, uint32_t rows,
                                         uint32_t pieces_per_row, uint32_t piece, uint8_t noc = noc_index) {
    RemoteSenderCBInterface& cb = get_remote_sender_cb_interface(id);
    const uint32_t units = RemoteRing(cb).units(cb.fifo_wr_ptr, pages * cb.fifo_page_size);
    const uint32_t share = pieces_per_row * piece;
    uint32_t to = cb.fifo_wr_ptr;
    for (uint32_t i = 0; i < cb.num_receivers; ++i) {
        const uint32_t x = word_at(cb.receiver_noc_xy_ptr + 8 * i), y = word_at(cb.receiver_noc_xy_ptr + 8 * i + 4);
        to = cb.fifo_wr_ptr;
        noc_async_write_one_packet_set_state<skip_ptr_update>(get_noc_addr(x, y, to, noc), piece, noc);
        for (uint32_t row = 0; row < rows; ++row)
            for (uint32_t column = 0; column < pieces_per_row; ++column, to += piece)
                noc_async_write_one_packet_with_state<skip_ptr_update>(
                    local + share * (row * cb.num_receivers + i) + column * piece, to, noc);
        detail::add_at_both(cb.aligned_pages_sent_ptr + 2 * L1_ALIGNMENT * i, x, y, units, noc, skip_ptr_update);
    }
    cb.fifo_wr_ptr = to == cb.fifo_limit_page_aligned ? cb.fifo_start_addr : to;
}
// Leaves the pointer where the next program finds it.
inline void update_remote_cb_config_in_l1(uint32_t id) {
    const RemoteReceiverCBInterface& cb = get_remote_receiver_cb_interface(id);
    word_at(cb.config_ptr + offsetof(RemoteReceiverCBInterface, fifo_rd_ptr)) = cb.fifo_rd_ptr;
}

class RemoteCircularBuffer {
  public:
    enum class RemotePointerUpdate { SKIP, UPDATE_OVER_NOC };

    explicit RemoteCircularBuffer(uint32_t id) : id_(id) {}
    void reserve_back(uint32_t pages) { remote_cb_reserve_back(id_, pages); }
    template <class Src, RemotePointerUpdate update = RemotePointerUpdate::UPDATE_OVER_NOC>
    void push_back(Noc& noc, const Src& src, uint32_t pages, uint32_t rows, uint32_t pieces_per_row, uint32_t piece,
                   const typename noc_traits_t<Src>::src_args_type& args = {}) {
        remote_cb_push_back_and_write_pages<update == RemotePointerUpdate::UPDATE_OVER_NOC>(
            id_, noc_traits_t<Src>::template src_addr<Noc::AddressType::LOCAL_L1>(src, noc, args), pages, rows,
            pieces_per_row, piece, noc.get_noc_id());
    }
    void wait_front(uint32_t pages) { remote_cb_wait_front(id_, pages); }
    void pop_front(Noc& noc, uint32_t pages) { remote_cb_pop_front(id_, pages, noc.get_noc_id()); }
    template <RemotePointerUpdate update = RemotePointerUpdate::UPDATE_OVER_NOC>
    void set_sender_page_size(Noc& noc, uint32_t page_size, uint8_t mode = detail::default_noc_mode, bool posted = true,
                              uint8_t cmd_buf = detail::default_cmd_buf) {
        resize_remote_sender_cb_interface<update == RemotePointerUpdate::UPDATE_OVER_NOC>(
            id_, page_size, noc.get_noc_id(), mode, posted, cmd_buf);
    }
    template <RemotePointerUpdate update = RemotePointerUpdate::UPDATE_OVER_NOC>
    void set_receiver_page_size(Noc& noc, uint32_t page_size, uint8_t mode = detail::default_noc_mode,
                                Noc::ResponseMode response = Noc::ResponseMode::POSTED,
                                uint8_t cmd_buf = detail::default_cmd_buf) {
        resize_remote_receiver_cb_interface<update == RemotePointerUpdate::UPDATE_OVER_NOC>(
            id_, page_size, noc.get_noc_id(), mode, response == Noc::ResponseMode::POSTED, cmd_buf);
    }
    void barrier() { remote_cb_sender_barrier(id_); }
    void commit() { update_remote_cb_config_in_l1(id_); }
    [[nodiscard]] auto scoped_lock() {
        return Lock([] {});
    }

  private:
    uint32_t id_;
};

}  // namespace tessera::object

namespace tessera {

inline void configure_remote_cb(RemoteCb& cb, uint32_t id) {
    const uint32_t entry = TESSERA_REMOTE_CB_BASE + 8 * id;
    const uint32_t config = word_at(entry), page_size = word_at(entry + 4);
    const auto word = [&](uint32_t index) { return word_at(config + 4 * index); };
    const uint32_t start = word(2), limit = start + word(3), next = word(4), places = word(5), counters = word(6);
    if (word(0) != 0) {
        cb.sender = {config, start, limit, page_size, next, places, counters, word(1)};
        object::resize_remote_sender_cb_interface<false>(id, page_size, noc_index);
    } else {
        cb.receiver = {
            config, start, limit, page_size, next, word_at(places), word_at(places + 4), counters + L1_ALIGNMENT};
        object::resize_remote_receiver_cb_interface<false>(id, page_size, noc_index);
    }
}

ALWI RemoteCb& remote_cb(uint32_t id) {
    RemoteCb& cb = remote_cbs[id];
    if (TESSERA_REMOTE_CBS != 0 && cb.sender.config_ptr == 0 && (TESSERA_REMOTE_CBS >> id & 1) != 0)
        configure_remote_cb(cb, id);
    return cb;
}

}  // namespace tessera

namespace tessera::object {

// Local buffers on the memory of a ring between cores go round as it does, from where it stands.
template <uint32_t count>
void align_local_cbs_to_remote_cb(uint32_t id, const uint32_t (&local)[count]) {
    const RemoteReceiverCBInterface& cb = get_remote_receiver_cb_interface(id);
    for (const uint32_t index : local) {
        const uint32_t bytes = cb.fifo_limit_page_aligned - cb.fifo_start_addr;
        const uint32_t page = get_local_cb_interface(index).fifo_page_size * cb_unit;
        ASSERT(bytes % page == 0);
        call<Call::cb_set_pointer>(index, abi::CbPointer::pages, bytes / page);
        call<Call::cb_set_pointer>(index, abi::CbPointer::write, cb.fifo_rd_ptr);
        call<Call::cb_set_pointer>(index, abi::CbPointer::read, cb.fifo_rd_ptr);
    }
}

}  // namespace tessera::object

namespace experimental {

using tessera::object::align_local_cbs_to_remote_cb;
namespace detail = tessera::object::detail;
using tessera::object::remote_cb_pop_front;
using tessera::object::remote_cb_push_back_and_write_pages;
using tessera::object::remote_cb_reserve_back;
using tessera::object::remote_cb_sender_barrier;
using tessera::object::remote_cb_wait_front;
using tessera::object::RemoteCircularBuffer;
using tessera::object::resize_remote_receiver_cb_interface;
using tessera::object::resize_remote_sender_cb_interface;
using tessera::object::update_remote_cb_config_in_l1;

}  // namespace experimental
