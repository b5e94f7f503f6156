// Tells the sender of room for a tile and waits until it has come.
//
// Arguments: tiles, the sender on the NoC (x, y). Semaphores by compile-time argument, as the sender's.
#include <cstdint>

void kernel_main() {
    const uint32_t tiles = get_arg_val<uint32_t>(0);
    auto* sent = reinterpret_cast<volatile tt_l1_ptr uint32_t*>(get_semaphore(get_compile_time_arg_val(1)));
    const uint64_t ready =
        get_noc_addr(get_arg_val<uint32_t>(1), get_arg_val<uint32_t>(2), get_semaphore(get_compile_time_arg_val(0)));
    for (uint32_t tile = 0; tile < tiles; ++tile) {
        cb_reserve_back(0, 1);
        noc_semaphore_set(sent, 0);
        noc_semaphore_inc(ready, 1);
        noc_semaphore_wait(sent, 1);
        cb_push_back(0, 1);
    }
    noc_async_atomic_barrier();
}
