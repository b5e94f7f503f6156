// Makes rows of the windows of `in`, reads strips of w and repeats b over rows, for kernels/gemm (gemm.hpp).
//
// Define GEMM_UNIT. Compile-time arguments: accessors of `in`, w and b. Runtime arguments: 0 to 2 their addresses, 3
// first unit, 4 how many.
#include "tools/profiler/kernel_profiler.hpp"
#include "windows.hpp"

namespace {

using namespace gemm;

constexpr uint32_t cb_bias = tt::CBIndex::c_10;

template <class Windows>
void push_group_of_windows(Windows& windows, const Place& place) {
    for (uint32_t k = 0; k < Kt; k += Kb)
        for (uint32_t strip = 0; strip < Mb; ++strip)
            windows.push_strip(place.row + strip * side, place.rows_of(strip), conv1d::Columns(k));
}

// What the unit's columns have of b to all of its rows, of which each transfer makes twice as many.
void push_bias(const Place& place, uint32_t element_bytes) {
    const uint32_t row = side * element_bytes, all = Mb * side * row, bytes = place.columns * element_bytes;
    const uint32_t tail = bytes / l1_alignment * l1_alignment;
    cb_reserve_back(cb_c_rows, Mb);
    const uint32_t l1 = get_write_ptr(cb_c_rows);
    if (bytes != row) {
        clear(l1 + tail, row - tail);
        noc_async_read_barrier();
    }
    noc_async_read(get_noc_addr(get_write_ptr(cb_bias) + place.column * element_bytes), l1, bytes);
    noc_async_read_barrier();
    for (uint32_t done = row; done < all; done *= 2) {
        noc_async_read(get_noc_addr(l1), l1 + done, lesser(done, all - done));
        noc_async_read_barrier();
    }
    cb_push_back(cb_c_rows, Mb);
}

template <class T, class In, class W>
void push_units(uint32_t first, uint32_t last, const In& in, const W& w) {
    conv1d::Windows<T, In> windows(in);
    for (uint32_t unit = first; unit < last; ++unit) {
        const Place place(unit);
        if (!by_vectors && place.begins_group(first, unit)) push_group_of_windows(windows, place);
        push_bias(place, sizeof(T));
        for (uint32_t k = 0; k < Kt; k += Kb) {
            const conv1d::Columns columns(k);
            push_strip(cb_b_rows, Kb, w, place.column, place.columns, k * side, columns.count, columns.tiles);
            if constexpr (by_vectors) windows.push_rows(place.row, place.rows, columns);
        }
    }
}

}  // namespace

void kernel_main() {
    DeviceZoneScopedN("CONV1D-READER");
    constexpr auto in_args = TensorAccessorArgs<0>();
    constexpr auto w_args = TensorAccessorArgs<in_args.next_compile_time_args_offset()>();
    constexpr auto b_args = TensorAccessorArgs<w_args.next_compile_time_args_offset()>();
    const auto in = TensorAccessor(in_args, get_arg_val<uint32_t>(0));
    const auto w = TensorAccessor(w_args, get_arg_val<uint32_t>(1));
    const auto b = TensorAccessor(b_args, get_arg_val<uint32_t>(2));
    const uint32_t first = get_arg_val<uint32_t>(3), last = first + get_arg_val<uint32_t>(4);
    if (first == last) return;

    constexpr uint32_t element_bytes = get_tile_size(cb_b_rows) / tt::constants::TILE_HW;
    noc_async_read(get_noc_addr(0, b), get_write_ptr(cb_bias), N * element_bytes);
    noc_async_read_barrier();
    if constexpr (element_bytes == sizeof(uint32_t))
        push_units<uint32_t>(first, last, in, w);
    else
        push_units<uint16_t>(first, last, in, w);
}
