// Rows of a row-major tensor in the pages of a circular buffer, movers only: 1024 elements fill a tile in the order in
// which they lie, and what lies behind the row in its last tile is zero.
#pragma once

#include "load_back.hpp"
#include "zeros.hpp"

namespace flat_rows {

// Zeros from `l1` up to `end`, a multiple of 16: by stores until a transfer can begin, then the zeros of the core.
inline void start_clearing(uint32_t l1, uint32_t end) {
    constexpr uint32_t alignment = 16;
    if (l1 % alignment != 0) {
        for (; l1 % alignment != 0; l1 += 2) *reinterpret_cast<volatile tt_l1_ptr uint16_t*>(l1) = 0;
        load_back<uint16_t>(l1 - 2);
    }
    zeros::start(l1, end);
}

// Page `page` of a tensor, `bytes` of it, to the next `tiles` pages of a buffer. What a transfer leaves alone stays as
// it was, so a place needs its zeros only once.
template <class Accessor>
void start_reading(uint32_t cb, uint32_t tiles, const Accessor& tensor, uint32_t page, uint32_t bytes, bool clears) {
    cb_reserve_back(cb, tiles);
    const uint32_t l1 = get_write_ptr(cb);
    noc_async_read(get_noc_addr(page, tensor), l1, bytes);
    if (clears) start_clearing(l1 + bytes, l1 + tiles * get_tile_size(cb));
}

}  // namespace flat_rows
