// SFPU functions of one tile with numbers for all elements (kernel-api.md 3.5): bits of an fp32, or an integer.
#pragma once

#include "tessera/sfpu_tile.h"

// name_tile(idst, bits): after the init statements the function of a vector and a float.
#define TESSERA_SCALAR_TILE(name, ...)                                                      \
    TESSERA_TILE_INIT(name)                                                                 \
    template <auto... options>                                                              \
    ALWI void name##_tile([[maybe_unused]] uint32_t idst, [[maybe_unused]] uint32_t bits) { \
        MATH((math::over_tile<__VA_ARGS__>(idst, VectorMode::RC, math::number(bits)));)     \
    }
// name_tile(idst, n) of a tile of 32-bit integers.
#define TESSERA_INT_SCALAR_TILE(name, function, operation, vector)                                        \
    TESSERA_TILE_INIT(name)                                                                               \
    template <auto... options>                                                                            \
    ALWI void name##_tile([[maybe_unused]] uint32_t idst, [[maybe_unused]] uint32_t n) {                  \
        MATH((math::over_tile<sfpu::function<sfpu::IntOp::operation>, vector>(idst, VectorMode::RC, n));) \
    }

namespace ckernel {

// As sfpu::BinaryOp numbers them.
enum { ADD_UNARY, SUB_UNARY, MUL_UNARY, DIV_UNARY, RSUB_UNARY };
#if defined(TRISC_MATH)
// For kernels that choose the faces.
template <bool approximate, int operation>
ALWI void llk_math_eltwise_unary_sfpu_binop_with_scalar(uint32_t idst, uint32_t bits, int mode = VectorMode::RC) {
    math::over_tile<sfpu::with_scalar<static_cast<sfpu::BinaryOp>(operation)>>(idst, mode, math::number(bits));
}
#endif

TESSERA_TILE_INIT(binop_with_scalar)
TESSERA_SCALAR_TILE(add_unary, sfpu::with_scalar<sfpu::BinaryOp::add>)
TESSERA_SCALAR_TILE(sub_unary, sfpu::with_scalar<sfpu::BinaryOp::sub>)
TESSERA_SCALAR_TILE(mul_unary, sfpu::with_scalar<sfpu::BinaryOp::mul>)
TESSERA_SCALAR_TILE(div_unary, sfpu::with_scalar<sfpu::BinaryOp::div>)
TESSERA_SCALAR_TILE(rsub_unary, sfpu::with_scalar<sfpu::BinaryOp::rsub>)
TESSERA_SCALAR_TILE(unary_max, sfpu::larger_of_scalar)
TESSERA_SCALAR_TILE(unary_min, sfpu::smaller_of_scalar)

TESSERA_SCALAR_TILE(unary_eq, sfpu::compared_with_scalar<sfpu::Compare::eq>)
TESSERA_SCALAR_TILE(unary_ne, sfpu::compared_with_scalar<sfpu::Compare::ne>)
TESSERA_SCALAR_TILE(unary_gt, sfpu::compared_with_scalar<sfpu::Compare::gt>)
TESSERA_SCALAR_TILE(unary_lt, sfpu::compared_with_scalar<sfpu::Compare::lt>)
TESSERA_SCALAR_TILE(unary_ge, sfpu::compared_with_scalar<sfpu::Compare::ge>)
TESSERA_SCALAR_TILE(unary_le, sfpu::compared_with_scalar<sfpu::Compare::le>)

TESSERA_SCALAR_TILE(relu_max, sfpu::relu_max)
TESSERA_SCALAR_TILE(relu_min, sfpu::relu_min)
TESSERA_SCALAR_TILE(leaky_relu, sfpu::leaky_relu)
TESSERA_SCALAR_TILE(prelu, sfpu::prelu)
TESSERA_SCALAR_TILE(elu, sfpu::elu<DST_ACCUM_MODE>)
TESSERA_SCALAR_TILE(heaviside, sfpu::heaviside)

TESSERA_TILE_INIT(selu)
ALWI void selu_tile([[maybe_unused]] uint32_t idst, [[maybe_unused]] uint32_t scale = 0x3F867D5F,
                    [[maybe_unused]] uint32_t alpha = 0x3FD62D7D) {
    MATH((math::over_tile<sfpu::selu<DST_ACCUM_MODE>>(idst, VectorMode::RC, math::number(scale), math::number(alpha)));)
}
TESSERA_TILE_INIT(celu)
ALWI void celu_tile([[maybe_unused]] uint32_t idst, [[maybe_unused]] uint32_t alpha,
                    [[maybe_unused]] uint32_t alpha_reciprocal) {
    MATH((math::over_tile<sfpu::celu<DST_ACCUM_MODE>>(idst, VectorMode::RC, math::number(alpha),
                                                      math::number(alpha_reciprocal)));)
}
TESSERA_TILE_INIT(softplus)
ALWI void softplus_tile([[maybe_unused]] uint32_t idst, [[maybe_unused]] uint32_t beta,
                        [[maybe_unused]] uint32_t beta_reciprocal, [[maybe_unused]] uint32_t threshold) {
    MATH((math::over_tile<sfpu::softplus>(idst, VectorMode::RC, math::number(beta), math::number(beta_reciprocal),
                                          math::number(threshold)));)
}
TESSERA_TILE_INIT(clamp)
ALWI void clamp_tile([[maybe_unused]] uint32_t idst, [[maybe_unused]] uint32_t low, [[maybe_unused]] uint32_t high) {
    MATH(math::over_tile<sfpu::clamped>(idst, VectorMode::RC, math::number(low), math::number(high));)
}
TESSERA_TILE_INIT(hardtanh)
ALWI void hardtanh_tile(uint32_t idst, uint32_t low = 0xBF800000, uint32_t high = 0x3F800000) {
    clamp_tile(idst, low, high);
}

TESSERA_TILE_INIT(round)
ALWI void round_tile([[maybe_unused]] uint32_t idst, [[maybe_unused]] int32_t decimals = 0) {
    MATH(math::over_tile<sfpu::round_to>(idst, VectorMode::RC, sfpu::power_of_ten(decimals),
                                         sfpu::power_of_ten(-decimals));)
}
// The exponent is the bits of an fp32; the iterative form takes its whole part, which is not negative.
TESSERA_TILE_INIT(power, sfpu::power_init(1.4426950408889634f);)
ALWI void power_tile([[maybe_unused]] uint32_t idst, [[maybe_unused]] uint32_t exponent) {
    MATH(const float number = math::number(exponent);
         if (number >= 0.0f) math::over_tile<sfpu::power_of_scalar<true>>(idst, VectorMode::RC, number);
         else math::over_tile<sfpu::power_of_scalar<false>>(idst, VectorMode::RC, number);)
}
TESSERA_TILE_INIT(power_iterative)
ALWI void power_iterative_tile([[maybe_unused]] uint32_t idst, [[maybe_unused]] uint32_t exponent) {
    MATH(math::over_tile<sfpu::power_of_whole>(idst, VectorMode::RC, static_cast<uint32_t>(math::number(exponent)));)
}

TESSERA_INT_SCALAR_TILE(bitwise_and, bits_with_scalar, bit_and, sfpi::vInt)
TESSERA_INT_SCALAR_TILE(bitwise_or, bits_with_scalar, bit_or, sfpi::vInt)
TESSERA_INT_SCALAR_TILE(bitwise_xor, bits_with_scalar, bit_xor, sfpi::vInt)
TESSERA_INT_SCALAR_TILE(left_shift, with_int, shift_left, sfpi::vUInt)
TESSERA_INT_SCALAR_TILE(right_shift, with_int, shift_right, sfpi::vUInt)

TESSERA_TILE_INIT(fill)
ALWI void fill_tile([[maybe_unused]] uint32_t idst, [[maybe_unused]] float value) {
    MATH((_llk_math_eltwise_unary_sfpu_params_<APPROX>(sfpu::fill_with<sfpi::vFloat, 8, float>, idst, VectorMode::RC,
                                                       value));)
}
ALWI void fill_tile_bitcast(uint32_t idst, [[maybe_unused]] uint32_t bits) {
    MATH(fill_tile(idst, math::number(bits));)
}
ALWI void fill_bitcast_tile(uint32_t idst, uint32_t bits) { fill_tile_bitcast(idst, bits); }
ALWI void fill_tile_int([[maybe_unused]] uint32_t idst, [[maybe_unused]] uint32_t value) {
    MATH((_llk_math_eltwise_unary_sfpu_params_<APPROX>(sfpu::fill_with<sfpi::vUInt, 8, uint32_t>, idst, VectorMode::RC,
                                                       value));)
}
ALWI void fill_int_tile(uint32_t idst, uint32_t value) { fill_tile_int(idst, value); }

}  // namespace ckernel
