// Functions that move or add up whole rows and columns of tiles in Dst.
#pragma once

#include "sim/api/tessera/sfpu/integer_compare.h"
#include "sim/api/tessera/sfpu/raw.h"

namespace tessera::vectors {

// Running products down the eight vectors of a face, and on into the first vector of the next, as the vendor's.
inline void calculate_tiled_product() {
    vFloat product = 1.0f;
    for (int i = 0; i < 9; ++i) {
        vFloat x = sfpi::dst_reg[0];
        product *= x;
        sfpi::dst_reg[0] = product;
        sfpi::dst_reg++;
    }
}

// An Int32 in two's complement; the least integer reads as 0 on Wormhole, and is stored as 0.
sfpi_inline vInt int_at(uint32_t step) { return twos_complement(vInt(sfpi::dst_reg[step])); }
inline void calculate_int_sum_of(uint32_t to, const uint8_t* others, uint32_t count) {
    vInt sum = int_at(to);
    for (uint32_t i = 0; i < count; ++i) sum += int_at(to + others[i]);
    sfpi::dst_reg[to] = twos_complement(sum);
}
// Groups of four rows of two faces, one below the other, into the first group.
inline void calculate_int_sum_of_columns() {
    constexpr uint8_t below[] = {2, 4, 6, 16, 18, 20, 22};
    for (uint32_t i = 0; i < 2; ++i) calculate_int_sum_of(i, below, 7);
}
// Odd and even columns of two faces side by side into the even ones of the left.
inline void calculate_int_sum_of_rows() {
    constexpr uint8_t beside[] = {1, 8, 9};
    for (uint32_t i = 0; i < 8; i += 2) calculate_int_sum_of(i, beside, 3);
}
// The tile after is added, whatever offset the kernel names, as the vendor's.
inline void calculate_int_sum_with_next() {
    for (int i = 0; i < 8; ++i) {
        vInt sum = int_at(0) + int_at(tile_steps);
        sfpi::dst_reg[0] = twos_complement(sum);
        sfpi::dst_reg++;
    }
}

// The first four rows of two tiles, added into those of a third.
template <uint32_t format>
inline void calculate_sum_of_top_rows(uint32_t in0, uint32_t in1, uint32_t out) {
    raw::load_rows<0, format>(in0 * raw::tile_rows);
    raw::load_rows<4, format>(in1 * raw::tile_rows);
    if constexpr (format == raw::fp32) {
        TTI_SFPADD(0, p_sfpu::LCONST_1, 4, 0, 0);
        TTI_SFPADD(1, p_sfpu::LCONST_1, 5, 1, 0);
        TTI_SFPADD(2, p_sfpu::LCONST_1, 6, 2, 0);
        TTI_SFPADD(3, p_sfpu::LCONST_1, 7, 3, 0);
        raw::settle();
    } else {
        raw::add_int<4, 0>();
        raw::add_int<5, 1>();
        raw::add_int<6, 2>();
        raw::add_int<7, 3>();
    }
    raw::store_rows<0, format>(out * raw::tile_rows);
}

// Adds row r of the tile to row index[r] of the tile after; rows whose index is 32 or more go nowhere. The indices are
// bytes in L1, 16 behind the address, which is one of those that lie 16 before their data (kernel-api.md 2.1).
inline void calculate_reshuffled_rows(uint32_t index_address) {
    const auto* index = reinterpret_cast<volatile const uint8_t*>(index_address + 16);
#pragma GCC unroll 1
    for (uint32_t row = 0; row < 32; ++row) {
        const uint32_t to = index[row];
        if (to >= 32) continue;
        const uint32_t to_block = raw::tile_rows + raw::block_of_rows(to / 4);
        raw::load_rows<0>(raw::block_of_rows(row / 4));
        raw::load_rows<4>(to_block);
        raw::transpose();
        TT_SFPADD(row % 4, p_sfpu::LCONST_1, 4 + to % 4, 4 + to % 4, 0);
        raw::settle();
        raw::transpose();
        raw::store_rows<4>(to_block);
    }
}

}  // namespace tessera::vectors
