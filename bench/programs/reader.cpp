// Tiles from DRAM, four at a time as far as they go, after one of a scaler if there is any. Arguments: the addresses of
// the tiles and of the scaler or 0, the first tile, how many.
#include <cstdint>

void kernel_main() {
    const uint32_t scaler_address = get_arg_val<uint32_t>(1);
    const uint32_t first = get_arg_val<uint32_t>(2), count = get_arg_val<uint32_t>(3);
    constexpr auto x_args = TensorAccessorArgs<0>();
    constexpr auto scaler_args = TensorAccessorArgs<x_args.next_compile_time_args_offset()>();
    const auto x = TensorAccessor(x_args, get_arg_val<uint32_t>(0), get_tile_size(0));
    if (scaler_address != 0) {
        const auto scaler = TensorAccessor(scaler_args, scaler_address, get_tile_size(1));
        cb_reserve_back(1, 1);
        noc_async_read_tile(0, scaler, get_write_ptr(1));
        noc_async_read_barrier();
        cb_push_back(1, 1);
    }
    for (uint32_t tile = first; tile < first + count; ++tile) {
        cb_reserve_back(0, 1);
        noc_async_read_tile(tile, x, get_write_ptr(0));
        noc_async_read_barrier();
        cb_push_back(0, 1);
    }
}
