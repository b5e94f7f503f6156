// Reads tiles and sends each to all receivers at once, when all have room for it.
//
// Arguments: address of the tensor, tiles, receivers, their first and last core on the NoC (x, y, x, y).
// Semaphores by compile-time argument: how many receivers have room; on a receiver, whether its tile has come.
#include <cstdint>

void kernel_main() {
    const uint32_t tiles = get_arg_val<uint32_t>(1), receivers = get_arg_val<uint32_t>(2);
    constexpr auto args = TensorAccessorArgs<0>();
    constexpr uint32_t ready_id = get_compile_time_arg_val(args.next_compile_time_args_offset());
    constexpr uint32_t sent_id = get_compile_time_arg_val(args.next_compile_time_args_offset() + 1);
    const uint32_t ready_address = get_semaphore(ready_id), sent_address = get_semaphore(sent_id);
    auto* ready = reinterpret_cast<volatile tt_l1_ptr uint32_t*>(ready_address);
    auto* sent = reinterpret_cast<volatile tt_l1_ptr uint32_t*>(sent_address);
    const auto at_receivers = [](uint32_t l1) {
        return get_noc_multicast_addr(get_arg_val<uint32_t>(3), get_arg_val<uint32_t>(4), get_arg_val<uint32_t>(5),
                                      get_arg_val<uint32_t>(6), l1);
    };

    const auto tensor = TensorAccessor(args, get_arg_val<uint32_t>(0), get_tile_size(0));
    noc_semaphore_set(sent, 1);  // what receivers are told
    for (uint32_t tile = 0; tile < tiles; ++tile) {
        cb_reserve_back(0, 1);
        const uint32_t l1 = get_write_ptr(0);  // the same on every core, which turns pages in step
        noc_async_read_tile(tile, tensor, l1);
        noc_async_read_barrier();

        noc_semaphore_wait(ready, receivers);
        noc_semaphore_set(ready, 0);
        noc_async_write_multicast(l1, at_receivers(l1), get_tile_size(0), receivers);
        noc_async_write_barrier();  // the tile is there before the word that says so
        noc_semaphore_set_multicast(sent_address, at_receivers(sent_address), receivers);
        noc_async_write_barrier();

        cb_push_back(0, 1);
        cb_wait_front(0, 1);
        cb_pop_front(0, 1);
    }
}
