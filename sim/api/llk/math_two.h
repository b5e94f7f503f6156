// T1's part of operations on two tiles, eight rows at a time, a product in phases of fidelity (spec/tensix-core.md 1.6,
// kernel-api.md 3.4).
#pragma once

#include "llk/math.h"

#if defined(TRISC_MATH)

namespace tessera::llk {

inline constexpr uint32_t entries_of_face = 0;

constexpr uint32_t elementwise_word(BinaryOp op, BroadcastType dim, bool accumulates, uint32_t gives_back,
                                    uint32_t mode) {
    const uint32_t part = static_cast<uint32_t>(dim);
    return op == BinaryOp::add        ? TT_OP_ELWADD(gives_back, accumulates, part, mode, 0)
           : op == BinaryOp::subtract ? TT_OP_ELWSUB(gives_back, accumulates, part, mode, 0)
                                      : TT_OP_ELWMUL(gives_back, 0, part, mode, 0);
}

// SrcB goes back with each face, unless its part stands for more of them.
constexpr uint32_t given_back_with_face(BroadcastType dim) {
    return dim == BroadcastType::COL || dim == BroadcastType::SCALAR ? p_setrwc::CLR_A : p_setrwc::CLR_AB;
}

// One face is recorded: two instructions a phase. The last of a phase returns to the face's first rows, the last of all
// goes on to the next face, with the banks given back.
inline void init_math_two(BinaryOp op, BroadcastType dim, bool accumulates, bool reuses_dst) {
    const uint8_t b_by = dim == BroadcastType::NONE || dim == BroadcastType::COL ? 8 : 0;
    const uint32_t phases = op == BinaryOp::multiply ? fidelity_phases : 1;
    addr_mod_t{.srca = {.incr = 8}, .srcb = {.incr = b_by}, .dest = {.incr = 8}}.set(mode_of_rows);
    if (phases > 1)
        addr_mod_t{.srca = {.clr = 1}, .srcb = {.clr = 1}, .dest = {.cr = 1}, .fidelity = {.incr = 1}}.set(
            mode_of_phase);
    addr_mod_t{.srca = {.clr = 1}, .srcb = {.clr = 1}, .dest = {.incr = 8, .c_to_cr = 1}, .fidelity = {.clr = 1}}.set(
        mode_of_face);
    record(entries_of_face, 2 * phases);
#pragma GCC unroll 4
    for (uint32_t phase = 0; phase < phases; ++phase) {
        const bool ends = phase + 1 == phases;
        issue(elementwise_word(op, dim, accumulates, 0, mode_of_rows));
        issue(elementwise_word(op, dim, accumulates, ends ? given_back_with_face(dim) : 0,
                               ends ? mode_of_face : mode_of_phase));
    }
    if (reuses_dst) set_mode_that_stays();
    const uint32_t face = replay_word(entries_of_face, 2 * phases);
    const uint32_t give_b_back = TT_OP_SETRWC(p_setrwc::CLR_B, 0, 0, 0, 0, 0);
    if (dim == BroadcastType::COL)
        Loop{.outer = 2, .inner = 2, .first = face, .end = give_b_back}.program();
    else if (dim == BroadcastType::SCALAR)
        Loop{.outer = 1, .inner = tile_faces, .first = face, .end = give_b_back}.program();
    else
        Loop{.outer = 1, .inner = tile_faces, .first = face}.program();
    end_init();
}

// Rows of Dst become one operand, face by face: the bank is the matrix unit's, but no move waits for it.
ALWI void move_face_of_dst(EltwiseBinaryReuseDestType reuse) {
    const bool to_a = reuse == EltwiseBinaryReuseDestType::DEST_TO_SRCA;
    stall(p_stall::STALL_MATH, to_a ? p_stall::SRCA_VLD : p_stall::SRCB_VLD);
#pragma GCC unroll 4
    for (uint32_t row = 0; row < 16; row += 4)
        issue(to_a ? TT_OP_MOVD2A(0, row, mode_that_stays, 2, row) : TT_OP_MOVD2B(0, row, mode_that_stays, 2, row));
}

ALWI void math_two(uint32_t tile) {
    begin_at_tile(tile);
    run_loop();
    rewind_dst();
}

// Products are added to what Dst holds, so that the face that has become an operand is cleared.
ALWI void math_two_with_dst(BinaryOp op, EltwiseBinaryReuseDestType reuse, uint32_t tile) {
    const bool multiplies = op == BinaryOp::multiply;
    begin_at_tile(tile);
    for (uint32_t face = 0; face < tile_faces; ++face) {
        move_face_of_dst(reuse);
        if (multiplies) clear_face(tile, face);
        replay(entries_of_face, 2 * (multiplies ? fidelity_phases : 1));
    }
    rewind_dst();
}

}  // namespace tessera::llk

#endif
