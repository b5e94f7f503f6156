// y = x W^T, 32 rows of packed W and up to four rows of x at a time (gemv.hpp).
//
// Roundings in fp32 of a result, each of the magnitudes summed so far: of a tile of 32 weights one of each of its four
// products and sums in a lane, one with the scale and one with what is added; then three of the lanes' sum; and one to
// GEMV_FORMAT, to nearest even.
//
// Runtime arguments: 0 first strip of 32 rows of W, 1 how many.
#include <cstdint>

#include "compute_kernel_api/common.h"
#include "compute_kernel_api/eltwise_unary/eltwise_unary.h"
#include "compute_kernel_api/pack_untilize.h"
#include "compute_kernel_api/tile_move_copy.h"
#include "compute_kernel_api/transpose_wh_dest.h"
#include "gemv.hpp"
#include "tools/profiler/kernel_profiler.hpp"

#ifdef TRISC_MATH
#include "products.hpp"
#endif

namespace packed_gemv {

ALWI void copy_to(uint32_t cb, uint32_t index, uint32_t dst) {
    reconfig_data_format_srca(cb);
    copy_tile_to_dst_init_short(cb);
    copy_tile(cb, index, dst);
}

// Every row of x, all of which stays in c_3.
ALWI void spread_x() {
    pack_reconfig_data_format(cb_spread);
    for (uint32_t page = 0; page < M * pages_of_row; ++page) {
        cb_wait_front(cb_x, 1);
        for (uint32_t part = 0; part < spread_of_page; ++part) {
            cb_reserve_back(cb_spread, 1);
            tile_regs_acquire();
            copy_to(cb_x, 0, 0);
            MATH(spread_row(part);)
            tile_regs_commit();
            tile_regs_wait();
            pack_tile(1, cb_spread);
            tile_regs_release();
            cb_push_back(cb_spread, 1);
        }
        cb_pop_front(cb_x, 1);
    }
    cb_wait_front(cb_spread, M * spread_of_row);
}

// Row m of this pass, and those behind it, times a tile of codes.
template <uint32_t m>
ALWI void multiply_rows(uint32_t pass, uint32_t tile) {
    const uint32_t row = pass * rows_at_once + m;
    if (row >= M) return;
    if (M > 1 || tile % tiles_of_spread == 0) copy_to(cb_spread, row * spread_of_row + tile / tiles_of_spread, 1);
    MATH(add_products_of<m>(tile);)
    if constexpr (m + 1 < rows_at_once && m + 1 < M) multiply_rows<m + 1>(pass, tile);
}

template <uint32_t m>
ALWI void add_lanes_of_rows() {
    MATH((add_lanes<m, Format::GEMV_FORMAT>());)
    if constexpr (m + 1 < rows_at_once && m + 1 < M) add_lanes_of_rows<m + 1>();
}

ALWI void push_result() {
    transpose_wh_dest_init_short<true>();
    transpose_wh_dest<true>(0);
    tile_regs_commit();
    cb_reserve_back(cb_y, 1);
    tile_regs_wait();
    pack_untilize_dest_init<1>(cb_y);
    pack_untilize_dest<1>(cb_y);
    pack_untilize_uninit(cb_y);
    tile_regs_release();
    cb_push_back(cb_y, 1);
}

ALWI void multiply_strip(uint32_t strip, uint32_t pass) {
    constexpr uint32_t tiles = K / side, tiles_of_chunk = chunk / side;
    tile_regs_acquire();
    MATH(clear_sums();)
    for (uint32_t tile = 0; tile < tiles; ++tile) {
        const uint32_t unit = strip * chunks_of_row + tile / tiles_of_chunk;
        const uint32_t cb = unit % 2 == 0 ? cb_codes : cb_other_codes;
        if (tile % tiles_of_codes == 0) {
            cb_wait_front(cb, 1);
            copy_to(cb, 0, 3);
        }
        MATH(with_phase(tile, [](auto phase) { keep_scales<decltype(phase)::value>(); });)
        multiply_rows<0>(pass, tile);
        if ((tile + 1) % tiles_of_codes == 0 || tile + 1 == tiles) cb_pop_front(cb, 1);
    }
    MATH(clear_result();)
    add_lanes_of_rows<0>();
    push_result();
}

}  // namespace packed_gemv

namespace NAMESPACE {
void MAIN {
    using namespace packed_gemv;
    DeviceZoneScopedN("GEMV-COMPUTE");
    const uint32_t first = get_arg_val<uint32_t>(0), last = first + get_arg_val<uint32_t>(1);
    if (first == last) return;
    init_sfpu(cb_x, cb_spread);
    spread_x();
    pack_reconfig_data_format(cb_y);
    MATH(set_codes();)
    for (uint32_t pass = 0; pass < passes; ++pass)
        for (uint32_t strip = first; strip < last; ++strip) multiply_strip(strip, pass);
    cb_pop_front(cb_spread, M * spread_of_row);
}
}  // namespace NAMESPACE
