// T0's part of operations on two tiles, face by face: SrcA's tile and SrcB's, a part of SrcB's for all of SrcA's, or
// one tile beside a bank that the matrix unit fills from Dst (spec/kernel-api.md 3.4).
#pragma once

#include "llk/unpack.h"

#if defined(TRISC_UNPACK)

namespace tessera::llk {

inline void init_unpack_two(BroadcastType dim, bool transposes_faces = false) {
    set_up_reading(transposes_faces);
    const uint32_t a = unpacr_word(unpacker_a, next_face), b = unpacr_word(unpacker_b, next_face);
    switch (dim) {
        case BroadcastType::COL:  // the faces on the left, each for two
            return Loop{.outer = 2,
                        .inner = 2,
                        .first = a,
                        .start = b,
                        .end = TT_OP_SETADCZW(counters_of_b, 0, 0, 0, 2, input_z)}
                .program();
        case BroadcastType::ROW:  // the two faces above, then once more
            return Loop{.outer = 2,
                        .inner = 2,
                        .first = b,
                        .second = a,
                        .end = TT_OP_SETADCZW(counters_of_b, 0, 0, 0, 0, input_z)}
                .program();
        case BroadcastType::SCALAR: return Loop{.outer = 1, .inner = tile_faces, .first = a, .start = b}.program();
        default: return Loop{.outer = 1, .inner = tile_faces, .first = a, .second = b}.program();
    }
}
inline void init_unpack_beside_dst(EltwiseBinaryReuseDestType reuse) {
    set_up_reading(false);
    const bool dst_to_a = reuse == EltwiseBinaryReuseDestType::DEST_TO_SRCA;
    Loop{.outer = tile_faces,
         .inner = 1,
         .first = dst_to_a ? zeros_word(unpacker_a) : unpacr_word(unpacker_a, next_face),
         .second = dst_to_a ? unpacr_word(unpacker_b, next_face) : zeros_word(unpacker_b)}
        .program();
}

// Which row of SrcB stands for all: its datums alone are read, to the first row of the bank. The lower faces are two
// steps of Y further.
ALWI void select_row(uint32_t row) {
    issue(TT_OP_SETADCXX(counters_of_b, row % 16 * row_datums + row_datums - 1, row % 16 * row_datums));
    issue(TT_OP_SETADCXY(counters_of_b, 0, 0, row / 16 * 2, 0, 2));
}
ALWI void select_whole_faces() {
    issue(TT_OP_SETADCXX(counters_of_b, face_datums - 1, 0));
    issue(TT_OP_SETADCXY(counters_of_b, 0, 0, 0, 0, 2));
}

ALWI void unpack_two(uint32_t a, uint32_t b, uint32_t ia, uint32_t ib, uint32_t row = 0) {
    begin_tile();
    if (row != 0) select_row(row);
    set_base(unpacker_a, address_of_page(a, ia));
    set_base(unpacker_b, address_of_page(b, ib));
    hand_addresses();
    run_loop();
    if (row != 0) select_whole_faces();
    end_tile();
}

}  // namespace tessera::llk

#endif
