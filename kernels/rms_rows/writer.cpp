// Writes the rows of each unit, a row a page.
//
// Compile-time argument: accessor of y. Runtime arguments: Work (rows.hpp), then the address of y, the page of row 0.
#include <cstdint>

#include "dataflow_api.h"
#include "rows.hpp"
#include "tools/profiler/kernel_profiler.hpp"

void kernel_main() {
    DeviceZoneScopedN("RMS-ROWS-WRITER");
    using namespace rms_rows;
    const Work work;
    constexpr auto y_args = TensorAccessorArgs<0>();
    const auto y = TensorAccessor(y_args, get_arg_val<uint32_t>(Work::next_arg));
    const uint32_t first_page = get_arg_val<uint32_t>(Work::next_arg + 1);
    constexpr uint32_t element_bytes = get_tile_size(cb_y) / tile_elements;

    for (uint32_t unit = work.begin; unit < work.end; ++unit) {
        cb_wait_front(cb_y, unit_tiles);
        const uint32_t l1 = get_read_ptr(cb_y), first = unit * unit_rows;
        for (uint32_t i = 0; i < work.rows_of(unit); ++i)
            noc_async_write(l1 + i * pitch * element_bytes, get_noc_addr(first_page + first + i, y),
                            cols * element_bytes);
        noc_async_write_barrier();
        cb_pop_front(cb_y, unit_tiles);
    }
}
