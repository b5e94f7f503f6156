// SFPU functions of one tile without further arguments (kernel-api.md 3.5).
#pragma once

#include "tessera/sfpu_tile.h"

namespace ckernel {

TESSERA_UNARY_TILE(sin, (), sfpu::by_half_turns<APPROX, false>)
TESSERA_UNARY_TILE(cos, (), sfpu::by_half_turns<APPROX, true>)
TESSERA_UNARY_TILE(tan, (), sfpu::tangent<APPROX>)
TESSERA_UNARY_TILE(atan, (sfpu::_init_sfpu_reciprocal_();), sfpu::arc_tangent<DST_ACCUM_MODE>)
TESSERA_UNARY_TILE(asin, (), sfpu::arc_of_series<false>)
TESSERA_UNARY_TILE(acos, (), sfpu::arc_of_series<true>)
TESSERA_UNARY_TILE(sinh, (), sfpu::sinh<DST_ACCUM_MODE>)
TESSERA_UNARY_TILE(cosh, (), sfpu::cosh<DST_ACCUM_MODE>)

TESSERA_UNARY_TILE(relu, (), sfpu::relu)
TESSERA_UNARY_TILE(hardsigmoid, (sfpu::hardsigmoid_init();), sfpu::hardsigmoid)
TESSERA_UNARY_TILE(square, (), sfpu::square)
TESSERA_UNARY_TILE(abs, (), sfpu::absolute)
TESSERA_UNARY_TILE(negative, (), sfpu::negative)
TESSERA_UNARY_TILE(sign, (), sfpu::sign)
TESSERA_UNARY_TILE(signbit, (), sfpu::signbit)
TESSERA_UNARY_TILE(identity, (), sfpu::identity<sfpi::vFloat>)
ALWI void identity_tile_uint32([[maybe_unused]] uint32_t idst) {
    MATH((math::over_tile<sfpu::identity<sfpi::vUInt>, sfpi::vUInt>(idst, VectorMode::RC));)
}

TESSERA_UNARY_TILE(eqz, (), sfpu::compared_with_zero<sfpu::Compare::eq>)
TESSERA_UNARY_TILE(nez, (), sfpu::compared_with_zero<sfpu::Compare::ne>)
TESSERA_UNARY_TILE(ltz, (), sfpu::compared_with_zero<sfpu::Compare::lt>)
TESSERA_UNARY_TILE(gtz, (), sfpu::compared_with_zero<sfpu::Compare::gt>)
TESSERA_UNARY_TILE(lez, (), sfpu::compared_with_zero<sfpu::Compare::le>)
TESSERA_UNARY_TILE(gez, (), sfpu::compared_with_zero<sfpu::Compare::ge>)
TESSERA_UNARY_TILE(logical_not_unary, (), sfpu::logical_not)
TESSERA_UNARY_TILE(isinf, (), sfpu::is_kind<sfpu::Kind::infinite>)
TESSERA_UNARY_TILE(isposinf, (), sfpu::is_kind<sfpu::Kind::positive_infinite>)
TESSERA_UNARY_TILE(isneginf, (), sfpu::is_kind<sfpu::Kind::negative_infinite>)
TESSERA_UNARY_TILE(isnan, (), sfpu::is_kind<sfpu::Kind::nan>)
TESSERA_UNARY_TILE(isfinite, (), sfpu::is_kind<sfpu::Kind::finite>)

TESSERA_TILE_INIT(rounding_op)
TESSERA_UNARY_TILE(floor, (), sfpu::_floor_body_)
TESSERA_UNARY_TILE(ceil, (), sfpu::_ceil_body_)
TESSERA_UNARY_TILE(trunc, (), sfpu::_trunc_body_)
TESSERA_UNARY_TILE(frac, (), sfpu::_frac_body_)

TESSERA_UNARY_TILE(bitwise_not, (), sfpu::complement, sfpi::vUInt)

// The formats as DataFormat or as its numbers.
TESSERA_TILE_INIT(typecast)
template <auto from, auto to>
ALWI void typecast_tile([[maybe_unused]] uint32_t idst) {
    MATH((_llk_math_eltwise_unary_sfpu_params_<APPROX>(
        sfpu::calculate_typecast<static_cast<DataFormat>(from), static_cast<DataFormat>(to)>, idst));)
}

}  // namespace ckernel
