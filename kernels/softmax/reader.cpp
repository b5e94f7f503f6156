// Reads the rows of each unit, a row a page.
//
// Compile-time argument: accessor of x. Runtime arguments: Work (rows.hpp), then the address of x.
#include <cstdint>

#include "../zeros.hpp"
#include "dataflow_api.h"
#include "rows.hpp"
#include "tools/profiler/kernel_profiler.hpp"

void kernel_main() {
    DeviceZoneScopedN("SOFTMAX-READER");
    using namespace softmax;
    const Work work;
    constexpr auto x_args = TensorAccessorArgs<0>();
    const auto x = TensorAccessor(x_args, get_arg_val<uint32_t>(Work::next_arg));
    constexpr uint32_t element_bytes = get_tile_size(cb_x) / tile_elements;

    zeros::start_in(cb_x);
    noc_async_read_barrier();
    for (uint32_t unit = work.begin; unit < work.end; ++unit) {
        cb_reserve_back(cb_x, unit_tiles);
        const uint32_t l1 = get_write_ptr(cb_x);
        for (uint32_t i = 0; i < work.rows_of(unit); ++i)
            noc_async_read(get_noc_addr(unit * unit_rows + i, x), l1 + i * pitch * element_bytes, cols * element_bytes);
        noc_async_read_barrier();
        cb_push_back(cb_x, unit_tiles);
    }
}
