// SFPU functions of one tile without further arguments (kernel-api.md 3.5).
#pragma once

// A data movement kernel has none of these.
#if defined(COMPILE_FOR_TRISC)

#include "tessera/sfpu_tile.h"

namespace ckernel {

TESSERA_UNARY_TILE(sin, (), tessera::vectors::by_half_turns<APPROX, false>)
TESSERA_UNARY_TILE(cos, (), tessera::vectors::by_half_turns<APPROX, true>)
TESSERA_UNARY_TILE(tan, (), tessera::vectors::tangent<APPROX>)
TESSERA_UNARY_TILE(atan, (tessera::vectors::_init_sfpu_reciprocal_();), tessera::vectors::arc_tangent<DST_ACCUM_MODE>)
TESSERA_UNARY_TILE(asin, (), tessera::vectors::arc_of_series<false>)
TESSERA_UNARY_TILE(acos, (), tessera::vectors::arc_of_series<true>)
TESSERA_UNARY_TILE(sinh, (), tessera::vectors::sinh<DST_ACCUM_MODE>)
TESSERA_UNARY_TILE(cosh, (), tessera::vectors::cosh<DST_ACCUM_MODE>)

TESSERA_UNARY_TILE(relu, (), tessera::vectors::relu)
TESSERA_UNARY_TILE(hardsigmoid, (tessera::vectors::hardsigmoid_init();), tessera::vectors::hardsigmoid)
TESSERA_UNARY_TILE(square, (), tessera::vectors::square)
TESSERA_UNARY_TILE(abs, (), tessera::vectors::absolute)
TESSERA_UNARY_TILE(negative, (), tessera::vectors::negative)
TESSERA_UNARY_TILE(sign, (), tessera::vectors::sign)
TESSERA_UNARY_TILE(signbit, (), tessera::vectors::signbit)
TESSERA_UNARY_TILE(identity, (), tessera::vectors::identity<sfpi::vFloat>)
template <auto... options>
ALWI void identity_tile_uint32([[maybe_unused]] uint32_t idst) {
    MATH((tessera::math::over_tile<tessera::vectors::identity<sfpi::vUInt>, sfpi::vUInt>(idst, VectorMode::RC));)
}

TESSERA_UNARY_TILE(eqz, (), tessera::vectors::compared_with_zero<tessera::vectors::Compare::eq>)
TESSERA_UNARY_TILE(nez, (), tessera::vectors::compared_with_zero<tessera::vectors::Compare::ne>)
TESSERA_UNARY_TILE(ltz, (), tessera::vectors::compared_with_zero<tessera::vectors::Compare::lt>)
TESSERA_UNARY_TILE(gtz, (), tessera::vectors::compared_with_zero<tessera::vectors::Compare::gt>)
TESSERA_UNARY_TILE(lez, (), tessera::vectors::compared_with_zero<tessera::vectors::Compare::le>)
TESSERA_UNARY_TILE(gez, (), tessera::vectors::compared_with_zero<tessera::vectors::Compare::ge>)
TESSERA_UNARY_TILE(logical_not_unary, (), tessera::vectors::logical_not)
TESSERA_UNARY_TILE(isinf, (), tessera::vectors::is_kind<tessera::vectors::Kind::infinite>)
TESSERA_UNARY_TILE(isposinf, (), tessera::vectors::is_kind<tessera::vectors::Kind::positive_infinite>)
TESSERA_UNARY_TILE(isneginf, (), tessera::vectors::is_kind<tessera::vectors::Kind::negative_infinite>)
TESSERA_UNARY_TILE(isnan, (), tessera::vectors::is_kind<tessera::vectors::Kind::nan>)
TESSERA_UNARY_TILE(isfinite, (), tessera::vectors::is_kind<tessera::vectors::Kind::finite>)

TESSERA_TILE_INIT(rounding_op)
TESSERA_UNARY_TILE(floor, (), tessera::vectors::_floor_body_)
TESSERA_UNARY_TILE(ceil, (), tessera::vectors::_ceil_body_)
TESSERA_UNARY_TILE(trunc, (), tessera::vectors::_trunc_body_)
TESSERA_UNARY_TILE(frac, (), tessera::vectors::_frac_body_)

TESSERA_UNARY_TILE(bitwise_not, (), tessera::vectors::complement, sfpi::vUInt)

// The formats as DataFormat or as its numbers.
TESSERA_TILE_INIT(typecast)
template <auto from, auto to>
ALWI void typecast_tile([[maybe_unused]] uint32_t idst) {
    MATH((_llk_math_eltwise_unary_sfpu_params_<APPROX>(
        tessera::vectors::calculate_typecast<static_cast<DataFormat>(from), static_cast<DataFormat>(to)>, idst));)
}

}  // namespace ckernel

#endif
