// The tiles of C. Arguments: its address, how many.
#include <cstdint>

void kernel_main() {
    constexpr auto args = TensorAccessorArgs<0>();
    const auto c = TensorAccessor(args, get_arg_val<uint32_t>(0), get_tile_size(16));
    for (uint32_t tile = 0; tile < get_arg_val<uint32_t>(1); ++tile) {
        cb_wait_front(16, 1);
        noc_async_write_tile(tile, c, get_read_ptr(16));
        noc_async_write_barrier();
        cb_pop_front(16, 1);
    }
}
