// Products of matrices of tiles: Dst += SrcB * SrcA (spec/kernel-api.md 3.4). Of a block the shorter side is held in
// the sources, on Wormhole two tiles at a time, one in each bank, and the tiles of the other side stream past them.
#pragma once

#include "llk/math.h"
#include "llk/unpack.h"

namespace tessera::llk {

inline constexpr uint32_t held_at_once = either(2, 1);

struct Block {
    uint32_t rows, columns;
    // SrcB holds tiles of a column of the first matrix, or SrcA of a row of the second.
    constexpr bool holds_b() const { return columns >= rows; }
    constexpr uint32_t held() const { return holds_b() ? rows : columns; }
    constexpr uint32_t streamed() const { return holds_b() ? columns : rows; }
};

#if defined(TRISC_UNPACK)

// T0's registers: where the streamed tile lies, and how far the next one is.
inline constexpr uint32_t streamed_address = 16, streamed_step = 17;
inline constexpr uint32_t streams_a = 0, streams_b = 1;
inline uint32_t streams = 2;  // what the loop was written for: neither at first

// Per context: a tile read, the address of the next one put into the context's register.
ALWI void write_stream(uint32_t unpacker) {
    if (streams == unpacker) return;
    streams = unpacker;
    constexpr uint32_t entries = 3 + carry_instructions;
    record(0, 2 * entries);
    for (uint32_t of_context = 0; of_context < 2; ++of_context) {
        issue(unpacr_word(unpacker, stay));
        issue(TT_OP_ADDDMAREG(0, streamed_address, streamed_step, streamed_address));
        carry(streamed_address, THCON_SEC_REG3_Base_address[unpacker].word + of_context);
        issue(nop_word);
    }
    EitherLoop{replay_word(0, entries), replay_word(entries, entries)}.program();
}

inline void init_unpack_matmul(bool transposes) {
    set_up_reading(transposes, tile_faces * face_datums, tile_faces * face_datums);
    streams = 2;
}

// `inner` is how far the first matrix's rows are apart.
ALWI void unpack_matmul(uint32_t a, uint32_t b, uint32_t ia, uint32_t ib, Block block, uint32_t inner) {
    const uint32_t streamer = block.holds_b() ? unpacker_a : unpacker_b, holder = 1 - streamer;
    const bool is_stream = block.streamed() > 1;
    if (is_stream) {
        write_stream(streamer);
        set_low_half(streamed_step, block.holds_b() ? ring(a).page_size : ring(b).page_size * inner);
    }
    for (uint32_t t = 0; t < block.held(); t += held_at_once) {
        begin_tile();
        const uint32_t of_a = address_of_page(a, ia + (block.holds_b() ? 0 : t));
        const uint32_t of_b = address_of_page(b, ib + (block.holds_b() ? t * inner : 0));
        set_base(unpacker_a, of_a);
        set_base(unpacker_b, of_b);
        hand_addresses();
        if (is_stream) set_register(streamed_address, block.holds_b() ? of_a : of_b);
        issue(unpacr_word(holder, stay));
        if (held_at_once == 2 && t + 1 < block.held()) {
            const uint32_t next = block.holds_b() ? of_b + ring(b).page_size * inner : of_a + ring(a).page_size;
            set_register(work_register, next);
            carry(work_register, THCON_SEC_REG3_Base_address[holder].word + context());
            issue(nop_word);
            issue(unpacr_word(holder, stay));
        }
        if (is_stream)
            run_either_loop(block.streamed(), context() != 0);
        else
            issue(unpacr_word(streamer, stay));
        end_tile();
    }
}

// The maxima of a block of tiles: SrcB keeps the scaler's first face, tiles stream through SrcA with their faces
// turned.
inline void init_unpack_block_maximum() {
    set_up_reading(true, tile_faces * face_datums, face_datums);
    streams = 2;
}
ALWI void unpack_block_maximum(uint32_t a, uint32_t b, uint32_t ia, uint32_t ib, uint32_t tiles) {
    write_stream(unpacker_a);
    set_low_half(streamed_step, ring(a).page_size);
    begin_tile();
    const uint32_t of_a = address_of_page(a, ia);
    set_base(unpacker_a, of_a);
    set_base(unpacker_b, address_of_page(b, ib));
    hand_addresses();
    set_register(streamed_address, of_a);
    issue(unpacr_word(unpacker_b, stay));
    run_either_loop(tiles, context() != 0);
    end_tile();
}

#elif defined(TRISC_MATH)

// Sixteen instructions a phase: eight rows of SrcB times sixteen of SrcA each. SrcB steps through the rows of its faces
// 0 and 2, once for each of SrcA's faces beside them, then of 1 and 3; counters wrap, so that a phase ends where it
// began. Wormhole's instructions name four modes, and a mode's bias leads to the other four for the next instruction.
inline constexpr uint8_t mode_next_rows = ADDR_MOD_0, mode_next_half = ADDR_MOD_1, mode_next_column = ADDR_MOD_2,
                         mode_before_other = either<uint8_t>(ADDR_MOD_3, ADDR_MOD_0), mode_other_half = ADDR_MOD_4,
                         mode_next_phase = ADDR_MOD_5;
inline constexpr uint32_t entries_of_phase = 0, instructions_of_phase = 16;
// Of one phase the last instruction gives banks back and is issued by itself; on Wormhole the others then are one word
// without a loop, as fast as the vendor's block (timing.md 2.9), which on Blackhole runs a loop.
constexpr uint32_t replayed_of_phase(uint32_t phases) { return instructions_of_phase - (phases > 1 ? 0 : 1); }
constexpr bool product_is_loop(uint32_t phases) { return phases > 1 || !is_wormhole; }

// Where in Dst: faces in the order in which SrcA and SrcB pass, eight rows at a time.
constexpr uint32_t row_of_product(uint32_t i) {
    const uint32_t column = i / 4 % 2, below = i / 2 % 2, half = i % 2;
    return 32 * below + 16 * column + 8 * half;
}
constexpr uint8_t mode_of_product(uint32_t i) {
    if (i == 15) return mode_next_phase;
    if (i == 7) return mode_other_half;
    if (i % 8 == 6) return mode_before_other;
    return i % 4 == 3 ? mode_next_column : i % 2 == 1 ? mode_next_half : mode_next_rows;
}

ALWI void set_modes_of_matmul(uint32_t phases, bool transposed) {
    // A transposed tile has its faces in their old places.
    const uint8_t next_column = transposed ? 32 : 16, back = 64 - 16;
    const uint8_t to_other_half = transposed ? back : 16, to_first = 16;
    const uint8_t toggles = is_wormhole, phase = phases > 1;
    addr_mod_t{.srca = {}, .srcb = {.incr = 8}, .dest = {}}.set(mode_next_rows);
    addr_mod_t{.srca = {}, .srcb = {.incr = 24}, .dest = {}}.set(mode_next_half);
    addr_mod_t{.srca = {.incr = next_column}, .srcb = {.incr = 24}, .dest = {}}.set(mode_next_column);
    if (is_wormhole)
        addr_mod_t{.srca = {}, .srcb = {.incr = 8}, .dest = {}, .fidelity = {}, .bias = {.incr = 1}}.set(
            mode_before_other);
    addr_mod_t{
        .srca = {.incr = to_other_half}, .srcb = {.incr = 40}, .dest = {}, .fidelity = {}, .bias = {.incr = toggles}}
        .set(mode_other_half);
    addr_mod_t{.srca = {.incr = to_first},
               .srcb = {.incr = 8},
               .dest = {},
               .fidelity = {.incr = phase},
               .bias = {.incr = toggles}}
        .set(mode_next_phase);
}

template <uint32_t phases = fidelity_phases>
inline void init_math_matmul(bool transposed) {
    set_modes_of_matmul(phases, transposed);
    record(entries_of_phase, instructions_of_phase);
#pragma GCC unroll 16
    for (uint32_t i = 0; i < instructions_of_phase; ++i)
        issue(TT_OP_MVMUL(0, 0, mode_of_product(i), row_of_product(i)));
    if constexpr (product_is_loop(phases))
        Loop{.outer = 1, .inner = phases, .first = replay_word(entries_of_phase, replayed_of_phase(phases))}.program();
    end_init();
}

// Counters of the sources have wrapped; only the phase may have to. What is given back depends on the place in a block.
template <uint32_t phases>
ALWI void multiply(uint32_t tile, uint32_t gives_back) {
    constexpr uint32_t replayed = replayed_of_phase(phases);
    begin_at_tile(tile);
    product_is_loop(phases) ? run_loop() : replay(entries_of_phase, replayed);
    if constexpr (phases > 1) return issue(TT_OP_SETRWC(gives_back, 0, 0, 0, 0, p_setrwc::SET_ABD_F));
    issue(TT_OP_MVMUL(gives_back, 0, mode_of_product(replayed), row_of_product(replayed)));
}

template <uint32_t phases = fidelity_phases>
ALWI void math_matmul(uint32_t first, Block block) {
    const uint32_t held = block.holds_b() ? p_setrwc::CLR_B : p_setrwc::CLR_A, streamed = p_setrwc::CLR_AB ^ held;
    if (block.held() == 1 && block.streamed() == 1) return multiply<phases>(first, p_setrwc::CLR_AB);
    for (uint32_t t = 0; t < block.held(); t += held_at_once) {
        const bool is_pair = held_at_once == 2 && t + 1 < block.held();
        // The unit turns from bank to bank of the held side without giving them back, until each has had its last use.
        if (is_pair) write_thread(CLR_DVALID_SrcA_Disable.word, held);
        for (uint32_t s = 0; s < block.streamed(); ++s) {
            const uint32_t tile = first + (block.holds_b() ? t * block.columns + s : s * block.columns + t);
            const bool ends = s + 1 == block.streamed();
            if (is_pair && ends) write_thread(CLR_DVALID_SrcA_Disable.word, 0);
            multiply<phases>(tile, is_pair ? held : ends ? p_setrwc::CLR_AB : streamed);
            if (is_pair) multiply<phases>(tile + (block.holds_b() ? block.columns : 1), p_setrwc::CLR_AB);
        }
    }
}

#endif

}  // namespace tessera::llk
