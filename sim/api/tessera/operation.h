// What the compute API does with tiles: operations with their variants in a word, and what of them is announced to the
// machine, which knows none of them (sim/abi/announcement.hpp).
#pragma once

#include "sim/abi/announcement.hpp"
#include "tessera/base.h"

namespace tessera {

// What the matrix unit does with tiles. Fields of two bits, values of BinaryOp, Broadcast, Reuse, Pool and Dim; flags
// above.
enum class TileOp : uint32_t {
    copy = 0,
    elementwise,
    matmul,
    reduce,
    broadcast_copy,
    tilize,
    untilize,
    reduce_block,   // the maxima of the rows of a block of tiles
    transpose_dst,  // a tile where it lies in Dst
    sum_dst,        // tiles of Dst into one number, in parts: SumPart
};
enum class BinaryOp : uint32_t { add = 0, subtract = 1, multiply = 2 };
enum class Broadcast : uint32_t { none = 0, column = 1, row = 2, scalar = 3 };  // of SrcB
enum class Reuse : uint32_t { none = 0, dst_to_a = 1, dst_to_b = 2 };
enum class Pool : uint32_t { sum = 0, average = 1, maximum = 2 };
enum class Dim : uint32_t { row = 0, column = 1, scalar = 2 };  // what a reduction runs along
// Between them the SFPU may write Dst. Both banks stay valid until the last part.
enum class SumPart : uint32_t {
    to_a,    // a tile of Dst to SrcA
    to_b,    // to SrcB, whose first row is the factor
    pool,    // the four faces of SrcA into the first row of a tile
    finish,  // that row into its first datum
};
inline constexpr uint32_t operation_mask = 0xF;
inline constexpr uint32_t binary_shift = 4, broadcast_shift = 6, reuse_shift = 8, pool_shift = 10, dim_shift = 12;
inline constexpr uint32_t tile_transposes = 1u << 16;   // SrcA's tile
inline constexpr uint32_t tile_accumulates = 1u << 17;  // results are added to what Dst holds
inline constexpr uint32_t tile_keeps_32 = 1u << 18;     // what goes from Dst through SrcB and back keeps its 32 bits
inline constexpr uint32_t tile_turns_faces = 1u << 19;  // each face of SrcA's tile transposed where it is
inline constexpr uint32_t tile_gathers = 1u << 20;      // T0 alone: faces for SrcA from the rows of a row-major block

template <class Field>
constexpr Field tile_field(uint32_t word, uint32_t shift) {
    return static_cast<Field>(word >> shift & 3);
}
constexpr TileOp operation_of(uint32_t word) { return static_cast<TileOp>(word & operation_mask); }

// What is announced of an operation (announcement.hpp): its op as family, and all that its init decides as variant. The
// unpackers do the same for all operations of two tiles, and for those within Dst they only hand over banks.
ALWI constexpr uint32_t operation_key(bool unpacks, uint32_t word) {
    const uint32_t fields = word & 0x3FFF & ~(unpacks ? 3u << binary_shift : 0);
    return fields | ((word & tile_transposes) != 0 ? 1u << 14 : 0) | ((word & tile_keeps_32) != 0 ? 1u << 15 : 0) |
           ((word & tile_turns_faces) != 0 ? 1u << 16 : 0);
}
ALWI constexpr bool is_unannounced(bool unpacks, uint32_t word) {
    return unpacks && (operation_of(word) == TileOp::transpose_dst || operation_of(word) == TileOp::sum_dst);
}
// T2 packs tiles (abi::whole_tiles_family), the rows of so many tiles side by side, or some rows of a tile.
inline constexpr uint32_t packing_rows_key = 2;
ALWI constexpr uint32_t packing_key(uint32_t row_tiles) {
    return row_tiles == 0 ? abi::whole_tiles_family : 1 | row_tiles << 4;
}

// What pack_config sets on T2.
enum class PackConfig : uint32_t {
    relu,           // mode in bits 0..3, threshold in the upper half
    l1_accumulate,  // bool
    edge_mask,      // 0: off, else Dim + 1: only the result of that reduction is packed, zeros elsewhere
    untilize,       // tiles of a row of the output, 0: off
    rows,           // how many rows of sixteen datums pack_tile packs, without the order of a tile; 0: a tile
    tilize,         // bool: tiles of tilize_block, whose rows lie in Dst as its unpacker leaves them
};

}  // namespace tessera
