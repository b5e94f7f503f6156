// Reads w and b once and then this core's rows of x, each to whole tiles.
//
// Compile-time arguments: accessors of x, w and b. Runtime arguments: 0 to 2 their addresses, 3 first row, 4 rows, 5
// tiles of a row, 6 bytes of it.
#include "../flat_rows.hpp"
#include "tools/profiler/kernel_profiler.hpp"

void kernel_main() {
    DeviceZoneScopedN("LAYERNORM-READER");
    constexpr uint32_t cb_x = tt::CBIndex::c_0, cb_w = tt::CBIndex::c_1, cb_b = tt::CBIndex::c_2;
    constexpr uint32_t places = 2;  // of rows, in c_0
    const uint32_t first = get_arg_val<uint32_t>(3), rows = get_arg_val<uint32_t>(4);
    const uint32_t tiles = get_arg_val<uint32_t>(5), bytes = get_arg_val<uint32_t>(6);
    constexpr auto x_args = TensorAccessorArgs<0>();
    constexpr auto w_args = TensorAccessorArgs<x_args.next_compile_time_args_offset()>();
    constexpr auto b_args = TensorAccessorArgs<w_args.next_compile_time_args_offset()>();
    const auto x = TensorAccessor(x_args, get_arg_val<uint32_t>(0));
    const auto w = TensorAccessor(w_args, get_arg_val<uint32_t>(1));
    const auto b = TensorAccessor(b_args, get_arg_val<uint32_t>(2));
    if (rows == 0) return;

    for (uint32_t row = 0; row < rows; ++row) {
        flat_rows::start_reading(cb_x, tiles, x, first + row, bytes, row < places);
        noc_async_read_barrier();
        cb_push_back(cb_x, tiles);
        if (row != 0) continue;
        // The sums over the first row need neither.
        flat_rows::start_reading(cb_w, tiles, w, 0, bytes, true);
        flat_rows::start_reading(cb_b, tiles, b, 0, bytes, true);
        noc_async_read_barrier();
        cb_push_back(cb_w, tiles);
        cb_push_back(cb_b, tiles);
    }
}
