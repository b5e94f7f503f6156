// y = e^(x - max) / sum, row by row, in fp32 with one rounding, at the store.
//
// A first pass over the tiles of a unit finds the maximum and the sum of each row, online, so that each element takes
// part in one exponential; they wait in L1 as a tile of their own (c_24), because Dst is handed to the packer and back
// with every tile of results. The second pass normalises.
//
// Runtime arguments: Work (rows.hpp). Define SOFTMAX_EXP to choose e^x (../rope/exp.hpp); SOFTMAX_FORMAT is that of y,
// fp32, bf16 or fp16.
#include <cstdint>

#include "compute_kernel_api/common.h"
#include "compute_kernel_api/eltwise_unary/eltwise_unary.h"
#include "compute_kernel_api/tile_move_copy.h"
#include "rows.hpp"
#include "tools/profiler/kernel_profiler.hpp"

#ifdef TRISC_MATH
#include "../four_rows.hpp"
#include "vectors.hpp"
#endif

namespace softmax {

#ifdef TRISC_MATH
// Calls `work(row, its first vector, how many)` for the rows in a tile.
template <class Work>
inline void each_row(uint32_t rows, uint32_t tile, Work work) {
    const uint32_t left = pitch / 32 - tile * tile_vectors;
    tile::on_dst([&] {
        for (uint32_t row = 0; row < rows; ++row) work(row, row * row_vectors, std::min(left, row_vectors));
    });
}

inline void gather_tile(uint32_t rows, uint32_t tile) {
    each_row(rows, tile, [&](uint32_t row, uint32_t first, uint32_t count) {
        if (cols % 64 != 0 && tile + 1 == unit_tiles) mask_tail(first + count - 2);
        gather(row, first, count);
    });
}
inline void normalise_tile(uint32_t rows, uint32_t tile) { each_row(rows, tile, normalise); }
inline void settle_rows(uint32_t rows) {
    tile::on_dst([&] {
        for (uint32_t row = 0; row < rows; ++row) settle(row);
    });
}
#endif

ALWI void find_stats([[maybe_unused]] uint32_t rows) {
    tile_regs_acquire();
    MATH(tile::on_dst(clear_stats);)
    for (uint32_t tile = 0; tile < unit_tiles; ++tile) {
        copy_tile(cb_x, tile, 0);
        MATH(gather_tile(rows, tile);)
    }
    MATH(settle_rows(rows);)
    tile_regs_commit();
    cb_reserve_back(cb_rows, 1);
    tile_regs_wait();
    pack_reconfig_data_format(cb_y, cb_rows);
    pack_tile(1, cb_rows);
    pack_reconfig_data_format(cb_rows, cb_y);
    tile_regs_release();
    cb_push_back(cb_rows, 1);
}

ALWI void normalise_unit([[maybe_unused]] uint32_t rows) {
    cb_wait_front(cb_rows, 1);
    cb_reserve_back(cb_y, unit_tiles);
    for (uint32_t tile = 0; tile < unit_tiles; ++tile) {
        tile_regs_acquire();
        copy_tile_to_dst_init_short_with_dt(cb_x, cb_rows);
        copy_tile(cb_rows, 0, 1);
        copy_tile_to_dst_init_short_with_dt(cb_rows, cb_x);
        copy_tile(cb_x, tile, 0);
        MATH(normalise_tile(rows, tile);)
        tile_regs_commit();
        tile_regs_wait();
        pack_tile(0, cb_y);
        tile_regs_release();
    }
    cb_push_back(cb_y, unit_tiles);
    cb_pop_front(cb_rows, 1);
}

}  // namespace softmax

namespace NAMESPACE {
void MAIN {
    DeviceZoneScopedN("SOFTMAX-COMPUTE");
    using namespace softmax;
    const Work work;
    init_sfpu(cb_x, cb_y);
    copy_tile_init(cb_x);
    MATH(sfpu::_init_sfpu_reciprocal_<false>();)
    for (uint32_t unit = work.begin; unit < work.end; ++unit) {
        cb_wait_front(cb_x, unit_tiles);
        find_stats(work.rows_of(unit));
        normalise_unit(work.rows_of(unit));
        cb_pop_front(cb_x, unit_tiles);
    }
}
}  // namespace NAMESPACE
