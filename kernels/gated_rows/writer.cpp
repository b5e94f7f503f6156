// Writes chunks of y (rows.hpp).
//
// Compile-time argument: accessor of y. Runtime arguments: Work, then the address of y.
#include "dataflow_api.h"
#include "rows.hpp"
#include "tools/profiler/kernel_profiler.hpp"

void kernel_main() {
    DeviceZoneScopedN("GATED-ROWS-WRITER");
    using namespace gated_rows;
    const Work work;
    constexpr auto args = TensorAccessorArgs<0>();
    const auto y = TensorAccessor(args, get_arg_val<uint32_t>(Work::next_arg));
    constexpr uint32_t element_bytes = get_tile_size(cb_y) / chunk_elements;

    for (uint32_t chunk = work.begin; chunk < work.end; ++chunk) {
        cb_wait_front(cb_y, 1);
        noc_async_write(get_read_ptr(cb_y), get_noc_addr(work.row(chunk), y, work.column(chunk) * element_bytes),
                        work.elements(chunk) * element_bytes);
        noc_async_write_barrier();
        cb_pop_front(cb_y, 1);
    }
}
