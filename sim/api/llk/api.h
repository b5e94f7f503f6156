// How the compute API's functions become instructions: each by the operation that its word names (tessera/operation.h,
// TileOp), on the core that it is built for.
#pragma once

#include "llk/math_copy.h"
#include "llk/math_reduce.h"
#include "llk/math_reduce_block.h"
#include "llk/math_sum.h"
#include "llk/math_transpose.h"
#include "llk/math_two.h"
#include "llk/matmul.h"
#include "llk/pack_options.h"
#include "llk/pack_rows.h"
#include "llk/pack_tile.h"
#include "llk/pack_untilize.h"
#include "llk/unpack_copy.h"
#include "llk/unpack_tilize.h"
#include "llk/unpack_two.h"
#include "llk/unpack_untilize.h"

namespace tessera::llk {

// A start-up resets the units; inits of other operations that name formats do so if none has been.
inline bool started = false;
constexpr bool starts_hardware(TileOp op) { return op == TileOp::elementwise || op == TileOp::matmul; }

// What becomes of Zero_Flag_disabled_src (spec/kernel-api.md 3.2).
enum class ZeroExponents { kept, lost, as_before };
constexpr ZeroExponents zero_exponents(TileOp op, uint32_t word) {
    const bool clears = (word & tile_transposes) != 0 || op == TileOp::elementwise || op == TileOp::matmul ||
                        op == TileOp::broadcast_copy;
    return clears ? ZeroExponents::lost : ZeroExponents::as_before;
}

inline void configure(bool starts, [[maybe_unused]] ZeroExponents zeros, [[maybe_unused]] uint32_t a,
                      [[maybe_unused]] uint32_t b, [[maybe_unused]] uint32_t o) {
    const bool resets = starts || !started;
    started = true;
#if defined(TRISC_UNPACK)
    if (resets) start_unpackers();
    configure_unpackers(a, b);
    if (zeros != ZeroExponents::as_before)
        write(ALU_ACC_CTRL_Zero_Flag_disabled_src, keeps_zero_exponents(zeros == ZeroExponents::kept, a, b));
#elif defined(TRISC_MATH)
    if (resets) start_math();
    configure_math(a, b);
    if (zeros != ZeroExponents::as_before)
        zero_exponents_kept = keeps_zero_exponents(zeros == ZeroExponents::kept, a, b);
#else
    if (o == unchanged) return;
    if (resets) start_packers();
    configure_packer(o, true);
    init_pack_tile();
#endif
}

// T0 writes it, since T1's write could come before that of T0's start-up; T1 notes what it is.
inline void keep_zero_exponents() {
#if defined(TRISC_UNPACK)
    write(ALU_ACC_CTRL_Zero_Flag_disabled_src, 1);
#elif defined(TRISC_MATH)
    zero_exponents_kept = true;
#endif
}

constexpr BroadcastType broadcast_of(uint32_t word) {
    return static_cast<BroadcastType>(tile_field<uint32_t>(word, broadcast_shift));
}
constexpr EltwiseBinaryReuseDestType reuse_of(uint32_t word) {
    return static_cast<EltwiseBinaryReuseDestType>(tile_field<uint32_t>(word, reuse_shift));
}
constexpr BinaryOp binary_of(uint32_t word) { return tile_field<BinaryOp>(word, binary_shift); }
constexpr bool reuses_dst(uint32_t word) { return reuse_of(word) != EltwiseBinaryReuseDestType::NONE; }
constexpr bool turns_tile(uint32_t word) { return (word & tile_transposes) != 0; }

#if defined(TRISC_UNPACK)

// Whether copies turn the tile, for those to Dst.
inline bool copies_turn = false;

template <TileOp op>
inline void init_operation([[maybe_unused]] uint32_t word) {
    if constexpr (op == TileOp::copy) {
        copies_turn = turns_tile(word);
        init_unpack_copy(turns_tile(word), (word & tile_turns_faces) != 0);
    }
    if constexpr (op == TileOp::elementwise)
        reuses_dst(word) ? init_unpack_beside_dst(reuse_of(word)) : init_unpack_two(broadcast_of(word));
    if constexpr (op == TileOp::matmul) init_unpack_matmul(turns_tile(word));
    if constexpr (op == TileOp::reduce)
        init_unpack_two(BroadcastType::NONE, tile_field<Dim>(word, dim_shift) == Dim::row);
    if constexpr (op == TileOp::broadcast_copy) init_unpack_broadcast(broadcast_of(word));
    if constexpr (op == TileOp::tilize) init_unpack_tilize();
    if constexpr (op == TileOp::untilize) init_unpack_untilize();
    if constexpr (op == TileOp::reduce_block) init_unpack_block_maximum();
}
template <TileOp op>
ALWI void operate(uint32_t word, uint32_t a, uint32_t b, uint32_t ia, uint32_t ib, uint32_t, uint32_t x, uint32_t y) {
    if constexpr (op == TileOp::copy) unpack_copy(a, ia, copies_turn);
    if constexpr (op == TileOp::elementwise) unpack_two(a, b, ia, ib, x);
    if constexpr (op == TileOp::matmul) unpack_matmul(a, b, ia, ib, {x >> 16, x & 0xFFFF}, y);
    if constexpr (op == TileOp::reduce)
        (word & tile_gathers) != 0 ? unpack_gathered(a, b, ib, x, y) : unpack_two(a, b, ia, ib);
    if constexpr (op == TileOp::broadcast_copy) unpack_broadcast(b, ib);
    if constexpr (op == TileOp::tilize) unpack_tilized(a, ia, x, y);
    if constexpr (op == TileOp::untilize) unpack_untilized(a, ia, x, y);
    if constexpr (op == TileOp::reduce_block) unpack_block_maximum(a, b, ia, ib, x);
    if constexpr (op == TileOp::transpose_dst || op == TileOp::sum_dst) hand_over_banks();
}

#elif defined(TRISC_MATH)

constexpr Reduction reduction_of(uint32_t word) {
    return {tile_field<Pool>(word, pool_shift), tile_field<Dim>(word, dim_shift), (word & tile_keeps_32) != 0};
}

template <TileOp op>
inline void init_operation([[maybe_unused]] uint32_t word) {
    // Blackhole's unpacker brings a tile that it tilizes at once.
    if constexpr (op == TileOp::tilize) init_math_copy(either<uint32_t>(tile_faces, 1));
    if constexpr (op == TileOp::untilize) init_math_copy();
    if constexpr (op == TileOp::tilize || op == TileOp::untilize) turns_copies = false;
    if constexpr (op == TileOp::copy) {
        turns_copies = turns_tile(word);
        turns_tile(word) ? init_math_copy_turned() : init_math_copy();
    }
    if constexpr (op == TileOp::elementwise)
        init_math_two(binary_of(word), broadcast_of(word), (word & tile_accumulates) != 0, reuses_dst(word));
    if constexpr (op == TileOp::matmul) init_math_matmul(turns_tile(word));
    if constexpr (op == TileOp::reduce) init_math_reduce(reduction_of(word));
    if constexpr (op == TileOp::broadcast_copy) init_math_broadcast(broadcast_of(word));
    if constexpr (op == TileOp::reduce_block) init_math_block_maximum((word & tile_keeps_32) != 0);
    if constexpr (op == TileOp::transpose_dst) init_math_transpose((word & tile_keeps_32) != 0);
    if constexpr (op == TileOp::sum_dst) init_math_sum();
}
template <TileOp op>
ALWI void operate(uint32_t word, uint32_t a, uint32_t, uint32_t, uint32_t, uint32_t tile, uint32_t x, uint32_t) {
    if constexpr (op == TileOp::tilize || op == TileOp::untilize) math_copy(tile, a);
    if constexpr (op == TileOp::copy) math_copy_or_turn(tile, a);
    if constexpr (op == TileOp::elementwise)
        reuses_dst(word) ? math_two_with_dst(binary_of(word), reuse_of(word), tile) : math_two(tile);
    if constexpr (op == TileOp::matmul) math_matmul(tile, {x >> 16, x & 0xFFFF});
    if constexpr (op == TileOp::reduce) math_reduce(reduction_of(word), tile, x == 0 ? tile_faces : x);
    if constexpr (op == TileOp::broadcast_copy) math_broadcast(broadcast_of(word), tile);
    if constexpr (op == TileOp::reduce_block) math_block_maximum((word & tile_keeps_32) != 0, tile, x);
    if constexpr (op == TileOp::transpose_dst) math_transpose((word & tile_keeps_32) != 0, tile);
    if constexpr (op == TileOp::sum_dst) math_sum(static_cast<SumPart>(x), tile);
}

#else

template <PackConfig what>
ALWI void set_pack_config(uint32_t value) {
    if constexpr (what == PackConfig::relu) set_relu(value);
    if constexpr (what == PackConfig::l1_accumulate) accumulate_on_l1(value != 0);
    if constexpr (what == PackConfig::edge_mask) set_edge_mask(value);
    if constexpr (what == PackConfig::rows) value != 0 ? init_pack_rows(value) : end_pack_rows();
    if constexpr (what == PackConfig::untilize) value != 0 ? init_pack_untilize(value) : end_pack_untilize();
    if constexpr (what == PackConfig::tilize) set_tilized(value != 0);
}

#endif

}  // namespace tessera::llk
