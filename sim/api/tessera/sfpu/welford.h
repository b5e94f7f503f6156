// Welford's running mean and sum of squared distances down the rows of tiles: mean in L4, sum in L5, both rows of 32
// columns, from call to call. The reciprocals of the counts come from a table, or from a division on T1 without one.
#pragma once

#include "sim/api/tessera/sfpu/raw.h"

namespace tessera::vectors {

namespace raw {

inline constexpr uint32_t mean = 4, squares = 5, next_mean = 6, reciprocal = 7, minus_one = 11;

template <std::size_t size>
ALWI void load_reciprocal(uint32_t index, const std::array<uint32_t, size>& table) {
    if constexpr (size > 0)
        constant<reciprocal>(table[index]);
    else
        constant<reciprocal>(__builtin_bit_cast(uint32_t, 1.0f / static_cast<float>(index + 1)));
}

// next = mean + (x - mean) / n; squares += (x - mean) (x - next).
template <uint32_t row>
ALWI void welford_row() {
    mad<minus_one, mean, row, next_mean>();
    settle();
    mad<next_mean, reciprocal, mean, next_mean>();
    mad<minus_one, mean, row, mean>();
    mad<minus_one, next_mean, row, row>();
    settle();
    mad<mean, row, squares, squares>();
    move<next_mean, mean>();
}

// L4 to L7 keep their places: they are turned twice.
ALWI void load_welford_rows(uint32_t row) {
    transpose();
    load_rows<0>(row);
    transpose();
}

}  // namespace raw

ALWI void welford_clear_registers() {
    TTI_SFPLOADI(raw::mean, 0, 0);
    TTI_SFPLOADI(raw::squares, 0, 0);
}

// Rows first_row to end_row - 1; the counts go on from `index`.
template <std::size_t size>
inline void calculate_welford(uint32_t index, uint32_t first_row, uint32_t end_row,
                              const std::array<uint32_t, size>& table) {
#pragma GCC unroll 1
    for (uint32_t block = 0; block < 8; ++block) {
        const uint32_t top = 4 * block;
        if (first_row >= top + 4 || end_row <= top) continue;
        raw::load_welford_rows(raw::block_of_rows(block));
        const auto takes = [&](uint32_t row) {
            if (row < first_row || row >= end_row) return false;
            raw::load_reciprocal(index++, table);
            return true;
        };
        if (takes(top)) raw::welford_row<0>();
        if (takes(top + 1)) raw::welford_row<1>();
        if (takes(top + 2)) raw::welford_row<2>();
        if (takes(top + 3)) raw::welford_row<3>();
    }
}

// Mean and squares of a group into the tile and the one after it, and back; a group takes four rows' first columns.
ALWI void welford_store(uint32_t group) {
    TT_SFPSTORE(raw::mean, raw::as_dst, raw::still, group * 4);
    TT_SFPSTORE(raw::squares, raw::as_dst, raw::still, raw::tile_rows + group * 4);
}
ALWI void welford_load(uint32_t group) {
    TT_SFPLOAD(raw::mean, raw::as_dst, raw::still, group * 4);
    TT_SFPLOAD(raw::squares, raw::as_dst, raw::still, raw::tile_rows + group * 4);
}

// The variance is the sum times a reciprocal. As registers lie, or as row 0 of both tiles with zeros in rows 1 to 3.
template <std::size_t size>
inline void welford_finish(uint32_t group, uint32_t index, const std::array<uint32_t, size>& table) {
    raw::load_reciprocal(index, table);
    raw::mad<raw::reciprocal, raw::squares, p_sfpu::LCONST_0, raw::squares>();
    raw::settle();
    welford_store(group);
}
template <std::size_t size>
inline void welford_finish_row(uint32_t index, const std::array<uint32_t, size>& table) {
    raw::load_reciprocal(index, table);
    raw::move<raw::mean, 0>();
    raw::move<p_sfpu::LCONST_0, 1>();
    raw::move<p_sfpu::LCONST_0, 2>();
    raw::move<p_sfpu::LCONST_0, 3>();
    raw::mad<raw::reciprocal, raw::squares, p_sfpu::LCONST_0, 4>();
    raw::settle();
    raw::move<p_sfpu::LCONST_0, 5>();
    raw::move<p_sfpu::LCONST_0, 6>();
    raw::move<p_sfpu::LCONST_0, 7>();
    raw::transpose();
    raw::store_rows<0>(0);
    raw::store_rows<4>(raw::tile_rows);
}

}  // namespace tessera::vectors
