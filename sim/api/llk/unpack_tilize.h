// T0's part of tilize: faces gathered from rows of a row-major block (spec/unpack-instructions.md 2).
#pragma once

#include "llk/unpack_copy.h"

#if defined(TRISC_UNPACK)

namespace tessera::llk {

constexpr uint32_t units_of(DataFormat format, uint32_t datums) { return datums * datum_bytes(format) / 16; }

#if TESSERA_ISA_COLUMN == 0

// Two faces side by side at a time: the upper ones, then the lower ones.
ALWI void init_unpack_tilize() {
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
            issue(TT_OP_REG2FLOP(1, 0, 0, 0, THCON_SEC_REG3_Base_address[unpacker_a].word + (context & 1) - thcon_base,
                                 work_register));
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

#endif

// Faces of a block of rows for a reduction, beside the scaler's first face. What a face of sixteen rows lacks is zero
// or, for a maximum, below everything.
ALWI void unpack_gathered(uint32_t a, uint32_t b, uint32_t ib, uint32_t tile_of_tiles, uint32_t shape) {
    const uint32_t tile = tile_of_tiles >> 16, tiles = tile_of_tiles & 0xFFFF, faces = shape & 0xFF;
    const uint32_t face_rows = shape >> 8 & 0xFF, missing = shape >> 16;
    const uint32_t width = faces == 1 ? row_datums : 2 * row_datums;
    const DataFormat format = format_of(a);
    const uint32_t pitch = units_of(format, tiles * width),
                   first = address_of_page(a, 0) + units_of(format, tile * width);
    read_rows_apart(pitch);
    issue(TT_OP_SETADCXX(counters_of_a, face_rows * row_datums - 1, 0));
    for (uint32_t face = 0; face < faces; ++face) {
        begin_tile();
        set_base(unpacker_a, first + face / 2 * face_rows * pitch + face % 2 * units_of(format, row_datums));
        set_base(unpacker_b, address_of_page(b, ib));
        hand_addresses();
        if (missing != 0) {
#if TESSERA_ISA_COLUMN == 0
            issue(TT_OP_UNPACR_NOP(unpacker_a, nop_clears | (missing == 2 ? 4 : 0)));
#else
            issue(TT_OP_UNPACR_NOP(unpacker_a, 0, 0, 0, 0, 0, 0, missing == 2, 1));
#endif
        }
        issue(unpacr_word(unpacker_a, stay));
        issue(unpacr_word(unpacker_b, stay));
        end_tile();
    }
}

}  // namespace tessera::llk

#endif
