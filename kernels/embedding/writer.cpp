// Writes this core's rows, batch by batch.
//
// Compile-time argument: accessor of out. Runtime arguments: 0 its address, 1 first row, 2 rows, 3 bytes of a row, 4
// rows of a batch.
#include <cstdint>

#include "dataflow_api.h"
#include "tools/profiler/kernel_profiler.hpp"

void kernel_main() {
    DeviceZoneScopedN("EMBEDDING-WRITER");
    constexpr uint32_t cb = tt::CBIndex::c_0;
    const uint32_t first = get_arg_val<uint32_t>(1), end = first + get_arg_val<uint32_t>(2);
    const uint32_t bytes = get_arg_val<uint32_t>(3), batch = get_arg_val<uint32_t>(4);
    constexpr auto out_args = TensorAccessorArgs<0>();
    const auto out = TensorAccessor(out_args, get_arg_val<uint32_t>(0));
    const uint32_t place = get_local_cb_interface(cb).fifo_page_size;

    for (uint32_t row = first; row < end; row += batch) {
        const uint32_t rows = batch < end - row ? batch : end - row;
        cb_wait_front(cb, rows);
        uint32_t l1 = get_read_ptr(cb);
        for (uint32_t i = row; i < row + rows; ++i, l1 += place) noc_async_write(l1, get_noc_addr(i, out), bytes);
        noc_async_write_barrier();
        cb_pop_front(cb, rows);
    }
}
