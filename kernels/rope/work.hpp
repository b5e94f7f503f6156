// What the three RoPE kernels agree on (rope-ladder.md "Common frame").
//
// X is B batches x N rows x D columns, tilized; Dt tiles make a row of tiles, the leading At of them rotate. The unit
// of active work is what turns within itself: NeoX pairs column tile w with column tile w + At/2, so its unit is those
// two tiles; normal pairing turns neighbouring columns, so its unit is one tile. The unit of passive work is one tile
// that passes through. Both are numbered over all rows of all batches, and a core gets one range of each.
//
//   c_0   reader -> compute   units, a page a tile
//   c_16  compute -> writer   the same units, rotated
//   c_17  reader -> writer    passive tiles
//   c_1   reader -> compute   positions, int32; with ROPE_TURNS they stay with the reader, or go to the writer
//   c_2   reader -> compute   a table of the unit's pairs, where there is one
//   c_3   writer -> compute   with ROPE_TURNS and ROPE_PER_ROW the angles of rows 16..31, while c_2 has those above
//
// Define, for all three alike: ROPE_NORMAL for normal pairing, and what the table holds: ROPE_FACTORS for frequency
// factors, ROPE_SPLIT for split frequencies, ROPE_TURNS for the angles themselves (phase.hpp), with ROPE_PER_ROW where
// every row has its own.
#pragma once

#include <cstdint>

namespace rope {

constexpr uint32_t cb_active = tt::CBIndex::c_0;
constexpr uint32_t cb_positions = tt::CBIndex::c_1;
constexpr uint32_t cb_table = tt::CBIndex::c_2, table_pages = 2;
constexpr uint32_t cb_lower_table = tt::CBIndex::c_3;
constexpr uint32_t cb_rotated = tt::CBIndex::c_16;
constexpr uint32_t cb_passive = tt::CBIndex::c_17;

#if defined(ROPE_NORMAL)
constexpr uint32_t unit_tiles = 1;
#else
constexpr uint32_t unit_tiles = 2;
#endif

// The reader works out the angles, so that the compute kernel needs no positions; those of rows it shares with the
// writer (turned_rows.hpp).
#if defined(ROPE_TURNS)
constexpr bool reader_turns = true;
#else
constexpr bool reader_turns = false;
#endif
#if defined(ROPE_TURNS) && defined(ROPE_PER_ROW)
#define ROPE_TURN_ROWS
constexpr bool turns_rows = true;
#else
constexpr bool turns_rows = false;
#endif

struct Range {
    uint32_t begin, end;
    bool empty() const { return begin >= end; }
};

// Where a unit of work lies, in tiles.
struct Place {
    uint32_t row;     // of tiles, over all batches
    uint32_t column;  // of tiles
};

// units_per_row = At / unit_tiles.
inline Place place_of(uint32_t id, uint32_t units_per_row) { return {id / units_per_row, id % units_per_row}; }

#if defined(ROPE_FACTORS) || defined(ROPE_SPLIT) || defined(ROPE_TURNS)
#define ROPE_TABLE
#endif

// The page of the table that has the pairs of a unit. A tile holds 32 factors: those of one NeoX unit, or of two tiles
// of 16 pairs each. The other tables leave every second column free instead where a unit has 16 pairs.
constexpr uint32_t table_page(uint32_t column_tile) {
#if defined(ROPE_FACTORS)
    return column_tile / (2 / unit_tiles);
#else
    return column_tile;
#endif
}
// Units that follow each other and agree in this share a tile of the table: all with the same page, but angles are
// those of one unit.
constexpr uint32_t table_share([[maybe_unused]] uint32_t id, [[maybe_unused]] uint32_t column_tile) {
#if defined(ROPE_TURNS)
    return id;
#else
    return table_page(column_tile);
#endif
}

}  // namespace rope
