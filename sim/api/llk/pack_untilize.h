// Tiles of Dst side by side to rows (spec/kernel-api.md 3.3): row by row, the two faces of each tile in turn.
#pragma once

#include "llk/pack_tile.h"

#if defined(TRISC_PACK)

namespace tessera::llk {

struct Rows {
    uint32_t tiles, row_tiles;  // of this call, and of a row of the output
    uint32_t face_rows, faces;

    // A tile of one face is half as wide.
    constexpr uint32_t width() const { return faces == 1 ? row_datums : 2 * row_datums; }
};

// What the loop was written for, which kernels ask for again and again.
inline uint32_t loop_is_of = 0;
ALWI bool loop_is_there(uint32_t shape) {
    if (loop_is_of == shape) return true;
    loop_is_of = shape;
    return false;
}

#if TESSERA_ISA_COLUMN == 0

inline constexpr uint32_t mode_other_face = mode_next_rows, mode_to_next_tile = mode_next_face, mode_that_stays = 3;
inline constexpr uint32_t rows_of_packer = 8;  // where all work: each has half of a face's rows

// Packers 0 and 1 take the upper faces' rows, 2 and 3 the lower ones'. Of smaller faces packer 0 alone takes the rows,
// since 0 and 2 do not work together.
inline void init_pack_untilize(uint32_t) {
    loop_is_of = 0;
    PackStep{.y_by = 15}.set(mode_other_face);
    PackStep{.y_returns = 1}.set(mode_to_next_tile);
    PackStep{.y_clears = 1}.set(mode_rewinds);
    PackStep{}.set(mode_that_stays);
    stall(p_stall::STALL_TDMA | p_stall::STALL_THCON, p_stall::PACK);
#pragma GCC unroll 8
    for (uint32_t i = 0; i < 8; ++i)
        set_low_half(offsets_of_half + i, i / 4 * dst_half_rows + i % 4 / 2 * 32 + i % 2 * rows_of_packer);
    select_half();
    issue(TT_OP_SETADCXX(counters_of_packers, row_datums - 1, 0));
}
inline void end_pack_untilize() {
    set_offsets(16);
    init_pack_tile();
}

// A row of the tiles: of each the face on the left, and sixteen rows further the one on the right.
ALWI void write_row_loop(const Rows& rows, uint32_t chosen) {
    if (loop_is_there(rows.tiles | rows.faces << 8 | chosen << 16)) return;
    const uint32_t next_tile = TT_OP_INCADCZW(counters_of_packers, 0, 0, 1, 0);
    const uint32_t left = pacr_word(mode_other_face, chosen, false, false),
                   right = pacr_word(mode_to_next_tile, chosen, false, false);
    if (rows.faces == 1) return Loop{.outer = rows.tiles, .inner = 1, .first = right, .end = next_tile}.program();
    Loop{.outer = rows.tiles,
         .inner = 1,
         .first = TT_OP_INCADCXY(counters_of_packers, 0, 0, 1, 0),
         .start = left,
         .end = right,
         .end2 = next_tile}
        .program();
}

ALWI void set_destinations(uint32_t count) {
#pragma GCC unroll 4
    for (uint32_t p = 0; p < 4; ++p)
        if (p < count)
            issue(TT_OP_REG2FLOP(1, 0, 0, 0, THCON_SEC_REG1_L1_Dest_addr[p].word - thcon_base, destination + p));
}

// The first row of a face and the one beside it.
ALWI void select_faces(uint32_t face) {
    issue(TT_OP_SETADC(counters_of_packers, 0, 1, 0));
    issue(TT_OP_SETADC(counters_of_packers, 0, 2, face));
}

ALWI void pack_untilize(uint32_t tile, uint32_t ocb, const Rows& rows, uint32_t column, uint32_t row) {
    const DataFormat to = format_of(ocb);
    const uint32_t units = datum_bytes(to) * row_datums / 16;  // of sixteen datums
    const uint32_t of_row = units * rows.row_tiles * rows.width() / row_datums;
    const uint32_t all_rows = rows.face_rows * (rows.faces > 2 ? 2 : 1);
    const uint32_t first =
        ring(ocb).write_pointer - 1 + row * all_rows * of_row + units * column * rows.width() / row_datums;
    const bool whole = rows.face_rows == 16;
    const uint32_t working = !whole || rows.faces == 1 ? 1 : rows.faces == 2 ? 2 : 4;
    const uint32_t chosen = (1u << working) - 1;
    const uint32_t turns = whole && working > 1 ? rows_of_packer : whole ? rows.face_rows : all_rows;
    const bool joined = rows.tiles == rows.row_tiles;  // rows follow each other
    write_row_loop(rows, chosen);
    for (uint32_t p = 0; p < working; ++p) set_register(destination + p, first + p * rows_of_packer * of_row);
    set_low_half(destination_step, of_row);
    set_destinations(working);
    issue(pacr_word(mode_rewinds, all_packers, true, false));
    for (uint32_t turn = 0; turn < turns; ++turn) {
        if (!whole && turn == rows.face_rows) select_faces(2);
        issue(TT_OP_SETADC(counters_of_packers, 0, 3, tile));
        run_loop();
        issue(TT_OP_ADDRCRXY(counters_of_packers, 0, 0, 1, 0, 2));
        if (joined) continue;
        issue(pacr_word(mode_that_stays, all_packers, true, true));
#pragma GCC unroll 4
        for (uint32_t p = 0; p < 4; ++p)
            if (p < working) issue(TT_OP_ADDDMAREG(0, destination + p, destination_step, destination + p));
        set_destinations(working);
        issue(nop_word);
    }
    if (turns > rows.face_rows) select_faces(0);
    issue(pacr_word(mode_rewinds, all_packers, true, true));
}

#else

inline constexpr uint32_t left_and_right = 3, left_alone = 1;  // interfaces, rows sixteen apart
inline constexpr uint32_t entries_of_step = 16;

inline void init_pack_untilize(uint32_t) {
    loop_is_of = 0;
    PackStep{}.set(mode_next_rows);
    issue(TT_OP_SETADCXX(counters_of_packers, row_datums - 1, 0));
}
inline void end_pack_untilize() { init_pack_tile(); }

// A row of the tiles, then on to the next row and to where it goes. W begins one tile before the first and wraps.
ALWI void write_row_loop(const Rows& rows, uint32_t tile) {
    if (loop_is_there(rows.tiles | rows.faces << 8 | rows.face_rows << 16 | tile << 24)) return;
    const uint32_t chosen = rows.faces > 1 ? left_and_right : left_alone;
    record(entries_of_step, 4);
    issue(TT_OP_ADDDMAREG(0, destination, destination_step, destination));
    carry(destination, THCON_SEC_REG1_L1_Dest_addr[0].word);
    issue(nop_word);
    const uint32_t ends = pacr_word(mode_next_rows, chosen, false, true, true);
    Loop{.outer = rows.face_rows,
         .inner = rows.tiles,
         .first = TT_OP_INCADCZW(counters_of_packers, 0, 0, 1, 0),
         .second = pacr_word(mode_next_rows, chosen, false, false, true),
         .start = TT_OP_SETADC(counters_of_packers, 0, 3, (tile + 15) & 15),
         .end = TT_OP_INCADCXY(counters_of_packers, 0, 0, 1, 0),
         .end2 = replay_word(entries_of_step, 4),
         .last_of_round = ends,
         .last = ends}
        .program();
}

ALWI void pack_untilize(uint32_t tile, uint32_t ocb, const Rows& rows, uint32_t column, uint32_t row) {
    const uint32_t units = datum_bytes(format_of(ocb)) * row_datums / 16;  // of sixteen datums
    const uint32_t of_row = units * rows.row_tiles * rows.width() / row_datums;
    const uint32_t halves = rows.faces > 2 ? 2 : 1;
    const uint32_t first = ring(ocb).write_pointer - 1 + row * rows.face_rows * halves * of_row +
                           units * column * rows.width() / row_datums;
    write_row_loop(rows, tile);
    set_low_half(destination_step, of_row);
    set_destination(first);
    for (uint32_t below = 0; below < halves; ++below) {
        issue(TT_OP_SETADC(counters_of_packers, 0, 1, 32 * below));
        run_loop();
    }
    issue(TT_OP_SETADC(counters_of_packers, 0, 1, 0));
}

#endif

}  // namespace tessera::llk

#endif
