// Reads strips of w, makes rows of the windows of `in` and repeats b over columns, for kernels/gemm (gemm.hpp).
//
// Define GEMM_UNIT. Compile-time arguments: accessors of w, `in` and b. Runtime arguments: 0 to 2 their addresses, 3
// first unit, 4 how many.
#include "tools/profiler/kernel_profiler.hpp"
#include "windows.hpp"

namespace {

using namespace gemm;

constexpr uint32_t cb_bias = tt::CBIndex::c_10;

template <class Accessor>
void push_group_of_weights(const Accessor& w, const Place& place) {
    for (uint32_t k = 0; k < Kt; k += Kb)
        for (uint32_t strip = 0; strip < Mb; ++strip)
            push_strip(cb_a_rows, Kb, w, place.row + strip * side, place.rows_of(strip), k * side,
                       lesser(K - k * side, Kb * side), lesser(Kt - k, Kb));
}

// For the vector unit: columns from tile `k` on of each row of w, a page each.
template <class Accessor>
void push_rows_of_weights(const Accessor& w, const Place& place, uint32_t k) {
    const uint32_t page = get_tile_size(cb_a_rows), element_bytes = page / tt::constants::TILE_HW;
    const uint32_t bytes = lesser(K - k * side, Kb * side) * element_bytes;
    const uint32_t tail = bytes / l1_alignment * l1_alignment;
    for (uint32_t row = place.row; row < place.row + place.rows; ++row) {
        cb_reserve_back(cb_a_rows, 1);
        const uint32_t l1 = get_write_ptr(cb_a_rows);
        clear(l1 + tail, page - tail);
        noc_async_read_barrier();
        noc_async_read(w.get_noc_addr(row, k * side * element_bytes), l1, bytes);
        noc_async_read_barrier();
        cb_push_back(cb_a_rows, 1);
    }
}

// Each element of b in a row of its own. c_2 holds one block, so the next unit of the same rows finds it there.
template <class T>
void push_bias(const Place& place, bool begins) {
    cb_reserve_back(cb_c_rows, Mb);
    if (begins) {
        const auto* bias = reinterpret_cast<const volatile tt_l1_ptr T*>(get_write_ptr(cb_bias)) + place.row;
        auto* to = reinterpret_cast<volatile tt_l1_ptr T*>(get_write_ptr(cb_c_rows));
        for (uint32_t row = 0; row < Mb * side; ++row) {
            const T value = row < place.rows ? bias[row] : 0;
            for (uint32_t i = 0; i < side; ++i) *to++ = value;
        }
    }
    cb_push_back(cb_c_rows, Mb);
}

template <class T, class W, class In>
void push_units(uint32_t first, uint32_t last, const W& w, const In& in) {
    conv1d::Windows<T, In> windows(in);
    for (uint32_t unit = first; unit < last; ++unit) {
        const Place place(unit);
        const bool begins = place.begins_group(first, unit);
        if (!by_vectors && begins) push_group_of_weights(w, place);
        push_bias<T>(place, begins);
        for (uint32_t k = 0; k < Kt; k += Kb) {
            windows.push(place, k);
            if constexpr (by_vectors) push_rows_of_weights(w, place, k);
        }
    }
}

}  // namespace

void kernel_main() {
    DeviceZoneScopedN("CONV1D-READER");
    constexpr auto w_args = TensorAccessorArgs<0>();
    constexpr auto in_args = TensorAccessorArgs<w_args.next_compile_time_args_offset()>();
    constexpr auto b_args = TensorAccessorArgs<in_args.next_compile_time_args_offset()>();
    const auto w = TensorAccessor(w_args, get_arg_val<uint32_t>(0));
    const auto in = TensorAccessor(in_args, get_arg_val<uint32_t>(1));
    const auto b = TensorAccessor(b_args, get_arg_val<uint32_t>(2));
    const uint32_t first = get_arg_val<uint32_t>(3), last = first + get_arg_val<uint32_t>(4);
    if (first == last) return;

    constexpr uint32_t element_bytes = get_tile_size(cb_b_rows) / tt::constants::TILE_HW;
    noc_async_read(get_noc_addr(0, b), get_write_ptr(cb_bias), M * element_bytes);
    noc_async_read_barrier();
    if (element_bytes == sizeof(uint32_t))
        push_units<uint32_t>(first, last, w, in);
    else
        push_units<uint16_t>(first, last, w, in);
}
