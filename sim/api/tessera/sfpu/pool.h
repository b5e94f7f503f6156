// The greatest value of each column and its index: values in one tile of Dst, indices in another.
#pragma once

#include "sim/api/tessera/sfpu/indexed.h"

namespace tessera::vectors {

namespace raw {

// Of four registers into L0 where they are rows of one column each, turned in between, and L0 to L3 turned first.
ALWI void greatest_of_rows() {
    order_indexed<0, 1>();
    order_indexed<2, 3>();
    order_indexed<0, 2>();
    transpose();
    order_indexed<0, 2>();
    order_indexed<1, 3>();
    transpose();
}
ALWI void greatest_of_columns() {
    transpose();
    order_indexed<0, 1>();
    order_indexed<2, 3>();
    order_indexed<0, 2>();
    transpose();
    order_indexed<0, 1>();
    order_indexed<2, 3>();
}

// Sixteen Dst rows of four vectors each into L0.
template <bool wide>
ALWI void load_and_pool(uint32_t values, uint32_t indices) {
    load_indexed<0, wide>(values, indices);
    load_indexed<1, wide>(values + 4, indices + 4);
    load_indexed<2, wide>(values + 8, indices + 8);
    load_indexed<3, wide>(values + 12, indices + 12);
    greatest_of_rows();
}
// L0 with what lies in Dst.
template <bool wide>
ALWI void pool_with(uint32_t values, uint32_t indices) {
    load_indexed<1, wide>(values, indices);
    order_indexed<0, 1>();
}

}  // namespace raw

// Nine rows of a tile: the first eight of two loads, the ninth on its own; both faces side by side.
template <bool wide>
inline void pool_nine_rows(uint32_t values, uint32_t indices) {
#pragma GCC unroll 1
    for (uint32_t face = 0; face < 32; face += 16) {
        const uint32_t v = values + face, i = indices + face;
        raw::load_indexed<0, wide>(v, i);
        raw::load_indexed<1, wide>(v + 4, i + 4);
        raw::load_indexed<2, wide>(v + 2, i + 2);
        raw::load_indexed<3, wide>(v + 6, i + 6);
        raw::greatest_of_columns();
        raw::load_indexed<1, wide>(v + 8, i + 8);
        raw::load_indexed<3, wide>(v + 10, i + 10);
        raw::order_indexed<0, 1>();
        raw::order_indexed<2, 3>();
        raw::store_indexed<0, wide>(v, i);
        raw::store_indexed<2, wide>(v + 2, i + 2);
    }
}
// Row-major sticks of 32 in tiles: two of them lie in the four rows of a load.
template <bool wide>
inline void pool_nine_sticks(uint32_t values, uint32_t indices) {
#pragma GCC unroll 1
    for (uint32_t column = 0; column < 4; column += 2) {
        const uint32_t v = values + column, i = indices + column;
        raw::load_and_pool<wide>(v, i);
        raw::pool_with<wide>(v + 16, i + 16);
        raw::store_indexed<0, wide>(v, i);
    }
}
// 32 sticks, by halves through Dst; where results accumulate they are kept in the tiles after, too.
template <bool wide, bool accumulates>
inline void pool_sticks(uint32_t values, uint32_t indices, uint32_t chunk) {
#pragma GCC unroll 1
    for (uint32_t column = 0; column < 4; column += 2) {
        const uint32_t v = values + column, i = indices + column;
#pragma GCC unroll 1
        for (uint32_t half = 0; half < 64; half += 32) {
            raw::load_and_pool<wide>(v + half, i + half);
            raw::store_indexed<0, wide>(v + half, i + half);
            raw::load_and_pool<wide>(v + half + 16, i + half + 16);
            raw::pool_with<wide>(v + half, i + half);
            if (half == 0) raw::store_indexed<0, wide>(v, i);
        }
        raw::pool_with<wide>(v, i);
        if constexpr (accumulates) {
            if (chunk > 0) raw::pool_with<wide>(v + raw::tile_rows, i + raw::tile_rows);
            raw::store_indexed<0, wide>(v + raw::tile_rows, i + raw::tile_rows);
        }
        raw::store_indexed<0, wide>(v, i);
    }
}

}  // namespace tessera::vectors
