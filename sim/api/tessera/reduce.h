// Reductions of a tile with a scaler tile, whose faces hold the factor in their first row (kernel-api.md 3.4).
#pragma once

#include "tessera/compute.h"

// Which reduction, where the call does not say: the host's defines.
#if defined(REDUCE_OP) && defined(REDUCE_DIM)
#define TESSERA_REDUCE_OF_HOST 1
#define TESSERA_REDUCE_TYPE = REDUCE_OP
#define TESSERA_REDUCE_DIM = REDUCE_DIM
#else
#define TESSERA_REDUCE_TYPE
#define TESSERA_REDUCE_DIM
#endif

namespace tessera::detail {

// The vendor orders rows, columns, scalar as the machine's list does.
constexpr auto reduce_word(PoolType type, ReduceDim dim, bool keeps_32 = false) {
    return tessera::TileWord<tessera::TileOp::reduce>{
        static_cast<uint32_t>(type) << tessera::pool_shift | static_cast<uint32_t>(dim) << tessera::dim_shift |
        tessera::tile_flag(keeps_32 && dim == ReduceDim::REDUCE_ROW, tessera::tile_keeps_32)};
}
ALWI void pack_reduced(uint32_t mask) { tessera::pack_config<tessera::PackConfig::edge_mask>(mask); }
ALWI void pack_reduced(ReduceDim dim) { pack_reduced(static_cast<uint32_t>(dim) + 1); }

// For forms that are told the kind of reduction as arguments; the defines, where there are any, were of no other kind.
template <bool formats = true>
ALWI void reduce_init(PoolType type, ReduceDim dim, uint32_t a, uint32_t scaler, uint32_t o) {
    if constexpr (formats)
        tessera::init_tile_op(reduce_word(type, dim), a, scaler, o);
    else
        tessera::init_tile_op(reduce_word(type, dim));
    pack_reduced(dim);
}

}  // namespace tessera::detail

