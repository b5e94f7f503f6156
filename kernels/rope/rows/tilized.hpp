// The same rotation of blocks whose rows lie in L1 one behind the other, so that the unpacker makes tiles of them and
// the packer rows: for elements of 16 bits, which cross SrcA whole, rows that turn in all of their elements, whole
// units and places that are aligned for transfers. No element passes through a scalar core.
//
//   c_1   reader -> writer    descriptions of blocks
//   c_2   writer -> compute   angles, as in rows.hpp
//   c_6   reader -> compute   rows that turn, ROPE_ROW_TILES pages of a tile's bytes a block
//   c_7   reader -> writer    rows that are copied
//   c_16  compute -> writer   rows that have turned
//   c_25  compute's own       tiles of a block
//   c_26  compute's own       the same, turned
// and those of a norm as in rows.hpp.
//
// Define ROPE_ROW_TILES, the tiles of a row, besides those of rows.hpp.
#pragma once

#include "rows.hpp"

namespace rope {

constexpr uint32_t cb_rows = tt::CBIndex::c_6, cb_copied = tt::CBIndex::c_7;
constexpr uint32_t cb_tiles = tt::CBIndex::c_25, cb_turned_tiles = tt::CBIndex::c_26;
constexpr uint32_t row_tiles = ROPE_ROW_TILES;

// Calls `move(first row, how many, its place)` for rows of a block that follow each other within a page, of which
// `place` gives a row's page and offset: such rows go in one transfer.
struct RowPlace {
    uint32_t page, offset;
};
template <class PlaceOf, class Move>
void for_each_packet(uint32_t rows, uint32_t row_bytes, PlaceOf place, Move move) {
    for (uint32_t first = 0, next = 0; first < rows; first = next) {
        const RowPlace at = place(first);
        for (next = first + 1; next < rows; ++next) {
            const RowPlace of = place(next);
            if (of.page != at.page || of.offset != at.offset + (next - first) * row_bytes) break;
        }
        move(first, next - first, at);
    }
}

}  // namespace rope
