// T2's part: a tile of Dst to a page (spec/pack-instructions.md 3, kernel-api.md 3.3).
#pragma once

#include "llk/pack.h"

#if defined(TRISC_PACK)

namespace tessera::llk {

inline constexpr uint32_t mode_rewinds = 1, mode_next_rows = 0, mode_next_face = 2;

#if TESSERA_ISA_COLUMN == 0

// Each packer takes its face at once.
inline void init_pack_tile() {
    PackStep{.y_clears = 1, .to_y_clears = 1}.set(mode_rewinds);
    issue(TT_OP_SETADCXX(counters_of_packers, face_datums - 1, 0));
}
ALWI void set_destination(uint32_t address) {
    set_register(destination, 1u << 31 | address);
    issue(TT_OP_REG2FLOP(1, 0, 0, 0, THCON_SEC_REG1_L1_Dest_addr[0].word - thcon_base, destination));
    issue(pacr_word(mode_rewinds, all_packers, true, false));
}
ALWI void pack_tile_to(uint32_t tile, uint32_t address) {
    issue(TT_OP_SETADC(counters_of_packers, 0, 3, tile));
    set_destination(address);
    issue(pacr_word(mode_rewinds, all_packers, false, true));
}

inline void set_tilized(bool) {}

#else

// Four rows at once, four times a face.
inline void init_pack_tile() {
    PackStep{.y_by = 4}.set(mode_next_rows);
    PackStep{.y_clears = 1, .z_by = 1}.set(mode_next_face);
    PackStep{.y_clears = 1, .z_clears = 1}.set(mode_rewinds);
    Loop{.outer = tile_faces,
         .inner = 4,
         .first = pacr_word(mode_next_rows, 0, false, false),
         .last_of_round = pacr_word(mode_next_face, 0, false, false),
         .last = pacr_word(mode_rewinds, 0, false, true)}
        .program();
    issue(TT_OP_SETADCXX(counters_of_packers, row_datums - 1, 0));
}
ALWI void set_destination(uint32_t address) {
    set_register(destination, address);
    stall(p_stall::STALL_CFG, p_stall::THCON | p_stall::PACK);
    issue(TT_OP_WRCFG(destination, 0, THCON_SEC_REG1_L1_Dest_addr[0].word));
    issue(TT_OP_DMANOP);
}
ALWI void pack_tile_to(uint32_t tile, uint32_t address) {
    issue(TT_OP_SETADC(counters_of_packers, 0, 3, tile));
    set_destination(address);
    run_loop();
    issue(TT_OP_SETADCZW(counters_of_packers, 0, 0, 0, 0, 5));
}

// Rows of a tilized tile lie in Dst as the unpacker leaves them: of each the left half, then the right one. Two rows'
// left halves are interfaces 0 and 2, sixteen rows make a face.
inline void set_tilized(bool on) {
    if (!on) return init_pack_tile();
    constexpr uint32_t left = 5, right = 10;
    PackStep{.y_by = 4}.set(mode_next_rows);
    PackStep{.y_clears = 1}.set(mode_next_face);
    PackStep{.y_clears = 1}.set(mode_rewinds);
    record(0, 15);
#pragma GCC unroll 15
    for (uint32_t i = 0; i < 15; ++i)
        issue(pacr_word(i == 7 ? mode_next_face : mode_next_rows, i < 8 ? left : right, false, false));
    Loop{.outer = 2,
         .inner = 1,
         .first = replay_word(0, 15),
         .second = pacr_word(mode_next_face, right, false, false),
         .end = TT_OP_INCADCZW(counters_of_packers, 0, 0, 0, 2),
         .end2 = nop_word,
         .last_of_round = pacr_word(mode_next_face, right, false, false),
         .last = pacr_word(mode_rewinds, right, false, true)}
        .program();
}

#endif

// Pages follow each other from the write pointer on, in the order of the calls, or each is named.
ALWI uint32_t address_packed(uint32_t cb, uint32_t index, bool out_of_order) {
    Ring& to = ring(cb);
    if (out_of_order) return to.write_pointer + to.page_size * index - 1;
    const uint32_t packed = to.packed, address = to.write_pointer + packed - 1;
    to.packed = packed + to.page_size;
    return address;
}

}  // namespace tessera::llk

#endif
