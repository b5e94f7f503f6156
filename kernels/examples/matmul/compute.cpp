// C = A * B, a tile of C after the other, each the sum of Kt products in Dst.
#include <cstdint>

#include "compute_kernel_api/matmul.h"
#include "compute_kernel_api/tile_move_copy.h"

namespace NAMESPACE {
void MAIN {
    constexpr uint32_t tiles = get_named_compile_time_arg_val("Mt") * get_named_compile_time_arg_val("Nt");
    constexpr uint32_t Kt = get_named_compile_time_arg_val("Kt");
    mm_init(0, 1, 16);
    for (uint32_t tile = 0; tile < tiles; ++tile) {
        tile_regs_acquire();
        for (uint32_t k = 0; k < Kt; ++k) {
            cb_wait_front(0, 1);
            cb_wait_front(1, 1);
            matmul_tiles(0, 1, 0, 0, 0, false);
            cb_pop_front(0, 1);
            cb_pop_front(1, 1);
        }
        tile_regs_commit();
        cb_reserve_back(16, 1);
        tile_regs_wait();
        pack_tile(0, 16);
        tile_regs_release();
        cb_push_back(16, 1);
    }
}
}  // namespace NAMESPACE
