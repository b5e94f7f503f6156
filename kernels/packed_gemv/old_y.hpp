// What beta multiplies, to tiles whose first rows it fills. Movers only.
#pragma once

#include "../dequantise/layout.hpp"
#include "gemv.hpp"

namespace packed_gemv {

// Places that no row fills are unpacked as well.
inline void clear_old_y() {
    clear_codes(cb_old_y);
    clear_codes(cb_old_rows);
}

// Elements of a strip of rows from `row` on. From DRAM they keep their alignment; the halves of a row then go to two
// faces.
template <class Accessor>
void push_old_y(const Accessor& y, uint32_t strip, uint32_t row) {
    const uint32_t element_bytes = get_tile_size(cb_old_y) / elements_of_page, half = side / 2 * element_bytes;
    const uint32_t rows = lesser(M - row, rows_at_once), column = strip * side, from = get_write_ptr(cb_old_rows);
    for (uint32_t i = 0; i < rows; ++i)
        noc_async_read(y.get_noc_addr(row + i, column * element_bytes), from + i * 2 * half,
                       lesser(N - column, side) * element_bytes);
    cb_reserve_back(cb_old_y, 1);
    noc_async_read_barrier();
    const uint32_t left = get_write_ptr(cb_old_y), right = left + elements_of_page / 4 * element_bytes;
    for (uint32_t i = 0; i < rows; ++i) {
        noc_async_read(get_noc_addr(from + i * 2 * half), left + i * half, half);
        noc_async_read(get_noc_addr(from + (i * 2 + 1) * half), right + i * half, half);
    }
    noc_async_read_barrier();
    cb_push_back(cb_old_y, 1);
}

}  // namespace packed_gemv
