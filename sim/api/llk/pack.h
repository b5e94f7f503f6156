// The packers: formats and strides, tiles to pages of circular buffers, and the half of Dst that T2 has
// (spec/pack-instructions.md). Wormhole has four packers, a face each; Blackhole one, which takes four rows at a time.
// T2 only.
#pragma once

#include "llk/format.h"
#include "llk/loop.h"
#include "tessera/dst.h"

#if defined(TRISC_PACK)

namespace tessera::llk {

inline constexpr uint32_t packers = either(4, 1), counters_of_packers = 4;
// T2's registers: where each packer reads in the first half of Dst and in the second, four each, and where tiles go.
inline constexpr uint32_t offsets_of_half = 4, destination = 12, destination_step = 20;
constexpr uint32_t first_offset(uint32_t half) { return offsets_of_half + 4 * half; }

// The half of Dst that T2 has: 0 or 1. One of its own registers holds it, since around each wait a variable would have
// to be in memory.
register uint32_t half asm("s11");
ALWI void begin_kernel() { half = 0; }

// How an address mode of the packers moves Y of Dst and of L1, and Z of Dst.
struct PackStep {
    uint32_t y_by = 0, y_returns = 0, y_clears = 0, to_y_by = 0, to_y_clears = 0, z_by = 0, z_clears = 0;
    ALWI void set(uint32_t mode) const {
        write_thread(ADDR_MOD_PACK_SEC.word + mode, y_by | y_returns << 4 | y_clears << 5 | to_y_by << 6 |
                                                        to_y_clears << 11 | z_by << 12 | z_clears << 13);
    }
};

// Wormhole: all four packers, or some. Blackhole: interfaces of the one, neighbours or rows sixteen apart.
constexpr uint32_t pacr_word(uint32_t mode, uint32_t chosen, bool flushes, bool ends,
                             [[maybe_unused]] bool strided = false) {
#if TESSERA_ISA_COLUMN == 0
    return TT_OP_PACR(mode, 0, chosen, 0, 1, flushes, ends);
#else
    return TT_OP_PACR(0, 0, strided, mode, 0, 0, chosen, 0, 1, 0, flushes, ends);
#endif
}
inline constexpr uint32_t all_packers = 15;

// Steps of the counters in Dst, in bytes of what the packers take its datums for.
ALWI void set_dst_strides(DataFormat source, uint32_t z_rows = 16) {
    const uint32_t x = datum_bytes(source), y = row_datums * x;
    write_word(PCK0_ADDR_CTRL_XY_REG_0_Xstride.word,
               (is_wormhole ? x : 0) | y << PCK0_ADDR_CTRL_XY_REG_0_Ystride.shift);
    write_word(PCK0_ADDR_CTRL_ZW_REG_0_Zstride.word, z_rows * y | 64 * y << PCK0_ADDR_CTRL_ZW_REG_0_Wstride.shift);
}

// Exponents stand before datums: packer p writes behind those of all and the datums of the packers before it.
ALWI uint32_t exponent_units(DataFormat to, uint32_t packer) {
    if (code(to) == code(DataFormat::Lf8) || is_8_bit_integer(to)) return 0;
    if (!is_block(to)) return tile_faces;
    const uint32_t c = code(to), bits = c == 2 || c == 6 ? 8 : c == 3 || c == 7 ? 4 : 2;
    return tile_faces - packer + packer * (face_datums * bits / 8 / 16);
}
ALWI uint32_t units_of_face(DataFormat to) { return is_block(to) ? 1 : face_datums / 16 * datum_bytes(to); }

// A start-up on Wormhole lets exponents below those of the five-bit family become zero; a change of formats does not
// (spec/pack-instructions.md 2).
ALWI void configure_packer(uint32_t cb, bool starts) {
    const DataFormat to = format_of(cb), source = pack_source(cb);
    stall(p_stall::STALL_CFG | p_stall::STALL_THCON, p_stall::PACK);
#pragma GCC unroll 4
    for (uint32_t p = 0; p < packers; ++p) {
        write_word(THCON_SEC_REG1_Exp_section_size[p].word, exponent_units(to, p) << 16);
        write_word(THCON_SEC_REG1_Out_data_format[p].word, 1 | code(to) << 4 | code(source) << 8);
        if constexpr (DST_ACCUM_MODE)
            write_bits(THCON_SEC_REG1_Exp_threshold[p].word,
                       bits_of(THCON_SEC_REG1_Exp_threshold[p]) | bits_of(THCON_SEC_REG1_Exp_threshold_en[p]),
                       starts && is_wormhole && is_of_a_family(to) ? 113 << 24 | 1 << 20 : 0);
        // Packers behind the first add its address to theirs.
        if (p != 0) write_word(THCON_SEC_REG1_L1_Dest_addr[p].word, p * units_of_face(to) - 1);
    }
    const bool reads_32_bits = DST_ACCUM_MODE || is_32_bit(source);
    write_word(PCK_DEST_RD_CTRL_Read_32b_data.word,
               reads_32_bits | (to == DataFormat::UInt8) << 1 | (!reads_32_bits && is_8_bit_integer(source)) << 2 |
                   (!is_wormhole && DST_ACCUM_MODE && source == DataFormat::Float16) << 3);
    write(ALU_FORMAT_SPEC_REG2_Dstacc, code(source));
    set_dst_strides(source);
}

ALWI void select_half() {
    issue(TT_OP_WRCFG(first_offset(half), 1, DEST_TARGET_REG_CFG_PACK_SEC_Offset.word));
    issue(TT_OP_DMANOP);
    issue(TT_OP_DMANOP);
}
// Each of Wormhole's packers reads `rows` behind the one before.
ALWI void set_offsets(uint32_t rows) {
    stall(p_stall::STALL_TDMA | p_stall::STALL_THCON, p_stall::PACK);
#pragma GCC unroll 8
    for (uint32_t i = 0; i < 8; ++i)
        set_low_half(offsets_of_half + i, i / 4 * dst_half_rows + (is_wormhole ? i % 4 * rows : 0));
    select_half();
}

ALWI void pass_all_columns() {
    write_word(PCK_EDGE_OFFSET_SEC_mask.word, 0xFFFF);
    write_word(TILE_ROW_SET_MAPPING_row_set_mapping_0.word, 0);
}

inline void start_packers() {
    wait_until_done();
    half = 0;
    set_offsets(16);
    issue(TT_OP_SETADCXY(counters_of_packers, 0, 0, 0, 0, 11));
    issue(TT_OP_SETADCZW(counters_of_packers, 0, 0, 0, 0, 15));
    for (uint32_t i = 0; i < 4; ++i)
        write_word(PACK_COUNTERS_SEC_pack_reads_per_xy_plane.word + i,
                   16 << PACK_COUNTERS_SEC_pack_reads_per_xy_plane.shift);
    pass_all_columns();
}

ALWI void wait_for_dst() { wait_while_zero(Semaphore::math_pack, p_stall::STALL_TDMA); }
ALWI void release_dst() {
    stall(p_stall::STALL_MATH, p_stall::PACK);
    const uint32_t what = half_sync ? 2 : 3;
#if TESSERA_ISA_COLUMN == 0
    issue(TT_OP_ZEROACC(what | (DST_ACCUM_MODE ? 4 : 0), 1, half));
#else
    issue(TT_OP_ZEROACC(what, DST_ACCUM_MODE, 0, 1, half));
#endif
    take(Semaphore::math_pack);
    if constexpr (!half_sync) return;
    half ^= 1;
    select_half();
}

}  // namespace tessera::llk

#endif
