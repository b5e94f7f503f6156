// As kernels are written since 2026: kernel_main for compute too, api/compute headers, exact tile addresses.
#include <cstdint>

#include "api/compute/compute_kernel_api.h"
#include "api/compute/eltwise_unary/eltwise_unary.h"
#include "api/compute/eltwise_unary/exp.h"
#include "api/compute/tile_move_copy.h"
#include "api/debug/dprint.h"

#ifdef TRISC_MATH
#include "sfpi.h"

inline void smoothstep(float edge) {
    constexpr int vectors_per_face = 8;
    for (int i = 0; i < vectors_per_face; i++) {
        sfpi::vFloat x = sfpi::dst_reg[0];
        v_if(x < edge) { x = 0.0f; }
        v_else { x = x * x * (3.0f - 2.0f * x); }
        v_endif;
        sfpi::dst_reg[0] = x;
        sfpi::dst_reg++;
    }
}
#endif

void kernel_main() {
    const uint32_t tiles = get_arg_val<uint32_t>(0);
    constexpr uint32_t in = tt::CBIndex::c_0, index = tt::CBIndex::c_1, out = tt::CBIndex::c_16;
    constexpr uint32_t edge = get_named_compile_time_arg_val("edge");

    init_sfpu(in, out);
    exp_tile_init();
    for (uint32_t i = 0; i < tiles; ++i) {
        cb_wait_front(in, 1);
        tile_regs_acquire();
        copy_tile_init(in);
        copy_tile(in, 0, 0);
        MATH((_llk_math_eltwise_unary_sfpu_params_<false>(smoothstep, 0, VectorMode::RC, static_cast<float>(edge))));
        exp_tile(0);
        tile_regs_commit();
        tile_regs_wait();
        cb_reserve_back(out, 1);
        pack_tile(0, out);
        cb_push_back(out, 1);
        tile_regs_release();
        cb_pop_front(in, 1);
    }
    DPRINT_MATH(DPRINT << "first index " << *reinterpret_cast<volatile int*>(get_tile_address(index, 0)) << ENDL());
    volatile int* low = nullptr;
    cb_get_tile(index, 0, &low);
    ASSERT(low[4] >= 0);
}
