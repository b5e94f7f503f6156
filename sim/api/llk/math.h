// The matrix unit: formats, Dst and its protocol with T2 (spec/tensix-core.md 7, 7.1). T1 only.
#pragma once

#include "llk/format.h"
#include "llk/loop.h"
#include "tessera/addr_mod.h"
#include "tessera/dst.h"

#if defined(TRISC_MATH)

namespace tessera::llk {

inline constexpr uint32_t whole_unit = p_stall::MATH | p_stall::WAIT_SFPU;

// Address modes. SFPI's code names the fourth on Wormhole and the last on Blackhole and expects it not to move, so that
// operations use the first three, and products of matrices others.
inline constexpr uint8_t mode_of_rows = ADDR_MOD_0, mode_of_phase = ADDR_MOD_1, mode_of_face = ADDR_MOD_2,
                         mode_that_stays = ADDR_MOD_3;
ALWI void set_mode_that_stays() { addr_mod_t{.srca = {}, .srcb = {}, .dest = {}}.set(mode_that_stays); }

constexpr uint32_t phases_of(uint32_t fidelity) { return fidelity == 0 ? 1 : fidelity; }
inline constexpr uint32_t fidelity_phases = phases_of(MATH_FIDELITY);

ALWI void reset_counters() { issue(TT_OP_SETRWC(p_setrwc::CLR_NONE, 0, 0, 0, 0, p_setrwc::SET_ABD_F)); }
// Where the operation on a tile of Dst begins.
ALWI void begin_at_tile(uint32_t tile) { math::set_dst_row(tile * tile_rows); }
ALWI void rewind_dst() { issue(TT_OP_SETRWC(p_setrwc::CLR_NONE, 0, 0, 0, 0, p_setrwc::SET_D)); }

// What moves to and from Dst reach: whole datums, or halves of 32 bits. The register works on what the unit still has
// to do as well, so that the RISC waits for that.
inline bool reaches_halves = false, integers_in_banks = false;
ALWI void reach_halves(bool on) {
    if (reaches_halves == on) return;
    reaches_halves = on;
    wait_until_done();
    *reinterpret_cast<volatile uint32_t*>(abi::debug_feature_disable) = on << abi::debug_moves_halves;
}

// Every init of an operation: banks go back when instructions say so, and counters begin at zero.
inline void end_init(bool by_halves = false) {
    reach_halves(by_halves || integers_in_banks);
    write_thread(CLR_DVALID_SrcA_Disable.word, 0);
    reset_counters();
}

// What the banks hold: by it copies choose how they move. Formats of buffers are compile-time facts, but which of them
// the sources are configured for is not known to an init that names none.
inline DataFormat format_in_a = DataFormat::Float16_b;

ALWI bool is_integer_math(uint32_t cb) {
    return is_8_bit_integer(unpacked_format(cb)) || code(unpacked_format(cb)) == code(DataFormat::Int32);
}
inline void configure_math(uint32_t a, uint32_t b) {
    stall(p_stall::STALL_CFG, whole_unit);
    const uint32_t some = a != unchanged ? a : b;
    if (a != unchanged) {
        write(ALU_FORMAT_SPEC_REG0_SrcA, code(unpacked_format(a)));
        format_in_a = unpacked_format(a);
    }
    // What the vector unit takes Dst for in its mode 0; Blackhole's is left to be bf16 (spec/tensix-core.md 4.2).
    if (is_wormhole && b != unchanged) write(ALU_FORMAT_SPEC_REG1_SrcB, code(unpacked_format(b)));
    const bool integers = is_integer_math(some) || (b != unchanged && is_integer_math(b));
    write(ALU_ACC_CTRL_INT8_math_enabled, integers);
    // Such datums are moved as halves of Dst's (spec/tensix-core.md 7.1).
    integers_in_banks = integers || (DST_ACCUM_MODE && unpacked_format(some) == DataFormat::UInt16);
    if (integers_in_banks) reach_halves(true);
}

// Between these, moves by halves: with the upper ones as plain sixteen bits, and exponents of zero kept.
inline bool zero_exponents_kept = false;
ALWI void begin_halves() {
    stall(p_stall::STALL_CFG, whole_unit);
    write(ALU_ACC_CTRL_Zero_Flag_disabled_src, 1);
    write(ALU_FORMAT_SPEC_REG0_SrcA, code(DataFormat::Float16_b));
#if TESSERA_ISA_COLUMN == 1
    write(DISABLE_IMPLIED_SRCA_FMT_Base, 1);
    write(ALU_ACC_CTRL_Fp32_enabled, 0);
#endif
}
ALWI void end_halves() {
    stall(p_stall::STALL_CFG, whole_unit);
    write(ALU_ACC_CTRL_Zero_Flag_disabled_src, zero_exponents_kept);
    write(ALU_FORMAT_SPEC_REG0_SrcA, code(format_in_a));
#if TESSERA_ISA_COLUMN == 1
    write(DISABLE_IMPLIED_SRCA_FMT_Base, 0);
    write(ALU_ACC_CTRL_Fp32_enabled, DST_ACCUM_MODE);
#endif
}

ALWI void begin_kernel() {}
inline void start_math() {
    wait_until_done();
    while (value_of(Semaphore::math_pack) != 0) {
    }
    issue(TT_OP_SEMINIT(half_sync ? 2 : 1, 0, mask_of(Semaphore::math_pack)));
    dst_base = 0;
    write_thread(DEST_TARGET_REG_CFG_MATH_Offset.word, 0);
    stall(p_stall::STALL_CFG, whole_unit);
    write(ALU_ACC_CTRL_Fp32_enabled, DST_ACCUM_MODE);
    write(ALU_ACC_CTRL_SFPU_Fp32_enabled, DST_ACCUM_MODE);
#if TESSERA_ISA_COLUMN == 1
    write(DEST_ACCESS_CFG_zeroacc_absolute_tile_mode, 0);
#endif
    set_mode_that_stays();
}

// ZEROACC of a face of a tile, whose rows are in two places where they have 32 bits (spec/tensix-core.md 1.4).
// Blackhole finds the half by the counters.
ALWI void clear_face(uint32_t tile, uint32_t face) {
    uint32_t sixteen = tile * tile_faces + face;
#if TESSERA_ISA_COLUMN == 0
    sixteen += dst_base / (DST_ACCUM_MODE ? 32 : 16);
    issue(TT_OP_ZEROACC(DST_ACCUM_MODE ? 5 : 1, mode_that_stays, sixteen));
#else
    issue(TT_OP_ZEROACC(1, DST_ACCUM_MODE, 0, mode_that_stays, sixteen));
#endif
}

ALWI void acquire_dst() {
    wait_while_full(Semaphore::math_pack, p_stall::STALL_MATH | p_stall::STALL_SFPU | p_stall::STALL_SYNC);
}
ALWI void commit_dst() {
    stall(p_stall::STALL_SYNC, whole_unit);
    post(Semaphore::math_pack);
    if constexpr (!half_sync) return;
    flip_dst_half();
    stall(p_stall::STALL_CFG, whole_unit);
    issue(TT_OP_SETC16(DEST_TARGET_REG_CFG_MATH_Offset.word, dst_base));
}

}  // namespace tessera::llk

#endif