namespace ckernel {

// Only the result is packed until reduce_uninit, zeros elsewhere. A sum along rows goes through SrcB to become a
// column, which keeps TF32 of an fp32 Dst, or with `enforce_fp32_accumulation` all of its bits.
template <PoolType type TESSERA_REDUCE_TYPE, ReduceDim dim TESSERA_REDUCE_DIM, bool enforce_fp32_accumulation = false>
ALWI void reduce_init(uint32_t a, uint32_t scaler, uint32_t o = tt::CBIndex::c_16, tessera::Line = {}) {
    static_assert(type != PoolType::MIN, "the matrix unit pools sums, averages and maxima");
    static_assert(!enforce_fp32_accumulation || DST_ACCUM_MODE, "fp32 accumulation wants fp32_dest_acc_en");
    tessera::init_tile_op(tessera::detail::reduce_word(type, dim, enforce_fp32_accumulation), a, scaler, o);
    tessera::detail::pack_reduced(dim);
}
// Older forms: whether it is the first init of the kernel, and a reprogramming that leaves the formats alone.
template <bool at_start, PoolType type TESSERA_REDUCE_TYPE, ReduceDim dim TESSERA_REDUCE_DIM>
ALWI void reduce_init(uint32_t a, uint32_t scaler, uint32_t o = tt::CBIndex::c_16) {
    reduce_init<type, dim>(a, scaler, o);
}
template <bool at_start>
ALWI void reduce_init(PoolType type, ReduceDim dim, uint32_t a, uint32_t scaler, uint32_t o = tt::CBIndex::c_16) {
    tessera::detail::reduce_init(type, dim, a, scaler, o);
}
ALWI void reduce_init_short(PoolType type, ReduceDim dim, uint32_t a, uint32_t scaler, uint32_t o = tt::CBIndex::c_16) {
    tessera::detail::reduce_init<false>(type, dim, a, scaler, o);
}
template <bool at_start, PoolType type TESSERA_REDUCE_TYPE, ReduceDim dim TESSERA_REDUCE_DIM>
ALWI void reduce_init_delta(uint32_t = 0, uint32_t = 0, uint32_t = 0) {
    tessera::init_tile_op(tessera::detail::reduce_word(type, dim));
    tessera::detail::pack_reduced(dim);
}
template <bool at_start>
ALWI void reduce_init_delta(PoolType type, ReduceDim dim, uint32_t o = tt::CBIndex::c_16, uint32_t a = 0,
                            uint32_t scaler = 1) {
    tessera::detail::reduce_init<false>(type, dim, a, scaler, o);
}

template <PoolType type TESSERA_REDUCE_TYPE, ReduceDim dim TESSERA_REDUCE_DIM, bool enforce_fp32_accumulation = false>
ALWI void reduce_tile(uint32_t a, uint32_t scaler, uint32_t ia, uint32_t is, uint32_t idst) {
    tessera::tile_op(tessera::detail::reduce_word(type, dim, enforce_fp32_accumulation), a, scaler, ia, is, idst);
}
ALWI void reduce_tile(PoolType type, ReduceDim dim, uint32_t a, uint32_t scaler, uint32_t ia, uint32_t is,
                      uint32_t idst) {
    tessera::tile_op(tessera::detail::reduce_word(type, dim), a, scaler, ia, is, idst);
}
// T1's half alone, on the first `faces` faces that unpack_tilizeA_B_block brings.
template <PoolType type TESSERA_REDUCE_TYPE, ReduceDim dim TESSERA_REDUCE_DIM, bool enforce_fp32_accumulation = false>
ALWI void reduce_tile_math([[maybe_unused]] uint32_t idst, [[maybe_unused]] uint32_t faces = 4) {
    MATH(tessera::tile_op(tessera::detail::reduce_word(type, dim, enforce_fp32_accumulation), tessera::unchanged,
                          tessera::unchanged, 0, 0, idst, faces);)
}

template <bool enforce_fp32_accumulation = false>
ALWI void reduce_uninit(uint32_t = 0) {
    tessera::detail::pack_reduced(0u);
}
template <ReduceDim dim = ReduceDim::REDUCE_ROW>
ALWI void reduce_revert_delta(uint32_t = 0) {
    tessera::detail::pack_reduced(0u);
}

}  // namespace ckernel

namespace tessera::detail {
inline constexpr auto block_maximum_word =
    tessera::TileWord<tessera::TileOp::reduce_block>{} | tessera::tile_flag(DST_ACCUM_MODE, tessera::tile_keeps_32);
}  // namespace tessera::detail

namespace ckernel {

// The maxima of the rows of `tiles` tiles side by side, as the first column of one tile. The scaler must be one.
template <uint32_t tiles>
ALWI void reduce_block_max_row_init() {
    tessera::init_tile_op(tessera::detail::block_maximum_word);
    tessera::detail::pack_reduced(ReduceDim::REDUCE_ROW);
}
template <uint32_t tiles>
ALWI void reduce_block_max_row(uint32_t a, uint32_t scaler, uint32_t first, uint32_t idst) {
    static_assert(tiles < 128, "the loop of a unit counts to 127");
    tessera::tile_op(tessera::detail::block_maximum_word, a, scaler, first, 0, idst, tiles);
}
template <bool clear_fp32_accumulation = false>
ALWI void reduce_block_max_row_uninit(uint32_t) {
    tessera::detail::pack_reduced(0u);
}

}  // namespace ckernel

namespace tessera::detail {
template <bool lowest, bool zero>
constexpr uint32_t gathered_shape(uint32_t faces, uint32_t face_rows) {
    return faces | face_rows << 8 | static_cast<uint32_t>(lowest ? 2 : zero ? 1 : 0) << 16;
}
}  // namespace tessera::detail

namespace ckernel {

ALWI void unpack_tilizeA_B_uninit(uint32_t) {}

}  // namespace ckernel

#if defined(TESSERA_REDUCE_OF_HOST)
#include "tessera/reduce_gathered.h"
#endif
