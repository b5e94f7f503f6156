// Tiles of codes (packed.hpp) to rows of weights, in DEQUANTISE_FORMAT: fp32, bf16 or fp16.
//
// Define DEQUANTISE_TILES, 1 or 2, how many tiles of a row go to the writer at once. Runtime arguments:
// 0 first unit (packed.hpp), 1 how many.
#include <cstdint>

#include "compute_kernel_api/common.h"
#include "compute_kernel_api/eltwise_unary/eltwise_unary.h"
#include "compute_kernel_api/pack_untilize.h"
#include "compute_kernel_api/tile_move_copy.h"
#include "packed.hpp"
#include "tools/profiler/kernel_profiler.hpp"

#ifdef TRISC_MATH
#include "weights.hpp"
#endif

namespace dequantise {

constexpr uint32_t cb_codes = tt::CBIndex::c_0, cb_y = tt::CBIndex::c_16;
constexpr uint32_t tiles_at_once = DEQUANTISE_TILES;

#ifdef TRISC_MATH
template <uint32_t to>
inline void weights_of_tile(uint32_t tile) {
    with_phase(tile, [](auto phase) { weights_of_codes<decltype(phase)::value, Format::DEQUANTISE_FORMAT, to>(); });
}
#endif

// The next tile of `tiles` to Dst tile `to`.
template <uint32_t to>
ALWI void take_tile(uint32_t tile, uint32_t tiles) {
    if (to == 0 || tiles_of_codes == 1) {
        cb_wait_front(cb_codes, 1);
        copy_tile(cb_codes, 0, 3);
    }
    MATH(weights_of_tile<to>(tile);)
    if ((tile + 1) % tiles_of_codes == 0 || tile + 1 == tiles) cb_pop_front(cb_codes, 1);
}

ALWI void push_weights(uint32_t tile, uint32_t tiles) {
    tile_regs_acquire();
    take_tile<0>(tile, tiles);
    if constexpr (tiles_at_once == 2) take_tile<1>(tile + 1, tiles);
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
    pack_untilize_dest_init<tiles_at_once>(cb_y);
    MATH(set_codes();)
    for (uint32_t id = first; id < last; ++id) {
        const uint32_t tiles = Unit(id).weights / side;
        for (uint32_t tile = 0; tile < tiles; tile += tiles_at_once) push_weights(tile, tiles);
    }
    pack_untilize_uninit(cb_y);
}
}  // namespace NAMESPACE
