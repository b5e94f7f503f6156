// A tile of Dst times another, all of it summed into one number, in parts between which the vector unit may write Dst
// (tessera/operation.h, SumPart).
#pragma once

#include "llk/math_reduce.h"

#if defined(TRISC_MATH)

namespace tessera::llk {

inline constexpr Reduction sum_of_tile{Pool::sum, Dim::scalar, false};
inline constexpr uint32_t entries_of_sum = 16;  // of the second pool, with what goes before it

inline void init_math_sum() {
    addr_mod_t{.srca = {}, .srcb = {}, .dest = {}, .fidelity = {.incr = 1}}.set(mode_of_phase);
    addr_mod_t{.srca = {.incr = 16}, .srcb = {}, .dest = {}, .fidelity = {.clr = 1}}.set(mode_of_face);
    set_mode_that_stays();
    record(0, fidelity_phases);
    issue_pool(sum_of_tile, 0, 0, mode_of_face);
    record_second_pool(sum_of_tile, entries_of_sum, 0);
    end_init();
}

ALWI void math_sum(SumPart part, uint32_t tile) {
    begin_at_tile(tile);
    const bool to_a = part == SumPart::to_a;
    if (to_a || part == SumPart::to_b) {
        stall(p_stall::STALL_MATH, p_stall::WAIT_SFPU | p_stall::SRCA_VLD | p_stall::SRCB_VLD);
#pragma GCC unroll 16
        for (uint32_t row = 0; row < tile_rows; row += 4)
            issue(to_a ? TT_OP_MOVD2A(0, row, mode_that_stays, 2, row) : TT_OP_MOVD2B(0, row, mode_that_stays, 2, row));
    } else if (part == SumPart::pool) {
        for (uint32_t face = 0; face < tile_faces; ++face) replay(0, fidelity_phases);
    } else {
        replay(entries_of_sum, before_second_pool);
        clear_row(0);
        replay(entries_of_sum + before_second_pool, fidelity_phases);
    }
    reset_counters();
}

}  // namespace tessera::llk

#endif
