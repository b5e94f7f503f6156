// One function of the compute API in a loop, with its tiles in place and nothing else to wait for: what a round takes
// is what its units take in steady state (spec/timing.md 2.9).
//
// Defines, each some statements, empty where nothing is to be done: START; in a half of Dst that is held all the time
// ROUND over and over, and once it is committed PACKED over and over; or BLOCK over and over, which takes and gives
// back Dst itself and TILES pages of cb 16. OWN_VECTORS where statements use the functions below. Runtime arguments:
// rounds, pages of cb 0, pages of cb 1.

// What was published was compiled with this; kernels are not (spec/kernel-api.md 1.2). The words that these loops push
// and the registers that they write are the same either way.
#pragma GCC optimize("move-loop-stores")
#include "compute_kernel_api.h"
#include "compute_kernel_api/common.h"
#include "compute_kernel_api/compute_kernel_hw_startup.h"
#include "compute_kernel_api/eltwise_binary.h"
#include "compute_kernel_api/eltwise_unary/exp.h"
#include "compute_kernel_api/eltwise_unary/gelu.h"
#include "compute_kernel_api/eltwise_unary/recip.h"
#include "compute_kernel_api/eltwise_unary/softplus.h"
#include "compute_kernel_api/matmul.h"
#include "compute_kernel_api/pack_untilize.h"
#include "compute_kernel_api/reduce.h"
#include "compute_kernel_api/tile_move_copy.h"
#include "compute_kernel_api/tilize.h"
#include "compute_kernel_api/untilize.h"

#if defined(OWN_VECTORS)
#ifdef TRISC_MATH
#include "sfpi.h"
#endif

namespace {

// `slots` vector instructions for each of the 32 vectors of Dst tile 0: a load, changes of sign, a store, the step to
// the next.
template <int slots>
void vectors() {
#ifdef TRISC_MATH
    tessera::math::begin_sfpu(0);
#pragma GCC unroll 1
    for (int vector = 0; vector < 32; ++vector) {
        sfpi::vFloat x = sfpi::dst_reg[0];
#pragma GCC unroll 16
        for (int i = 0; i < slots - 3; ++i) x = sfpi::setsgn(x, i % 2);
        sfpi::dst_reg[0] = x;
        sfpi::dst_reg++;
    }
    tessera::math::end_sfpu();
#endif
}

// The same of two vectors at once, whose steps take turns: the rows of the second are named by their distance.
template <int slots>
void pairs() {
#ifdef TRISC_MATH
    tessera::math::begin_sfpu(0);
#pragma GCC unroll 1
    for (int pair = 0; pair < 16; ++pair) {
        sfpi::vFloat x = sfpi::dst_reg[0], y = sfpi::dst_reg[1];
#pragma GCC unroll 16
        for (int i = 0; i < (slots - 5) / 2; ++i) {
            x = sfpi::setsgn(x, i % 2);
            y = sfpi::setsgn(y, i % 2);
        }
        if (slots % 2 == 0) x = sfpi::setsgn(x, 1);
        sfpi::dst_reg[0] = x;
        sfpi::dst_reg[1] = y;
        sfpi::dst_reg += 2;
    }
    tessera::math::end_sfpu();
#endif
}

#ifdef TRISC_MATH
// The softplus whose cycles were published, shorter than that of the library (spec/timing.md 2.8): of |beta x| up to 5
// ln(1 + e^-a) in degree six, nothing beyond, on top of what is positive; rounded, over beta; from the threshold on x.
sfpi_inline void short_softplus(sfpi::vFloat x, float beta, float beta_reciprocal, float threshold) {
    sfpi::vFloat scaled = beta * x;
    v_if(scaled < threshold) {
        sfpi::vFloat a = sfpi::setsgn(scaled, 0);
        sfpi::vFloat rest = tessera::vectors::PolynomialEvaluator::eval(
            a, 0.69323087f, -0.50160098f, 0.12947650f, -0.0037090720f, -0.0049563837f, 0.00099260861f, -6.1187013e-05f);
        v_if(a > 5.0f) { rest = 0.0f; }
        v_endif;
        sfpi::vFloat y = tessera::vectors::larger(scaled, 0.0f) + rest;
        sfpi::dst_reg[0] = tessera::vectors::for_dst<false>(beta_reciprocal * y);
    }
    v_endif;
}
#endif

}  // namespace
#endif

namespace NAMESPACE {
void MAIN {
    const uint32_t rounds = get_arg_val<uint32_t>(0);
    START
    cb_wait_front(0, get_arg_val<uint32_t>(1));
    if (get_arg_val<uint32_t>(2) != 0) cb_wait_front(1, get_arg_val<uint32_t>(2));
#ifdef BLOCK
    for (uint32_t round = 0; round < rounds; ++round) {
        cb_reserve_back(16, TILES);
        BLOCK
        cb_push_back(16, TILES);
    }
#else
    cb_reserve_back(16, TILES);
    tile_regs_acquire();
    for (uint32_t round = 0; round < rounds; ++round) {
        ROUND
    }
    tile_regs_commit();
    tile_regs_wait();
    for (uint32_t round = 0; round < rounds; ++round) {
        PACKED
    }
    tile_regs_release();
#endif
}
}  // namespace NAMESPACE
