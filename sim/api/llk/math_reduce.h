// T1's part of reductions: pools of sixteen rows with a row of factors (spec/tensix-core.md 1.6, kernel-api.md 3.4).
#pragma once

#include "llk/math.h"

#if defined(TRISC_MATH)

namespace tessera::llk {

struct Reduction {
    Pool pool;
    Dim dim;
    bool keeps_32;  // of what goes through SrcB

    constexpr bool is_maximum() const { return pool == Pool::maximum; }
    constexpr uint32_t phases() const { return is_maximum() ? 1 : fidelity_phases; }
    // The faces of a scalar are pooled beside where the result will be.
    constexpr uint32_t pooled_row() const { return dim == Dim::scalar ? 4 : 0; }
};

// Recorded: a pool that gives both banks back, one that keeps them, and what follows the last one.
struct PoolEntries {
    uint32_t phases;
    constexpr uint32_t giving() const { return 0; }
    constexpr uint32_t keeping() const { return phases; }
    constexpr uint32_t rest() const { return 2 * phases; }
};

ALWI void issue_pool(const Reduction& r, uint32_t row, uint32_t gives_back, uint8_t last_mode) {
    if (r.is_maximum()) return issue(TT_OP_GMPOOL(gives_back, 1, last_mode, 0, row));
#pragma GCC unroll 4
    for (uint32_t phase = 1; phase < r.phases(); ++phase) issue(TT_OP_GAPOOL(0, 1, mode_of_phase, 0, row));
    issue(TT_OP_GAPOOL(gives_back, 1, last_mode, 0, row));
}

inline constexpr uint32_t spread_row_16 = 16;  // TRNSPSRCB turns rows 16 to 31 of SrcB
ALWI void issue_rows_of_b_to_dst(uint32_t low_half) {
#pragma GCC unroll 4
    for (uint32_t row = 0; row < 16; row += 4)
        issue(TT_OP_MOVB2D(low_half, spread_row_16 + row, mode_that_stays, 4, row));
}

// A pooled row becomes a column of Dst by way of SrcB. The row is moved there once more after the transposition, so
// that the next tile finds all of it to add to. Each of those moves, and of the additions to zeros, advances SrcB by
// eight.
constexpr uint32_t instructions_of_spread(bool keeps_32) { return keeps_32 ? 14 : 6; }
inline void record_spread(const Reduction& r, uint32_t first) {
    record(first, instructions_of_spread(r.keeps_32));
    if (!r.keeps_32) {
        issue(TT_OP_MOVD2B(0, spread_row_16, mode_of_rows, 0, 0));
        issue(TT_OP_TRNSPSRCB);
        issue(TT_OP_MOVD2B(0, spread_row_16 - 8, mode_of_rows, 0, 0));
        issue(TT_OP_ZEROSRC(0, 1, 0, 1));
        issue(TT_OP_ELWADD(0, 0, 0, mode_of_rows, 0));
        issue(TT_OP_ELWADD(0, 0, 0, mode_of_rows, 8));
        return;
    }
#pragma GCC unroll 2
    for (uint32_t low_half = 0; low_half < 2; ++low_half) {
        issue(TT_OP_MOVD2B(low_half, spread_row_16, mode_that_stays, 0, 0));
        issue(TT_OP_TRNSPSRCB);
        issue(TT_OP_MOVD2B(low_half, spread_row_16, mode_that_stays, 0, 0));
        issue_rows_of_b_to_dst(low_half);
    }
}

// The pooled row becomes a column of SrcA, which is pooled into row 0.
inline constexpr uint32_t before_second_pool = 9;
inline void record_second_pool(const Reduction& r, uint32_t first, uint32_t pooled_row) {
    record(first, before_second_pool + r.phases());
    issue(TT_OP_MOVD2B(0, spread_row_16, mode_that_stays, 0, pooled_row));
    issue(TT_OP_GATESRCRST(1, 1));
    issue(TT_OP_TRNSPSRCB);
    issue(TT_OP_GATESRCRST(1, 1));
#pragma GCC unroll 4
    for (uint32_t row = 0; row < 16; row += 4) issue(TT_OP_MOVB2A(row, mode_that_stays, 2, spread_row_16 + row));
    issue(TT_OP_GATESRCRST(1, 1));
    issue_pool(r, 0, p_setrwc::CLR_AB, mode_of_face);
}
// Without the row that it came from, which is cleared between the two parts. One row, as the counters name it.
ALWI void clear_row(uint32_t row) {
#if TESSERA_ISA_COLUMN == 0
    issue(TT_OP_ZEROACC(0, mode_that_stays, row));
#else
    issue(TT_OP_ZEROACC(0, 0, 0, mode_that_stays, row));
#endif
}

inline void init_math_reduce(const Reduction& r) {
    const PoolEntries at{r.phases()};
    addr_mod_t{.srca = {}, .srcb = {.incr = 8}, .dest = {}}.set(mode_of_rows);
    addr_mod_t{.srca = {}, .srcb = {}, .dest = {}, .fidelity = {.incr = 1}}.set(mode_of_phase);
    // The two faces of a row of faces are columns 0 and 16 of Dst when columns are reduced.
    const int16_t next = r.dim == Dim::column ? 16 : 0;
    addr_mod_t{.srca = {}, .srcb = {}, .dest = {.incr = next}, .fidelity = {.clr = 1}}.set(mode_of_face);
    set_mode_that_stays();
    record(at.giving(), 2 * r.phases());
    issue_pool(r, r.pooled_row(), p_setrwc::CLR_AB, mode_of_face);
    issue_pool(r, r.pooled_row(), 0, mode_of_face);
    if (r.dim == Dim::row) record_spread(r, at.rest());
    if (r.dim == Dim::scalar) record_second_pool(r, at.rest(), r.pooled_row());
    if (r.dim == Dim::column)
        Loop{.outer = 2,
             .inner = 2,
             .first = replay_word(at.giving(), r.phases()),
             .end = TT_OP_SETRWC(p_setrwc::CLR_NONE, 0, 0, 0, 0, p_setrwc::SET_D)}
            .program();
    end_init(r.keeps_32);
}

ALWI void math_reduce(const Reduction& r, uint32_t tile, uint32_t faces) {
    const PoolEntries at{r.phases()};
    begin_at_tile(tile);
    if (r.dim == Dim::column) {
        if (faces == tile_faces) return run_loop();
        for (uint32_t face = 0; face < faces; ++face) replay(at.giving(), r.phases());
        return reset_counters();
    }
    if (r.dim == Dim::row) {
        const uint32_t spread = instructions_of_spread(r.keeps_32);
        for (uint32_t face = 0; face < faces; face += 2) {
            if (face != 0) math::set_dst_row(tile * tile_rows + 32);
            if (face + 1 < faces) replay(at.giving(), r.phases());
            if (!r.keeps_32) {
                replay(at.keeping(), r.phases() + spread);
            } else {
                replay(at.keeping(), r.phases());
                begin_halves();
                replay(at.rest(), spread);
                end_halves();
            }
            issue(TT_OP_SETRWC(p_setrwc::CLR_AB, 0, 0, 0, 0, p_setrwc::SET_ABD));
        }
        return;
    }
    for (uint32_t face = 0; face + 1 < faces; ++face) replay(at.giving(), r.phases());
    replay(at.keeping(), r.phases() + before_second_pool);
    clear_row(r.pooled_row());
    replay(at.rest() + before_second_pool, r.phases());
}

}  // namespace tessera::llk

#endif
