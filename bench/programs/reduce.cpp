// Each tile's rows summed into its first column. Argument: how many tiles.
#include <cstdint>

#include "compute_kernel_api/reduce.h"
#include "compute_kernel_api/tile_move_copy.h"

namespace NAMESPACE {
void MAIN {
    const uint32_t count = get_arg_val<uint32_t>(0);
    compute_kernel_hw_startup(0, 1, 16);
    reduce_init<PoolType::SUM, ReduceDim::REDUCE_ROW>(0, 1, 16);
    cb_wait_front(1, 1);
    for (uint32_t tile = 0; tile < count; ++tile) {
        cb_wait_front(0, 1);
        tile_regs_acquire();
        reduce_tile<PoolType::SUM, ReduceDim::REDUCE_ROW>(0, 1, 0, 0, 0);
        tile_regs_commit();
        cb_pop_front(0, 1);
        cb_reserve_back(16, 1);
        tile_regs_wait();
        pack_tile(0, 16);
        tile_regs_release();
        cb_push_back(16, 1);
    }
    reduce_uninit();
}
}  // namespace NAMESPACE
