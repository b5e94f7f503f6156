// SFPU functions of tiles that the vendor's API has had since spring 2026 (kernel-api.md 3.5). Signatures are the
// vendor's.
#pragma once

// A data movement kernel has none of these.
#if defined(COMPILE_FOR_TRISC)

#include "tessera/sfpu_tiles_binary.h"
#include "tessera/sfpu_tiles_int.h"
#include "tessera/sfpu_tiles_unary.h"

#if defined(TRISC_MATH)
#include "tessera/sfpu/gamma.h"
#include "tessera/sfpu/modulo.h"
#include "tessera/sfpu/three_tiles.h"
#include "tessera/sfpu/xielu.h"
#endif

namespace tessera::detail {
template <DataFormat format>
inline constexpr bool is_plain_float = format == DataFormat::Float32 || format == DataFormat::Float16_b;
}  // namespace tessera::detail

namespace ckernel {

TESSERA_TILE_INIT(lerp)
template <DataFormat format>
ALWI void lerp_tile([[maybe_unused]] uint32_t in0, [[maybe_unused]] uint32_t in1, [[maybe_unused]] uint32_t in2,
                    [[maybe_unused]] uint32_t out) {
    static_assert(tessera::detail::is_plain_float<format>, "lerp_tile takes Float32 and Float16_b");
    MATH((tessera::math::over_three_tiles<tessera::vectors::interpolated<DST_ACCUM_MODE>>(in0, in1, in2, out));)
}
// a + value b / c.
TESSERA_TILE_INIT(addcdiv, tessera::vectors::_init_sfpu_reciprocal_<APPROX>();)
template <DataFormat format>
ALWI void addcdiv_tile([[maybe_unused]] uint32_t in0, [[maybe_unused]] uint32_t in1, [[maybe_unused]] uint32_t in2,
                       [[maybe_unused]] uint32_t out, [[maybe_unused]] uint32_t value) {
    static_assert(tessera::detail::is_plain_float<format>, "addcdiv_tile takes Float32 and Float16_b");
    MATH(_llk_math_eltwise_ternary_sfpu_params_<APPROX>(
             tessera::vectors::calculate_sum_with_scaled_quotient<DST_ACCUM_MODE>, in0, in1, in2, out, VectorMode::RC,
             tessera::math::number(value));)
}

TESSERA_BINARY_TILE(fmod_binary, (tessera::vectors::_init_sfpu_reciprocal_();),
                    tessera::vectors::remainder_truncated<DST_ACCUM_MODE>)

// logical_not_unary_tile and its forms for integers under one name.
TESSERA_TILE_INIT(logical_not)
template <DataFormat format>
ALWI void logical_not_tile(uint32_t idst) {
    constexpr bool is_int = format == DataFormat::Int32 || format == DataFormat::UInt32;
    static_assert(is_int || format == DataFormat::UInt16 || tessera::detail::is_plain_float<format> ||
                      format == DataFormat::Bfp8_b || format == DataFormat::Bfp4_b,
                  "logical_not_tile takes Float32, Float16_b, Bfp8_b, Bfp4_b, Int32, UInt32 and UInt16");
    if constexpr (is_int)
        logical_not_unary_tile_uint32(idst);
    else if constexpr (format == DataFormat::UInt16)
        logical_not_unary_tile_uint16(idst);
    else
        logical_not_unary_tile(idst);
}

TESSERA_TILE_INIT(xielu)
template <auto... options>
ALWI void xielu_tile([[maybe_unused]] uint32_t idst, [[maybe_unused]] uint32_t positive,
                     [[maybe_unused]] uint32_t negative) {
    MATH(tessera::math::over_tile<tessera::vectors::xielu<DST_ACCUM_MODE>>(
             idst, VectorMode::RC, tessera::math::number(positive), tessera::math::number(negative));)
}

TESSERA_UNARY_TILE(lgamma_stirling, (tessera::vectors::_init_sfpu_reciprocal_<APPROX>();),
                   tessera::vectors::log_gamma_short<DST_ACCUM_MODE>)
TESSERA_BINARY_TILE(lgamma_stirling_float, (tessera::vectors::_init_sfpu_reciprocal_<APPROX>();),
                    tessera::vectors::log_gamma_long)
TESSERA_TILE_INIT(lgamma_adjusted)
template <auto... options>
ALWI void lgamma_adjusted_tile([[maybe_unused]] uint32_t in0, [[maybe_unused]] uint32_t in1,
                               [[maybe_unused]] uint32_t in2, [[maybe_unused]] uint32_t out) {
    MATH((tessera::math::over_three_tiles<tessera::vectors::log_gamma_adjusted<DST_ACCUM_MODE>>(in0, in1, in2, out));)
}

}  // namespace ckernel

#endif
