// Reads chunks of gate and up (rows.hpp).
//
// Compile-time argument: accessor of the source. Runtime arguments: Work, then the address of the source and the
// distance from gate to up, elements; its bytes are a multiple of DRAM's alignment.
#include "dataflow_api.h"
#include "rows.hpp"
#include "tools/profiler/kernel_profiler.hpp"

namespace {

using namespace gated_rows;

// A tile is unpacked whole; elements behind a chunk are zeros or those of a chunk before it.
void clear(uint32_t cb) {
    const auto& interface = get_local_cb_interface(cb);
    cb_reserve_back(cb, interface.fifo_num_pages);
    const uint32_t behind = get_write_ptr(cb) + interface.fifo_num_pages * get_tile_size(cb);
    for (uint32_t at = get_write_ptr(cb); at < behind; at += MEM_ZEROS_SIZE)
        noc_async_read(get_noc_addr(MEM_ZEROS_BASE), at, MEM_ZEROS_SIZE);
    noc_async_read_barrier();
}

}  // namespace

void kernel_main() {
    DeviceZoneScopedN("GATED-ROWS-READER");
    const Work work;
    constexpr auto args = TensorAccessorArgs<0>();
    const auto source = TensorAccessor(args, get_arg_val<uint32_t>(Work::next_arg));
    const uint32_t distance = get_arg_val<uint32_t>(Work::next_arg + 1);
    constexpr uint32_t element_bytes = get_tile_size(cb_gate) / chunk_elements;

    clear(cb_gate);
    clear(cb_up);
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
