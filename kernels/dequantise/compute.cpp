// Tiles of codes (packed.hpp) to rows or tiles of weights, in DEQUANTISE_FORMAT: fp32, bf16 or fp16.
//
// Define DEQUANTISE_AS, rows or tiles, and DEQUANTISE_TILES, how many tiles of a row go to the writer at once: of rows
// 1 or 2, of tiles 1. Runtime arguments: 0 first unit (packed.hpp), 1 how many.
#include <cstdint>

#include "compute_kernel_api/common.h"
#include "compute_kernel_api/eltwise_unary/eltwise_unary.h"
#include "compute_kernel_api/pack_untilize.h"
#include "tiles.hpp"
#include "tools/profiler/kernel_profiler.hpp"

namespace dequantise {

constexpr uint32_t cb_codes = tt::CBIndex::c_0, cb_y = tt::CBIndex::c_16;
constexpr uint32_t tiles_at_once = DEQUANTISE_TILES;
constexpr bool as_rows = Layout::DEQUANTISE_AS == Layout::rows;

ALWI void push_rows(uint32_t tile, uint32_t tiles) {
    tile_regs_acquire();
    take_tile<0>(cb_codes, tile, tiles, false);
    if constexpr (tiles_at_once == 2) take_tile<1>(cb_codes, tile + 1, tiles, tiles_of_codes == 2);
    tile_regs_commit();
    cb_reserve_back(cb_y, tiles_at_once);
    tile_regs_wait();
    pack_untilize_dest<tiles_at_once>(cb_y);
    tile_regs_release();
    cb_push_back(cb_y, tiles_at_once);
}

}  // namespace dequantise

namespace NAMESPACE {
void MAIN {
    using namespace dequantise;
    DeviceZoneScopedN("DEQUANTISE-COMPUTE");
    const uint32_t first = get_arg_val<uint32_t>(0), last = first + get_arg_val<uint32_t>(1);
    init_sfpu(cb_codes, cb_y);
    copy_tile_init(cb_codes);
    if constexpr (as_rows) pack_untilize_dest_init<tiles_at_once>(cb_y);
    MATH(set_codes();)
    for (uint32_t id = first; id < last; ++id) {
        const uint32_t tiles = Unit(id).weights / side;
        for (uint32_t tile = 0; tile < tiles; tile += tiles_at_once) {
            if constexpr (as_rows)
                push_rows(tile, tiles);
            else
                push_tile(cb_codes, cb_y, tile, tiles);
        }
    }
    if constexpr (as_rows) pack_untilize_uninit(cb_y);
}
}  // namespace NAMESPACE
