// A circular buffer between two cores, one kernel for both (the vendor's remote_circular_buffer.h): pages that do not
// divide the ring, then pages of another size. Runtime arguments: whether this core sends, x and y of the other one,
// L1 address of the words that a host would have laid out on both: configuration at 0 (word 3 the size of the ring),
// counters of units sent at 64 and taken at 80, the receiver's x and y at 128; the ring at 1024, of 1056 bytes.
// Circular buffer 0: one page of 640 bytes, where the sender builds what it sends.
#include "api/remote_circular_buffer.h"

#include "experimental/circular_buffer.h"
#include "experimental/noc.h"

constexpr uint32_t id = 31, ring = 1056, small = 160, large = 320;

void kernel_main() {
    const bool sends = get_arg_val<uint32_t>(0) != 0;
    const uint32_t x = get_arg_val<uint32_t>(1), y = get_arg_val<uint32_t>(2), at = get_arg_val<uint32_t>(3);
    experimental::Noc noc;
    experimental::RemoteCircularBuffer remote(id);
    if (sends) {
        get_remote_sender_cb_interface(id) = {
            at, at + 1024, at + 1024 + ring - ring % small, small, at + 1024, at + 128, at + 64, 1};
        experimental::CircularBuffer local(0);
        uint32_t next = 0;
        const auto send = [&](uint32_t bytes) {
            remote.reserve_back(1);
            auto* words = reinterpret_cast<volatile uint32_t*>(local.get_write_ptr());
            noc.async_writes_flushed();
            noc.async_writes_flushed<experimental::Noc::ResponseMode::POSTED>();
            for (uint32_t i = 0; i < bytes / 4; ++i) words[i] = next++;
            experimental::remote_cb_push_back_and_write_pages<false>(id, local.get_write_ptr(), 1, 1, bytes / 80, 80);
        };
        for (uint32_t i = 0; i < 20; ++i) send(small);
        remote.set_sender_page_size(noc, large);
        for (uint32_t i = 0; i < 10; ++i) send(large);
        noc.async_full_barrier();
        remote.barrier();
    } else {
        get_remote_receiver_cb_interface(id) = {at, at + 1024, at + 1024 + ring - ring % small, small, at + 1024, x,
                                                y,  at + 80};
        uint32_t next = 0;
        const auto take = [&](uint32_t bytes) {
            remote.wait_front(1);
            const auto* words = reinterpret_cast<volatile uint32_t*>(get_remote_receiver_cb_interface(id).fifo_rd_ptr);
            for (uint32_t i = 0; i < bytes / 4; ++i) ASSERT(words[i] == next++);
            remote.pop_front(noc, 1);
        };
        for (uint32_t i = 0; i < 20; ++i) take(small);
        remote.set_receiver_page_size(noc, large);
        for (uint32_t i = 0; i < 10; ++i) take(large);
        noc.async_full_barrier();
        remote.commit();
        ASSERT(*reinterpret_cast<volatile uint32_t*>(at + 16) == get_remote_receiver_cb_interface(id).fifo_rd_ptr);
    }
}
