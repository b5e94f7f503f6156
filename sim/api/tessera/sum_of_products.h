// The sum of the products of tiles, which stay in Dst between multiplication and sum (kernel-api.md 3.4). Blackhole's:
// the vendor's library has none for Wormhole.
#pragma once

#if defined(COMPILE_FOR_TRISC) && defined(TESSERA_HAS_SUM_OF_PRODUCTS)

#include "tessera/eltwise.h"
#include "tessera/reduce.h"
#include "tessera/sfpu_tile.h"

namespace tessera::detail {
inline constexpr TileWord<TileOp::sum_dst> sum_word;

ALWI void sum_part([[maybe_unused]] tessera::SumPart part, [[maybe_unused]] uint32_t a, [[maybe_unused]] uint32_t b,
                   [[maybe_unused]] uint32_t idst = 0) {
    MATH(tessera::tile_op(sum_word, a, b, 0, 0, idst, tessera::word(part));)
}
// The first four rows of tile 0.
ALWI void fill_first_rows([[maybe_unused]] float value) {
    MATH((_llk_math_eltwise_unary_sfpu_params_<APPROX>(vectors::fill_with<sfpi::vFloat, 2, float>, 0,
                                                       VectorMode::RC_custom, value));)
}
}  // namespace tessera::detail

namespace ckernel {

ALWI void mul_reduce_scalar_init(uint32_t a, uint32_t b) { mul_tiles_init(a, b); }

// Products of tile i of both buffers go to tile i of Dst, whose first four rows in tile 0 are then the factor's and the
// sums' place: tile 0 must be in SrcA, and with the factor in SrcB, before sums begin. The factor counts twice, as in
// every reduction to a scalar.
template <PoolType type = PoolType::SUM>
ALWI void mul_reduce_scalar_tile(uint32_t a, uint32_t b, uint32_t tiles, float scaler = 1.0f) {
    static_assert(type == PoolType::SUM, "products are summed");
    using tessera::SumPart;
    for (uint32_t tile = 0; tile < tiles; ++tile) mul_tiles(a, b, tile, tile, tile);
    tessera::init_tile_op(tessera::detail::sum_word);
    UNPACK(tessera::tile_op(tessera::detail::sum_word, a, b, 0, 0, 0, tessera::word(SumPart::to_a));)
    tessera::detail::sum_part(SumPart::to_a, a, b);
    tessera::detail::fill_first_rows(scaler);
    tessera::detail::sum_part(SumPart::to_b, a, b);
    tessera::detail::fill_first_rows(0.0f);
    tessera::detail::pack_reduced(ReduceDim::REDUCE_SCALAR);
    tessera::detail::sum_part(SumPart::pool, a, b);
    for (uint32_t tile = 1; tile < tiles; ++tile) {
        tessera::detail::sum_part(SumPart::to_a, a, b, tile);
        tessera::detail::sum_part(SumPart::pool, a, b);
    }
    tessera::detail::sum_part(SumPart::finish, a, b);
}

ALWI void mul_reduce_scalar_uninit() { tessera::detail::pack_reduced(0u); }

}  // namespace ckernel

#endif
