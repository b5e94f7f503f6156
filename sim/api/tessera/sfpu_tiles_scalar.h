// SFPU functions of one tile with numbers for all elements (kernel-api.md 3.5): bits of an fp32, or an integer.
#pragma once

// A data movement kernel has none of these.
#if defined(COMPILE_FOR_TRISC)

#include "tessera/sfpu_tile.h"

// name_tile(idst, bits): after the init statements the function of a vector and a float.
#define TESSERA_SCALAR_TILE(name, ...)                                                                    \
    TESSERA_TILE_INIT(name)                                                                               \
    template <auto... options>                                                                            \
    ALWI void name##_tile([[maybe_unused]] uint32_t idst, [[maybe_unused]] uint32_t bits) {               \
        MATH((tessera::math::over_tile<__VA_ARGS__>(idst, VectorMode::RC, tessera::math::number(bits)));) \
    }
// name_tile(idst, n) of a tile of 32-bit integers.
#define TESSERA_INT_SCALAR_TILE(name, function, operation, vector)                                              \
    TESSERA_TILE_INIT(name)                                                                                     \
    template <auto... options>                                                                                  \
    ALWI void name##_tile([[maybe_unused]] uint32_t idst, [[maybe_unused]] uint32_t n) {                        \
        MATH((tessera::math::over_tile<tessera::vectors::function<tessera::vectors::IntOp::operation>, vector>( \
            idst, VectorMode::RC, n));)                                                                         \
    }

