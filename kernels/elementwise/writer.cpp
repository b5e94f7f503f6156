// Writes this core's pages of y, the last one of the buffer up to the count.
//
// Compile-time arguments: accessor of y. Runtime arguments: 0 address of y, 1 first page, 2 pages, 3 the last page of
// the buffer, 4 bytes of it.
#include <cstdint>

#include "dataflow_api.h"
#include "tools/profiler/kernel_profiler.hpp"

void kernel_main() {
    DeviceZoneScopedN("ELEMENTWISE-WRITER");
    constexpr uint32_t cb_y = tt::CBIndex::c_16;
    const uint32_t first = get_arg_val<uint32_t>(1), end = first + get_arg_val<uint32_t>(2);
    const uint32_t last = get_arg_val<uint32_t>(3), last_bytes = get_arg_val<uint32_t>(4);
    constexpr auto y_args = TensorAccessorArgs<0>();
    const auto y = TensorAccessor(y_args, get_arg_val<uint32_t>(0));
    for (uint32_t page = first; page < end; ++page) {
        cb_wait_front(cb_y, 1);
        noc_async_write(get_read_ptr(cb_y), get_noc_addr(page, y), page == last ? last_bytes : get_tile_size(cb_y));
        noc_async_write_barrier();
        cb_pop_front(cb_y, 1);
    }
}
