// A unit in Dst with what turns it.
#pragma once

#include "rows.hpp"

#ifdef TRISC_MATH
#include "rotate.hpp"
#endif

namespace rope {

// Copies a tile of another buffer than `base`, for which the unpacker is set up and stays so.
ALWI void copy_of(uint32_t base, uint32_t cb, uint32_t index, uint32_t dst) {
    copy_tile_to_dst_init_short_with_dt(base, cb);
    copy_tile(cb, index, dst);
    copy_tile_to_dst_init_short_with_dt(cb, base);
}

// Turns what is in Dst tiles 0 and 1 by the next angles.
ALWI void turn_in_dst(uint32_t base, [[maybe_unused]] bool alike) {
    cb_wait_front(cb_angles, angle_tiles);
#if defined(ROPE_CACHES)
    copy_of(base, cb_angles, 0, 2);
    copy_of(base, cb_angles, 1, 3);
#else
    copy_of(base, cb_angles, 0, 3);
#endif
    MATH(turn_unit(alike);)
    cb_pop_front(cb_angles, angle_tiles);
}

}  // namespace rope
