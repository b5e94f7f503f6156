// SFPU functions of tiles of integers (kernel-api.md 3.5). Signatures are the vendor's. A vUInt moves the bits of Dst,
// a vInt is what the vendor's vInt loads: sign and magnitude on Wormhole.
#pragma once

// A data movement kernel has none of these.
#if defined(COMPILE_FOR_TRISC)

#include "tessera/sfpu_tile.h"

#if defined(TRISC_MATH)
#include "tessera/sfpu/integer_compare.h"
#include "tessera/sfpu/integer_divide.h"
#include "tessera/sfpu/integer_multiply.h"
#include "tessera/sfpu/quantization.h"
#include "tessera/sfpu/rows.h"
#endif

// One tile in place, without and with a number for all elements; after the name the function of vectors and their type.
#define TESSERA_INT_TILE(name, ...)                                          \
    template <auto... options>                                               \
    ALWI void name([[maybe_unused]] uint32_t idst) {                         \
        MATH((tessera::math::over_tile<__VA_ARGS__>(idst, VectorMode::RC));) \
    }
#define TESSERA_INT_TILE_WITH(name, ...)                                          \
    template <auto... options>                                                    \
    ALWI void name([[maybe_unused]] uint32_t idst, [[maybe_unused]] uint32_t n) { \
        MATH((tessera::math::over_tile<__VA_ARGS__>(idst, VectorMode::RC, n));)   \
    }
// Two tiles into a third.
#define TESSERA_INT_BINARY_TILE(name, ...)                                              \
    template <auto... options>                                                          \
    ALWI void name##_tile([[maybe_unused]] uint32_t in0, [[maybe_unused]] uint32_t in1, \
                          [[maybe_unused]] uint32_t out) {                              \
        MATH((tessera::math::over_two_tiles<__VA_ARGS__>(in0, in1, out));)              \
    }
// After the name a function of whole faces.
#define TESSERA_FACE_BINARY_TILE(name, ...)                                              \
    template <auto... options>                                                           \
    ALWI void name##_tile([[maybe_unused]] uint32_t in0, [[maybe_unused]] uint32_t in1,  \
                          [[maybe_unused]] uint32_t out) {                               \
        MATH(_llk_math_eltwise_binary_sfpu_params_<APPROX>(__VA_ARGS__, in0, in1, out);) \
    }
