// Writes this core's rows of y, a tile at a time.
//
// Compile-time argument: accessor of y. Runtime arguments: 0 its address, 1 first row, 2 rows, 3 bytes of a row.
#include <cstdint>

#include "dataflow_api.h"
#include "tools/profiler/kernel_profiler.hpp"

void kernel_main() {
    DeviceZoneScopedN("LAYERNORM-WRITER");
    constexpr uint32_t cb_y = tt::CBIndex::c_16;
    const uint32_t first = get_arg_val<uint32_t>(1), end = first + get_arg_val<uint32_t>(2);
    const uint32_t bytes = get_arg_val<uint32_t>(3), tile_bytes = get_tile_size(cb_y);
    constexpr auto y_args = TensorAccessorArgs<0>();
    const auto y = TensorAccessor(y_args, get_arg_val<uint32_t>(0));
    for (uint32_t row = first; row < end; ++row)
        for (uint32_t at = 0; at < bytes; at += tile_bytes) {
            cb_wait_front(cb_y, 1);
            noc_async_write(get_read_ptr(cb_y), y.get_noc_addr(row, at),
                            bytes - at < tile_bytes ? bytes - at : tile_bytes);
            noc_async_write_barrier();
            cb_pop_front(cb_y, 1);
        }
}
