// What the reader and the writer share: their arguments, and the order in which they take the work.
#pragma once

#include "work.hpp"

namespace rope {

// Runtime arguments 0..6.
struct Movement {
    uint32_t tensor = get_arg_val<uint32_t>(0);  // address of X (reader) or of the result (writer) in its banks
    Range active = {get_arg_val<uint32_t>(1), get_arg_val<uint32_t>(2)};
    Range passive = {get_arg_val<uint32_t>(3), get_arg_val<uint32_t>(4)};
    uint32_t row_tiles = get_arg_val<uint32_t>(5);     // Dt
    uint32_t active_tiles = get_arg_val<uint32_t>(6);  // At

    uint32_t units_per_row() const { return active_tiles / unit_tiles; }
    // Page of the unit's first tile; a NeoX partner lies units_per_row() pages on.
    uint32_t first_of_unit(uint32_t id) const {
        const Place at = place_of(id, units_per_row());
        return at.row * row_tiles + at.column;
    }
    uint32_t passive_tile(uint32_t id) const {
        const uint32_t per_row = row_tiles - active_tiles;
        return id / per_row * row_tiles + active_tiles + id % per_row;
    }

    // Calls `unit(id)` and `tile(id)` for all work. Active work goes first, so that the compute kernel never waits for
    // a passive tile. Rung X (ROPE_INTERLEAVED) takes turns instead: each unit is then fetched, and stored, one passive
    // tile with its barrier later.
    template <class Unit, class Tile>
    void visit(Unit unit, Tile tile) const {
#if defined(ROPE_INTERLEAVED)
        uint32_t next_unit = active.begin, next_tile = passive.begin;
        while (next_unit < active.end || next_tile < passive.end) {
            if (next_unit < active.end) unit(next_unit++);
            if (next_tile < passive.end) tile(next_tile++);
        }
#else
        for (uint32_t id = active.begin; id < active.end; ++id) unit(id);
        for (uint32_t id = passive.begin; id < passive.end; ++id) tile(id);
#endif
    }
};

}  // namespace rope
