// Writes y: of each strip of 32 rows of W as many elements of each row of y (gemv.hpp).
//
// Compile-time argument: accessor of y. Runtime arguments: 0 address, 1 bytes of a page, which is a row, 2 first strip,
// 3 how many.
#include "dataflow_api.h"
#include "gemv.hpp"
#include "tools/profiler/kernel_profiler.hpp"

void kernel_main() {
    DeviceZoneScopedN("GEMV-WRITER");
    using namespace packed_gemv;
    constexpr auto args = TensorAccessorArgs<0>();
    const auto y = TensorAccessor(args, get_arg_val<uint32_t>(0), get_arg_val<uint32_t>(1));
    const uint32_t first = get_arg_val<uint32_t>(2), last = first + get_arg_val<uint32_t>(3);
    const uint32_t element_bytes = get_tile_size(cb_y) / elements_of_page;
    for (uint32_t row = 0; row < M; row += rows_at_once)
        for (uint32_t strip = first; strip < last; ++strip) {
            cb_wait_front(cb_y, 1);
            const uint32_t l1 = get_read_ptr(cb_y), column = strip * side;
            for (uint32_t i = 0; i < lesser(M - row, rows_at_once); ++i)
                noc_async_write(l1 + i * side * element_bytes, y.get_noc_addr(row + i, column * element_bytes),
                                lesser(N - column, side) * element_bytes);
            noc_async_write_barrier();
            cb_pop_front(cb_y, 1);
        }
}
