// How the compute API's functions become instructions: each by the operation that its word names (sim/abi/abi.hpp,
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

using abi::TileOp;

// A start-up resets the units; inits of other operations that name formats do so if none has been.
inline bool started = false;
constexpr bool starts_hardware(uint32_t word) {
    const TileOp op = abi::tile_op(word);
    return (word & abi::tile_formats) != 0 || op == TileOp::elementwise || op == TileOp::matmul;
}

// What becomes of Zero_Flag_disabled_src (spec/kernel-api.md 3.2).
enum class ZeroExponents { kept, lost, as_before };
constexpr ZeroExponents zero_exponents(uint32_t word) {
    const TileOp op = abi::tile_op(word);
    const bool clears = (word & (abi::tile_formats | abi::tile_transposes)) != 0 || op == TileOp::elementwise ||
                        op == TileOp::matmul || op == TileOp::broadcast_copy;
    return clears ? ZeroExponents::lost : ZeroExponents::as_before;
}

ALWI void configure(bool starts, [[maybe_unused]] ZeroExponents zeros, [[maybe_unused]] uint32_t a,
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

constexpr BroadcastType broadcast_of(uint32_t word) {
    return static_cast<BroadcastType>(abi::tile_field<uint32_t>(word, abi::broadcast_shift));
}
constexpr EltwiseBinaryReuseDestType reuse_of(uint32_t word) {
    return static_cast<EltwiseBinaryReuseDestType>(abi::tile_field<uint32_t>(word, abi::reuse_shift));
}
constexpr abi::BinaryOp binary_of(uint32_t word) { return abi::tile_field<abi::BinaryOp>(word, abi::binary_shift); }
constexpr bool reuses_dst(uint32_t word) { return reuse_of(word) != EltwiseBinaryReuseDestType::NONE; }
constexpr bool turns_tile(uint32_t word) { return (word & abi::tile_transposes) != 0; }

#if defined(TRISC_UNPACK)

// Whether copies turn the tile, for those to Dst.
inline bool copies_turn = false;

ALWI void init_operation(uint32_t word) {
    switch (abi::tile_op(word)) {
        case TileOp::copy:
            copies_turn = turns_tile(word);
            return init_unpack_copy(turns_tile(word), (word & abi::tile_turns_faces) != 0);
        case TileOp::elementwise:
            return reuses_dst(word) ? init_unpack_beside_dst(reuse_of(word)) : init_unpack_two(broadcast_of(word));
        case TileOp::matmul: return init_unpack_matmul(turns_tile(word));
        case TileOp::reduce:
            return init_unpack_two(BroadcastType::NONE,
                                   abi::tile_field<abi::Dim>(word, abi::dim_shift) == abi::Dim::row);
        case TileOp::broadcast_copy: return init_unpack_broadcast(broadcast_of(word));
        case TileOp::tilize: return init_unpack_tilize();
        case TileOp::untilize: return init_unpack_untilize();
        case TileOp::reduce_block: return init_unpack_block_maximum();
        case TileOp::transpose_dst:
        case TileOp::sum_dst: return;
        default: TESSERA_LLK_MISSING("this operation");
    }
}
ALWI void operate(uint32_t word, uint32_t a, uint32_t b, uint32_t ia, uint32_t ib, uint32_t, uint32_t x, uint32_t y) {
    switch (abi::tile_op(word)) {
        case TileOp::copy: return unpack_copy(a, ia, copies_turn);
        case TileOp::elementwise: return unpack_two(a, b, ia, ib, x);
        case TileOp::matmul: return unpack_matmul(a, b, ia, ib, {x >> 16, x & 0xFFFF}, y);
        case TileOp::reduce:
            if ((word & abi::tile_gathers) != 0) return unpack_gathered(a, b, ib, x, y);
            return unpack_two(a, b, ia, ib);
        case TileOp::broadcast_copy: return unpack_broadcast(b, ib);
        case TileOp::tilize: return unpack_tilized(a, ia, x, y);
        case TileOp::untilize: return unpack_untilized(a, ia, x, y);
        case TileOp::reduce_block: return unpack_block_maximum(a, b, ia, ib, x);
        case TileOp::transpose_dst:
        case TileOp::sum_dst: return hand_over_banks();
        default: TESSERA_LLK_MISSING("this operation");
    }
}

#elif defined(TRISC_MATH)

constexpr Reduction reduction_of(uint32_t word) {
    return {abi::tile_field<abi::Pool>(word, abi::pool_shift), abi::tile_field<abi::Dim>(word, abi::dim_shift),
            (word & abi::tile_keeps_32) != 0};
}

ALWI void init_operation(uint32_t word) {
    switch (abi::tile_op(word)) {
        case TileOp::tilize:  // Blackhole's unpacker brings a tile at once
            turns_copies = false;
            return init_math_copy(either<uint32_t>(tile_faces, 1));
        case TileOp::untilize: turns_copies = false; return init_math_copy();
        case TileOp::copy:
            turns_copies = turns_tile(word);
            return turns_tile(word) ? init_math_copy_turned() : init_math_copy();
        case TileOp::elementwise:
            return init_math_two(binary_of(word), broadcast_of(word), (word & abi::tile_accumulates) != 0,
                                 reuses_dst(word));
        case TileOp::matmul: return init_math_matmul(turns_tile(word));
        case TileOp::reduce: return init_math_reduce(reduction_of(word));
        case TileOp::broadcast_copy: return init_math_broadcast(broadcast_of(word));
        case TileOp::reduce_block: return init_math_block_maximum((word & abi::tile_keeps_32) != 0);
        case TileOp::transpose_dst: return init_math_transpose((word & abi::tile_keeps_32) != 0);
        case TileOp::sum_dst: return init_math_sum();
        default: TESSERA_LLK_MISSING("this operation");
    }
}
ALWI void operate(uint32_t word, uint32_t a, uint32_t, uint32_t, uint32_t, uint32_t tile, uint32_t x, uint32_t) {
    switch (abi::tile_op(word)) {
        case TileOp::tilize:
        case TileOp::untilize: return math_copy(tile, a);
        case TileOp::copy: return math_copy_or_turn(tile, a);
        case TileOp::elementwise:
            return reuses_dst(word) ? math_two_with_dst(binary_of(word), reuse_of(word), tile) : math_two(tile);
        case TileOp::matmul: return math_matmul(tile, {x >> 16, x & 0xFFFF});
        case TileOp::reduce: return math_reduce(reduction_of(word), tile, x == 0 ? tile_faces : x);
        case TileOp::broadcast_copy: return math_broadcast(broadcast_of(word), tile);
        case TileOp::reduce_block: return math_block_maximum((word & abi::tile_keeps_32) != 0, tile, x);
        case TileOp::transpose_dst: return math_transpose((word & abi::tile_keeps_32) != 0, tile);
        case TileOp::sum_dst: return math_sum(static_cast<abi::SumPart>(x), tile);
        default: TESSERA_LLK_MISSING("this operation");
    }
}

#else

ALWI void set_pack_config(abi::PackConfig what, uint32_t value) {
    using abi::PackConfig;
    switch (what) {
        case PackConfig::relu: return set_relu(value);
        case PackConfig::l1_accumulate: return accumulate_on_l1(value != 0);
        case PackConfig::edge_mask: return set_edge_mask(value);
        case PackConfig::rows: return value != 0 ? init_pack_rows(value) : end_pack_rows();
        case PackConfig::untilize: return value != 0 ? init_pack_untilize(value) : end_pack_untilize();
        case PackConfig::tilize: return set_tilized(value != 0);
    }
}

#endif

}  // namespace tessera::llk
