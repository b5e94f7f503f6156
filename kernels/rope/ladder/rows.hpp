// One position per row: what R5 to R8 add to the frame. The reader pushes the positions of a row of tiles as one page
// of c_1, and T1 reads them where they lie in L1.
#pragma once

#include "frame.hpp"

namespace rope {

#ifdef TRISC_MATH

// Four positions, one per row of lanes: three overwrites, since only a whole register can be set.
sfpi_inline vFloat four_rows(const volatile tt_l1_ptr int32_t* position) {
    vInt lane_row = vConstTileId & ~15;
    vInt four = position[0];
    v_if(lane_row == 16) { four = position[1]; }
    v_endif;
    v_if(lane_row == 32) { four = position[2]; }
    v_endif;
    v_if(lane_row == 48) { four = position[3]; }
    v_endif;
    return int32_to_float(four, 0);
}

inline constexpr uint32_t row_vectors = 2 * tile_vectors;  // entries 64..71: positions of four rows each

sfpi_inline void keep_positions(const volatile tt_l1_ptr int32_t* position) {
#pragma GCC unroll 1
    for (uint32_t i = 0; i < face_vectors; ++i) dst_reg[row_vectors + i] = four_rows(position + 4 * i);
}

#endif

// Every pair, row of tiles by row of tiles: `rotate(positions, first, column)` on T1, where `first` counts the pairs of
// this row so far.
template <class Rotate>
ALWI void for_each_pair_of_rows(const Rotation& work, [[maybe_unused]] Rotate rotate) {
    Walk walk(work);
    uint32_t id = work.active.begin;
    while (id < work.active.end) {
        cb_wait_front(cb_positions, 1);
        [[maybe_unused]] const auto* positions =
            reinterpret_cast<const volatile tt_l1_ptr int32_t*>(get_tile_address(cb_positions, 0));
        bool new_row = false;
        for (uint32_t done = 0; id < work.active.end && !new_row; ++id, ++done) {
            load_unit();
            copy_unit();
            MATH(DeviceZoneScopedN("ROPE-TILE"); on_dst([&] { rotate(positions, done, walk.column()); });)
            store_unit();
            new_row = walk.next();
        }
        cb_pop_front(cb_positions, 1);
    }
}

}  // namespace rope
