// The product of a block of K, added to the sums in Dst, from tile 0 on.
#pragma once

#include "gemm.hpp"

#ifdef TRISC_MATH
#include "dot.hpp"
#endif

namespace gemm {

ALWI void add_matrix_products(uint32_t k, uint32_t tiles) {
    reconfig_data_format(cb_b, cb_a);
    mm_init_short(cb_a, cb_b, transposed);
    for (uint32_t tile = 0; tile < tiles; ++tile) {
        for (uint32_t of_b = 0; of_b < parts_of_b; ++of_b)
            for (uint32_t of_a = 0; of_a < parts_of_a; ++of_a)
                if (of_b * bits_of_b + of_a * bits_of_a < bits_of_product)
                    matmul_block(cb_a, cb_b, of_a * Mb * Kt + k + tile, of_b * Kb + tile * Nb, 0, transposed, Nb, Mb,
                                 Kt);
    }
    cb_pop_front(cb_b, parts_of_b * Kb * Nb);
}

// Tiles of Dst that the vector unit works with, behind the sums.
constexpr uint32_t b_tile = 1, a_tile = 2, lanes_tile = 3;

// Rows of A as the vector unit takes them, to c_6: a row of Dst holds 16 elements, and those of a row of A, which the
// unit loads as four rows, are to meet all rows of B alike.
ALWI void spread_rows(uint32_t rows, uint32_t tiles) {
    const uint32_t spread = (tiles + tiles_of_spread - 1) / tiles_of_spread;
    reconfig_data_format_srca(cb_a_rows);
    copy_tile_to_dst_init_short(cb_a_rows);
    pack_reconfig_data_format(cb_a_spread);
    for (uint32_t row = 0; row < rows; ++row) {
        cb_wait_front(cb_a_rows, 1);
        cb_reserve_back(cb_a_spread, spread);
        for (uint32_t part = 0; part < spread; ++part) {
            tile_regs_acquire();
            copy_tile(cb_a_rows, 0, 0);
            MATH(tile::spread_row<a_at>(part);)
            tile_regs_commit();
            tile_regs_wait();
            pack_tile(a_tile, cb_a_spread);
            tile_regs_release();
        }
        cb_push_back(cb_a_spread, spread);
        cb_pop_front(cb_a_rows, 1);
    }
}

ALWI void copy_to(uint32_t cb, uint32_t index, uint32_t tile) {
    reconfig_data_format_srca(cb);
    copy_tile_to_dst_init_short(cb);
    copy_tile(cb, index, tile);
}

// Each row of A with all rows of the block of B. Sums have rows of B as rows until all are there.
ALWI void add_vector_products(uint32_t rows, uint32_t tiles, bool first) {
    if (first) {
        MATH(clear_tile(0);)
    } else {
        transpose_wh_dest_init_short<true>();
        transpose_wh_dest<true>(0);
    }
    for (uint32_t row = 0; row < rows; ++row) {
        MATH(clear_lanes();)
        for (uint32_t tile = 0; tile < tiles; ++tile) {
            if (tile % tiles_of_spread == 0) {
                cb_wait_front(cb_a_spread, 1);
                copy_to(cb_a_spread, 0, a_tile);
                cb_pop_front(cb_a_spread, 1);
                reconfig_data_format_srca(cb_b_vector);
                copy_tile_to_dst_init_short(cb_b_vector);
            }
            copy_tile(cb_b_vector, tile, b_tile);
            MATH(add_products(tile % tiles_of_spread);)
        }
        MATH(add_lanes(row);)
    }
    transpose_wh_dest_init_short<true>();
    transpose_wh_dest<true>(0);
    cb_pop_front(cb_b_vector, Kb * Nb);
}

}  // namespace gemm
