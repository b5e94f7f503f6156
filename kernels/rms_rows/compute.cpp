// y = x / sqrt(mean(x^2) + eps) * weight, row by row, in fp32 with one rounding, at the store.
//
// A first pass over the tiles of a unit sums the squares of each row. The factors wait in L1 as a tile (c_24), because
// Dst is handed to the packer and back with every tile of results. The second pass multiplies.
//
// Runtime arguments: Work (rows.hpp), then 1/cols and eps, fp32 bits. RMS_ROWS_FORMAT is that of y, fp32, bf16 or fp16.
#include <cstdint>

#include "compute_kernel_api/common.h"
#include "compute_kernel_api/eltwise_unary/eltwise_unary.h"
#include "compute_kernel_api/eltwise_unary/rsqrt.h"
#include "compute_kernel_api/tile_move_copy.h"
#include "rows.hpp"
#include "tools/profiler/kernel_profiler.hpp"

#ifdef TRISC_MATH
#include "vectors.hpp"
#endif

namespace rms_rows {

#ifdef TRISC_MATH
// Calls `work(row, its first vector, how many)` for the rows in a tile.
template <class Visit>
inline void each_row(uint32_t rows, uint32_t tile, Visit work) {
    const uint32_t left = pitch / 32 - tile * tile_vectors;
    tile::on_dst([&] {
        for (uint32_t row = 0; row < rows; ++row) work(row, row * row_vectors, std::min(left, row_vectors));
    });
}
inline void settle_rows(uint32_t rows) {
    const float inverse_width = get_arg_val<float>(Work::next_arg), eps = get_arg_val<float>(Work::next_arg + 1);
    tile::on_dst([&] {
        for (uint32_t row = 0; row < rows; ++row) settle(row, inverse_width, eps);
    });
}
#endif

ALWI void copy_of(uint32_t base, uint32_t cb, uint32_t index, uint32_t dst) {
    copy_tile_to_dst_init_short_with_dt(base, cb);
    copy_tile(cb, index, dst);
    copy_tile_to_dst_init_short_with_dt(cb, base);
}

ALWI void find_factors([[maybe_unused]] uint32_t rows) {
    tile_regs_acquire();
    MATH(tile::on_dst(clear_factors);)
    for (uint32_t tile = 0; tile < unit_tiles; ++tile) {
        copy_tile(cb_x, tile, 0);
        MATH(each_row(rows, tile, add_squares);)
    }
    MATH(settle_rows(rows);)
    tile_regs_commit();
    cb_reserve_back(cb_factor, 1);
    tile_regs_wait();
    pack_reconfig_data_format(cb_y, cb_factor);
    pack_tile(1, cb_factor);
    pack_reconfig_data_format(cb_factor, cb_y);
    tile_regs_release();
    cb_push_back(cb_factor, 1);
}

ALWI void normalise_unit([[maybe_unused]] uint32_t rows) {
    cb_wait_front(cb_factor, 1);
    cb_reserve_back(cb_y, unit_tiles);
    for (uint32_t tile = 0; tile < unit_tiles; ++tile) {
        tile_regs_acquire();
        copy_of(cb_x, cb_factor, 0, 1);
        copy_of(cb_x, cb_weight, tile, 2);
        copy_tile(cb_x, tile, 0);
        MATH(each_row(rows, tile, normalise);)
        tile_regs_commit();
        tile_regs_wait();
        pack_tile(0, cb_y);
        tile_regs_release();
    }
    cb_push_back(cb_y, unit_tiles);
    cb_pop_front(cb_factor, 1);
}

}  // namespace rms_rows

namespace NAMESPACE {
void MAIN {
    DeviceZoneScopedN("RMS-ROWS-COMPUTE");
    using namespace rms_rows;
    const Work work;
    if (work.begin == work.end) return;
    init_sfpu(cb_x, cb_y);
    copy_tile_init(cb_x);
    rsqrt_tile_init();
    cb_wait_front(cb_weight, unit_tiles);
    for (uint32_t unit = work.begin; unit < work.end; ++unit) {
        cb_wait_front(cb_x, unit_tiles);
        find_factors(work.rows_of(unit));
        normalise_unit(work.rows_of(unit));
        cb_pop_front(cb_x, unit_tiles);
    }
    cb_pop_front(cb_weight, unit_tiles);
}
}  // namespace NAMESPACE
