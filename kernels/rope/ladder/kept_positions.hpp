// The kernel of R6 and R7 around their rope::rotate_pair: the first two pairs of a row each leave its positions in
// their half of Dst.
#pragma once

#include "rows.hpp"

namespace rope {

#ifdef TRISC_MATH
void rotate_pair(uint32_t column_tile);
#endif

ALWI void keep_positions_then_rotate() {
    DeviceZoneScopedN("ROPE-COMPUTE");
    const Rotation work;
    if (work.active.empty()) return;
    begin(work);
    for_each_pair_of_rows(
        work, [&]([[maybe_unused]] auto positions, [[maybe_unused]] uint32_t done, [[maybe_unused]] uint32_t column) {
            MATH(if (done < dst_halves) {
                DeviceZoneScopedN("ROPE-TILE-PRECOMP-POS");
                keep_positions(positions);
            } rotate_pair(column);)
        });
}

}  // namespace rope
