// Arguments that the reader and the writer share, in their order.
#pragma once

#include "work.hpp"

namespace rope {

// Runtime arguments 0..6.
struct Movement {
    uint32_t tensor = get_arg_val<uint32_t>(0);  // address of X (reader) or of the result (writer) in its banks
    Range pairs = {get_arg_val<uint32_t>(1), get_arg_val<uint32_t>(2)};
    Range passive = {get_arg_val<uint32_t>(3), get_arg_val<uint32_t>(4)};
    uint32_t row_tiles = get_arg_val<uint32_t>(5);     // Dt
    uint32_t active_tiles = get_arg_val<uint32_t>(6);  // At

    uint32_t pairs_per_row() const { return active_tiles / 2; }
    // Page of the pair's first tile; its partner lies pairs_per_row() pages on.
    uint32_t first_of_pair(uint32_t id) const {
        const Place at = place_of_pair(id, pairs_per_row());
        return at.row * row_tiles + at.column;
    }
    uint32_t passive_tile(uint32_t id) const {
        const uint32_t per_row = row_tiles - active_tiles;
        return id / per_row * row_tiles + active_tiles + id % per_row;
    }
};

}  // namespace rope
