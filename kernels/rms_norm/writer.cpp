// Writes this core's rows of tiles.
//
// Compile-time argument: accessor of the result. Runtime arguments: 0 its address, 1 first row of tiles, 2 behind the
// last, 3 tiles of a row, 4 tiles of a block.
#include <cstdint>

#include "dataflow_api.h"
#include "tools/profiler/kernel_profiler.hpp"

void kernel_main() {
    DeviceZoneScopedN("RMS-NORM-WRITER");
    constexpr uint32_t cb_y = tt::CBIndex::c_16;
    const uint32_t row_tiles = get_arg_val<uint32_t>(3), block = get_arg_val<uint32_t>(4);
    constexpr auto y_args = TensorAccessorArgs<0>();
    const auto y = TensorAccessor(y_args, get_arg_val<uint32_t>(0), get_tile_size(cb_y));

    const uint32_t end = get_arg_val<uint32_t>(2) * row_tiles;
    for (uint32_t page = get_arg_val<uint32_t>(1) * row_tiles; page < end; page += block) {
        cb_wait_front(cb_y, block);
        uint32_t l1 = get_read_ptr(cb_y);
        for (uint32_t i = 0; i < block; ++i, l1 += get_tile_size(cb_y)) noc_async_write_tile(page + i, y, l1);
        noc_async_write_barrier();
        cb_pop_front(cb_y, block);
    }
}
