// What the compute kernels do with a unit around its rotation.
#pragma once

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
    Range active = {get_arg_val<uint32_t>(0), get_arg_val<uint32_t>(1)};
    uint32_t units_per_row = get_arg_val<uint32_t>(2);
    uint32_t tile_rows = get_arg_val<uint32_t>(3);  // rows of tiles in a batch
};

ALWI void begin_without_constants() {
    init_sfpu(cb_active, cb_rotated);
    copy_tile_init(cb_active);
    exp_tile_init();
}

ALWI void begin([[maybe_unused]] const Rotation& work) {
    begin_without_constants();
#if defined(FREQ_BASE_LOG)
    MATH(set_constants(work.units_per_row);)
#endif
}

ALWI void load_unit() {
    cb_wait_front(cb_active, unit_tiles);
    tile_regs_acquire();
}

ALWI void copy_unit() {
    copy_tile(cb_active, 0, 0);
    if constexpr (unit_tiles == 2) copy_tile(cb_active, 1, 1);
}

ALWI void store_unit() {
    tile_regs_commit();
    tile_regs_wait();
    cb_reserve_back(cb_rotated, unit_tiles);
    pack_tile(0, cb_rotated, 0);
    if constexpr (unit_tiles == 2) pack_tile(1, cb_rotated, 1);
    tile_regs_release();
    cb_push_back(cb_rotated, unit_tiles);
    cb_pop_front(cb_active, unit_tiles);
}

#if defined(ROPE_TABLE)

// The table tile of the unit at hand, copied to a tile of Dst. It stays in its buffer as long as units share it; the
// mover that fills the buffer pushes the next by the same rule. It is unpacked to Dst whatever the data do: an angle
// off by the 2^-10 that SrcA takes would be off by turns at large positions.
template <uint32_t buffer = cb_table, uint32_t dst_tile = 3>
class Table {
  public:
    ALWI void copy(uint32_t id, uint32_t column_tile) {
        if (table_share(id, column_tile) != share_) {
            end();
            share_ = table_share(id, column_tile);
            cb_wait_front(buffer, 1);
        }
        copy_tile_to_dst_init_short_with_dt(cb_active, buffer);
        copy_tile(buffer, 0, dst_tile);
        copy_tile_to_dst_init_short_with_dt(buffer, cb_active);
    }
    ALWI void end() const {
        if (share_ != UINT32_MAX) cb_pop_front(buffer, 1);
    }

  private:
    uint32_t share_ = UINT32_MAX;
};

#else

template <uint32_t = cb_table>
struct Table {
    ALWI void copy(uint32_t, uint32_t) const {}
    ALWI void end() const {}
};

#endif

}  // namespace rope
