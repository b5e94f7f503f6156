// T0's part of untilize: sixteen datums at a time, along the rows of a block of tiles (spec/unpack-instructions.md 2).
#pragma once

#include "llk/unpack_tilize.h"

#if defined(TRISC_UNPACK)

namespace tessera::llk {

// T0's registers: how far the tile of the next datums is from the first, and from tile to tile.
inline constexpr uint32_t tile_offset = 18, tile_step = 19;

// The left and the right half of a tile's row, then on to the next tile: per context, as its offset register says. A
// register that an instruction writes holds its value one instruction later, so that the counter goes back last.
inline constexpr uint32_t entries_of_row = 4 + carry_instructions;
inline constexpr uint32_t next_half_next_row =
    0x41;  // Z of channel 0 to the face beside, Y of channel 1 to the next row

inline void init_unpack_untilize() {
    set_up_reading(false, row_datums, face_datums);
    stall(p_stall::STALL_CFG, p_stall::UNPACK);
    record(0, 2 * entries_of_row);
    for (uint32_t of_context = 0; of_context < 2; ++of_context) {
        issue(unpacr_word(unpacker_a, next_half_next_row, false));
        issue(unpacr_word(unpacker_a, next_half_next_row, false));
        issue(TT_OP_ADDDMAREG(0, tile_offset, tile_step, tile_offset));
        carry(tile_offset, THCON_SEC_REG7_Offset_address[unpacker_a].word + of_context);
        issue(TT_OP_ADDRCRZW(counters_of_a, 0, 0, 0, 0, input_z));
    }
    EitherLoop{replay_word(0, entries_of_row), replay_word(entries_of_row, entries_of_row)}.program();
}

// Pairs of sixteen datums, which follow each other row by row through the tiles of a block, to one tile.
ALWI void read_pairs(uint32_t page_size, uint32_t tiles, uint32_t first_pair, bool to_dst) {
    constexpr uint32_t pairs_of_tile = 32, pairs_of_face = 8;
    const uint32_t offset_word = THCON_SEC_REG7_Offset_address[unpacker_a].word + context();
    uint32_t row = first_pair / tiles, tile = first_pair % tiles, of_face = 0;
    const auto begin_row = [&] {
        issue(TT_OP_SETADC(counters_of_a, 0, 1, row % 16));
        issue(TT_OP_SETADC(counters_of_a, 0, 2, row / 16 * 2));
    };
    set_low_half(tile_step, page_size);
    set_register(tile_offset, page_size * tile);
    carry(tile_offset, offset_word);
    issue(TT_OP_SETADCXY(counters_of_a, 0, 0, 0, 0, 8));
    begin_row();
    for (uint32_t left = pairs_of_tile; left != 0;) {
        // Along a row, or to the end of a face.
        const uint32_t count = std::min(to_dst ? left : pairs_of_face - of_face, tiles - tile);
        of_face += count;
        left -= count;
        const bool ends = !to_dst && of_face == pairs_of_face;
        const uint32_t plain = ends ? count - 1 : count;
        if (plain != 0) run_either_loop(plain, context() != 0);
        tile += count;
        if (ends) {
            issue(unpacr_word(unpacker_a, next_half_next_row, false));
            issue(unpacr_word(unpacker_a, next_half_next_row, true));
            issue(zeros_word(unpacker_b));
            issue(TT_OP_SETADCXY(counters_of_a, 0, 0, 0, 0, 8));
            of_face = 0;
            if (tile != tiles) {
                issue(TT_OP_ADDDMAREG(0, tile_offset, tile_step, tile_offset));
                carry(tile_offset, offset_word);
                issue(TT_OP_ADDRCRZW(counters_of_a, 0, 0, 0, 0, input_z));
            }
        }
        if (tile != tiles) continue;
        tile = 0;
        ++row;
        set_low_half(tile_offset, 0);
        carry(zero_register, offset_word);
        begin_row();
    }
    carry(zero_register, offset_word);
}

ALWI void unpack_untilized(uint32_t cb, uint32_t index, uint32_t tiles, uint32_t tile) {
    read_rows_of_faces(true, unpacked_format(cb));
    const uint32_t address = address_of_page(cb, index), page_size = ring(cb).page_size;
    begin_tile();
    if (goes_to_dst(cb)) return unpack_to_dst(address, [&] { read_pairs(page_size, tiles, tile * 32, true); });
    set_base(unpacker_a, address);
    hand_addresses();
    read_pairs(page_size, tiles, tile * 32, false);
    end_tile();
}

}  // namespace tessera::llk

#endif
