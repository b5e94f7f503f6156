// y = (x - mean) / sqrt(var + eps) * w + b, row by row, in fp32 Dst.
//
// A row is in c_0 until it has been normalised: its tiles come to Dst for the mean, for the squared deviations from it
// and for y. The moments of a row of several tiles go to L1 (c_24) in between, because Dst is handed to the packer and
// back with every tile of y.
//
// LAYERNORM_FORMAT is that of y: fp32, bf16 or fp16. Runtime arguments: 0 rows, 1 elements of a row, 2 1 / that and 3
// eps, fp32 bits.
#include <cstdint>

#include "compute_kernel_api/common.h"
#include "compute_kernel_api/eltwise_unary/eltwise_unary.h"
#include "compute_kernel_api/eltwise_unary/rsqrt.h"
#include "compute_kernel_api/tile_move_copy.h"
#include "tools/profiler/kernel_profiler.hpp"

#ifdef TRISC_MATH
#include "moments.hpp"
#endif

namespace layernorm {

constexpr uint32_t cb_x = tt::CBIndex::c_0, cb_w = tt::CBIndex::c_1, cb_b = tt::CBIndex::c_2;
constexpr uint32_t cb_y = tt::CBIndex::c_16, cb_moments = tt::CBIndex::c_24;

// Of a Dst half.
constexpr uint32_t x_tile = 0, w_tile = 1, b_tile = 2, moments_tile = 3;

constexpr uint32_t of_tile = 1024;

struct Row {
    uint32_t elements, tiles;
    uint32_t in(uint32_t tile) const { return tile + 1 < tiles ? of_tile : elements - tile * of_tile; }
};

ALWI void find_moments(const Row& row) {
    MATH(clear_moments();)
    for (uint32_t tile = 0; tile < row.tiles; ++tile) {
        copy_tile(cb_x, tile, x_tile);
        MATH(add_elements(row.in(tile));)
    }
    MATH(find_mean(get_arg_val<float>(2));)
    for (uint32_t tile = 0; tile < row.tiles; ++tile) {
        if (row.tiles > 1) copy_tile(cb_x, tile, x_tile);
        MATH(add_squares(row.in(tile));)
    }
    MATH(find_factor(get_arg_val<float>(2), get_arg_val<float>(3));)
}

ALWI void push_tile(uint32_t tile, uint32_t cb) {
    tile_regs_commit();
    cb_reserve_back(cb, 1);
    tile_regs_wait();
    pack_tile(tile, cb);
    tile_regs_release();
    cb_push_back(cb, 1);
}

ALWI void push_y(const Row& row, uint32_t tile) {
    copy_tile(cb_w, tile, w_tile);
    copy_tile(cb_b, tile, b_tile);
    MATH(normalise(row.in(tile));)
    push_tile(x_tile, cb_y);
}

ALWI void push_moments() {
    pack_reconfig_data_format(cb_y, cb_moments);
    push_tile(moments_tile, cb_moments);
    pack_reconfig_data_format(cb_moments, cb_y);
    cb_wait_front(cb_moments, 1);
}

ALWI void take_moments() {
    copy_tile_to_dst_init_short_with_dt(cb_x, cb_moments);
    copy_tile(cb_moments, 0, moments_tile);
    copy_tile_to_dst_init_short_with_dt(cb_moments, cb_x);
}

}  // namespace layernorm

namespace NAMESPACE {
void MAIN {
    DeviceZoneScopedN("LAYERNORM-COMPUTE");
    using namespace layernorm;
    const uint32_t rows = get_arg_val<uint32_t>(0), elements = get_arg_val<uint32_t>(1);
    const Row row{elements, (elements + of_tile - 1) / of_tile};
    if (rows == 0) return;
    init_sfpu(cb_x, cb_y);
    copy_tile_init(cb_x);
    rsqrt_tile_init();

    for (uint32_t i = 0; i < rows; ++i) {
        cb_wait_front(cb_x, row.tiles);
        tile_regs_acquire();
        find_moments(row);
        if (row.tiles > 1) push_moments();
        cb_wait_front(cb_w, row.tiles);
        cb_wait_front(cb_b, row.tiles);
        for (uint32_t tile = 0; tile < row.tiles; ++tile) {
            if (row.tiles > 1) {
                tile_regs_acquire();
                take_moments();
                copy_tile(cb_x, tile, x_tile);
            }
            push_y(row, tile);
        }
        if (row.tiles > 1) cb_pop_front(cb_moments, 1);
        cb_pop_front(cb_x, row.tiles);
    }
    cb_pop_front(cb_w, row.tiles);
    cb_pop_front(cb_b, row.tiles);
}
}  // namespace NAMESPACE
