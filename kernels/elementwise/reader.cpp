// Reads this core's pages of a, and of b where there is one: each page is as many elements as a tile has.
//
// The last page of a buffer ends with the count; what lies behind it in L1 becomes zero, so that a whole tile is
// determined.
//
// Compile-time arguments: accessor of a, accessor of b. ELEMENTWISE_BINARY is 1 where there is a b, else 0.
// Runtime arguments: 0 address of a, 1 address of b, 2 first page, 3 pages, 4 the last page of the buffer, 5 bytes of
// it.
#include "../flat_rows.hpp"
#include "tools/profiler/kernel_profiler.hpp"

namespace {

template <class Accessor>
void start_reading(uint32_t cb, const Accessor& tensor, uint32_t page, uint32_t bytes) {
    cb_reserve_back(cb, 1);
    const uint32_t l1 = get_write_ptr(cb);
    noc_async_read(get_noc_addr(page, tensor), l1, bytes);
    flat_rows::start_clearing(l1 + bytes, l1 + get_tile_size(cb));
}

}  // namespace

void kernel_main() {
    DeviceZoneScopedN("ELEMENTWISE-READER");
    constexpr uint32_t cb_a = tt::CBIndex::c_0, cb_b = tt::CBIndex::c_1;
    const uint32_t first = get_arg_val<uint32_t>(2), end = first + get_arg_val<uint32_t>(3);
    const uint32_t last = get_arg_val<uint32_t>(4), last_bytes = get_arg_val<uint32_t>(5);
    constexpr auto a_args = TensorAccessorArgs<0>();
    const auto a = TensorAccessor(a_args, get_arg_val<uint32_t>(0));
    constexpr auto b_args = TensorAccessorArgs<a_args.next_compile_time_args_offset()>();
    const auto b = TensorAccessor(b_args, get_arg_val<uint32_t>(1));
    for (uint32_t page = first; page < end; ++page) {
        const uint32_t bytes = page == last ? last_bytes : get_tile_size(cb_a);
        start_reading(cb_a, a, page, bytes);
        if (ELEMENTWISE_BINARY) start_reading(cb_b, b, page, bytes);
        noc_async_read_barrier();
        cb_push_back(cb_a, 1);
        if (ELEMENTWISE_BINARY) cb_push_back(cb_b, 1);
    }
}
