// The unpackers: configuration of formats, and the two contexts that T0 fills in turn so that it may prepare a tile
// while the one before is read (spec/unpack-instructions.md 2). T0 only.
#pragma once

#include "llk/format.h"
#include "llk/loop.h"

#if defined(TRISC_UNPACK)

namespace tessera::llk {

inline constexpr uint32_t unpacker_a = 0, unpacker_b = 1;
inline constexpr uint32_t counters_of_a = 1, counters_of_b = 2, counters_of_both = 3;
// Which counters of SETADCZW, from channel 0's Z on.
inline constexpr uint32_t input_z = 1, every_zw = 15;

// How far UNPACR moves its counters: Z and Y of channel 0 in the lower half, of channel 1 in the upper.
inline constexpr uint32_t stay = 0, next_face = 1, next_face_but_one = 2, next_faces_of_both = 0x11;

constexpr uint32_t unpacr_word(uint32_t unpacker, uint32_t steps, bool hands_over = true) {
    return TT_OP_UNPACR(unpacker, steps, 0, 0, 0, 1, hands_over, 0, 0, 0, 0, 0, 1);
}

// A bank of zeros handed over: one instruction on Blackhole, two on Wormhole, which are played from entries that
// `record_zeros` has filled.
inline constexpr uint32_t entries_of_zeros[2] = {28, 30};
constexpr uint32_t zeros_word(uint32_t unpacker) {
#if TESSERA_ISA_COLUMN == 0
    return replay_word(entries_of_zeros[unpacker], 2);
#else
    return TT_OP_UNPACR_NOP(unpacker, 0, 0, 1, 0, 0, 0, 0, 1);
#endif
}
#if TESSERA_ISA_COLUMN == 0
inline constexpr uint32_t nop_clears = 1, nop_hands_over = 7;
constexpr uint32_t hand_over_word(uint32_t unpacker) { return TT_OP_UNPACR_NOP(unpacker, nop_hands_over); }
#else
constexpr uint32_t hand_over_word(uint32_t unpacker) { return TT_OP_UNPACR_NOP(unpacker, 0, 0, 1, 0, 0, 0, 0, 2); }
#endif
inline void record_zeros() {
#if TESSERA_ISA_COLUMN == 0
    record(entries_of_zeros[unpacker_a], 4);
#pragma GCC unroll 2
    for (uint32_t unpacker = unpacker_a; unpacker <= unpacker_b; ++unpacker) {
        issue(TT_OP_UNPACR_NOP(unpacker, nop_clears));
        issue(hand_over_word(unpacker));
    }
#endif
}

// The instruction that chooses the context of the next tile for both unpackers, 0 or 0x101: one of T0's own registers
// holds it, since around each wait a variable would have to be in memory.
register uint32_t context_word asm("s11");
constexpr uint32_t context_word_of(uint32_t value) {
    return TT_OP_SETC16(UNPACK_MISC_CFG_CfgContextOffset_0.word, value);
}
inline constexpr uint32_t other_context = 0x101;
ALWI uint32_t context() { return context_word & 1; }
ALWI void begin_kernel() { context_word = context_word_of(0); }

ALWI void set_base(uint32_t unpacker, uint32_t address) {
    store_config(THCON_SEC_REG3_Base_address[unpacker].word + context(), address);
}
// Waits for a context to be free. The RISC then stores addresses, and hands them to the thread.
ALWI void begin_tile() {
    issue(TT_OP_SETADCZW(counters_of_both, 0, 0, 0, 0, every_zw));
    while (value_of(Semaphore::unpack_sync) >= 2) {
    }
}
ALWI void hand_addresses() {
    store_post(Semaphore::unpack_sync);
    stall(p_stall::STALL_UNPACK, p_stall::TRISC_CFG);
}
ALWI void end_tile() {
    take(Semaphore::unpack_sync);
    context_word ^= other_context;
    push_word(context_word);
}

// Where a face begins in Src: Z of channel 1 counts faces.
ALWI void set_output_stride(uint32_t unpacker, DataFormat format) {
    write_word(UNP_ADDR_CTRL_ZW_REG_1_Zstride[unpacker].word, face_datums * datum_bytes(format)
                                                                  << UNP_ADDR_CTRL_ZW_REG_1_Zstride[unpacker].shift);
}

// Formats of one operand; `unchanged` leaves it alone.
inline void configure_unpacker(uint32_t unpacker, uint32_t cb) {
    if (cb == unchanged) return;
    write(THCON_SEC_REG0_TileDescriptor_in_data_format[unpacker], code(format_of(cb)));
    write(THCON_SEC_REG2_Out_data_format[unpacker], code(unpacked_format(cb)));
    const CoreField is_unsigned =
        unpacker == unpacker_a ? ALU_FORMAT_SPEC_REG0_SrcUnsigned[0] : ALU_FORMAT_SPEC_REG0_SrcUnsigned[1];
    write(is_unsigned, format_of(cb) == DataFormat::UInt8);
    set_output_stride(unpacker, unpacked_format(cb));
}
inline void configure_unpackers(uint32_t a, uint32_t b) {
    stall(p_stall::STALL_CFG, p_stall::UNPACK);
    configure_unpacker(unpacker_a, a);
    configure_unpacker(unpacker_b, b);
}
inline constexpr uint32_t throttle_of_full_rate = 2 << 4;      // of REG2's first word
inline constexpr uint32_t src_a_in_dst_rows = 4 * row_datums;  // SrcA begins four rows behind where Dst does

// Once in a kernel: what no operation changes, or puts back.
inline void start_unpackers() {
    while (value_of(Semaphore::unpack_sync) != 0) {
    }
    wait_until_done();
    issue(TT_OP_SETADCXY(counters_of_both, 0, 0, 0, 0, 11));
    issue(TT_OP_SETADCZW(counters_of_both, 0, 0, 0, 0, every_zw));
#pragma GCC unroll 2
    for (uint32_t u = unpacker_a; u <= unpacker_b; ++u) {
        const CoreField descriptor = THCON_SEC_REG0_TileDescriptor_uncompressed[u];
        const uint32_t x_dim = u == unpacker_a ? 0 : face_datums;  // unpacker A has one for each context
        store_config(descriptor.word, 1 << descriptor.shift | x_dim << THCON_SEC_REG0_TileDescriptor_x_dim[u].shift);
        store_config(descriptor.word + 1, 1 | tile_faces << THCON_SEC_REG0_TileDescriptor_z_dim[u].shift);
        store_config(THCON_SEC_REG2_Out_data_format[u].word, throttle_of_full_rate);
        store_config(THCON_SEC_REG2_Disable_zero_compress[u].word, 0x0F000F);  // of eight contexts
    }
    store_config(THCON_SEC_REG5_Dest_cntx_address[0].word, src_a_in_dst_rows << 16 | src_a_in_dst_rows);
    store_config(THCON_SEC_REG5_Tile_x_dim[0].word, face_datums << 16 | face_datums);
    store_config(UNP_ADD_DEST_ADDR_CNTR_add_dest_addr_cntr[0].word,
                 1 << UNP_ADD_DEST_ADDR_CNTR_add_dest_addr_cntr[0].shift);
    store_config(ALU_FORMAT_SPEC_REG_SrcA_val.word, 0);
    write(SRCA_SET_SetOvrdWithAddr, 1);
    begin_kernel();
    push_word(context_word);
    record_zeros();
}

// How far rows are apart, in units of sixteen bytes; 0 while unpacker A reads tiles.
inline uint32_t row_pitch = 0;

ALWI void read_rows_apart(uint32_t pitch) {
    if (pitch == row_pitch) return;
    row_pitch = pitch;
    stall(p_stall::STALL_CFG, p_stall::UNPACK0);
    write(THCON_SEC_REG2_Tileize_mode[unpacker_a], pitch != 0);
    write(THCON_SEC_REG2_Shift_amount[unpacker_a], pitch);
    // From face to face of a row, or a whole tile.
    const uint32_t datums = pitch == 0 ? face_datums : either(row_datums, tile_faces * face_datums);
    write_word(THCON_SEC_REG5_Tile_x_dim[0].word, datums << 16 | datums);
}

// Or rows of a tile's faces by themselves: sixteen datums wide, sixteen of them to a face.
inline bool reads_rows_of_faces = false;
ALWI void read_rows_of_faces(bool on, DataFormat out = DataFormat::Float16_b) {
    if (reads_rows_of_faces == on) return;
    reads_rows_of_faces = on;
    const CoreField y_stride = UNP_ADDR_CTRL_XY_REG_1_Ystride[unpacker_a];
    const uint32_t x = on ? row_datums : face_datums;
    stall(p_stall::STALL_CFG, p_stall::UNPACK);
    write_word(y_stride.word, on ? row_datums * datum_bytes(out) << y_stride.shift : 0);
    write_word(THCON_SEC_REG5_Tile_x_dim[0].word, x << 16 | x);
    write(THCON_SEC_REG0_TileDescriptor_y_dim[unpacker_a], on ? 16 : 1);
}

// What every init of an operation sets: whether faces of SrcA are transposed, and how many datums an UNPACR reads.
inline void set_up_reading(bool transposes_faces, uint32_t datums_of_a = face_datums,
                           uint32_t datums_of_b = face_datums) {
    read_rows_apart(0);
    read_rows_of_faces(false);
    write(THCON_SEC_REG2_Haloize_mode[unpacker_a], transposes_faces);
    if (datums_of_a == datums_of_b) return issue(TT_OP_SETADCXX(counters_of_both, datums_of_a - 1, 0));
    issue(TT_OP_SETADCXX(counters_of_a, datums_of_a - 1, 0));
    issue(TT_OP_SETADCXX(counters_of_b, datums_of_b - 1, 0));
}

}  // namespace tessera::llk

#endif
