// Rows as wide as four tiles into tiles. Argument: how many tiles.
#include <cstdint>

#include "compute_kernel_api/tilize.h"

namespace NAMESPACE {
void MAIN {
    const uint32_t count = get_arg_val<uint32_t>(0);
    compute_kernel_hw_startup(0, 16);
    tilize_init(0, 4, 16);
    for (uint32_t tile = 0; tile < count; tile += 4) {
        cb_wait_front(0, 4);
        cb_reserve_back(16, 4);
        tilize_block(0, 4, 16);
        cb_push_back(16, 4);
        cb_pop_front(0, 4);
    }
}
}  // namespace NAMESPACE
