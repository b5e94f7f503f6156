// Heads times 1/sqrt(mean of their squares + eps) and their weights. Runtime arguments 4 and 5 of the compute kernel
// are 1/head_dim and eps, fp32.
#pragma once

#include "finish.hpp"

#ifdef TRISC_MATH
#include "../rms_norm/squares.hpp"
#endif

namespace gemm {

constexpr uint32_t cb_head = tt::CBIndex::c_25, cb_scale = tt::CBIndex::c_26;
constexpr uint32_t weight_tile = 1, scale_tile = 3;  // of Dst

#ifdef TRISC_MATH
constexpr uint32_t weight_at = weight_tile * tile::vectors, scale_at = scale_tile * tile::vectors;

inline void normalise_tile() {
    tile::each_four_rows([] {
        const vFloat factor = dst_reg[scale_at];
        const auto one = [&](uint32_t column) {
            dst_reg[column] = rounded(dst_reg[column] * factor * dst_reg[weight_at + column]);
        };
        one(0);
        one(1);
        one(8);
        one(9);
    });
}
#endif

ALWI void push_tile(uint32_t tile, uint32_t cb) {
    cb_reserve_back(cb, 1);
    tile_regs_wait();
    pack_reconfig_data_format(cb);
    pack_tile(tile, cb);
    tile_regs_release();
    cb_push_back(cb, 1);
}

ALWI void find_scale(uint32_t tiles) {
    cb_wait_front(cb_head, tiles);
    reconfig_data_format_srca(cb_head);
    copy_tile_to_dst_init_short(cb_head);
    tile_regs_acquire();
    MATH(rms_norm::clear_sums<scale_at>();)
    for (uint32_t tile = 0; tile < tiles; ++tile) {
        copy_tile(cb_head, tile, 0);
        MATH((rms_norm::add_squares<scale_at, 0>());)
    }
    MATH(rms_norm::sums_to_scale<scale_at>(get_arg_val<float>(4), get_arg_val<float>(5));)
    tile_regs_commit();
    push_tile(scale_tile, cb_scale);
}

ALWI void copy_one(uint32_t cb, uint32_t index, uint32_t tile) {
    reconfig_data_format_srca(cb);
    copy_tile_to_dst_init_short(cb);
    copy_tile(cb, index, tile);
}

template <class Push>
ALWI void normalise_head(uint32_t tiles, Push push) {
    find_scale(tiles);
    cb_wait_front(cb_scale, 1);
    for (uint32_t tile = 0; tile < tiles; ++tile) {
        tile_regs_acquire();
        copy_one(cb_head, tile, 0);
        copy_one(cb_c, tile, weight_tile);
        copy_one(cb_scale, 0, scale_tile);
        MATH(normalise_tile();)
        tile_regs_commit();
        push();
    }
    cb_pop_front(cb_scale, 1);
    cb_pop_front(cb_head, tiles);
}

}  // namespace gemm
