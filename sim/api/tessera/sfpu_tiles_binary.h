// SFPU functions of two and three tiles of Dst (kernel-api.md 3.5). The result goes to `out`; older kernels name none,
// then it replaces the first tile.
#pragma once

// A data movement kernel has none of these.
#if defined(COMPILE_FOR_TRISC)

#include "tessera/sfpu_tile.h"

// After the init statements in parentheses: the function of two vectors.
#define TESSERA_BINARY_TILE(name, init, ...)                                                                           \
    TESSERA_TILE_INIT(name, TESSERA_STATEMENTS init)                                                                   \
    template <auto... options>                                                                                         \
    ALWI void name##_tile([[maybe_unused]] uint32_t in0, [[maybe_unused]] uint32_t in1, [[maybe_unused]] uint32_t out, \
                          [[maybe_unused]] int mode = VectorMode::RC) {                                                \
        MATH((tessera::math::over_two_tiles<__VA_ARGS__>(in0, in1, out, mode));)                                       \
    }                                                                                                                  \
    template <auto... options>                                                                                         \
    ALWI void name##_tile(uint32_t in0, uint32_t in1) {                                                                \
        name##_tile(in0, in1, in0);                                                                                    \
    }

namespace ckernel {

TESSERA_BINARY_TILE(add_binary, (), tessera::vectors::of_two<tessera::vectors::BinaryOp::add, DST_ACCUM_MODE>)
TESSERA_BINARY_TILE(sub_binary, (), tessera::vectors::of_two<tessera::vectors::BinaryOp::sub, DST_ACCUM_MODE>)
TESSERA_BINARY_TILE(mul_binary, (), tessera::vectors::of_two<tessera::vectors::BinaryOp::mul, DST_ACCUM_MODE>)
TESSERA_BINARY_TILE(rsub_binary, (), tessera::vectors::of_two<tessera::vectors::BinaryOp::rsub, DST_ACCUM_MODE>)
TESSERA_BINARY_TILE(div_binary, (tessera::vectors::_init_sfpu_reciprocal_();),
                    tessera::vectors::of_two<tessera::vectors::BinaryOp::div, DST_ACCUM_MODE>)
TESSERA_BINARY_TILE(power_binary, (tessera::vectors::power_init(1.442695f);), tessera::vectors::power<DST_ACCUM_MODE>)
TESSERA_BINARY_TILE(binary_max, (), tessera::vectors::larger)
TESSERA_BINARY_TILE(binary_min, (), tessera::vectors::smaller)
TESSERA_BINARY_TILE(max, (), tessera::vectors::larger)
TESSERA_BINARY_TILE(min, (), tessera::vectors::smaller)

TESSERA_BINARY_TILE(add_int32, (), tessera::vectors::of_two_ints<tessera::vectors::IntOp::add>, sfpi::vUInt)
TESSERA_BINARY_TILE(sub_int32, (), tessera::vectors::of_two_ints<tessera::vectors::IntOp::sub>, sfpi::vUInt)
TESSERA_TILE_INIT(binary_bitwise)
TESSERA_BINARY_TILE(bitwise_and_binary, (), tessera::vectors::of_two_ints<tessera::vectors::IntOp::bit_and>,
                    sfpi::vUInt)
TESSERA_BINARY_TILE(bitwise_or_binary, (), tessera::vectors::of_two_ints<tessera::vectors::IntOp::bit_or>, sfpi::vUInt)
TESSERA_BINARY_TILE(bitwise_xor_binary, (), tessera::vectors::of_two_ints<tessera::vectors::IntOp::bit_xor>,
                    sfpi::vUInt)
TESSERA_TILE_INIT(binary_shift)
TESSERA_BINARY_TILE(binary_left_shift, (), tessera::vectors::of_two_ints<tessera::vectors::IntOp::shift_left>,
                    sfpi::vUInt)
TESSERA_BINARY_TILE(binary_right_shift, (), tessera::vectors::of_two_ints<tessera::vectors::IntOp::shift_right>,
                    sfpi::vUInt)
TESSERA_BINARY_TILE(binary_logical_right_shift, (),
                    tessera::vectors::of_two_ints<tessera::vectors::IntOp::shift_right_logical>, sfpi::vUInt)

// Bits are moved, 16 or 32 of an element. Without a format: those of Dst.
TESSERA_TILE_INIT(where)
template <DataFormat format = DST_ACCUM_MODE ? DataFormat::Float32 : DataFormat::Float16_b>
ALWI void where_tile([[maybe_unused]] uint32_t condition, [[maybe_unused]] uint32_t a, [[maybe_unused]] uint32_t b,
                     [[maybe_unused]] uint32_t out) {
    MATH(if constexpr (format == DataFormat::Float16_b)
             tessera::math::over_three_tiles<tessera::vectors::where<sfpi::vUInt16>, sfpi::vUInt16>(condition, a, b,
                                                                                                    out);
         else tessera::math::over_three_tiles<tessera::vectors::where<sfpi::vUInt>, sfpi::vUInt>(condition, a, b, out);)
}

}  // namespace ckernel

#endif
