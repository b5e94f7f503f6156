// Names of the vendor's low-level library that kernels use beside the compute API, each within the build of its unit:
// an init that the API has whole, one unit's part of it at a time (kernel-api.md 3.2).
#pragma once

#include "tessera/eltwise.h"
#include "tessera/layout.h"
#include "tessera/reduce.h"

inline constexpr bool UnpackToDestEn = true;

#if defined(TRISC_UNPACK)

template <BroadcastType dim = BroadcastType::NONE>
ALWI void llk_unpack_AB_init(uint32_t = 0, uint32_t = 0, uint32_t = 0) {
    tessera::init_tile_op(tessera::detail::word(tessera::BinaryOp::add, dim));
}
template <BroadcastType dim = BroadcastType::NONE, bool accumulate = false,
          EltwiseBinaryReuseDestType reuse = EltwiseBinaryReuseDestType::NONE, bool to_dst = false>
ALWI void llk_unpack_A_init(uint32_t transpose = 0, uint32_t within_faces = 0, uint32_t cb = 0) {
    if constexpr (reuse != EltwiseBinaryReuseDestType::NONE)
        tessera::init_tile_op(tessera::detail::reuse_word(ELWADD, reuse));
    else if constexpr (dim == BroadcastType::NONE)
        ckernel::copy_tile_to_dst_init_short(cb, transpose, within_faces);
    else
        tessera::init_tile_op(tessera::detail::spread_word<dim>());
}
#if defined(REDUCE_OP) && defined(REDUCE_DIM)
template <bool neginf_srcA = false, bool reload_srcB = false, bool zero_srcA = false, bool zero_srcA_reduce = false>
ALWI void llk_unpack_tilizeA_B_init(uint32_t, uint32_t, uint32_t, uint32_t = 4, uint32_t = 16, uint32_t = 16) {
    tessera::init_tile_op(tessera::detail::reduce_word(REDUCE_OP, REDUCE_DIM));
}
#endif

// What the compute API has for both units at once. Whatever init went before, the unit does its part.
template <BroadcastType dim = BroadcastType::NONE>
ALWI void llk_unpack_AB(uint32_t a, uint32_t b, uint32_t ia, uint32_t ib, uint32_t row = 0) {
    tessera::llk::unpack_two(a, b, ia, ib, row);
}
template <PoolType type, ReduceDim dim, bool enforce_fp32_accumulation = false>
ALWI void llk_unpack_AB_reduce_init(uint32_t, uint32_t) {
    tessera::init_tile_op(tessera::detail::reduce_word(type, dim, enforce_fp32_accumulation));
}
template <PoolType type, ReduceDim dim>
ALWI void llk_unpack_AB_reduce(uint32_t a, uint32_t b, uint32_t ia, uint32_t ib) {
    tessera::llk::unpack_two(a, b, ia, ib);
}
template <BroadcastType dim = BroadcastType::NONE, bool accumulate = false,
          EltwiseBinaryReuseDestType reuse = EltwiseBinaryReuseDestType::NONE, bool to_dst = false>
ALWI void llk_unpack_A(uint32_t cb, uint32_t index) {
    tessera::llk::operate<tessera::TileOp::copy>(0, cb, cb, index, index, 0, 0, 0);
}
ALWI void llk_unpack_untilize_init(uint32_t) { tessera::init_tile_op(tessera::TileWord<tessera::TileOp::untilize>{}); }
// Every init sets the unpackers up whole.
ALWI void llk_unpack_untilize_uninit(uint32_t = 0) {}
ALWI void llk_unpack_tilize_init(uint32_t, uint32_t) {
    tessera::init_tile_op(tessera::TileWord<tessera::TileOp::tilize>{});
}
ALWI void llk_unpack_tilize_uninit(uint32_t = 0) {}
ALWI void llk_unpack_tilize_block(uint32_t cb, uint32_t tiles) {
    for (uint32_t tile = 0; tile < tiles; ++tile) tessera::llk::unpack_tilized(cb, 0, tiles, tile);
}
ALWI void llk_unpack_untilize(uint32_t cb, uint32_t tiles) {
    for (uint32_t tile = 0; tile < tiles; ++tile) tessera::llk::unpack_untilized(cb, 0, tiles, tile);
}

#elif defined(TRISC_MATH)

template <DataCopyType type, bool fp32_dst, BroadcastType dim = BroadcastType::NONE>
ALWI void llk_math_eltwise_unary_datacopy(uint32_t idst, uint32_t cb = tessera::unchanged) {
    tessera::llk::operate<tessera::TileOp::copy>(0, cb, cb, 0, 0, idst, 0, 0);
}
template <EltwiseBinaryType type, BroadcastType dim = BroadcastType::NONE, auto fidelity = 0,
          EltwiseBinaryReuseDestType reuse = EltwiseBinaryReuseDestType::NONE>
