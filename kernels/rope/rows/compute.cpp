// Turns units (rows.hpp), with ROPE_NORM after multiplying each row by 1/sqrt(mean of its squares + eps) and its
// weights.
//
// Define ROPE_ROUND_BITS where elements have fewer bits than fp32: how many fewer. Runtime arguments: 0 units of a
// block, 1 the magnitude, 2 1/width and 3 eps, fp32; 4 how many runs of blocks follow that share their weights, and of
// each how to take them, the sum of RunBits, and the number of blocks.
#include "compute_kernel_api/common.h"
#include "compute_kernel_api/eltwise_unary/eltwise_unary.h"
#include "compute_kernel_api/eltwise_unary/rsqrt.h"
#include "compute_kernel_api/tile_move_copy.h"
#include "rows.hpp"
#include "tools/profiler/kernel_profiler.hpp"

#if defined(ROPE_NORM)
#include "norm.hpp"
#else
#include "unit.hpp"
#endif
#if defined(ROPE_KV)
#include "narrow_compute.hpp"
#endif

namespace rope {

// Rows of a block share their positions; blocks are narrowed behind the turn; they do not turn.
enum RunBits : uint32_t { alike_bit = 1, narrow_bit = 2, still_bit = 4 };

ALWI void turn_next([[maybe_unused]] uint32_t unit, [[maybe_unused]] uint32_t units, [[maybe_unused]] bool alike) {
    cb_wait_front(cb_unit, 2);
    tile_regs_acquire();
    copy_tile(cb_unit, 0, 0);
    copy_tile(cb_unit, 1, 1);
#if defined(ROPE_NORM)
    normalise(cb_unit, unit);
#endif
    if (still_units == 0 || unit < units - still_units) {
        turn_in_dst(cb_unit, alike);
    } else {
        MATH(round_unit();)
    }
    tile_regs_commit();
    cb_pop_front(cb_unit, 2);
    cb_reserve_back(cb_turned, 2);
    tile_regs_wait();
    pack_tile(0, cb_turned, 0);
    pack_tile(1, cb_turned, 1);
    tile_regs_release();
    cb_push_back(cb_turned, 2);
}

}  // namespace rope

namespace NAMESPACE {
void MAIN {
    DeviceZoneScopedN("ROPE-COMPUTE");
    using namespace rope;
    const uint32_t units = get_arg_val<uint32_t>(0), runs = get_arg_val<uint32_t>(4);
    if (runs == 0) return;
    init_sfpu(cb_unit, cb_turned);
    copy_tile_init(cb_unit);
#if defined(ROPE_NORM)
    rsqrt_tile_init();
#endif
#if !defined(ROPE_CACHES) && !defined(ROPE_NORM)
    MATH(set_magnitude();)
#endif
    for (uint32_t run = 0; run < runs; ++run) {
        const uint32_t bits = get_arg_val<uint32_t>(5 + 2 * run);
        const bool alike = (bits & alike_bit) != 0;
#if defined(ROPE_KV)
        if ((bits & still_bit) != 0) {
            for (uint32_t block = get_arg_val<uint32_t>(6 + 2 * run); block > 0; --block) narrow_rows();
            continue;
        }
#endif
#if defined(ROPE_NORM)
        cb_wait_front(cb_weights, 2 * units);
#endif
        for (uint32_t block = get_arg_val<uint32_t>(6 + 2 * run); block > 0; --block) {
#if defined(ROPE_NORM)
            find_scale(units, [](uint32_t unit) {
                cb_wait_front(cb_unit, 2 * unit + 2);
                copy_tile(cb_unit, 2 * unit, 0);
                copy_tile(cb_unit, 2 * unit + 1, 1);
            });
#endif
            for (uint32_t unit = 0; unit < units; ++unit) turn_next(unit, units, alike);
#if defined(ROPE_NORM)
            cb_pop_front(cb_scale, 1);
#endif
#if defined(ROPE_KV)
            if ((bits & narrow_bit) != 0) narrow_rows();
#endif
        }
#if defined(ROPE_NORM)
        cb_pop_front(cb_weights, 2 * units);
#endif
    }
}
}  // namespace NAMESPACE
