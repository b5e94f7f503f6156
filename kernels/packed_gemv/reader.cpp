// Reads x, then packed W, once for each four rows of x: even units of codes (gemv.hpp), or all words (words.hpp).
//
// Compile-time arguments: accessors of W and of x. Runtime arguments: 0 address of W, 1 MLX: where scales begin,
// 2 address of x, 3 bytes of a page, which is a row, 4 first strip of 32 rows of W, 5 how many.
#include "place_words.hpp"
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
    const auto w = TensorAccessor(w_args, get_arg_val<uint32_t>(0), page);
    const auto x = TensorAccessor(x_args, get_arg_val<uint32_t>(2), get_arg_val<uint32_t>(3));
    const Source source(w, get_arg_val<uint32_t>(1));
    const uint32_t first = get_arg_val<uint32_t>(4), last = first + get_arg_val<uint32_t>(5);
    if (first == last) return;
    const uint32_t begin = first * chunks_of_row, end = last * chunks_of_row;
    clear_codes(cb_codes);
    if constexpr (by_words) {
        push_permuted_x(x);
        push_words(source, begin, end);
    } else {
        push_x(x);
        for (uint32_t pass = 0; pass < passes; ++pass)
            push_codes(source, begin + begin % 2, end, 2, get_write_ptr(cb_packed), cb_codes);
    }
}
