// Makes tiles of blocks of rows, turns them, and makes rows of them again (tilized.hpp).
//
// Defines and runtime arguments are those of compute.cpp.
#include "compute_kernel_api/common.h"
#include "compute_kernel_api/eltwise_unary/eltwise_unary.h"
#include "compute_kernel_api/eltwise_unary/rsqrt.h"
#include "compute_kernel_api/pack_untilize.h"
#include "compute_kernel_api/tile_move_copy.h"
#include "compute_kernel_api/tilize.h"
#include "tilized.hpp"
#include "tools/profiler/kernel_profiler.hpp"

#if defined(ROPE_NORM)
#include "norm.hpp"
#else
#include "unit.hpp"
#endif

namespace rope {

// Of halves the first tile of unit `u` is tile u of the row, the second so many on; neighbours are two tiles on end.
constexpr uint32_t units = row_tiles / 2;
constexpr uint32_t first_tile(uint32_t unit) { return ROPE_STEP == 1 ? unit : 2 * unit; }
constexpr uint32_t second_tile(uint32_t unit) { return ROPE_STEP == 1 ? unit + units : 2 * unit + 1; }

// Tiles that Dst takes at a time, a divisor of a row's.
constexpr uint32_t tiles_at_once = row_tiles % 4 == 0 ? 4 : 2;

ALWI void make_tiles() {
    cb_wait_front(cb_rows, row_tiles);
    cb_reserve_back(cb_tiles, row_tiles);
    tilize_init(cb_rows, row_tiles, cb_tiles);
    tilize_block(cb_rows, row_tiles, cb_tiles);
    tilize_uninit(cb_rows, cb_tiles);
    cb_push_back(cb_tiles, row_tiles);
    cb_pop_front(cb_rows, row_tiles);
}

ALWI void copy_unit(uint32_t unit) {
    copy_tile(cb_tiles, first_tile(unit), 0);
    copy_tile(cb_tiles, second_tile(unit), 1);
}

ALWI void turn_tiles(uint32_t unit, bool alike) {
    tile_regs_acquire();
    copy_unit(unit);
#if defined(ROPE_NORM)
    normalise(cb_tiles, unit);
#endif
    turn_in_dst(cb_tiles, alike);
    tile_regs_commit();
    tile_regs_wait();
    pack_tile<true>(0, cb_turned_tiles, first_tile(unit));
    pack_tile<true>(1, cb_turned_tiles, second_tile(unit));
    tile_regs_release();
}

// What lies between the two changes of form.
ALWI void turn_block(bool alike) {
    init_sfpu(cb_tiles, cb_turned_tiles);
    copy_tile_init(cb_tiles);
#if defined(ROPE_NORM)
    rsqrt_tile_init();
#elif !defined(ROPE_CACHES)
    MATH(set_magnitude();)
#endif
    cb_wait_front(cb_tiles, row_tiles);
#if defined(ROPE_NORM)
    find_scale(units, copy_unit);
#endif
    cb_reserve_back(cb_turned_tiles, row_tiles);
    for (uint32_t unit = 0; unit < units; ++unit) turn_tiles(unit, alike);
    cb_push_back(cb_turned_tiles, row_tiles);
    cb_pop_front(cb_tiles, row_tiles);
#if defined(ROPE_NORM)
    cb_pop_front(cb_scale, 1);
#endif
}

ALWI void make_rows() {
    cb_wait_front(cb_turned_tiles, row_tiles);
    cb_reserve_back(cb_turned, row_tiles);
    pack_untilize_init<tiles_at_once, row_tiles>(cb_turned_tiles, cb_turned);
    for (uint32_t block = 0; block < row_tiles / tiles_at_once; ++block) {
        pack_untilize_block<tiles_at_once, row_tiles>(cb_turned_tiles, 1, cb_turned, block);
        cb_pop_front(cb_turned_tiles, tiles_at_once);
    }
    pack_untilize_uninit(cb_turned);
    cb_push_back(cb_turned, row_tiles);
}

}  // namespace rope

namespace NAMESPACE {
void MAIN {
    DeviceZoneScopedN("ROPE-COMPUTE");
    using namespace rope;
    for (uint32_t run = 0; run < get_arg_val<uint32_t>(4); ++run) {
        const bool alike = get_arg_val<uint32_t>(5 + 2 * run) != 0;
#if defined(ROPE_NORM)
        cb_wait_front(cb_weights, row_tiles);
#endif
        for (uint32_t block = get_arg_val<uint32_t>(6 + 2 * run); block > 0; --block) {
            make_tiles();
            turn_block(alike);
            make_rows();
        }
#if defined(ROPE_NORM)
        cb_pop_front(cb_weights, row_tiles);
#endif
    }
}
}  // namespace NAMESPACE
