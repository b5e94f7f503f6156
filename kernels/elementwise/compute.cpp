// y = a OP b, or OP(a), element by element, in fp32 Dst. ELEMENTWISE_OP is one of
//
//     add, multiply       a + b, a * b
//     silu                a / (1 + e^-a)
//     gelu                a / (1 + e^-u), u = 2 sqrt(2 / pi) (a + 0.044715 a^3): the tanh form
//     silu_multiply       silu(a) * b, a gate and what it lets through
//
// ELEMENTWISE_BINARY is 1 where there is a b, else 0.
// ELEMENTWISE_FORMAT is that of y: fp32, bf16 or fp16.
//
// ELEMENTWISE_APPROXIMATE, where it is 1, takes the vendor's sigmoid of three lines for silu: off by 0.12 at most.
//
// Roundings beyond those of the functions: one a product or sum; u has four. Runtime argument: 0 tiles.
#include <cstdint>

#include "compute_kernel_api.h"
#include "compute_kernel_api/common.h"
#include "compute_kernel_api/copy_dest_values.h"
#include "compute_kernel_api/eltwise_binary_sfpu.h"
#include "compute_kernel_api/eltwise_unary/binop_with_scalar.h"
#include "compute_kernel_api/eltwise_unary/eltwise_unary.h"
#include "compute_kernel_api/tile_move_copy.h"
#include "tools/profiler/kernel_profiler.hpp"

#ifdef TRISC_MATH
#include "../stored_as.hpp"
#endif

namespace elementwise {

constexpr uint32_t cb_a = tt::CBIndex::c_0, cb_b = tt::CBIndex::c_1, cb_y = tt::CBIndex::c_16;

enum class Op { add, multiply, silu, gelu, silu_multiply };
constexpr Op op = Op::ELEMENTWISE_OP;

constexpr uint32_t slope = 0x3FCC422A;  // 2 sqrt(2 / pi)
constexpr uint32_t cubic = 0x3D372713;  // 0.044715
constexpr uint32_t one = 0x3F800000;

ALWI void to_dst(uint32_t cb, uint32_t tile) {
    cb_wait_front(cb, 1);
    copy_tile_init(cb);
    copy_tile(cb, 0, tile);
    cb_pop_front(cb, 1);
}

ALWI void multiply(uint32_t a, uint32_t b, uint32_t product) {
    mul_binary_tile_init();
    mul_binary_tile(a, b, product);
}

// Dst tile 0 holds a and then the result; tile 1 holds u on the way.
ALWI void gelu() {
    copy_dest_values_init();
    copy_dest_values(0, 1);
    square_tile_init();
    square_tile(1);
    binop_with_scalar_tile_init();
    mul_unary_tile(1, cubic);
    add_unary_tile(1, one);
    mul_unary_tile(1, slope);
    multiply(0, 1, 1);
    sigmoid_tile_init();
    sigmoid_tile(1);
    multiply(0, 1, 0);
}

ALWI void silu() {
#if defined(ELEMENTWISE_APPROXIMATE) && ELEMENTWISE_APPROXIMATE
    copy_dest_values_init();
    copy_dest_values(0, 2);
    sigmoid_tile_init<true>();
    sigmoid_tile<VectorMode::RC, true>(2);
    multiply(0, 2, 0);
#else
    silu_tile_init();
    silu_tile(0);
#endif
}

ALWI void operate() {
    if constexpr (op == Op::add) {
        add_binary_tile_init();
        add_binary_tile(0, 1, 0);
    }
    if constexpr (op == Op::silu || op == Op::silu_multiply) silu();
    if constexpr (op == Op::multiply || op == Op::silu_multiply) multiply(0, 1, 0);
    if constexpr (op == Op::gelu) gelu();
}

}  // namespace elementwise

namespace NAMESPACE {
void MAIN {
    using namespace elementwise;
    DeviceZoneScopedN("ELEMENTWISE-COMPUTE");
    init_sfpu(cb_a, cb_y);
    const uint32_t tiles = get_arg_val<uint32_t>(0);
    for (uint32_t tile = 0; tile < tiles; ++tile) {
        tile_regs_acquire();
        to_dst(cb_a, 0);
        if constexpr (ELEMENTWISE_BINARY) to_dst(cb_b, 1);
        operate();
        MATH((stored_as::round_tile<stored_as::ELEMENTWISE_FORMAT>());)
        tile_regs_commit();
        cb_reserve_back(cb_y, 1);
        tile_regs_wait();
        pack_tile(0, cb_y);
        tile_regs_release();
        cb_push_back(cb_y, 1);
    }
}
}  // namespace NAMESPACE
