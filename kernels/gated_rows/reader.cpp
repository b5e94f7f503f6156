// Reads chunks of gate and up (rows.hpp).
//
// Compile-time argument: accessor of the source. Runtime arguments: Work, then the address of the source and the
// distance from gate to up, elements; its bytes are a multiple of DRAM's alignment.
#include "../zeros.hpp"
#include "dataflow_api.h"
#include "rows.hpp"
#include "tools/profiler/kernel_profiler.hpp"

void kernel_main() {
    DeviceZoneScopedN("GATED-ROWS-READER");
    using namespace gated_rows;
    const Work work;
    constexpr auto args = TensorAccessorArgs<0>();
    const auto source = TensorAccessor(args, get_arg_val<uint32_t>(Work::next_arg));
    const uint32_t distance = get_arg_val<uint32_t>(Work::next_arg + 1);
    constexpr uint32_t element_bytes = get_tile_size(cb_gate) / chunk_elements;

    zeros::start_in(cb_gate);
    zeros::start_in(cb_up);
    noc_async_read_barrier();
    for (uint32_t chunk = work.begin; chunk < work.end; ++chunk) {
        const uint32_t row = work.row(chunk), column = work.column(chunk), bytes = work.elements(chunk) * element_bytes;
        cb_reserve_back(cb_gate, 1);
        cb_reserve_back(cb_up, 1);
        noc_async_read(get_noc_addr(row, source, column * element_bytes), get_write_ptr(cb_gate), bytes);
        noc_async_read(get_noc_addr(row, source, (distance + column) * element_bytes), get_write_ptr(cb_up), bytes);
        noc_async_read_barrier();
        cb_push_back(cb_gate, 1);
        cb_push_back(cb_up, 1);
    }
}