// The same of Int32, UInt32 or UInt16.
#define TESSERA_FORMAT_BINARY_TILE(name, ...)                                                                      \
    template <DataFormat format>                                                                                   \
    ALWI void name##_tile([[maybe_unused]] uint32_t in0, [[maybe_unused]] uint32_t in1,                            \
                          [[maybe_unused]] uint32_t out) {                                                         \
        static_assert(format == DataFormat::Int32 || format == DataFormat::UInt32 || format == DataFormat::UInt16, \
                      #name "_tile takes Int32, UInt32 and UInt16");                                               \
        MATH((tessera::math::over_two_tiles<__VA_ARGS__, tessera::math::IntVector<format>>(in0, in1, out));)       \
    }

namespace ckernel {

#if defined(TRISC_MATH)
}  // namespace ckernel

namespace tessera::math {
template <DataFormat format>
using IntVector = std::conditional_t<format == DataFormat::UInt16, sfpi::vUInt16, sfpi::vUInt>;
}  // namespace tessera::math

namespace ckernel {
#endif

TESSERA_INT_TILE(abs_tile_int32, tessera::vectors::int_absolute, sfpi::vUInt)
TESSERA_INT_TILE(negative_tile_int32, tessera::vectors::int_negative, sfpi::vUInt)
TESSERA_INT_TILE(signbit_tile_int32, tessera::vectors::sign_bit, sfpi::vUInt)
TESSERA_INT_TILE(logical_not_unary_tile_int32, tessera::vectors::logical_not_of<sfpi::vInt>, sfpi::vInt)
TESSERA_INT_TILE(logical_not_unary_tile_uint32, tessera::vectors::logical_not_of<sfpi::vUInt>, sfpi::vUInt)
TESSERA_INT_TILE(logical_not_unary_tile_uint16, tessera::vectors::logical_not_of<sfpi::vUInt16>, sfpi::vUInt16)

TESSERA_INT_TILE(eqz_tile_int32, tessera::vectors::int_compared_with_zero<tessera::vectors::Compare::eq>, sfpi::vInt)
TESSERA_INT_TILE(nez_tile_int32, tessera::vectors::int_compared_with_zero<tessera::vectors::Compare::ne>, sfpi::vInt)
TESSERA_INT_TILE(ltz_tile_int32, tessera::vectors::int_compared_with_zero<tessera::vectors::Compare::lt>, sfpi::vInt)
TESSERA_INT_TILE(gtz_tile_int32, tessera::vectors::int_compared_with_zero<tessera::vectors::Compare::gt>, sfpi::vInt)
TESSERA_INT_TILE(lez_tile_int32, tessera::vectors::int_compared_with_zero<tessera::vectors::Compare::le>, sfpi::vInt)
TESSERA_INT_TILE(gez_tile_int32, tessera::vectors::int_compared_with_zero<tessera::vectors::Compare::ge>, sfpi::vInt)
TESSERA_INT_TILE(eqz_tile_uint32, tessera::vectors::is_zero_below_top_bit, sfpi::vUInt)
TESSERA_INT_TILE(nez_tile_uint32, tessera::vectors::is_not_zero<sfpi::vUInt>, sfpi::vUInt)
TESSERA_INT_TILE(eqz_tile_uint16, tessera::vectors::logical_not_of<sfpi::vUInt16>, sfpi::vUInt16)
TESSERA_INT_TILE(nez_tile_uint16, tessera::vectors::is_not_zero<sfpi::vUInt16>, sfpi::vUInt16)

TESSERA_INT_TILE_WITH(unary_eq_tile_int32, tessera::vectors::int_compared_with<tessera::vectors::Compare::eq>,
                      sfpi::vInt)
TESSERA_INT_TILE_WITH(unary_ne_tile_int32, tessera::vectors::int_compared_with<tessera::vectors::Compare::ne>,
                      sfpi::vInt)
TESSERA_INT_TILE_WITH(unary_lt_tile_int32, tessera::vectors::int_compared_with<tessera::vectors::Compare::lt>,
                      sfpi::vInt)
TESSERA_INT_TILE_WITH(unary_gt_tile_int32, tessera::vectors::int_compared_with<tessera::vectors::Compare::gt>,
                      sfpi::vInt)
TESSERA_INT_TILE_WITH(unary_le_tile_int32, tessera::vectors::int_compared_with<tessera::vectors::Compare::le>,
                      sfpi::vInt)
TESSERA_INT_TILE_WITH(unary_ge_tile_int32, tessera::vectors::int_compared_with<tessera::vectors::Compare::ge>,
                      sfpi::vInt)

TESSERA_INT_TILE_WITH(unary_max_int32_tile, tessera::vectors::extreme_int_with<true>, sfpi::vUInt)
TESSERA_INT_TILE_WITH(unary_min_int32_tile, tessera::vectors::extreme_int_with<false>, sfpi::vUInt)
template <auto... options>
ALWI void clamp_tile_int32([[maybe_unused]] uint32_t idst, [[maybe_unused]] uint32_t low,
                           [[maybe_unused]] uint32_t high) {
    MATH((tessera::math::over_tile<tessera::vectors::int_clamped, sfpi::vUInt>(idst, VectorMode::RC, low, high));)
}
template <auto... options>
ALWI void relu_max_tile_int32([[maybe_unused]] uint32_t idst, [[maybe_unused]] uint32_t threshold) {
    MATH((tessera::math::over_tile<tessera::vectors::int_relu_max, sfpi::vInt>(
        idst, VectorMode::RC, static_cast<int>(tessera::math::number(threshold))));)
}
TESSERA_INT_TILE_WITH(relu_min_tile_int32, tessera::vectors::int_relu_min, sfpi::vInt)
template <auto... options>
ALWI void relu_tile_int32(uint32_t idst) {
    relu_min_tile_int32(idst, 0);
}

TESSERA_INT_TILE_WITH(add_unary_tile_int32, tessera::vectors::with_int<tessera::vectors::IntOp::add>, sfpi::vUInt)
TESSERA_INT_TILE_WITH(sub_unary_tile_int32, tessera::vectors::with_int<tessera::vectors::IntOp::sub>, sfpi::vUInt)
TESSERA_TILE_INIT(rsub_unary_int32)
TESSERA_INT_TILE_WITH(rsub_unary_int32_tile, tessera::vectors::int_difference_from, sfpi::vUInt)

TESSERA_TILE_INIT(add_int)
TESSERA_FORMAT_BINARY_TILE(add_int, tessera::vectors::of_two_ints<tessera::vectors::IntOp::add>)
TESSERA_TILE_INIT(sub_int)
TESSERA_FORMAT_BINARY_TILE(sub_int, tessera::vectors::of_two_ints<tessera::vectors::IntOp::sub>)
TESSERA_TILE_INIT(rsub_int)
TESSERA_FORMAT_BINARY_TILE(rsub_int, tessera::vectors::int_difference_reversed)
template <DataFormat format>
ALWI void mul_int_tile_init() {
    MATH(tessera::math::init_sfpu();)
}
template <DataFormat format>
ALWI void mul_int_tile([[maybe_unused]] uint32_t in0, [[maybe_unused]] uint32_t in1, [[maybe_unused]] uint32_t out) {
    static_assert(format == DataFormat::Int32 || format == DataFormat::UInt32 || format == DataFormat::UInt16,
                  "mul_int_tile takes Int32, UInt32 and UInt16");
    MATH(if constexpr (format == DataFormat::UInt16)
             tessera::math::over_two_tiles<tessera::vectors::short_product, sfpi::vUInt16>(in0, in1, out);
         else tessera::math::over_two_tiles<tessera::vectors::int_product, sfpi::vUInt>(in0, in1, out);)
}
// Its name before it had a format.
template <auto... options>
ALWI void mul_int32_tile_init() {
    mul_int_tile_init<DataFormat::Int32>();
}
template <auto... options>
ALWI void mul_int32_tile(uint32_t in0, uint32_t in1) {
    mul_int_tile<DataFormat::Int32>(in0, in1, in0);
}
template <auto... options>
ALWI void mul_int32_tile(uint32_t in0, uint32_t in1, uint32_t out) {
    mul_int_tile<DataFormat::Int32>(in0, in1, out);
}

TESSERA_INT_BINARY_TILE(binary_max_int32, tessera::vectors::extreme_int<true>, sfpi::vUInt)
TESSERA_INT_BINARY_TILE(binary_min_int32, tessera::vectors::extreme_int<false>, sfpi::vUInt)
TESSERA_TILE_INIT(lt_int32)
TESSERA_INT_BINARY_TILE(lt_int32, tessera::vectors::ints_compared<tessera::vectors::Compare::lt>, sfpi::vUInt)
TESSERA_TILE_INIT(gt_int32)
TESSERA_INT_BINARY_TILE(gt_int32, tessera::vectors::ints_compared<tessera::vectors::Compare::gt>, sfpi::vUInt)
TESSERA_TILE_INIT(le_int32)
TESSERA_INT_BINARY_TILE(le_int32, tessera::vectors::ints_compared<tessera::vectors::Compare::le>, sfpi::vUInt)
TESSERA_TILE_INIT(ge_int32)
TESSERA_INT_BINARY_TILE(ge_int32, tessera::vectors::ints_compared<tessera::vectors::Compare::ge>, sfpi::vUInt)

TESSERA_TILE_INIT(gcd)
TESSERA_INT_BINARY_TILE(gcd, tessera::vectors::greatest_common_divisor, sfpi::vUInt)
TESSERA_TILE_INIT(lcm, tessera::vectors::least_common_multiple_init();)
TESSERA_INT_BINARY_TILE(lcm, tessera::vectors::least_common_multiple, sfpi::vUInt)
TESSERA_TILE_INIT(div_int32_floor, tessera::vectors::int_quotient_init();)
TESSERA_FACE_BINARY_TILE(div_int32_floor, tessera::vectors::calculate_int_quotient<tessera::vectors::Division::floored>)
TESSERA_TILE_INIT(div_int32_trunc, tessera::vectors::int_quotient_init();)
TESSERA_FACE_BINARY_TILE(div_int32_trunc,
                         tessera::vectors::calculate_int_quotient<tessera::vectors::Division::truncated>)
TESSERA_TILE_INIT(remainder_int32, tessera::vectors::int_quotient_init();)
TESSERA_FACE_BINARY_TILE(remainder_int32,
                         tessera::vectors::calculate_int_remainder<tessera::vectors::Division::floored>)
TESSERA_TILE_INIT(fmod_int32, tessera::vectors::int_quotient_init();)
TESSERA_FACE_BINARY_TILE(fmod_int32, tessera::vectors::calculate_int_remainder<tessera::vectors::Division::truncated>)
// The quotient as a number.
TESSERA_TILE_INIT(div_int32, tessera::vectors::_init_sfpu_reciprocal_();)
TESSERA_FACE_BINARY_TILE(div_int32, tessera::vectors::calculate_ratio_of_ints)

// Quantisation: the zero point, bits of an fp32, stays in a register until another function needs it.
template <auto... options>
ALWI void quant_tile_init([[maybe_unused]] uint32_t zero_point) {
    MATH(tessera::math::init_sfpu(); tessera::vectors::quantization_init(zero_point);)
}
template <auto... options>
ALWI void requant_tile_init(uint32_t zero_point) {
    quant_tile_init(zero_point);
}
template <auto... options>
ALWI void dequant_tile_init(uint32_t zero_point) {
    quant_tile_init(zero_point);
}
TESSERA_FACE_BINARY_TILE(quant, tessera::vectors::calculate_quantized)
TESSERA_FACE_BINARY_TILE(requant, tessera::vectors::calculate_requantized)
TESSERA_FACE_BINARY_TILE(dequant, tessera::vectors::calculate_dequantized)

}  // namespace ckernel

#endif
