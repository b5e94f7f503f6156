// What the three RoPE kernels agree on (spec/rope-ladder.md, common frame).
//
// X is B batches x N rows x D columns, tilized; Dt tiles make a row of tiles, the leading At of them rotate. NeoX pairs
// column tile w with column tile w + At/2: one *pair* is the unit of active work, one tile that passes through the unit
// of passive work. Both are numbered over all rows of all batches, and a core gets one range of each.
//
//   c_0   reader -> compute   pairs: first tile, second tile
//   c_16  compute -> writer   the same pairs, rotated
//   c_17  reader -> writer    passive tiles
//   c_1   reader -> compute   positions, int32
#pragma once

#include <cstdint>

namespace rope {

constexpr uint32_t cb_pairs = tt::CBIndex::c_0;
constexpr uint32_t cb_positions = tt::CBIndex::c_1;
constexpr uint32_t cb_rotated = tt::CBIndex::c_16;
constexpr uint32_t cb_passive = tt::CBIndex::c_17;

struct Range {
    uint32_t begin, end;
    bool empty() const { return begin >= end; }
};

// Where a unit of work lies, in tiles.
struct Place {
    uint32_t row;     // of tiles, over all batches
    uint32_t column;  // of tiles
};

// pairs_per_row = At/2.
inline Place place_of_pair(uint32_t id, uint32_t pairs_per_row) { return {id / pairs_per_row, id % pairs_per_row}; }

}  // namespace rope
