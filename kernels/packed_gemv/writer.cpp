// Reads odd units of packed W, y where beta is not 0, and writes y: of each strip of 32 rows of W as many elements of
// each row (gemv.hpp).
// Of words (words.hpp) the reader reads all, and the writer their scales.
//
// Compile-time arguments: accessors of W and of y. Runtime arguments: 0 address of W, 1 MLX: where scales begin,
// 2 address of y, 3 bytes of a page, which is a row, 4 first strip, 5 how many, 6 address of what beta multiplies,
// like y, 7 beta, fp32 bits.
#include "old_y.hpp"
#include "place_words.hpp"
#include "tools/profiler/kernel_profiler.hpp"

namespace {

using namespace packed_gemv;

template <class Accessor>
void write_strip(const Accessor& y, uint32_t strip, uint32_t row) {
    const uint32_t element_bytes = get_tile_size(cb_y) / elements_of_page;
    cb_wait_front(cb_y, 1);
    const uint32_t l1 = get_read_ptr(cb_y), column = strip * side;
    for (uint32_t i = 0; i < lesser(M - row, rows_at_once); ++i)
        noc_async_write(l1 + i * side * element_bytes, y.get_noc_addr(row + i, column * element_bytes),
                        lesser(N - column, side) * element_bytes);
    noc_async_write_barrier();
    cb_pop_front(cb_y, 1);
}

}  // namespace

void kernel_main() {
    DeviceZoneScopedN("GEMV-WRITER");
    constexpr auto w_args = TensorAccessorArgs<0>();
    constexpr auto y_args = TensorAccessorArgs<w_args.next_compile_time_args_offset()>();
    const auto w = TensorAccessor(w_args, get_arg_val<uint32_t>(0), page);
    const auto y = TensorAccessor(y_args, get_arg_val<uint32_t>(2), get_arg_val<uint32_t>(3));
    const auto old_y = TensorAccessor(y_args, get_arg_val<uint32_t>(6), get_arg_val<uint32_t>(3));
    const Source source(w, get_arg_val<uint32_t>(1));
    const uint32_t first = get_arg_val<uint32_t>(4), last = first + get_arg_val<uint32_t>(5);
    const bool adds_old = get_arg_val<float>(7) != 0;
    if (first == last) return;
    if (adds_old) clear_old_y();
    clear_codes(by_words ? cb_scales : cb_other_codes);
    const auto lay_out = [&](uint32_t strip, uint32_t row) {
        if (adds_old) push_old_y(old_y, strip, row);
        const uint32_t begin = strip * chunks_of_row, end = begin + chunks_of_row;
        if constexpr (by_words)
            push_scales(source, strip);
        else
            push_codes(source, begin + 1 - begin % 2, end, 2, get_write_ptr(cb_other_packed), cb_other_codes);
    };
    // A strip is laid out before the result of the one before it is waited for, or else the compute kernel would wait.
    const uint32_t strips = last - first, all = passes * strips;
    for (uint32_t work = 0; work <= all; ++work) {
        if (work < all) lay_out(first + work % strips, work / strips * rows_at_once);
        if (work > 0) write_strip(y, first + (work - 1) % strips, (work - 1) / strips * rows_at_once);
    }
}
