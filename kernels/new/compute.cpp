// y = x * x + 1 of each tile of circular buffer 0 into 16, on the vector unit. Argument: how many tiles.
#include <cstdint>

#include "compute_kernel_api/common.h"
#include "compute_kernel_api/eltwise_unary/eltwise_unary.h"
#include "compute_kernel_api/tile_move_copy.h"

#ifdef TRISC_MATH
// One face of a tile in Dst: 8 vectors of 32 lanes.
inline void compute_face() {
    for (uint32_t i = 0; i < 8; ++i) {
        const sfpi::vFloat x = sfpi::dst_reg[i];
        sfpi::dst_reg[i] = x * x + 1.0f;
    }
}
#endif

namespace NAMESPACE {
void MAIN {
    const uint32_t count = get_arg_val<uint32_t>(0);
    init_sfpu(0, 16);
    for (uint32_t i = 0; i < count; ++i) {
        cb_wait_front(0, 1);
        tile_regs_acquire();
        copy_tile(0, 0, 0);
        MATH((_llk_math_eltwise_unary_sfpu_params_<false>(compute_face, 0)));
        tile_regs_commit();
        cb_pop_front(0, 1);
        cb_reserve_back(16, 1);
        tile_regs_wait();
        pack_tile(0, 16);
        tile_regs_release();
        cb_push_back(16, 1);
    }
}
}  // namespace NAMESPACE
