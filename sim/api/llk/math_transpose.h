// A tile transposed where it lies in Dst, face by face through rows 16 to 31 of SrcB, which TRNSPSRCB turns
// (spec/tensix-core.md 7.1, kernel-api.md 3.3).
#pragma once

#include "llk/math_copy.h"
#include "llk/math_reduce.h"

#if defined(TRISC_MATH)

namespace tessera::llk {

ALWI void issue_rows_of_dst_to_b(uint32_t low_half) {
#pragma GCC unroll 4
    for (uint32_t row = 0; row < 16; row += 4)
        issue(TT_OP_MOVD2B(low_half, spread_row_16 + row, mode_that_stays, 2, row));
}

// Of 16 bits. Recorded are the ways from a face to SrcB and turned, from there to the face's place, to the face before,
// and to SrcA, which keeps a face while another takes its place; and the way from SrcA to two faces before.
inline constexpr uint32_t entries_to_a = 0, entries_to_b = 4, entries_back = 9, entries_to_face_before = 13,
                          entries_from_a = 17, entries_of_transpose = 19;
// Of 32 bits: both halves of a face there and back.
inline constexpr uint32_t entries_of_halves = 18;

inline void record_transpose() {
    record(0, entries_of_transpose);
#pragma GCC unroll 4
    for (uint32_t row = 0; row < 16; row += 4)
        issue(TT_OP_MOVB2A(row, row == 12 ? mode_of_face : mode_that_stays, 2, spread_row_16 + row));
    issue_rows_of_dst_to_b(0);
    issue(TT_OP_TRNSPSRCB);
#pragma GCC unroll 4
    for (uint32_t row = 0; row < 16; row += 4)
        issue(TT_OP_MOVB2D(0, spread_row_16 + row, row == 12 ? mode_of_face : mode_that_stays, 4, row));
#pragma GCC unroll 4
    for (uint32_t row = 0; row < 16; row += 4)
        issue(TT_OP_MOVB2D(0, spread_row_16 + row, row == 12 ? mode_of_face : mode_that_stays, 4, 0x3F0 + row));
    issue(TT_OP_MOVA2D(0, 0, mode_that_stays, 2, 0x3E0));
    issue(TT_OP_MOVA2D(0, 8, mode_that_stays, 2, 0x3E8));
}
inline void record_transpose_of_halves() {
    record(0, entries_of_halves);
#pragma GCC unroll 2
    for (uint32_t low_half = 0; low_half < 2; ++low_half) {
        issue_rows_of_dst_to_b(low_half);
        issue(TT_OP_TRNSPSRCB);
#pragma GCC unroll 4
        for (uint32_t row = 0; row < 16; row += 4)
            issue(TT_OP_MOVB2D(low_half, spread_row_16 + row,
                               row == 12 && low_half != 0 ? mode_of_face : mode_that_stays, 4, row));
    }
}
inline void init_math_transpose(bool is_32_bit) {
    addr_mod_t{.srca = {}, .srcb = {}, .dest = {.incr = 16}}.set(mode_of_face);
    set_mode_that_stays();
    is_32_bit ? record_transpose_of_halves() : record_transpose();
    end_init(is_32_bit);
}

ALWI void begin_transpose(uint32_t tile) {
    begin_at_tile(tile);
    stall(p_stall::STALL_MATH, p_stall::WAIT_SFPU | p_stall::SRCA_VLD | p_stall::SRCB_VLD);
}
ALWI void end_transpose() { issue(TT_OP_SETRWC(p_setrwc::CLR_AB, 0, 0, 0, 0, p_setrwc::SET_ABD)); }

ALWI void transpose_faces_of_halves() {
    begin_halves();
    for (uint32_t face = 0; face < tile_faces; ++face) replay(0, entries_of_halves);
    end_halves();
}
// Faces 1 and 2 change places by the vector unit, four rows of eight columns at a time.
ALWI void exchange_middle_faces() {
    rewind_dst();
    stall(p_stall::STALL_SFPU, p_stall::MATH);
    for (uint32_t at = 16; at < 32; at += 2) {
        issue(TT_OP_SFPLOAD(0, InstrModLoadStore::INT32, mode_that_stays, at));
        issue(TT_OP_SFPLOAD(1, InstrModLoadStore::INT32, mode_that_stays, at + 16));
        issue(TT_OP_SFPSTORE(0, InstrModLoadStore::INT32, mode_that_stays, at + 16));
        issue(TT_OP_SFPSTORE(1, InstrModLoadStore::INT32, mode_that_stays, at));
    }
    stall(p_stall::STALL_MATH | p_stall::STALL_CFG, p_stall::WAIT_SFPU);
}

ALWI void math_transpose(bool is_32_bit, uint32_t tile) {
    begin_transpose(tile);
    if (is_32_bit) {
        transpose_faces_of_halves();
        exchange_middle_faces();
        return end_transpose();
    }
    constexpr uint32_t there_and_back = entries_to_face_before - entries_to_b, there = entries_back - entries_to_b;
    replay(entries_to_b, there_and_back);
    replay(entries_to_b, there);
    replay(entries_to_a, entries_to_b);
    replay(entries_to_b, there);
    replay(entries_to_face_before, entries_from_a - entries_to_face_before);
    replay(entries_to_b, there_and_back);
    replay(entries_from_a, entries_of_transpose - entries_from_a);
    end_transpose();
}

// A tile that an unpacker has written to Dst with its faces in their new places, each still to be turned.
inline bool turns_copies = false;
inline void init_math_copy_turned() {
    init_math_copy();
    if constexpr (!some_go_to_dst()) return;
    addr_mod_t{.srca = {}, .srcb = {}, .dest = {.incr = 16}}.set(mode_of_face);
    set_mode_that_stays();
    record_transpose_of_halves();
    reset_counters();
}
// Apart, as it is long and few copies come here.
[[gnu::noinline]] inline void turn_faces(uint32_t tile) {
    reach_halves(true);
    begin_transpose(tile);
    transpose_faces_of_halves();
    end_transpose();
    reach_halves(integers_in_banks);
}
ALWI void math_copy_or_turn(uint32_t tile, uint32_t cb) {
    math_copy(tile, cb);
    if (turns_copies && cb != unchanged && goes_to_dst(cb)) turn_faces(tile);
}

}  // namespace tessera::llk

#endif
