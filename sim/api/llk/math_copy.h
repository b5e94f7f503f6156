// T1's part of copies: faces of SrcA to Dst, a part of SrcB spread over a tile of Dst, or the wait for an unpacker that
// writes Dst itself (spec/tensix-core.md 1.6, kernel-api.md 3.3).
#pragma once

#include "llk/math.h"

#if defined(TRISC_MATH)

namespace tessera::llk {

// Added to a SrcB of zeros a datum is widened to a 32-bit Dst; 16-bit integers are moved as they are.
ALWI bool copies_by_adding() {
    return (DST_ACCUM_MODE && format_in_a != DataFormat::UInt16) || is_8_bit_integer(format_in_a);
}

inline void init_math_copy(uint32_t banks = tile_faces) {
    addr_mod_t{.srca = {.incr = 8}, .srcb = {}, .dest = {.incr = 8}}.set(mode_of_rows);
    Loop{.outer = banks,
         .inner = 8 / banks,
         .first = copies_by_adding() ? TT_OP_ELWADD(0, 0, 0, mode_of_rows, 0) : TT_OP_MOVA2D(0, 0, mode_of_rows, 2, 0),
         .end = TT_OP_SETRWC(p_setrwc::CLR_AB, 0, 0, 0, 0, p_setrwc::SET_AB)}
        .program();
    end_init();
}

// T0 may write once T1 has the half and has done what it was given before; the first row says so.
ALWI void let_unpacker_write(uint32_t tile) {
    wait_until_done();
    mailbox(Mailbox::of_unpack) = tile * tile_rows + dst_base;
    wait_while_zero(Semaphore::unpack_to_dest, p_stall::STALL_SYNC);
    take(Semaphore::unpack_to_dest);
}

ALWI void math_copy(uint32_t tile, uint32_t cb) {
    if (cb != unchanged && goes_to_dst(cb)) return let_unpacker_write(tile);
    begin_at_tile(tile);
    run_loop();
    rewind_dst();
}

// A column and a scalar are added to zeros, a row is moved.
inline void init_math_broadcast(BroadcastType dim) {
    const uint8_t b_by = dim == BroadcastType::COL ? 8 : 0;
    addr_mod_t{.srca = {}, .srcb = {.incr = b_by}, .dest = {.incr = 8}}.set(mode_of_rows);
    const uint32_t back_to_row_0 = TT_OP_SETRWC(p_setrwc::CLR_NONE, 0, 0, 0, 0, p_setrwc::SET_B);
    const uint32_t next_bank = TT_OP_SETRWC(p_setrwc::CLR_B, 0, 0, 0, 0, p_setrwc::SET_B);
    if (dim == BroadcastType::ROW)
        Loop{.outer = tile_faces, .inner = 2, .first = TT_OP_MOVB2D(0, 0, mode_of_rows, 2, 0), .end = next_bank}
            .program();
    else if (dim == BroadcastType::COL)
        Loop{.outer = 2, .inner = 2, .first = TT_OP_ELWADD(0, 0, 1, mode_of_rows, 0), .end = back_to_row_0}.program();
    else
        Loop{.outer = 1, .inner = 8, .first = TT_OP_ELWADD(0, 0, 3, mode_of_rows, 0)}.program();
    end_init();
}
ALWI void math_broadcast(BroadcastType dim, uint32_t tile) {
    begin_at_tile(tile);
    run_loop();
    if (dim == BroadcastType::COL) {
        issue(TT_OP_SETRWC(p_setrwc::CLR_B, 0, 0, 0, 0, 0));
        run_loop();
    }
    if (dim == BroadcastType::ROW) return rewind_dst();
    issue(TT_OP_SETRWC(p_setrwc::CLR_AB, 0, 0, 0, 0, p_setrwc::SET_D));
}

}  // namespace tessera::llk

#endif
