// Elementwise operations of two tiles on the matrix unit, with or without a part of the second standing for all of it
// (kernel-api.md 3.4).
#pragma once

#include "tessera/compute.h"

namespace ckernel {

namespace detail {

using tessera::abi::BinaryOp;

constexpr BinaryOp binary_op(EltwiseBinaryType type) {
    return type == ELWADD ? BinaryOp::add : type == ELWSUB ? BinaryOp::subtract : BinaryOp::multiply;
}
constexpr uint32_t word(BinaryOp op, BroadcastType dim = BroadcastType::NONE, bool accumulate = false) {
    return tessera::tile_word(op) | tessera::tile_field(dim) |
           tessera::tile_flag(accumulate, tessera::abi::tile_accumulates);
}
constexpr uint32_t reuse_word(EltwiseBinaryType type, EltwiseBinaryReuseDestType reuse) {
    return word(binary_op(type)) | static_cast<uint32_t>(reuse) << tessera::abi::reuse_shift;
}

}  // namespace detail

template <bool full = true, EltwiseBinaryType type = ELWADD>
ALWI void binary_tiles_init(uint32_t = 0, uint32_t = 1, bool accumulate = false) {
    tessera::init_tile_op(detail::word(detail::binary_op(type), BroadcastType::NONE, accumulate));
}

#define TESSERA_ELTWISE(name, op)                                                                   \
    ALWI void name##_tiles_init(uint32_t = 0, uint32_t = 1, bool accumulate = false) {              \
        tessera::init_tile_op(detail::word(detail::BinaryOp::op, BroadcastType::NONE, accumulate)); \
    }                                                                                               \
    ALWI void name##_tiles(uint32_t a, uint32_t b, uint32_t ia, uint32_t ib, uint32_t idst) {       \
        tessera::tile_op(detail::word(detail::BinaryOp::op), a, b, ia, ib, idst);                   \
    }                                                                                               \
    template <BroadcastType dim>                                                                    \
    ALWI void name##_tiles_bcast(uint32_t a, uint32_t b, uint32_t ia, uint32_t ib, uint32_t idst) { \
        tessera::tile_op(detail::word(detail::BinaryOp::op, dim), a, b, ia, ib, idst);              \
    }                                                                                               \
    TESSERA_ELTWISE_BROADCAST(name, op, rows, ROW)                                                  \
    TESSERA_ELTWISE_BROADCAST(name, op, cols, COL)                                                  \
    TESSERA_ELTWISE_BROADCAST(name, op, scalar, SCALAR)
// Kernels use both spellings of the short inits.
#define TESSERA_ELTWISE_BROADCAST(name, op, part, dim)                                                     \
    ALWI void name##_bcast_##part##_init_short(uint32_t = 0, uint32_t = 1) {                               \
        tessera::init_tile_op(detail::word(detail::BinaryOp::op, BroadcastType::dim));                     \
    }                                                                                                      \
    ALWI void name##_tiles_bcast_##part##_init_short(uint32_t a = 0, uint32_t b = 1) {                     \
        name##_bcast_##part##_init_short(a, b);                                                            \
    }                                                                                                      \
    ALWI void name##_tiles_bcast_##part(uint32_t a, uint32_t b, uint32_t ia, uint32_t ib, uint32_t idst) { \
        name##_tiles_bcast<BroadcastType::dim>(a, b, ia, ib, idst);                                        \
    }
TESSERA_ELTWISE(add, add)
TESSERA_ELTWISE(sub, subtract)
TESSERA_ELTWISE(mul, multiply)
#undef TESSERA_ELTWISE_BROADCAST
#undef TESSERA_ELTWISE

template <EltwiseBinaryType type, BroadcastType dim>
ALWI void init_bcast(uint32_t a, uint32_t b, uint32_t o = tt::CBIndex::c_16) {
    tessera::init_tile_op(detail::word(detail::binary_op(type), dim), a, b, o);
}
template <EltwiseBinaryType type, BroadcastType dim>
ALWI void any_tiles_bcast(uint32_t a, uint32_t b, uint32_t ia, uint32_t ib, uint32_t idst) {
    tessera::tile_op(detail::word(detail::binary_op(type), dim), a, b, ia, ib, idst);
}

// What Dst holds becomes one operand, the tile of the circular buffer the other.
template <EltwiseBinaryType type = ELWADD, EltwiseBinaryReuseDestType reuse = EltwiseBinaryReuseDestType::NONE>
ALWI void binary_dest_reuse_tiles_init(uint32_t) {
    static_assert(reuse != EltwiseBinaryReuseDestType::NONE, "name the operand that Dst becomes");
    tessera::init_tile_op(detail::reuse_word(type, reuse));
}
template <EltwiseBinaryType type = ELWADD, EltwiseBinaryReuseDestType reuse = EltwiseBinaryReuseDestType::NONE>
ALWI void binary_dest_reuse_tiles(uint32_t cb, uint32_t index, uint32_t idst) {
    static_assert(reuse != EltwiseBinaryReuseDestType::NONE, "name the operand that Dst becomes");
    tessera::tile_op(detail::reuse_word(type, reuse), cb, cb, index, index, idst);
}

// A part of a tile spread over a tile of Dst; it comes through SrcB.
template <BroadcastType dim>
ALWI void unary_bcast_init(uint32_t icb, uint32_t ocb) {
    tessera::init_tile_op(tessera::tile_word(tessera::abi::TileOp::broadcast_copy) | tessera::tile_field(dim), icb, icb,
                          ocb);
}
template <BroadcastType dim>
ALWI void unary_bcast(uint32_t icb, uint32_t index, uint32_t idst) {
    tessera::tile_op(tessera::tile_word(tessera::abi::TileOp::broadcast_copy) | tessera::tile_field(dim), icb, icb,
                     index, index, idst);
}

}  // namespace ckernel