ALWI void llk_math_eltwise_binary_init(bool accumulate = false) {
    if constexpr (reuse != EltwiseBinaryReuseDestType::NONE)
        tessera::init_tile_op(tessera::detail::reuse_word(type, reuse));
    else
        tessera::init_tile_op(tessera::detail::word(tessera::detail::binary_op(type), dim, accumulate));
}
template <EltwiseBinaryType type, BroadcastType dim = BroadcastType::NONE, bool fp32_dst = false, auto fidelity = 0,
          EltwiseBinaryReuseDestType reuse = EltwiseBinaryReuseDestType::NONE>
ALWI void llk_math_eltwise_binary(uint32_t idst, bool = true) {
    if constexpr (reuse != EltwiseBinaryReuseDestType::NONE)
        tessera::llk::math_two_with_dst(tessera::detail::binary_op(type), reuse, idst);
    else
        tessera::llk::math_two(idst);
}
template <EltwiseBinaryType type, BroadcastType dim = BroadcastType::NONE, bool fp32_dst = false, auto fidelity = 0,
          EltwiseBinaryReuseDestType reuse = EltwiseBinaryReuseDestType::NONE>
ALWI void llk_math_eltwise_binary(uint32_t, uint32_t, uint32_t idst, bool = true) {
    llk_math_eltwise_binary<type, dim, fp32_dst, fidelity, reuse>(idst);
}
template <DataCopyType type, bool fp32_dst, BroadcastType dim = BroadcastType::NONE, bool int8 = false,
          bool tilizes = false>
ALWI void llk_math_eltwise_unary_datacopy_init(uint32_t cb = 0) {
    if constexpr (tilizes)
        tessera::init_tile_op(tessera::TileWord<tessera::TileOp::tilize>{});
    else if constexpr (dim == BroadcastType::NONE)
        ckernel::copy_tile_to_dst_init_short(cb);
    else
        tessera::init_tile_op(tessera::detail::spread_word<dim>());
}
template <PoolType type, ReduceDim dim, bool fp32_dst = false, auto fidelity = 0,
          bool enforce_fp32_accumulation = false>
ALWI void llk_math_reduce_init() {
    tessera::init_tile_op(tessera::detail::reduce_word(type, dim, enforce_fp32_accumulation));
}
template <PoolType type, ReduceDim dim, bool fp32_dst = false, auto fidelity = 0, bool integers = false,
          bool enforce_fp32_accumulation = false>
ALWI void llk_math_reduce(uint32_t idst, uint32_t faces = 4) {
    constexpr uint32_t word = tessera::detail::reduce_word(type, dim, enforce_fp32_accumulation);
    tessera::llk::math_reduce(tessera::llk::reduction_of(word), idst, faces);
}
template <PoolType type, ReduceDim dim, bool fp32_dst = false, auto fidelity = 0, bool integers = false,
          bool enforce_fp32_accumulation = false>
ALWI void llk_math_reduce(uint32_t, uint32_t, uint32_t idst) {
    llk_math_reduce<type, dim, fp32_dst, fidelity, integers, enforce_fp32_accumulation>(idst);
}
// Where Blackhole's packer finds rows in Dst; tessera's finds them either way.
ALWI void llk_math_reconfig_remap(bool) {}

#elif defined(TRISC_PACK)

template <bool fp32_dst, bool out_of_order = false, auto mode = false>
ALWI void llk_pack(uint32_t idst, uint32_t cb, uint32_t index = 0) {
    tessera::unit::pack_tile(idst, cb, index, out_of_order);
}
template <uint32_t tiles = 8, uint32_t row_tiles = tiles>
ALWI void llk_pack_untilize(uint32_t rows, uint32_t cb) {
    ckernel::pack_untilize_dest<tiles, row_tiles>(cb, rows);
}
ALWI void llk_pack_reconfig_l1_acc(uint32_t on) { ckernel::pack_reconfig_l1_acc(on); }
ALWI void llk_pack_relu_config(uint32_t config) { ckernel::pack_relu_config(config); }
ALWI void llk_pack_relu_config(ReluType type) { ckernel::pack_relu_config(static_cast<uint32_t>(type)); }
template <uint32_t tiles = 8, uint32_t row_tiles = tiles, bool diagonal = false, bool narrow_row = false,
          uint32_t row_datums = 32>
ALWI void llk_pack_untilize_init(uint32_t cb, uint32_t face_rows = 16, uint32_t faces = 4) {
    static_assert(!diagonal, "tessera packs rows of whole tiles");
    ckernel::pack_untilize_dest_init<tiles, row_tiles, narrow_row, row_datums>(cb, face_rows, faces);
}

#endif
