// Reads the weight once and the rows of each unit, a row a page.
//
// Compile-time arguments: accessors of x and the weight. Runtime arguments: Work (rows.hpp), then the address of x, the
// page of row 0, the address of the weight.
#include <cstdint>

#include "../zeros.hpp"
#include "dataflow_api.h"
#include "rows.hpp"
#include "tools/profiler/kernel_profiler.hpp"

void kernel_main() {
    DeviceZoneScopedN("RMS-ROWS-READER");
    using namespace rms_rows;
    const Work work;
    if (work.begin == work.end) return;  // else nobody would wait for the weight
    constexpr auto x_args = TensorAccessorArgs<0>();
    constexpr auto weight_args = TensorAccessorArgs<x_args.next_compile_time_args_offset()>();
    const auto x = TensorAccessor(x_args, get_arg_val<uint32_t>(Work::next_arg));
    const uint32_t first_page = get_arg_val<uint32_t>(Work::next_arg + 1);
    const auto weight = TensorAccessor(weight_args, get_arg_val<uint32_t>(Work::next_arg + 2));
    constexpr uint32_t element_bytes = get_tile_size(cb_x) / tile_elements;

    zeros::start_in(cb_x);
    zeros::start_in(cb_weight);
    noc_async_read_barrier();
    noc_async_read(get_noc_addr(0, weight), get_write_ptr(cb_weight), cols * element_bytes);
    for (uint32_t unit = work.begin; unit < work.end; ++unit) {
        cb_reserve_back(cb_x, unit_tiles);
        const uint32_t l1 = get_write_ptr(cb_x), first = unit * unit_rows;
        for (uint32_t i = 0; i < work.rows_of(unit); ++i)
            noc_async_read(get_noc_addr(first_page + first + i, x), l1 + i * pitch * element_bytes,
                           cols * element_bytes);
        noc_async_read_barrier();
        if (unit == work.begin) cb_push_back(cb_weight, unit_tiles);
        cb_push_back(cb_x, unit_tiles);
    }
}
