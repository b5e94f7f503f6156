// Data on its way through the units of a core: L1 to Src or Dst, Src to Dst, Dst to L1. No time here.
#pragma once

#include "sim/core/core.hpp"

namespace tessera::core {

// One 16x16 face of the tile at L1 `address` into a Src bank. Throws uninitialised where nothing was written.
void unpack_face(const Core& core, const tensix::CircularBuffer& cb, std::uint32_t address, int face, SrcBank& bank);

// A whole tile of 32-bit data, bits kept, to Dst rows `row`..`row`+63.
void unpack_tile_to_dst(Core& core, const tensix::CircularBuffer& cb, std::uint32_t address, int row);

// What copy_tile does with a face: MOVA2D for a 16-bit Dst, ELWADD with zero for an fp32 Dst (spec/tensix-core.md 1.6).
void datacopy_face(Core& core, const SrcBank& bank, int row);

// What add_tiles, sub_tiles and mul_tiles do with a face: one ELW* for a sum, one per fidelity phase for a product,
// which starts from zero unless it accumulates (spec/tensix-core.md 1.6, kernel-api.md 3.4).
void binary_face(Core& core, const SrcBank& a, const SrcBank& b, int row, abi::BinaryOp op, bool accumulate);

// Dst rows `row`..`row`+63 to a tile at L1 `address` in the format of the circular buffer.
void pack_tile(Core& core, int row, const tensix::CircularBuffer& cb, std::uint32_t address);

// ZEROACC of a half, or of all of Dst in full sync: the valid flags go, the bits stay (spec/kernel-api.md 3.1).
void zero_dst(Core& core, int half);

}  // namespace tessera::core
