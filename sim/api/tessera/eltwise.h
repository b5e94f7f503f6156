// Elementwise operations of two tiles on the matrix unit, with or without a part of the second standing for all of it
// (kernel-api.md 3.4).
#pragma once

#include "tessera/compute.h"

namespace tessera::detail {

using tessera::BinaryOp;

constexpr BinaryOp binary_op(EltwiseBinaryType type) {
    return type == ELWADD ? BinaryOp::add : type == ELWSUB ? BinaryOp::subtract : BinaryOp::multiply;
}
constexpr auto word(BinaryOp op, BroadcastType dim = BroadcastType::NONE, bool accumulate = false) {
    return tessera::tile_word(op) | tessera::tile_field(dim) |
           tessera::tile_flag(accumulate, tessera::tile_accumulates);
}
constexpr auto reuse_word(EltwiseBinaryType type, EltwiseBinaryReuseDestType reuse) {
    return word(binary_op(type)) | static_cast<uint32_t>(reuse) << tessera::reuse_shift;
}

}  // namespace tessera::detail

namespace ckernel {

template <bool full = true, EltwiseBinaryType type = ELWADD>
ALWI void binary_tiles_init(uint32_t = 0, uint32_t = 1, bool accumulate = false, tessera::Line = {}) {
    tessera::init_tile_op(tessera::detail::word(tessera::detail::binary_op(type), BroadcastType::NONE, accumulate));
}
template <int full = 1, EltwiseBinaryType type = ELWADD>
ALWI void binary_op_specific_init(bool accumulate = false) {
    binary_tiles_init<true, type>(0, 1, accumulate);
}
ALWI void mul_tiles_init(uint32_t a = 0, uint32_t b = 1, tessera::Line = {}) { binary_tiles_init<true, ELWMUL>(a, b); }
ALWI void mul_tiles_init_f() { mul_tiles_init(); }
ALWI void add_tiles_init(uint32_t a = 0, uint32_t b = 1, bool accumulate = false, tessera::Line = {}) {
    binary_tiles_init<true, ELWADD>(a, b, accumulate);
}
ALWI void add_tiles_init_nof() { add_tiles_init(); }
ALWI void sub_tiles_init(uint32_t a = 0, uint32_t b = 1, bool accumulate = false, tessera::Line = {}) {
    binary_tiles_init<true, ELWSUB>(a, b, accumulate);
}
ALWI void sub_tiles_init_nof() { sub_tiles_init(); }

// `row` names the row of the second tile that stands for all: the first where the call does not say.
#define TESSERA_ELTWISE(name, op)                                                                                     \
    ALWI void name##_init(uint32_t, uint32_t, [[maybe_unused]] bool accumulate = false, tessera::Line = {}) {         \
        tessera::init_tile_op(tessera::detail::word(tessera::detail::BinaryOp::op, BroadcastType::NONE, accumulate)); \
    }                                                                                                                 \
    ALWI void name##_tiles(uint32_t a, uint32_t b, uint32_t ia, uint32_t ib, uint32_t idst) {                         \
        tessera::tile_op(tessera::detail::word(tessera::detail::BinaryOp::op), a, b, ia, ib, idst);                   \
    }                                                                                                                 \
    template <BroadcastType dim>                                                                                      \
    ALWI void name##_tiles_bcast(uint32_t a, uint32_t b, uint32_t ia, uint32_t ib, uint32_t idst, uint32_t row = 0) { \
        tessera::tile_op(tessera::detail::word(tessera::detail::BinaryOp::op, dim), a, b, ia, ib, idst, row);         \
    }                                                                                                                 \
    TESSERA_ELTWISE_BROADCAST(name, op, rows, ROW)                                                                    \
    TESSERA_ELTWISE_BROADCAST(name, op, cols, COL)                                                                    \
    TESSERA_ELTWISE_BROADCAST(name, op, scalar, SCALAR)
// Kernels use both spellings of the short inits.
#define TESSERA_ELTWISE_BROADCAST(name, op, part, dim)                                                     \
    ALWI void name##_bcast_##part##_init_short(uint32_t = 0, uint32_t = 1, tessera::Line = {}) {           \
        tessera::init_tile_op(tessera::detail::word(tessera::detail::BinaryOp::op, BroadcastType::dim));   \
    }                                                                                                      \
    ALWI void name##_bcast_##part##_init(uint32_t a, uint32_t b, tessera::Line = {}) {                     \
        name##_bcast_##part##_init_short(a, b);                                                            \
    }                                                                                                      \
    ALWI void name##_tiles_bcast_##part##_init_short(uint32_t a = 0, uint32_t b = 1, tessera::Line = {}) { \
        name##_bcast_##part##_init_short(a, b);                                                            \
    }                                                                                                      \
    ALWI void name##_tiles_bcast_##part(uint32_t a, uint32_t b, uint32_t ia, uint32_t ib, uint32_t idst,   \
                                        uint32_t row = 0) {                                                \
        name##_tiles_bcast<BroadcastType::dim>(a, b, ia, ib, idst, row);                                   \
    }
