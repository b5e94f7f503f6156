// Strips of 32 rows in L1, of which some come from DRAM and the rest are zeros: nothing may be unpacked that never was
// written, and what lies behind K must not count.
#pragma once

#include "gemm.hpp"

namespace gemm {

constexpr uint32_t l1_alignment = 16;

// Zeros from `l1` on, a multiple of 16: those of the core, then what they have made, which goes in longer transfers.
inline void clear(uint32_t l1, uint32_t bytes) {
    constexpr uint32_t longest = 8 * MEM_ZEROS_SIZE;
    const uint32_t begin = lesser(bytes, longest);
    for (uint32_t at = 0; at < begin; at += MEM_ZEROS_SIZE)
        noc_async_read(get_noc_addr(MEM_ZEROS_BASE), l1 + at, lesser(begin - at, MEM_ZEROS_SIZE));
    if (bytes == begin) return;
    noc_async_read_barrier();
    for (uint32_t at = begin; at < bytes; at += longest)
        noc_async_read(get_noc_addr(l1), l1 + at, lesser(bytes - at, longest));
}

// `rows` x `columns` elements of a matrix, from (row, column) on, to 32 rows of `tiles` tiles.
template <class Accessor>
void read_strip(const Accessor& matrix, uint32_t element_bytes, uint32_t row, uint32_t rows, uint32_t column,
                uint32_t columns, uint32_t tiles, uint32_t l1) {
    const uint32_t pitch = tiles * side * element_bytes, bytes = columns * element_bytes;
    if (rows < side) clear(l1 + rows * pitch, (side - rows) * pitch);
    if (rows != 0 && bytes < pitch) {
        const uint32_t tail = bytes / l1_alignment * l1_alignment;
        for (uint32_t i = 0; i < rows; ++i)
            noc_async_read(get_noc_addr(MEM_ZEROS_BASE), l1 + i * pitch + tail, pitch - tail);
        noc_async_read_barrier();  // the row is written over the first of these zeros
    }
    for (uint32_t i = 0; i < rows; ++i)
        noc_async_read(matrix.get_noc_addr(row + i, column * element_bytes), l1 + i * pitch, bytes);
}

// The same to the next pages of a buffer.
template <class Accessor>
void push_strip(uint32_t cb, uint32_t pages, const Accessor& matrix, uint32_t row, uint32_t rows, uint32_t column,
                uint32_t columns, uint32_t tiles) {
    cb_reserve_back(cb, pages);
    read_strip(matrix, get_tile_size(cb) / tt::constants::TILE_HW, row, rows, column, columns, tiles,
               get_write_ptr(cb));
    noc_async_read_barrier();
    cb_push_back(cb, pages);
}

}  // namespace gemm
