// Reads x, then even units of packed W, once for each four rows of x (gemv.hpp).
//
// Compile-time arguments: accessors of W and of x. Runtime arguments: 0 address of W, 1 bytes of a page, 2 MLX: where
// scales begin, 3 address of x, 4 bytes of a page, which is a row, 5 first strip of 32 rows of W, 6 how many.
#include "../dequantise/layout.hpp"
#include "rows_of_x.hpp"
#include "tools/profiler/kernel_profiler.hpp"

namespace {

using namespace packed_gemv;

template <class Accessor>
void push_x(const Accessor& x) {
    for (uint32_t row = 0; row < M; ++row)
        for (uint32_t at = 0; at < K; at += elements_of_page) {
            cb_reserve_back(cb_x, 1);
            read_x(x, row, at, get_write_ptr(cb_x));
            cb_push_back(cb_x, 1);
        }
}

}  // namespace

void kernel_main() {
    DeviceZoneScopedN("GEMV-READER");
    constexpr auto w_args = TensorAccessorArgs<0>();
    constexpr auto x_args = TensorAccessorArgs<w_args.next_compile_time_args_offset()>();
    const uint32_t page_bytes = get_arg_val<uint32_t>(1);
    const auto w = TensorAccessor(w_args, get_arg_val<uint32_t>(0), page_bytes);
    const auto x = TensorAccessor(x_args, get_arg_val<uint32_t>(3), get_arg_val<uint32_t>(4));
    const uint32_t first = get_arg_val<uint32_t>(5), last = first + get_arg_val<uint32_t>(6);
    if (first == last) return;
    clear_codes(cb_codes);
    push_x(x);
    const Source source(w, page_bytes, get_arg_val<uint32_t>(2));
    const uint32_t begin = first * chunks_of_row, end = last * chunks_of_row;
    for (uint32_t pass = 0; pass < passes; ++pass)
        push_codes(source, begin + begin % 2, end, 2, get_write_ptr(cb_packed), cb_codes);
}
