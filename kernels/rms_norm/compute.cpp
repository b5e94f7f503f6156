// y = x / sqrt(mean(x^2) + eps) * weight, row by row of tiles.
//
// The squares are summed in Dst, so that sums keep all of fp32: the matrix unit would take every partial result through
// SrcA or SrcB as TF32 (tensix-core.md 1.5). One pass over a row of tiles gathers the sums, in the eight lanes that
// hold columns of a row; the lanes of a row are then added up, and 1/sqrt of each row goes to L1 as a tile of its own
// (c_24), because Dst is handed to the packer and back with every block of results. The second pass multiplies.
//
// Define RMS_NORM_WEIGHT where there is one. Runtime arguments: 0 rows of tiles, 1 Dt, tiles of a row, 2 tiles of a
// block, a divisor of Dt, 3 whether the weight stays in c_1, 4 1/D and 5 eps, fp32 bits.
#include <cstdint>

#include "compute_kernel_api/common.h"
#include "compute_kernel_api/eltwise_unary/eltwise_unary.h"
#include "compute_kernel_api/eltwise_unary/rsqrt.h"
#include "compute_kernel_api/tile_move_copy.h"
#include "tools/profiler/kernel_profiler.hpp"

#ifdef TRISC_MATH
#include "squares.hpp"
#endif

namespace rms_norm {

constexpr uint32_t cb_x = tt::CBIndex::c_0, cb_weight = tt::CBIndex::c_1;
constexpr uint32_t cb_y = tt::CBIndex::c_16, cb_scale = tt::CBIndex::c_24;

// Tiles of a Dst half: two of x, one of the weight, and the sums, of which 1/sqrt becomes the scale.
constexpr uint32_t weight_tile = 2, scale_tile = 3;

#ifdef TRISC_MATH
constexpr uint32_t weight = weight_tile * tile_vectors, scale = scale_tile * tile_vectors;

template <uint32_t tile>
sfpi_inline void multiply() {
    each_four_rows([] {
        const vFloat factor = dst_reg[scale];
        const auto one = [&](uint32_t column) {
            const uint32_t at = tile * tile_vectors + column;
#if defined(RMS_NORM_WEIGHT)
            dst_reg[at] = dst_reg[at] * factor * dst_reg[weight + column];
#else
            dst_reg[at] = dst_reg[at] * factor;
#endif
        };
        one(0);
        one(1);
        one(8);
        one(9);
    });
}
#endif

// What 1/sqrt of the mean of this row of tiles is, in c_24. All of x is in c_0 then and stays there.
ALWI void find_scale(uint32_t row_tiles, uint32_t block) {
    tile_regs_acquire();
    MATH(clear_sums<scale>();)
    for (uint32_t first = 0; first < row_tiles; first += block) {
        cb_wait_front(cb_x, first + block);
        for (uint32_t tile = first; tile < first + block; ++tile) {
            copy_tile(cb_x, tile, 0);
            MATH((add_squares<scale, 0>());)
        }
    }
    MATH(sums_to_scale<scale>(get_arg_val<float>(4), get_arg_val<float>(5));)
    tile_regs_commit();
    cb_reserve_back(cb_scale, 1);
    tile_regs_wait();
    pack_reconfig_data_format(cb_y, cb_scale);
    pack_tile(scale_tile, cb_scale);
    pack_reconfig_data_format(cb_scale, cb_y);
    tile_regs_release();
    cb_push_back(cb_scale, 1);
}

// Tile `tile` of the block at hand, from `index` on in c_1.
template <uint32_t tile>
ALWI void multiply_tile([[maybe_unused]] uint32_t index) {
#if defined(RMS_NORM_WEIGHT)
    copy_tile(cb_weight, index + tile, weight_tile);
#endif
    MATH(multiply<tile>();)
}

// The next `tiles`, one or two, of x in c_0 times their scale and weight.
ALWI void normalise(uint32_t tiles, uint32_t index_of_weight) {
    tile_regs_acquire();
    copy_tile_to_dst_init_short_with_dt(cb_x, cb_scale);
    copy_tile(cb_scale, 0, scale_tile);
    copy_tile_to_dst_init_short_with_dt(cb_scale, cb_x);
    for (uint32_t tile = 0; tile < tiles; ++tile) copy_tile(cb_x, tile, tile);
#if defined(RMS_NORM_WEIGHT)
    copy_tile_to_dst_init_short_with_dt(cb_x, cb_weight);
#endif
    multiply_tile<0>(index_of_weight);
    if (tiles == 2) multiply_tile<1>(index_of_weight);
#if defined(RMS_NORM_WEIGHT)
    copy_tile_to_dst_init_short_with_dt(cb_weight, cb_x);
#endif
    tile_regs_commit();
    cb_pop_front(cb_x, tiles);
    cb_reserve_back(cb_y, tiles);
    tile_regs_wait();
    for (uint32_t tile = 0; tile < tiles; ++tile) pack_tile(tile, cb_y);
    tile_regs_release();
    cb_push_back(cb_y, tiles);
}

}  // namespace rms_norm

namespace NAMESPACE {
void MAIN {
    DeviceZoneScopedN("RMS-NORM-COMPUTE");
    using namespace rms_norm;
    const uint32_t rows = get_arg_val<uint32_t>(0), row_tiles = get_arg_val<uint32_t>(1);
    const uint32_t block = get_arg_val<uint32_t>(2), step = block % 2 == 0 ? 2 : 1;
    [[maybe_unused]] const bool weight_stays = get_arg_val<uint32_t>(3) != 0;
    init_sfpu(cb_x, cb_y);
    copy_tile_init(cb_x);
    rsqrt_tile_init();

    for (uint32_t row = 0; row < rows; ++row) {
        find_scale(row_tiles, block);
        cb_wait_front(cb_scale, 1);
        for (uint32_t tile = 0; tile < row_tiles; tile += step) {
#if defined(RMS_NORM_WEIGHT)
            cb_wait_front(cb_weight, weight_stays ? tile + step : step);
            normalise(step, weight_stays ? tile : 0);
            if (!weight_stays) cb_pop_front(cb_weight, step);
#else
            normalise(step, 0);
#endif
        }
        cb_pop_front(cb_scale, 1);
    }
#if defined(RMS_NORM_WEIGHT)
    if (weight_stays) cb_pop_front(cb_weight, row_tiles);
#endif
}
}  // namespace NAMESPACE
