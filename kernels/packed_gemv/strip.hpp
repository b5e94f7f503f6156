// What a product of 32 rows of W begins and ends with: rows of x spread over Dst; alpha, beta, and y as rows.
#pragma once

#include "compute_kernel_api/pack_untilize.h"
#include "compute_kernel_api/tile_move_copy.h"
#include "compute_kernel_api/transpose_wh_dest.h"
#include "gemv.hpp"

#ifdef TRISC_MATH
#include "products.hpp"
#endif

namespace packed_gemv {

ALWI void copy_to(uint32_t cb, uint32_t index, uint32_t dst) {
    reconfig_data_format_srca(cb);
    copy_tile_to_dst_init_short(cb);
    copy_tile(cb, index, dst);
}

// Every row of x, all of which stays in c_3.
ALWI void spread_x() {
    pack_reconfig_data_format(cb_spread);
    for (uint32_t page = 0; page < M * pages_of_row; ++page) {
        cb_wait_front(cb_x, 1);
        for (uint32_t part = 0; part < spread_of_page; ++part) {
            cb_reserve_back(cb_spread, 1);
            tile_regs_acquire();
            copy_to(cb_x, 0, 0);
            MATH(tile::spread_row<x_at>(part);)
            tile_regs_commit();
            tile_regs_wait();
            pack_tile(1, cb_spread);
            tile_regs_release();
            cb_push_back(cb_spread, 1);
        }
        cb_pop_front(cb_x, 1);
    }
    cb_wait_front(cb_spread, M * spread_of_row);
}

template <uint32_t m>
ALWI void add_lanes_of_rows() {
    MATH(add_lanes<m>();)
    if constexpr (m + 1 < rows_at_once && m + 1 < M) add_lanes_of_rows<m + 1>();
}

// What the sums are multiplied by, and y as it was.
struct Factors {
    float alpha, beta;
};

// Rows of a result in Dst tile 0 become those of y.
ALWI void finish([[maybe_unused]] const Factors& by) {
    if (by.beta != 0) {
        cb_wait_front(cb_old_y, 1);
        copy_to(cb_old_y, 0, 3);
        cb_pop_front(cb_old_y, 1);
    }
    MATH(finish_rows<Format::GEMV_FORMAT>(by.alpha, by.beta);)
}

// The sums of a strip, as rows of y.
ALWI void push_result(const Factors& by) {
    MATH(clear_result();)
    add_lanes_of_rows<0>();
    transpose_wh_dest_init_short<true>();
    transpose_wh_dest<true>(0);
    finish(by);
    tile_regs_commit();
    cb_reserve_back(cb_y, 1);
    tile_regs_wait();
    pack_untilize_dest_init<1>(cb_y);
    pack_untilize_dest<1>(cb_y);
    pack_untilize_uninit(cb_y);
    tile_regs_release();
    cb_push_back(cb_y, 1);
}

}  // namespace packed_gemv
