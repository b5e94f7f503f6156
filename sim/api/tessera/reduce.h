// Reductions of a tile with a scaler tile, whose faces hold the factor in their first row (kernel-api.md 3.4).
#pragma once

#include "tessera/compute.h"

namespace ckernel {

// Which reduction, where the call does not say: the host's defines.
#if defined(REDUCE_OP) && defined(REDUCE_DIM)
#define TESSERA_REDUCE_TYPE = REDUCE_OP
#define TESSERA_REDUCE_DIM = REDUCE_DIM
#else
#define TESSERA_REDUCE_TYPE
#define TESSERA_REDUCE_DIM
#endif

namespace detail {

// The vendor orders rows, columns, scalar as the machine's list does.
constexpr uint32_t reduce_word(PoolType type, ReduceDim dim) {
    return tessera::tile_word(tessera::abi::TileOp::reduce) | static_cast<uint32_t>(type) << tessera::abi::pool_shift |
           static_cast<uint32_t>(dim) << tessera::abi::dim_shift;
}
ALWI void pack_reduced(uint32_t mask) { tessera::pack_config(tessera::abi::PackConfig::edge_mask, mask); }

}  // namespace detail

// Only the result is packed until reduce_uninit, zeros elsewhere.
template <PoolType type TESSERA_REDUCE_TYPE, ReduceDim dim TESSERA_REDUCE_DIM, bool enforce_fp32_accumulation = false>
ALWI void reduce_init(uint32_t a, uint32_t scaler, uint32_t o = tt::CBIndex::c_16) {
    static_assert(type != PoolType::MIN, "the matrix unit pools sums, averages and maxima");
    static_assert(!enforce_fp32_accumulation, "tessera moves what was reduced as TF32 only");
    tessera::init_tile_op(detail::reduce_word(type, dim), a, scaler, o);
    detail::pack_reduced(static_cast<uint32_t>(dim) + 1);
}
// Older forms: whether it is the first init of the kernel, and a reprogramming that leaves the formats alone.
template <bool at_start, PoolType type TESSERA_REDUCE_TYPE, ReduceDim dim TESSERA_REDUCE_DIM>
ALWI void reduce_init(uint32_t a, uint32_t scaler, uint32_t o = tt::CBIndex::c_16) {
    reduce_init<type, dim>(a, scaler, o);
}
template <bool at_start, PoolType type TESSERA_REDUCE_TYPE, ReduceDim dim TESSERA_REDUCE_DIM>
ALWI void reduce_init_delta(uint32_t = 0, uint32_t = 0, uint32_t = 0) {
    tessera::init_tile_op(detail::reduce_word(type, dim));
    detail::pack_reduced(static_cast<uint32_t>(dim) + 1);
}

template <PoolType type TESSERA_REDUCE_TYPE, ReduceDim dim TESSERA_REDUCE_DIM, bool enforce_fp32_accumulation = false>
ALWI void reduce_tile(uint32_t a, uint32_t scaler, uint32_t ia, uint32_t is, uint32_t idst) {
    static_assert(!enforce_fp32_accumulation, "tessera moves what was reduced as TF32 only");
    tessera::tile_op(detail::reduce_word(type, dim), a, scaler, ia, is, idst);
}

template <bool enforce_fp32_accumulation = false>
ALWI void reduce_uninit(uint32_t = 0) {
    detail::pack_reduced(0);
}
template <ReduceDim dim = ReduceDim::REDUCE_ROW>
ALWI void reduce_revert_delta(uint32_t = 0) {
    detail::pack_reduced(0);
}

}  // namespace ckernel
