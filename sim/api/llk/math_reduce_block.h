// The maxima of the rows of many tiles side by side, as the first column of one (spec/kernel-api.md 3.4).
#pragma once

#include "llk/math_reduce.h"

#if defined(TRISC_MATH)

namespace tessera::llk {

// Faces pass through SrcA transposed, so that their rows are columns: the upper two are pooled into row 0 of Dst, the
// lower two into row 32, and at the end both rows become columns by way of SrcB.
inline constexpr uint32_t pools_of_tile = 4, entries_of_turn = pools_of_tile;

ALWI uint32_t turn_length(bool keeps_32) { return keeps_32 ? 12 : 6; }

inline void init_math_block_maximum(bool keeps_32) {
    addr_mod_t{.srca = {.incr = 16}, .srcb = {}, .dest = {}}.set(mode_of_rows);
    set_mode_that_stays();
    record(0, pools_of_tile);
#pragma GCC unroll 4
    for (uint32_t face = 0; face < pools_of_tile; ++face)
        issue(TT_OP_GMPOOL(face == 3 ? p_setrwc::CLR_A : 0, 1, mode_of_rows, 0, face / 2 * 32));
    record(entries_of_turn, turn_length(keeps_32));
    for (uint32_t low_half = 0; low_half < (keeps_32 ? 2 : 1); ++low_half) {
        issue(TT_OP_MOVD2B(low_half, spread_row_16, mode_that_stays, 0, 0));
        issue(TT_OP_TRNSPSRCB);
        issue_rows_of_b_to_dst(low_half);
    }
    end_init(keeps_32);
}

ALWI void math_block_maximum(bool keeps_32, uint32_t tile, uint32_t tiles) {
    begin_at_tile(tile);
    for (uint32_t i = 0; i < tiles; ++i) replay(0, pools_of_tile);
    if (keeps_32) begin_halves();
    replay(entries_of_turn, turn_length(keeps_32));
    math::set_dst_row(tile * tile_rows + 32);
    replay(entries_of_turn, turn_length(keeps_32));
    if (keeps_32) end_halves();
    issue(TT_OP_SETRWC(p_setrwc::CLR_B, 0, 0, 0, 0, p_setrwc::SET_ABD));
}

}  // namespace tessera::llk

#endif
