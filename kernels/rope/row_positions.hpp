// Positions of rows as vectors, T1 only.
#pragma once

#include "rotation.hpp"

namespace rope {

constexpr uint32_t row_vectors = 2 * tile_vectors;  // entries 64..71: positions of four rows each

// Four positions, one per row of lanes.
sfpi_inline vInt four_rows(const int32_t* position) {
    vInt lane_row = vConstTileId & ~15;
    vInt four = position[0];
    v_if(lane_row == 16) { four = position[1]; }
    v_endif;
    v_if(lane_row == 32) { four = position[2]; }
    v_endif;
    v_if(lane_row == 48) { four = position[3]; }
    v_endif;
    return four;
}

}  // namespace rope
