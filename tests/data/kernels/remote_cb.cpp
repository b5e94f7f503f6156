// A circular buffer between two cores, one kernel for both (the vendor's remote_circular_buffer.h): pages that do not
// divide the ring, then pages of another size, both by the object, then the first size again by the functions; last the
// counters alone. Runtime arguments: whether this core sends, x and y of the other one,
// L1 address of the words that a host would have laid out on both: configuration at 0 (word 3 the size of the ring),
// counters of units sent at 64 and taken at 80, the receiver's x and y at 128; the ring at 1024, of 1056 bytes.
// Circular buffer 0: one page of 640 bytes, where the sender builds what it sends.
#include "api/remote_circular_buffer.h"

#include "experimental/circular_buffer.h"
#include "experimental/noc.h"

constexpr uint32_t id = 31, ring = 1056, small = 160, large = 320;

volatile uint32_t* word(uint32_t address) { return reinterpret_cast<volatile uint32_t*>(address); }

void kernel_main() {
    const bool sends = get_arg_val<uint32_t>(0) != 0;
    const uint32_t x = get_arg_val<uint32_t>(1), y = get_arg_val<uint32_t>(2), at = get_arg_val<uint32_t>(3);
    experimental::Noc noc;
    experimental::RemoteCircularBuffer remote(id);
    using Update = experimental::RemoteCircularBuffer::RemotePointerUpdate;
    constexpr auto over_noc = Update::UPDATE_OVER_NOC;
    if (sends) {
        get_remote_sender_cb_interface(id) = {
            at, at + 1024, at + 1024 + ring - ring % small, small, at + 1024, at + 128, at + 64, 1};
        experimental::CircularBuffer local(0);
        uint32_t next = 0;
        const auto send = [&](uint32_t bytes, bool by_object) {
            if (by_object)
                remote.reserve_back(1);
            else
                experimental::remote_cb_reserve_back(id, 1);
            auto* words = reinterpret_cast<volatile uint32_t*>(local.get_write_ptr());
            noc.async_writes_flushed();
            noc.async_writes_flushed<experimental::Noc::ResponseMode::POSTED>();
            for (uint32_t i = 0; i < bytes / 4; ++i) words[i] = next++;
            experimental::remote_cb_push_back_and_write_pages<false>(id, local.get_write_ptr(), 1, 1, bytes / 80, 80);
        };
        for (uint32_t i = 0; i < 20; ++i) send(small, true);
        remote.set_sender_page_size<over_noc>(noc, large);
        for (uint32_t i = 0; i < 10; ++i) send(large, true);
        noc.async_full_barrier();
        remote.barrier();

        experimental::resize_remote_sender_cb_interface<true>(id, small, noc_index);
        for (uint32_t i = 0; i < 9; ++i) send(small, false);
        noc.async_full_barrier();
        experimental::remote_cb_sender_barrier(id);
        const RemoteSenderCBInterface& end = get_remote_sender_cb_interface(id);
        const uint32_t sent = *word(at + 64);
        ASSERT(*word(at + 80) == sent && end.fifo_page_size == small);
        experimental::detail::update_pages_sent(end, 3, noc_index, false, write_at_cmd_buf);
        experimental::remote_cb_sender_barrier(id);
        ASSERT(*word(at + 64) == sent + 3 && *word(at + 80) == sent + 3);
        noc.async_full_barrier();
    } else {
        get_remote_receiver_cb_interface(id) = {at, at + 1024, at + 1024 + ring - ring % small, small, at + 1024, x,
                                                y,  at + 80};
        uint32_t next = 0;
        const auto take = [&](uint32_t bytes, bool by_object) {
            if (by_object)
                remote.wait_front(1);
            else
                experimental::remote_cb_wait_front(id, 1);
            const auto* words = reinterpret_cast<volatile uint32_t*>(get_remote_receiver_cb_interface(id).fifo_rd_ptr);
            for (uint32_t i = 0; i < bytes / 4; ++i) ASSERT(words[i] == next++);
            if (by_object)
                remote.pop_front(noc, 1);
            else
                experimental::remote_cb_pop_front(id, 1);
        };
        const RemoteReceiverCBInterface& end = get_remote_receiver_cb_interface(id);
        for (uint32_t i = 0; i < 20; ++i) take(small, true);
        remote.set_receiver_page_size<over_noc>(noc, large);
        for (uint32_t i = 0; i < 10; ++i) take(large, true);
        noc.async_full_barrier();
        remote.commit();
        ASSERT(*word(at + 16) == end.fifo_rd_ptr);

        experimental::resize_remote_receiver_cb_interface<true>(id, small, noc_index);
        for (uint32_t i = 0; i < 9; ++i) take(small, false);
        experimental::update_remote_cb_config_in_l1(id);
        ASSERT(*word(at + 16) == end.fifo_rd_ptr && end.fifo_page_size == small);
        // Units that carry no page.
        const uint32_t taken = *word(at + 80);
        while (*word(at + 64) != taken + 3) invalidate_l1_cache();
        experimental::detail::update_pages_acked(end, 3, noc_index, false, write_at_cmd_buf);
        noc.async_full_barrier();
        ASSERT(*word(at + 80) == taken + 3);
    }
}
