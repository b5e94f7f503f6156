// y = alpha x W^T + beta y, 32 rows of packed W and up to four rows of x at a time (gemv.hpp).
//
// Roundings in fp32 of a result, each of the magnitudes summed so far: of a tile of 32 weights one of each of its four
// products and sums in a lane, one with the scale and one with what is added; then three of the lanes' sum; one with
// alpha and one with what beta adds; and one to GEMV_FORMAT, to nearest even. Of words: multiply_words.hpp.
//
// Runtime arguments: 0 first strip of 32 rows of W, 1 how many, 2 alpha and 3 beta, fp32 bits.
#include <cstdint>

#include "compute_kernel_api/common.h"
#include "compute_kernel_api/eltwise_unary/eltwise_unary.h"
#include "multiply_words.hpp"
#include "tools/profiler/kernel_profiler.hpp"

namespace packed_gemv {

// Row m of this pass, and those behind it, times a tile of codes.
template <uint32_t m>
ALWI void multiply_rows(uint32_t pass, uint32_t tile) {
    const uint32_t row = pass * rows_at_once + m;
    if (row >= M) return;
    if (M > 1 || tile % tiles_of_spread == 0) copy_to(cb_spread, row * spread_of_row + tile / tiles_of_spread, 1);
    MATH(add_products_of<m>(tile);)
    if constexpr (m + 1 < rows_at_once && m + 1 < M) multiply_rows<m + 1>(pass, tile);
}

ALWI void multiply_strip(uint32_t strip, uint32_t pass, const Factors& by) {
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
    push_result(by);
}

}  // namespace packed_gemv

namespace NAMESPACE {
void MAIN {
    using namespace packed_gemv;
    DeviceZoneScopedN("GEMV-COMPUTE");
    const uint32_t first = get_arg_val<uint32_t>(0), last = first + get_arg_val<uint32_t>(1);
    const Factors by{get_arg_val<float>(2), get_arg_val<float>(3)};
    if (first == last) return;
    init_sfpu(cb_x, cb_spread);
    spread_x();
    pack_reconfig_data_format(cb_y);
    MATH(set_codes();)
    for (uint32_t pass = 0; pass < passes; ++pass)
        for (uint32_t strip = first; strip < last; ++strip)
            if constexpr (by_words)
                multiply_strip_by_words(pass, by);
            else
                multiply_strip(strip, pass, by);
    cb_pop_front(cb_spread, M * spread_of_row);
}
}  // namespace NAMESPACE