namespace ckernel {

// As tessera::vectors::BinaryOp numbers them.
enum { ADD_UNARY, SUB_UNARY, MUL_UNARY, DIV_UNARY, RSUB_UNARY };
#if defined(TRISC_MATH)
// For kernels that choose the faces.
template <bool approximate, int operation>
ALWI void llk_math_eltwise_unary_sfpu_binop_with_scalar(uint32_t idst, uint32_t bits, int mode = VectorMode::RC) {
    tessera::math::over_tile<tessera::vectors::with_scalar<static_cast<tessera::vectors::BinaryOp>(operation)>>(
        idst, mode, tessera::math::number(bits));
}
#endif

TESSERA_TILE_INIT(binop_with_scalar)
TESSERA_SCALAR_TILE(add_unary, tessera::vectors::with_scalar<tessera::vectors::BinaryOp::add>)
TESSERA_SCALAR_TILE(sub_unary, tessera::vectors::with_scalar<tessera::vectors::BinaryOp::sub>)
TESSERA_SCALAR_TILE(mul_unary, tessera::vectors::with_scalar<tessera::vectors::BinaryOp::mul>)
TESSERA_SCALAR_TILE(div_unary, tessera::vectors::with_scalar<tessera::vectors::BinaryOp::div>)
TESSERA_SCALAR_TILE(rsub_unary, tessera::vectors::with_scalar<tessera::vectors::BinaryOp::rsub>)
TESSERA_SCALAR_TILE(unary_max, tessera::vectors::larger_of_scalar)
TESSERA_SCALAR_TILE(unary_min, tessera::vectors::smaller_of_scalar)

TESSERA_SCALAR_TILE(unary_eq, tessera::vectors::compared_with_scalar<tessera::vectors::Compare::eq>)
TESSERA_SCALAR_TILE(unary_ne, tessera::vectors::compared_with_scalar<tessera::vectors::Compare::ne>)
TESSERA_SCALAR_TILE(unary_gt, tessera::vectors::compared_with_scalar<tessera::vectors::Compare::gt>)
TESSERA_SCALAR_TILE(unary_lt, tessera::vectors::compared_with_scalar<tessera::vectors::Compare::lt>)
TESSERA_SCALAR_TILE(unary_ge, tessera::vectors::compared_with_scalar<tessera::vectors::Compare::ge>)
TESSERA_SCALAR_TILE(unary_le, tessera::vectors::compared_with_scalar<tessera::vectors::Compare::le>)

TESSERA_SCALAR_TILE(relu_max, tessera::vectors::relu_max)
TESSERA_SCALAR_TILE(relu_min, tessera::vectors::relu_min)
TESSERA_SCALAR_TILE(leaky_relu, tessera::vectors::leaky_relu)
TESSERA_SCALAR_TILE(prelu, tessera::vectors::prelu)
TESSERA_SCALAR_TILE(elu, tessera::vectors::elu<DST_ACCUM_MODE>)
TESSERA_SCALAR_TILE(heaviside, tessera::vectors::heaviside)

TESSERA_TILE_INIT(selu)
template <auto... options>
ALWI void selu_tile([[maybe_unused]] uint32_t idst, [[maybe_unused]] uint32_t scale = 0x3F867D5F,
                    [[maybe_unused]] uint32_t alpha = 0x3FD62D7D) {
    MATH((tessera::math::over_tile<tessera::vectors::selu<DST_ACCUM_MODE>>(
        idst, VectorMode::RC, tessera::math::number(scale), tessera::math::number(alpha)));)
}
TESSERA_TILE_INIT(celu)
template <auto... options>
ALWI void celu_tile([[maybe_unused]] uint32_t idst, [[maybe_unused]] uint32_t alpha,
                    [[maybe_unused]] uint32_t alpha_reciprocal) {
    MATH((tessera::math::over_tile<tessera::vectors::celu<DST_ACCUM_MODE>>(
        idst, VectorMode::RC, tessera::math::number(alpha), tessera::math::number(alpha_reciprocal)));)
}
TESSERA_TILE_INIT(softplus)
template <auto... options>
ALWI void softplus_tile([[maybe_unused]] uint32_t idst, [[maybe_unused]] uint32_t beta,
                        [[maybe_unused]] uint32_t beta_reciprocal, [[maybe_unused]] uint32_t threshold) {
    MATH((tessera::math::over_tile<tessera::vectors::softplus>(idst, VectorMode::RC, tessera::math::number(beta),
                                                               tessera::math::number(beta_reciprocal),
                                                               tessera::math::number(threshold)));)
}
TESSERA_TILE_INIT(clamp)
template <auto... options>
ALWI void clamp_tile([[maybe_unused]] uint32_t idst, [[maybe_unused]] uint32_t low, [[maybe_unused]] uint32_t high) {
    MATH(tessera::math::over_tile<tessera::vectors::clamped>(idst, VectorMode::RC, tessera::math::number(low),
                                                             tessera::math::number(high));)
}
TESSERA_TILE_INIT(hardtanh)
template <auto... options>
ALWI void hardtanh_tile(uint32_t idst, uint32_t low = 0xBF800000, uint32_t high = 0x3F800000) {
    clamp_tile(idst, low, high);
}

TESSERA_TILE_INIT(round)
template <auto... options>
ALWI void round_tile([[maybe_unused]] uint32_t idst, [[maybe_unused]] int32_t decimals = 0) {
    MATH(tessera::math::over_tile<tessera::vectors::round_to>(idst, VectorMode::RC,
                                                              tessera::vectors::power_of_ten(decimals),
                                                              tessera::vectors::power_of_ten(-decimals));)
}
// The exponent is the bits of an fp32; the iterative form takes its whole part, which is not negative.
TESSERA_TILE_INIT(power, tessera::vectors::power_init(1.4426950408889634f);)
template <auto... options>
ALWI void power_tile([[maybe_unused]] uint32_t idst, [[maybe_unused]] uint32_t exponent) {
    MATH(const float number = tessera::math::number(exponent); if (number >= 0.0f)
             tessera::math::over_tile<tessera::vectors::power_of_scalar<true>>(idst, VectorMode::RC, number);
         else tessera::math::over_tile<tessera::vectors::power_of_scalar<false>>(idst, VectorMode::RC, number);)
}
TESSERA_TILE_INIT(power_iterative)
template <auto... options>
ALWI void power_iterative_tile([[maybe_unused]] uint32_t idst, [[maybe_unused]] uint32_t exponent) {
    MATH(tessera::math::over_tile<tessera::vectors::power_of_whole>(
             idst, VectorMode::RC, static_cast<uint32_t>(tessera::math::number(exponent)));)
}

TESSERA_INT_SCALAR_TILE(bitwise_and, bits_with_scalar, bit_and, sfpi::vInt)
TESSERA_INT_SCALAR_TILE(bitwise_or, bits_with_scalar, bit_or, sfpi::vInt)
TESSERA_INT_SCALAR_TILE(bitwise_xor, bits_with_scalar, bit_xor, sfpi::vInt)
TESSERA_INT_SCALAR_TILE(left_shift, with_int, shift_left, sfpi::vUInt)
TESSERA_INT_SCALAR_TILE(right_shift, with_int, shift_right, sfpi::vUInt)

TESSERA_TILE_INIT(fill)
template <auto... options>
ALWI void fill_tile([[maybe_unused]] uint32_t idst, [[maybe_unused]] float value) {
    MATH((_llk_math_eltwise_unary_sfpu_params_<APPROX>(tessera::vectors::fill_with<sfpi::vFloat, 8, float>, idst,
                                                       VectorMode::RC, value));)
}
template <auto... options>
ALWI void fill_tile_bitcast(uint32_t idst, [[maybe_unused]] uint32_t bits) {
    MATH(fill_tile(idst, tessera::math::number(bits));)
}
template <auto... options>
ALWI void fill_bitcast_tile(uint32_t idst, uint32_t bits) {
    fill_tile_bitcast(idst, bits);
}
template <auto... options>
ALWI void fill_tile_int([[maybe_unused]] uint32_t idst, [[maybe_unused]] uint32_t value) {
    MATH((_llk_math_eltwise_unary_sfpu_params_<APPROX>(tessera::vectors::fill_with<sfpi::vUInt, 8, uint32_t>, idst,
                                                       VectorMode::RC, value));)
}
template <auto... options>
ALWI void fill_int_tile(uint32_t idst, uint32_t value) {
    fill_tile_int(idst, value);
}

}  // namespace ckernel

#endif
