// Each block of Mt x Nb tiles of C is the sum of Kt / Kb products of blocks, in Dst. Arguments: how many blocks, rounds
// of all cores.
#include <cstdint>

#include "compute_kernel_api/matmul.h"
#include "compute_kernel_api/tile_move_copy.h"

namespace NAMESPACE {
void MAIN {
    constexpr uint32_t Mt = get_named_compile_time_arg_val("Mt"), Kt = get_named_compile_time_arg_val("Kt");
    constexpr uint32_t Kb = get_named_compile_time_arg_val("Kb"), Nb = get_named_compile_time_arg_val("Nb");
    const uint32_t blocks = get_arg_val<uint32_t>(0), rounds = get_arg_val<uint32_t>(1);
    mm_block_init(0, 1, 16, 0, Nb, Mt, Kb);
    for (uint32_t block = 0; block < blocks; ++block) {
        tile_regs_acquire();
        for (uint32_t k = 0; k < Kt; k += Kb) {
            cb_wait_front(0, Mt * Kb);
            cb_wait_front(1, Kb * Nb);
            for (uint32_t inner = 0; inner < Kb; ++inner) matmul_block(0, 1, inner, inner * Nb, 0, 0, Nb, Mt, Kb);
            cb_pop_front(0, Mt * Kb);
            cb_pop_front(1, Kb * Nb);
        }
        tile_regs_commit();
        cb_reserve_back(16, Mt * Nb);
        tile_regs_wait();
        for (uint32_t tile = 0; tile < Mt * Nb; ++tile) pack_tile(tile, 16);
        tile_regs_release();
        cb_push_back(16, Mt * Nb);
    }
    for (uint32_t left = (rounds - blocks) * (Kt / Kb); left > 0; --left) {
        cb_wait_front(0, Mt * Kb);
        cb_pop_front(0, Mt * Kb);
    }
}
}  // namespace NAMESPACE