TESSERA_ELTWISE(add, add)
TESSERA_ELTWISE(sub, subtract)
TESSERA_ELTWISE(mul, multiply)
#undef TESSERA_ELTWISE_BROADCAST
#undef TESSERA_ELTWISE

template <EltwiseBinaryType type, BroadcastType dim>
ALWI void init_bcast(uint32_t a, uint32_t b, uint32_t o = tt::CBIndex::c_16, tessera::Line = {}) {
    tessera::init_tile_op(tessera::detail::word(tessera::detail::binary_op(type), dim), a, b, o);
}
template <EltwiseBinaryType type, BroadcastType dim>
ALWI void bcast_init(uint32_t, uint32_t, tessera::Line = {}) {
    tessera::init_tile_op(tessera::detail::word(tessera::detail::binary_op(type), dim));
}
template <EltwiseBinaryType type, BroadcastType dim>
ALWI void any_tiles_bcast(uint32_t a, uint32_t b, uint32_t ia, uint32_t ib, uint32_t idst, uint32_t row = 0) {
    tessera::tile_op(tessera::detail::word(tessera::detail::binary_op(type), dim), a, b, ia, ib, idst, row);
}

// What Dst holds becomes one operand, the tile of the circular buffer the other.
template <EltwiseBinaryType type = ELWADD, EltwiseBinaryReuseDestType reuse = EltwiseBinaryReuseDestType::NONE>
ALWI void binary_dest_reuse_tiles_init(uint32_t = 0, tessera::Line = {}) {
    static_assert(reuse != EltwiseBinaryReuseDestType::NONE, "name the operand that Dst becomes");
    tessera::init_tile_op(tessera::detail::reuse_word(type, reuse));
}
template <EltwiseBinaryType type = ELWADD, EltwiseBinaryReuseDestType reuse = EltwiseBinaryReuseDestType::NONE>
ALWI void binary_dest_reuse_tiles(uint32_t cb, uint32_t index, uint32_t idst) {
    static_assert(reuse != EltwiseBinaryReuseDestType::NONE, "name the operand that Dst becomes");
    tessera::tile_op(tessera::detail::reuse_word(type, reuse), cb, cb, index, index, idst);
}
// By the operation's name, since 2026.
#define TESSERA_ELTWISE_REUSE(name, type)                                           \
    template <EltwiseBinaryReuseDestType reuse>                                     \
    ALWI void name##_reuse_dest_init(uint32_t cb, tessera::Line = {}) {             \
        binary_dest_reuse_tiles_init<type, reuse>(cb);                              \
    }                                                                               \
    template <EltwiseBinaryReuseDestType reuse>                                     \
    ALWI void name##_reuse_dest_tiles(uint32_t cb, uint32_t index, uint32_t idst) { \
        binary_dest_reuse_tiles<type, reuse>(cb, index, idst);                      \
    }
TESSERA_ELTWISE_REUSE(add, ELWADD)
TESSERA_ELTWISE_REUSE(sub, ELWSUB)
TESSERA_ELTWISE_REUSE(mul, ELWMUL)
#undef TESSERA_ELTWISE_REUSE

}  // namespace ckernel

namespace tessera::detail {
template <BroadcastType dim>
constexpr auto spread_word() {
    constexpr TileOp op = dim == BroadcastType::NONE ? TileOp::copy : TileOp::broadcast_copy;
    return tessera::TileWord<op>{tessera::tile_field(dim)};
}
}  // namespace tessera::detail

namespace ckernel {

// A part of a tile spread over a tile of Dst; it comes through SrcB. With no part the tile is copied.
template <BroadcastType dim>
ALWI void unary_bcast_init(uint32_t icb, uint32_t ocb, tessera::Line = {}) {
    tessera::init_tile_op(tessera::detail::spread_word<dim>(), icb, icb, ocb);
}
// The operation alone, since 2026.
template <BroadcastType dim>
ALWI void unary_bcast_init(uint32_t) {
    tessera::init_tile_op(tessera::detail::spread_word<dim>());
}
template <BroadcastType dim>
ALWI void unary_bcast(uint32_t icb, uint32_t index, uint32_t idst) {
    tessera::tile_op(tessera::detail::spread_word<dim>(), icb, icb, index, index, idst);
}
template <BroadcastType dim>
ALWI void unary_bcast_uninit(uint32_t) {}
// From one part and buffers to others, between the inits of two kinds of broadcast.
template <BroadcastType old_dim, BroadcastType dim>
ALWI void reconfigure_unary_bcast(uint32_t, uint32_t icb, uint32_t, uint32_t ocb) {
    unary_bcast_init<dim>(icb, ocb);
}

}  // namespace ckernel
