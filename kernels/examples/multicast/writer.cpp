// Writes a receiver's copy to its part of the result. Arguments: address, tiles, the first tile of the part.
#include <cstdint>

void kernel_main() {
    const uint32_t tiles = get_arg_val<uint32_t>(1), first = get_arg_val<uint32_t>(2);
    constexpr auto args = TensorAccessorArgs<0>();
    const auto out = TensorAccessor(args, get_arg_val<uint32_t>(0), get_tile_size(0));
    for (uint32_t tile = 0; tile < tiles; ++tile) {
        cb_wait_front(0, 1);
        noc_async_write_tile(first + tile, out, get_read_ptr(0));
        noc_async_write_barrier();
        cb_pop_front(0, 1);
    }
}
