// T0's part of tilize: faces gathered from rows of a row-major block (spec/unpack-instructions.md 2).
#pragma once

#include "llk/unpack_copy.h"

#if defined(TRISC_UNPACK)

namespace tessera::llk {

constexpr uint32_t units_of(DataFormat format, uint32_t datums) { return datums * datum_bytes(format) / 16; }

#if TESSERA_ISA_COLUMN == 0

// Two faces side by side at a time: the upper ones, then the lower ones.
inline void init_unpack_tilize() {
    set_up_reading(false);
    record_copies_to_dst(false);
    Loop{.outer = 2, .inner = 1, .first = unpacr_word(unpacker_a, next_face), .second = zeros_word(unpacker_b)}
        .program();
}
ALWI void unpack_tilized(uint32_t cb, uint32_t index, uint32_t tiles, uint32_t tile) {
    const DataFormat format = format_of(cb);
    const uint32_t pitch = units_of(format, tiles * 32),
                   upper = address_of_page(cb, index) + units_of(format, tile * 32);
    read_rows_apart(pitch);
    if (goes_to_dst(cb)) {
        begin_tile();
        unpack_to_dst(upper, [&] {
            replay(entries_to_dst, 2);
            // Faces 2 and 3 of Dst from sixteen rows further on.
            stall(p_stall::STALL_TDMA, p_stall::UNPACK0);
            issue(TT_OP_SETADCZW(counters_of_a, 0, 0, 0, 0, input_z));
            set_register(work_register, upper + 16 * pitch);
            carry(work_register, THCON_SEC_REG3_Base_address[unpacker_a].word + context());
            issue(nop_word);
            replay(entries_to_dst, 2);
        });
        return;
    }
    for (uint32_t below = 0; below < 2; ++below) {
        begin_tile();
        set_base(unpacker_a, upper + below * 16 * pitch);
        hand_addresses();
        run_loop();
        end_tile();
    }
}

#else

// A tile's rows follow each other in the bank or in Dst, the left half of each and then the right one, which the packer
// sorts.
inline constexpr uint32_t tile_datums = tile_faces * face_datums;
inline void init_unpack_tilize() {
    set_up_reading(false, tile_datums, face_datums);
    record_copies_to_dst(false);
    Loop{.outer = 1, .inner = 1, .first = unpacr_word(unpacker_a, next_face), .second = zeros_word(unpacker_b)}
        .program();
}
ALWI void unpack_tilized(uint32_t cb, uint32_t index, uint32_t tiles, uint32_t tile) {
    const DataFormat format = format_of(cb);
    const uint32_t address = address_of_page(cb, index) + units_of(format, tile * 32);
    read_rows_apart(units_of(format, tiles * 32));
    begin_tile();
    if (goes_to_dst(cb)) return unpack_to_dst(address, [&] { replay(entries_to_dst, 1); });
    set_base(unpacker_a, address);
    hand_addresses();
    run_loop();
    end_tile();
}

#endif

// Faces of a block of rows for a reduction, beside the scaler's first face. What a face of sixteen rows lacks is zero
// or, for a maximum, below everything.
ALWI void clear_bank_of_a(bool lowest) {
#if TESSERA_ISA_COLUMN == 0
    issue(TT_OP_UNPACR_NOP(unpacker_a, nop_clears | (lowest ? 4 : 0)));
#else
    issue(TT_OP_UNPACR_NOP(unpacker_a, 0, 0, 0, 0, 0, 0, lowest, 1));
#endif
}

#if TESSERA_ISA_COLUMN == 0
ALWI void read_face_of_block(uint32_t) { issue(unpacr_word(unpacker_a, stay)); }
inline void set_up_faces_of_block(DataFormat, uint32_t face_rows, uint32_t pitch) {
    read_rows_apart(pitch);
    issue(TT_OP_SETADCXX(counters_of_a, face_rows * row_datums - 1, 0));
}
#else
// Row by row: CFGSHIFTMASK adds what the thread's scratch register holds to the context's address.
inline constexpr uint32_t next_row_of_bank = 0x40, entries_of_block_row = 3;
ALWI void read_face_of_block(uint32_t face_rows) {
    issue(TT_OP_SETADCXY(counters_of_a, 0, 0, 0, 0, 10));
    if (face_rows > 1) run_either_loop(face_rows - 1, context() != 0);
    issue(unpacr_word(unpacker_a, stay));
}
inline void set_up_faces_of_block(DataFormat out, uint32_t, uint32_t pitch) {
    read_rows_of_faces(true, out);
    issue(TT_OP_SETADCXX(counters_of_a, row_datums - 1, 0));
    write_word(SCRATCH_SEC.word, pitch);
    record(0, 2 * entries_of_block_row);
    for (uint32_t of_context = 0; of_context < 2; ++of_context) {
        issue(unpacr_word(unpacker_a, next_row_of_bank, false));
        issue(TT_OP_CFGSHIFTMASK(1, 3, 31, 0, 3, THCON_SEC_REG3_Base_address[unpacker_a].word + of_context));
        issue(nop_word);
    }
    EitherLoop{replay_word(0, entries_of_block_row), replay_word(entries_of_block_row, entries_of_block_row)}.program();
}
#endif

ALWI void unpack_gathered(uint32_t a, uint32_t b, uint32_t ib, uint32_t tile_of_tiles, uint32_t shape) {
    const uint32_t tile = tile_of_tiles >> 16, tiles = tile_of_tiles & 0xFFFF, faces = shape & 0xFF;
    const uint32_t face_rows = shape >> 8 & 0xFF, missing = shape >> 16;
    const uint32_t width = faces == 1 ? row_datums : 2 * row_datums;
    const DataFormat format = format_of(a);
    const uint32_t pitch = units_of(format, tiles * width),
                   first = address_of_page(a, 0) + units_of(format, tile * width);
    set_up_faces_of_block(unpacked_format(a), face_rows, pitch);
    for (uint32_t face = 0; face < faces; ++face) {
        begin_tile();
        set_base(unpacker_a, first + face / 2 * face_rows * pitch + face % 2 * units_of(format, row_datums));
        set_base(unpacker_b, address_of_page(b, ib));
        hand_addresses();
        if (missing != 0) clear_bank_of_a(missing == 2);
        issue(unpacr_word(unpacker_b, stay));
        read_face_of_block(face_rows);
        end_tile();
    }
}

}  // namespace tessera::llk

#endif
