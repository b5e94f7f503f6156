// Every element times a factor, in fp32 Dst, rounded to the format it is stored in.
//
// TEMPERATURE_FORMAT is that format: fp32, bf16 or fp16. Runtime arguments: 0 tiles, 1 the factor, fp32 bits.
#include <cstdint>

#include "compute_kernel_api/common.h"
#include "compute_kernel_api/eltwise_unary/eltwise_unary.h"
#include "compute_kernel_api/tile_move_copy.h"
#include "tools/profiler/kernel_profiler.hpp"

#ifdef TRISC_MATH
#include "../stored_as.hpp"

namespace {

// Product and rounding in one pass over the tile.
inline void scale_tile(float factor) {
    using namespace sfpi;
    tile::each_four_rows([=] {
        for (const uint32_t column : {0u, 1u, 8u, 9u})
            dst_reg[column] = stored_as::TEMPERATURE_FORMAT(dst_reg[column] * factor);
    });
}

}  // namespace
#endif

namespace NAMESPACE {
void MAIN {
    DeviceZoneScopedN("TEMPERATURE-COMPUTE");
    constexpr uint32_t cb_in = tt::CBIndex::c_0, cb_out = tt::CBIndex::c_16;
    const uint32_t tiles = get_arg_val<uint32_t>(0);
    [[maybe_unused]] const float factor = get_arg_val<float>(1);
    init_sfpu(cb_in, cb_out);
    copy_tile_init(cb_in);
    for (uint32_t tile = 0; tile < tiles; ++tile) {
        cb_wait_front(cb_in, 1);
        tile_regs_acquire();
        copy_tile(cb_in, 0, 0);
        cb_pop_front(cb_in, 1);
        MATH(scale_tile(factor);)
        tile_regs_commit();
        cb_reserve_back(cb_out, 1);
        tile_regs_wait();
        pack_tile(0, cb_out);
        tile_regs_release();
        cb_push_back(cb_out, 1);
    }
}
}  // namespace NAMESPACE
