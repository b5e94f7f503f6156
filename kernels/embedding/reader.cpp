// Reads the table's rows that this core's ids name, a batch in flight at a time.
//
// Compile-time arguments: accessors of the table and of the ids. Runtime arguments: 0 and 1 their addresses, 2 first
// row of out, 3 rows, 4 bytes of a row, 5 rows of a batch, 6 rows of all cores.
#include "../ids.hpp"
#include "tools/profiler/kernel_profiler.hpp"

namespace {

uint32_t lesser(uint32_t a, uint32_t b) { return a < b ? a : b; }

}  // namespace

void kernel_main() {
    DeviceZoneScopedN("EMBEDDING-READER");
    constexpr uint32_t cb = tt::CBIndex::c_0;
    const uint32_t first = get_arg_val<uint32_t>(2), end = first + get_arg_val<uint32_t>(3);
    const uint32_t bytes = get_arg_val<uint32_t>(4), batch = get_arg_val<uint32_t>(5);
    constexpr auto table_args = TensorAccessorArgs<0>();
    constexpr auto ids_args = TensorAccessorArgs<table_args.next_compile_time_args_offset()>();
    const auto table = TensorAccessor(table_args, get_arg_val<uint32_t>(0));
    const auto ids_tensor = TensorAccessor(ids_args, get_arg_val<uint32_t>(1));
    ids::Ids ids(ids_tensor, get_arg_val<uint32_t>(6));
    const uint32_t place = get_local_cb_interface(cb).fifo_page_size;

    for (uint32_t row = first; row < end; row += batch) {
        const uint32_t rows = lesser(batch, end - row);
        cb_reserve_back(cb, rows);
        uint32_t l1 = get_write_ptr(cb);
        for (uint32_t i = row; i < row + rows; ++i, l1 += place) noc_async_read(get_noc_addr(ids[i], table), l1, bytes);
        noc_async_read_barrier();
        cb_push_back(cb, rows);
    }
}
