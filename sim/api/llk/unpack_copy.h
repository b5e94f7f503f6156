// T0's part of copies: the faces of one tile to SrcA, or past the sources to Dst; a part of a tile to SrcB, to be
// spread. SrcA and SrcB go to the matrix unit in pairs, zeros beside a tile that comes alone (spec/tensix-core.md 1.6).
#pragma once

#include "llk/unpack.h"

#if defined(TRISC_UNPACK)

namespace tessera::llk {

// Four faces to Dst, recorded beside the loop, since the buffer that a copy names decides which of them it takes.
inline constexpr uint32_t entries_to_dst = 20, faces_to_dst = 4, turned_faces_to_dst = 5;
inline constexpr uint32_t counters_of_two_faces = 5;  // Z of both channels

inline void record_copies_to_dst(bool turns_tile) {
    if constexpr (!some_go_to_dst()) return;
    if (turns_tile) {
        // Faces 0 and 2 of the buffer become 0 and 1 of Dst, 1 and 3 the other two.
        record(entries_to_dst, turned_faces_to_dst);
        issue(unpacr_word(unpacker_a, 0x12, false));
        issue(unpacr_word(unpacker_a, 0x12, false));
        issue(TT_OP_SETADCZW(counters_of_a, 0, 2, 0, 1, counters_of_two_faces));
        issue(unpacr_word(unpacker_a, 0x12, false));
        issue(unpacr_word(unpacker_a, 0x12, false));
        return;
    }
    record(entries_to_dst, faces_to_dst);
    for (uint32_t face = 0; face < tile_faces; ++face) issue(unpacr_word(unpacker_a, next_faces_of_both, false));
}

// Each face as it lies, each transposed, or the tile: its faces transposed and the middle two in each other's place.
inline void init_unpack_copy(bool turns_tile, bool turns_faces) {
    set_up_reading(turns_tile || turns_faces);
    record_copies_to_dst(turns_tile);
    if (!turns_tile)
        return Loop{.outer = tile_faces,
                    .inner = 1,
                    .first = unpacr_word(unpacker_a, next_face),
                    .second = zeros_word(unpacker_b)}
            .program();
    Loop{.outer = 2,
         .inner = 2,
         .first = unpacr_word(unpacker_a, next_face_but_one),
         .second = zeros_word(unpacker_b),
         .end = TT_OP_SETADCZW(counters_of_a, 0, 0, 0, 1, input_z)}
        .program();
}

// T1 says in which row of Dst the tile begins once it has that half and is done with what was before
// (spec/tensix-core.md 7).
ALWI uint32_t await_dst_row() { return mailbox(Mailbox::of_math); }
// To Dst, from that row on, or to Src: both contexts.
ALWI void direct_unpacker_a(bool to_dst, uint32_t row = 0) {
    const uint32_t address = src_a_in_dst_rows + row * row_datums;
    write_word(THCON_SEC_REG5_Dest_cntx_address[0].word, address << 16 | address);
    write(THCON_SEC_REG2_Unpack_if_sel[0], to_dst ? 3 : 0);
    write(SRCA_SET_SetOvrdWithAddr, !to_dst);
}

template <class Read>
ALWI void unpack_to_dst(uint32_t address, Read read) {
    set_base(unpacker_a, address);
    const uint32_t row = await_dst_row();
    stall(p_stall::STALL_CFG, p_stall::UNPACK0);
    direct_unpacker_a(true, row);
    hand_addresses();
    read();
    stall(p_stall::STALL_SYNC | p_stall::STALL_CFG, p_stall::UNPACK0);
    post(Semaphore::unpack_to_dest);
    direct_unpacker_a(false);
    end_tile();
}

// Banks of no account, for what T1 moves from Dst through them.
ALWI void hand_over_banks() {
    stall(p_stall::STALL_UNPACK, p_stall::UNPACK | p_stall::SRCA_CLR | p_stall::SRCB_CLR);
    issue(hand_over_word(unpacker_b));
    issue(hand_over_word(unpacker_a));
}

ALWI void unpack_copy(uint32_t cb, uint32_t index, bool turns_tile) {
    begin_tile();
    const uint32_t address = address_of_page(cb, index);
    if (!goes_to_dst(cb)) {
        set_base(unpacker_a, address);
        hand_addresses();
        run_loop();
        return end_tile();
    }
    unpack_to_dst(address, [&] { replay(entries_to_dst, turns_tile ? turned_faces_to_dst : faces_to_dst); });
    if (turns_tile) hand_over_banks();
}

// Of a column the faces on the left, of a row those above, twice; of a scalar the first. SrcA takes part where the
// matrix unit adds to zeros.
inline void init_unpack_broadcast(BroadcastType dim) {
    set_up_reading(false);
    const uint32_t face = unpacr_word(unpacker_b, next_face);
    if (dim == BroadcastType::COL)
        Loop{.outer = 1,
             .inner = 1,
             .first = face,
             .second = TT_OP_SETADCZW(counters_of_b, 0, 0, 0, 2, input_z),
             .start = zeros_word(unpacker_a),
             .end = face}
            .program();
    else if (dim == BroadcastType::ROW)
        Loop{.outer = 2, .inner = 2, .first = face, .end = TT_OP_SETADCZW(counters_of_b, 0, 0, 0, 0, input_z)}
            .program();
    else
        Loop{.outer = 1, .inner = 1, .first = face, .start = zeros_word(unpacker_a)}.program();
}
ALWI void unpack_broadcast(uint32_t cb, uint32_t index) {
    begin_tile();
    set_base(unpacker_b, address_of_page(cb, index));
    hand_addresses();
    run_loop();
    end_tile();
}

}  // namespace tessera::llk

#endif
