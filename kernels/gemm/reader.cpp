// Reads strips of A, B and, where beta is not 0, C (gemm.hpp). B is read once for each group of Mb rows of tiles.
//
// Compile-time arguments: accessors of A, B and C. Runtime arguments: 0 address of A, 1 bytes of a page, 2 and 3 those
// of B, 4 and 5 those of C, or of the weights of a head, 6 first unit, 7 how many, 8 beta, fp32 bits.
#include "strips.hpp"
#include "tools/profiler/kernel_profiler.hpp"

namespace {

using namespace gemm;

template <class Accessor>
void push_group_of_a(const Accessor& a, const Place& place) {
    for (uint32_t k = 0; k < Kt; k += Kb)
        for (uint32_t strip = 0; strip < Mb; ++strip)
            push_strip(cb_a_rows, Kb, a, place.row + strip * side, place.rows_of(strip), k * side,
                       lesser(K - k * side, Kb * side), lesser(Kt - k, Kb));
}

// Columns from tile `k` on of each row, a page each.
template <class Accessor>
void push_rows_of_a(const Accessor& a, const Place& place, uint32_t k) {
    const uint32_t page = get_tile_size(cb_a_rows), element_bytes = page / tt::constants::TILE_HW;
    const uint32_t bytes = lesser(K - k * side, Kb * side) * element_bytes;
    const uint32_t tail = bytes / l1_alignment * l1_alignment;
    for (uint32_t row = place.row; row < place.row + place.rows; ++row) {
        cb_reserve_back(cb_a_rows, 1);
        const uint32_t l1 = get_write_ptr(cb_a_rows);
        if (tail < page) {
            clear(l1 + tail, page - tail);
            noc_async_read_barrier();
        }
        noc_async_read(a.get_noc_addr(row, k * side * element_bytes), l1, bytes);
        noc_async_read_barrier();
        cb_push_back(cb_a_rows, 1);
    }
}

template <class Accessor>
void push_tiles_of_b(const Accessor& b, const Place& place, uint32_t k, uint32_t tiles) {
    const uint32_t page = get_tile_size(cb_b_read), column = place.column / side;
    cb_reserve_back(cb_b_read, Kb * Nb);
    uint32_t l1 = get_write_ptr(cb_b_read);
    if constexpr (transposed) {
        for (uint32_t tile = 0; tile < tiles; ++tile, l1 += page) noc_async_read_page(column * Kt + k + tile, b, l1);
    } else {
        // Behind the last column its own tile stands in, for results that are not written.
        constexpr uint32_t columns = tiles_of(N);
        for (uint32_t tile = 0; tile < tiles; ++tile)
            for (uint32_t of_row = 0; of_row < Nb; ++of_row, l1 += page)
                noc_async_read_page((k + tile) * columns + lesser(column + of_row, columns - 1), b, l1);
    }
    noc_async_read_barrier();
    cb_push_back(cb_b_read, Kb * Nb);
}

template <class Accessor>
void push_block_of_b(const Accessor& b, const Place& place, uint32_t k) {
    const uint32_t tiles = lesser(Kt - k, Kb);
    if constexpr (b_is_tiles) {
        push_tiles_of_b(b, place, k, tiles);
    } else if constexpr (transposed) {
        push_strip(cb_b_rows, Kb, b, place.column, place.columns, k * side, lesser(K - k * side, Kb * side), tiles);
    } else {
        for (uint32_t tile = k; tile < k + tiles; ++tile)
            push_strip(cb_b_rows, Nb, b, tile * side, lesser(K - tile * side, side), place.column, place.columns, Nb);
    }
}

}  // namespace

void kernel_main() {
    DeviceZoneScopedN("GEMM-READER");
    constexpr auto a_args = TensorAccessorArgs<0>();
    constexpr auto b_args = TensorAccessorArgs<a_args.next_compile_time_args_offset()>();
    constexpr auto c_args = TensorAccessorArgs<b_args.next_compile_time_args_offset()>();
    const auto a = TensorAccessor(a_args, get_arg_val<uint32_t>(0), get_arg_val<uint32_t>(1));
    const auto b = TensorAccessor(b_args, get_arg_val<uint32_t>(2), get_arg_val<uint32_t>(3));
    const auto c = TensorAccessor(c_args, get_arg_val<uint32_t>(4), get_arg_val<uint32_t>(5));
    const uint32_t first = get_arg_val<uint32_t>(6), last = first + get_arg_val<uint32_t>(7);
    const bool adds_c = get_arg_val<float>(8) != 0;

    if (norms_heads && first != last)
        for (uint32_t tile = 0; tile < blocks_of_part; ++tile)
            push_strip(cb_c_rows, 1, c, 0, 1, tile * side, lesser(part - tile * side, side), 1);
    for (uint32_t unit = first; unit < last; ++unit) {
        const Place place(unit);
        if (!by_vectors && place.begins_group(first, unit)) push_group_of_a(a, place);
        if (adds_c)
            for (uint32_t strip = 0; strip < Mb; ++strip)
                push_strip(cb_c_rows, Nb, c, place.row + strip * side, place.rows_of(strip), place.column,
                           place.columns, Nb);
        for (uint32_t k = 0; k < Kt; k += Kb) {
            push_block_of_b(b, place, k);
            if constexpr (by_vectors) push_rows_of_a(a, place, k);
        }
    }
}
