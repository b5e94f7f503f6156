// What the compute kernels do with a pair around its rotation.
#pragma once

#include "compute_kernel_api.h"
#include "compute_kernel_api/common.h"
#include "compute_kernel_api/eltwise_unary/eltwise_unary.h"
#include "compute_kernel_api/eltwise_unary/exp.h"
#include "compute_kernel_api/tile_move_copy.h"
#include "tools/profiler/kernel_profiler.hpp"
#include "work.hpp"

#ifdef TRISC_MATH
#include "rotation.hpp"
#endif

namespace rope {

// Runtime arguments 0..3 of a compute kernel.
struct Rotation {
    Range pairs = {get_arg_val<uint32_t>(0), get_arg_val<uint32_t>(1)};
    uint32_t pairs_per_row = get_arg_val<uint32_t>(2);  // At/2
    uint32_t tile_rows = get_arg_val<uint32_t>(3);      // rows of tiles in a batch
};

ALWI void begin_without_constants() {
    init_sfpu(cb_pairs, cb_rotated);
    copy_tile_init(cb_pairs);
    exp_tile_init();
}

ALWI void begin([[maybe_unused]] const Rotation& work) {
    begin_without_constants();
    MATH(set_constants(work.pairs_per_row);)
}

ALWI void load_pair() {
    cb_wait_front(cb_pairs, 2);
    tile_regs_acquire();
}

ALWI void copy_pair() {
    copy_tile(cb_pairs, 0, 0);
    copy_tile(cb_pairs, 1, 1);
}

ALWI void store_pair() {
    tile_regs_commit();
    tile_regs_wait();
    cb_reserve_back(cb_rotated, 2);
    pack_tile(0, cb_rotated, 0);
    pack_tile(1, cb_rotated, 1);
    tile_regs_release();
    cb_push_back(cb_rotated, 2);
    cb_pop_front(cb_pairs, 2);
}

}  // namespace rope
