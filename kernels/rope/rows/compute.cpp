// Turns units (rows.hpp), with ROPE_NORM after multiplying each row by 1/sqrt(mean of its squares + eps) and its
// weights.
//
// Define ROPE_ROUND_BITS where elements have fewer bits than fp32: how many fewer. Runtime arguments: 0 units of a
// block, 1 the magnitude, 2 1/width and 3 eps, fp32; 4 how many runs of blocks follow that share their weights, and of
// each whether rows of a block share their positions, and the number of blocks.
#include "compute_kernel_api.h"
#include "compute_kernel_api/common.h"
#include "compute_kernel_api/eltwise_unary/eltwise_unary.h"
#include "compute_kernel_api/eltwise_unary/rsqrt.h"
#include "compute_kernel_api/tile_move_copy.h"
#include "rows.hpp"
#include "tools/profiler/kernel_profiler.hpp"

#ifdef TRISC_MATH
#include "rotate.hpp"
#if defined(ROPE_NORM)
#include "../../rms_norm/squares.hpp"
#endif
#endif

namespace rope {

// Copies a tile of another buffer than the units'.
ALWI void copy_of(uint32_t cb, uint32_t index, uint32_t dst) {
    copy_tile_to_dst_init_short_with_dt(cb_unit, cb);
    copy_tile(cb, index, dst);
    copy_tile_to_dst_init_short_with_dt(cb, cb_unit);
}

#if defined(ROPE_NORM)
#ifdef TRISC_MATH
// The tile of sums, and later of factors; beside it, one after the other, weights and angles.
constexpr uint32_t scale_at = 2 * tile_vectors, weight_at = 3 * tile_vectors;

template <uint32_t tile, uint32_t factor>
sfpi_inline void multiply() {
    tile::each_four_rows([] {
        const auto one = [&](uint32_t column) {
            // Factors stand in one entry for all columns of their rows, weights in every column's.
            const uint32_t of = factor == scale_at ? factor : factor + column;
            dst_reg[tile * tile_vectors + column] = dst_reg[tile * tile_vectors + column] * dst_reg[of];
        };
        one(0);
        one(1);
        one(8);
        one(9);
    });
}
#endif

// The factors of a block's rows, in c_24. Its units are in c_0 then and stay there.
ALWI void find_scale(uint32_t units) {
    tile_regs_acquire();
    MATH(rms_norm::clear_sums<scale_at>();)
    for (uint32_t unit = 0; unit < units; ++unit) {
        cb_wait_front(cb_unit, 2 * unit + 2);
        copy_tile(cb_unit, 2 * unit, 0);
        copy_tile(cb_unit, 2 * unit + 1, 1);
        MATH((rms_norm::add_squares<scale_at, 0>());)
        MATH((rms_norm::add_squares<scale_at, tile_vectors>());)
    }
    MATH(rms_norm::sums_to_scale<scale_at>(get_arg_val<float>(2), get_arg_val<float>(3));)
    tile_regs_commit();
    cb_reserve_back(cb_scale, 1);
    tile_regs_wait();
    pack_reconfig_data_format(cb_turned, cb_scale);
    pack_tile(2, cb_scale);
    pack_reconfig_data_format(cb_scale, cb_turned);
    tile_regs_release();
    cb_push_back(cb_scale, 1);
    cb_wait_front(cb_scale, 1);
}

ALWI void normalise(uint32_t unit) {
    copy_of(cb_scale, 0, 2);
    MATH((multiply<0, scale_at>());)
    MATH((multiply<1, scale_at>());)
    copy_of(cb_weights, 2 * unit, 3);
    MATH((multiply<0, weight_at>());)
    copy_of(cb_weights, 2 * unit + 1, 3);
    MATH((multiply<1, weight_at>());)
}
#endif

ALWI void turn_next([[maybe_unused]] uint32_t unit, [[maybe_unused]] bool alike) {
    cb_wait_front(cb_unit, 2);
    tile_regs_acquire();
    copy_tile(cb_unit, 0, 0);
    copy_tile(cb_unit, 1, 1);
#if defined(ROPE_NORM)
    normalise(unit);
#endif
    cb_wait_front(cb_angles, angle_tiles);
#if defined(ROPE_CACHES)
    copy_of(cb_angles, 0, 2);
    copy_of(cb_angles, 1, 3);
#else
    copy_of(cb_angles, 0, 3);
#endif
    MATH(turn_unit(alike);)
    tile_regs_commit();
    cb_pop_front(cb_unit, 2);
    cb_pop_front(cb_angles, angle_tiles);
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
        const bool alike = get_arg_val<uint32_t>(5 + 2 * run) != 0;
#if defined(ROPE_NORM)
        cb_wait_front(cb_weights, 2 * units);
#endif
        for (uint32_t block = get_arg_val<uint32_t>(6 + 2 * run); block > 0; --block) {
#if defined(ROPE_NORM)
            find_scale(units);
#endif
            for (uint32_t unit = 0; unit < units; ++unit) turn_next(unit, alike);
#if defined(ROPE_NORM)
            cb_pop_front(cb_scale, 1);
#endif
        }
#if defined(ROPE_NORM)
        cb_pop_front(cb_weights, 2 * units);
#endif
    }
}
}  // namespace NAMESPACE
