// Raw Tensix instructions (kernel-api.md 1.6, fields of tensix-core.md 4.9). TT_OP_X yields the word, TTI_X puts it
// into the instruction stream rotated left by two, TT_X stores a word made at run time to the core's instruction FIFO.
#pragma once

#include "sim/abi/tensix_op.hpp"
#include "tessera/base.h"

#define TESSERA_OP(opcode, fields) ((static_cast<uint32_t>(opcode) << 24) | static_cast<uint32_t>(fields))
#define TESSERA_TTI(op) asm volatile("tessera_push %0" : : "i"(((op) << 2) | ((op) >> 30)) : "memory")
// The assembler gives no line to data; a label with its mark does. A macro, so that the compiler counts one
// instruction.
asm(".macro tessera_push word\n"
    ".loc_mark_labels 1\n"
    "771: .word \\word\n"
    ".loc_mark_labels 0\n"
    ".endm");
#define TESSERA_TT(op) (*reinterpret_cast<volatile uint32_t*>(tessera::abi::tensix_fifo_base) = (op))

// Field shapes of the SFPU's instructions.
#define TESSERA_SFPU_OP(opcode, imm12, c, dest, mod1) \
    TESSERA_OP(opcode, (((imm12)&0xFFF) << 12) | ((c) << 8) | ((dest) << 4) | (mod1))
#define TESSERA_SFPU_MAD(opcode, a, b, c, dest, mod1) \
    TESSERA_OP(opcode, ((a) << 16) | ((b) << 12) | ((c) << 8) | ((dest) << 4) | (mod1))
#define TESSERA_SFPU_IMM16(opcode, imm16, dest, mod1) \
    TESSERA_OP(opcode, (((imm16)&0xFFFF) << 8) | ((dest) << 4) | (mod1))
#define TESSERA_SFPU_MEMORY(opcode, lreg, mod0, addr_mode, address) \
    TESSERA_OP(opcode, ((lreg) << 20) | ((mod0) << 16) | ((addr_mode) << TESSERA_ADDR_MOD_SHIFT) | (address))

#include TESSERA_ARCH_HEADER

#define TT_OP_NOP TESSERA_OP(tessera::abi::op_nop, 0)
#define TTI_NOP TESSERA_TTI(TT_OP_NOP)

#define TT_OP_REPLAY(start, len, exec_while_loading, load_mode)                                                        \
    TESSERA_OP(tessera::abi::op_replay, tessera::abi::replay_start.put(start) | tessera::abi::replay_length.put(len) | \
                                            tessera::abi::replay_executes.put(exec_while_loading) |                    \
                                            tessera::abi::replay_loads.put(load_mode))
#define TTI_REPLAY(...) TESSERA_TTI(TT_OP_REPLAY(__VA_ARGS__))
#define TT_REPLAY(...) TESSERA_TT(TT_OP_REPLAY(__VA_ARGS__))
#define TT_OP_SETRWC(clear_ab_vld, rwc_cr, rwc_d, rwc_b, rwc_a, bit_mask)                                             \
    TESSERA_OP(0x37, ((clear_ab_vld) << 22) | ((rwc_cr) << 18) | ((rwc_d) << 14) | ((rwc_b) << 10) | ((rwc_a) << 6) | \
                         (bit_mask))
#define TTI_SETRWC(...) TESSERA_TTI(TT_OP_SETRWC(__VA_ARGS__))
#define TT_SETRWC(...) TESSERA_TT(TT_OP_SETRWC(__VA_ARGS__))
#define TT_OP_INCRWC(rwc_cr, rwc_d, rwc_b, rwc_a) \
    TESSERA_OP(0x38, ((rwc_cr) << 18) | ((rwc_d) << 14) | ((rwc_b) << 10) | ((rwc_a) << 6))
#define TTI_INCRWC(...) TESSERA_TTI(TT_OP_INCRWC(__VA_ARGS__))
#define TT_INCRWC(...) TESSERA_TT(TT_OP_INCRWC(__VA_ARGS__))
#define TT_OP_STALLWAIT(stall_res, wait_res) \
    TESSERA_OP(tessera::abi::op_stallwait,   \
               tessera::abi::stall_block.put(stall_res) | tessera::abi::stall_condition.put(wait_res))
#define TTI_STALLWAIT(...) TESSERA_TTI(TT_OP_STALLWAIT(__VA_ARGS__))
#define TT_STALLWAIT(...) TESSERA_TT(TT_OP_STALLWAIT(__VA_ARGS__))
#define TT_OP_SEMINIT(max_value, init_value, sem_sel)                                        \
    TESSERA_OP(tessera::abi::op_seminit, tessera::abi::semaphore_max.put(max_value) |        \
                                             tessera::abi::semaphore_value.put(init_value) | \
                                             tessera::abi::semaphores.put(sem_sel))
#define TTI_SEMINIT(...) TESSERA_TTI(TT_OP_SEMINIT(__VA_ARGS__))
#define TT_SEMINIT(...) TESSERA_TT(TT_OP_SEMINIT(__VA_ARGS__))
#define TT_OP_SEMPOST(sem_sel) TESSERA_OP(tessera::abi::op_sempost, tessera::abi::semaphores.put(sem_sel))
#define TTI_SEMPOST(...) TESSERA_TTI(TT_OP_SEMPOST(__VA_ARGS__))
#define TT_SEMPOST(...) TESSERA_TT(TT_OP_SEMPOST(__VA_ARGS__))
#define TT_OP_SEMGET(sem_sel) TESSERA_OP(tessera::abi::op_semget, tessera::abi::semaphores.put(sem_sel))
#define TTI_SEMGET(...) TESSERA_TTI(TT_OP_SEMGET(__VA_ARGS__))
#define TT_SEMGET(...) TESSERA_TT(TT_OP_SEMGET(__VA_ARGS__))
#define TT_OP_SEMWAIT(stall_res, sem_sel, wait_cond)                                 \
    TESSERA_OP(tessera::abi::op_semwait, tessera::abi::stall_block.put(stall_res) |  \
                                             tessera::abi::semaphores.put(sem_sel) | \
                                             tessera::abi::wait_condition.put(wait_cond))
#define TTI_SEMWAIT(...) TESSERA_TTI(TT_OP_SEMWAIT(__VA_ARGS__))
#define TT_SEMWAIT(...) TESSERA_TT(TT_OP_SEMWAIT(__VA_ARGS__))
#define TT_OP_SETC16(setc16_reg, value) \
    TESSERA_OP(tessera::abi::op_setc16, \
               tessera::abi::config_register.put(setc16_reg) | tessera::abi::config_value.put(value))
#define TTI_SETC16(...) TESSERA_TTI(TT_OP_SETC16(__VA_ARGS__))
#define TT_SETC16(...) TESSERA_TT(TT_OP_SETC16(__VA_ARGS__))
#define TT_OP_SFPLOAD(lreg, mod0, addr_mode, dest_addr) TESSERA_SFPU_MEMORY(0x70, lreg, mod0, addr_mode, dest_addr)
#define TTI_SFPLOAD(...) TESSERA_TTI(TT_OP_SFPLOAD(__VA_ARGS__))
#define TT_SFPLOAD(...) TESSERA_TT(TT_OP_SFPLOAD(__VA_ARGS__))
#define TT_OP_SFPLOADI(lreg, mod0, imm16) TESSERA_OP(0x71, ((lreg) << 20) | ((mod0) << 16) | ((imm16)&0xFFFF))
#define TTI_SFPLOADI(...) TESSERA_TTI(TT_OP_SFPLOADI(__VA_ARGS__))
#define TT_SFPLOADI(...) TESSERA_TT(TT_OP_SFPLOADI(__VA_ARGS__))
#define TT_OP_SFPSTORE(lreg, mod0, addr_mode, dest_addr) TESSERA_SFPU_MEMORY(0x72, lreg, mod0, addr_mode, dest_addr)
#define TTI_SFPSTORE(...) TESSERA_TTI(TT_OP_SFPSTORE(__VA_ARGS__))
#define TT_SFPSTORE(...) TESSERA_TT(TT_OP_SFPSTORE(__VA_ARGS__))
#define TT_OP_SFPLUT(lreg, mod0, address) TESSERA_OP(0x73, ((lreg) << 20) | ((mod0) << 16) | (address))
#define TTI_SFPLUT(...) TESSERA_TTI(TT_OP_SFPLUT(__VA_ARGS__))
#define TT_SFPLUT(...) TESSERA_TT(TT_OP_SFPLUT(__VA_ARGS__))
#define TT_OP_SFPMULI(imm16, dest, mod1) TESSERA_SFPU_IMM16(0x74, imm16, dest, mod1)
#define TTI_SFPMULI(...) TESSERA_TTI(TT_OP_SFPMULI(__VA_ARGS__))
#define TT_SFPMULI(...) TESSERA_TT(TT_OP_SFPMULI(__VA_ARGS__))
#define TT_OP_SFPADDI(imm16, dest, mod1) TESSERA_SFPU_IMM16(0x75, imm16, dest, mod1)
#define TTI_SFPADDI(...) TESSERA_TTI(TT_OP_SFPADDI(__VA_ARGS__))
#define TT_SFPADDI(...) TESSERA_TT(TT_OP_SFPADDI(__VA_ARGS__))
#define TT_OP_SFPDIVP2(imm12, lreg_c, lreg_dest, mod1) TESSERA_SFPU_OP(0x76, imm12, lreg_c, lreg_dest, mod1)
#define TTI_SFPDIVP2(...) TESSERA_TTI(TT_OP_SFPDIVP2(__VA_ARGS__))
#define TT_SFPDIVP2(...) TESSERA_TT(TT_OP_SFPDIVP2(__VA_ARGS__))
#define TT_OP_SFPEXEXP(imm12, lreg_c, lreg_dest, mod1) TESSERA_SFPU_OP(0x77, imm12, lreg_c, lreg_dest, mod1)
#define TTI_SFPEXEXP(...) TESSERA_TTI(TT_OP_SFPEXEXP(__VA_ARGS__))
#define TT_SFPEXEXP(...) TESSERA_TT(TT_OP_SFPEXEXP(__VA_ARGS__))
#define TT_OP_SFPEXMAN(imm12, lreg_c, lreg_dest, mod1) TESSERA_SFPU_OP(0x78, imm12, lreg_c, lreg_dest, mod1)
#define TTI_SFPEXMAN(...) TESSERA_TTI(TT_OP_SFPEXMAN(__VA_ARGS__))
#define TT_SFPEXMAN(...) TESSERA_TT(TT_OP_SFPEXMAN(__VA_ARGS__))
#define TT_OP_SFPIADD(imm12, lreg_c, lreg_dest, mod1) TESSERA_SFPU_OP(0x79, imm12, lreg_c, lreg_dest, mod1)
#define TTI_SFPIADD(...) TESSERA_TTI(TT_OP_SFPIADD(__VA_ARGS__))
#define TT_SFPIADD(...) TESSERA_TT(TT_OP_SFPIADD(__VA_ARGS__))
#define TT_OP_SFPSHFT(imm12, lreg_c, lreg_dest, mod1) TESSERA_SFPU_OP(0x7A, imm12, lreg_c, lreg_dest, mod1)
#define TTI_SFPSHFT(...) TESSERA_TTI(TT_OP_SFPSHFT(__VA_ARGS__))
#define TT_SFPSHFT(...) TESSERA_TT(TT_OP_SFPSHFT(__VA_ARGS__))
#define TT_OP_SFPSETCC(imm12, lreg_c, lreg_dest, mod1) TESSERA_SFPU_OP(0x7B, imm12, lreg_c, lreg_dest, mod1)
#define TTI_SFPSETCC(...) TESSERA_TTI(TT_OP_SFPSETCC(__VA_ARGS__))
#define TT_SFPSETCC(...) TESSERA_TT(TT_OP_SFPSETCC(__VA_ARGS__))
#define TT_OP_SFPMOV(imm12, lreg_c, lreg_dest, mod1) TESSERA_SFPU_OP(0x7C, imm12, lreg_c, lreg_dest, mod1)
#define TTI_SFPMOV(...) TESSERA_TTI(TT_OP_SFPMOV(__VA_ARGS__))
#define TT_SFPMOV(...) TESSERA_TT(TT_OP_SFPMOV(__VA_ARGS__))
#define TT_OP_SFPABS(imm12, lreg_c, lreg_dest, mod1) TESSERA_SFPU_OP(0x7D, imm12, lreg_c, lreg_dest, mod1)
#define TTI_SFPABS(...) TESSERA_TTI(TT_OP_SFPABS(__VA_ARGS__))
#define TT_SFPABS(...) TESSERA_TT(TT_OP_SFPABS(__VA_ARGS__))
#define TT_OP_SFPAND(imm12, lreg_c, lreg_dest, mod1) TESSERA_SFPU_OP(0x7E, imm12, lreg_c, lreg_dest, mod1)
#define TTI_SFPAND(...) TESSERA_TTI(TT_OP_SFPAND(__VA_ARGS__))
#define TT_SFPAND(...) TESSERA_TT(TT_OP_SFPAND(__VA_ARGS__))
#define TT_OP_SFPOR(imm12, lreg_c, lreg_dest, mod1) TESSERA_SFPU_OP(0x7F, imm12, lreg_c, lreg_dest, mod1)
#define TTI_SFPOR(...) TESSERA_TTI(TT_OP_SFPOR(__VA_ARGS__))
#define TT_SFPOR(...) TESSERA_TT(TT_OP_SFPOR(__VA_ARGS__))
#define TT_OP_SFPNOT(imm12, lreg_c, lreg_dest, mod1) TESSERA_SFPU_OP(0x80, imm12, lreg_c, lreg_dest, mod1)
#define TTI_SFPNOT(...) TESSERA_TTI(TT_OP_SFPNOT(__VA_ARGS__))
#define TT_SFPNOT(...) TESSERA_TT(TT_OP_SFPNOT(__VA_ARGS__))
#define TT_OP_SFPLZ(imm12, lreg_c, lreg_dest, mod1) TESSERA_SFPU_OP(0x81, imm12, lreg_c, lreg_dest, mod1)
#define TTI_SFPLZ(...) TESSERA_TTI(TT_OP_SFPLZ(__VA_ARGS__))
#define TT_SFPLZ(...) TESSERA_TT(TT_OP_SFPLZ(__VA_ARGS__))
#define TT_OP_SFPSETEXP(imm12, lreg_c, lreg_dest, mod1) TESSERA_SFPU_OP(0x82, imm12, lreg_c, lreg_dest, mod1)
#define TTI_SFPSETEXP(...) TESSERA_TTI(TT_OP_SFPSETEXP(__VA_ARGS__))
#define TT_SFPSETEXP(...) TESSERA_TT(TT_OP_SFPSETEXP(__VA_ARGS__))
#define TT_OP_SFPSETMAN(imm12, lreg_c, lreg_dest, mod1) TESSERA_SFPU_OP(0x83, imm12, lreg_c, lreg_dest, mod1)
#define TTI_SFPSETMAN(...) TESSERA_TTI(TT_OP_SFPSETMAN(__VA_ARGS__))
#define TT_SFPSETMAN(...) TESSERA_TT(TT_OP_SFPSETMAN(__VA_ARGS__))
#define TT_OP_SFPMAD(a, b, c, dest, mod1) TESSERA_SFPU_MAD(0x84, a, b, c, dest, mod1)
#define TTI_SFPMAD(...) TESSERA_TTI(TT_OP_SFPMAD(__VA_ARGS__))
#define TT_SFPMAD(...) TESSERA_TT(TT_OP_SFPMAD(__VA_ARGS__))
#define TT_OP_SFPADD(a, b, c, dest, mod1) TESSERA_SFPU_MAD(0x85, a, b, c, dest, mod1)
#define TTI_SFPADD(...) TESSERA_TTI(TT_OP_SFPADD(__VA_ARGS__))
#define TT_SFPADD(...) TESSERA_TT(TT_OP_SFPADD(__VA_ARGS__))
#define TT_OP_SFPMUL(a, b, c, dest, mod1) TESSERA_SFPU_MAD(0x86, a, b, c, dest, mod1)
#define TTI_SFPMUL(...) TESSERA_TTI(TT_OP_SFPMUL(__VA_ARGS__))
#define TT_SFPMUL(...) TESSERA_TT(TT_OP_SFPMUL(__VA_ARGS__))
#define TT_OP_SFPPUSHC(imm12, lreg_c, lreg_dest, mod1) TESSERA_SFPU_OP(0x87, imm12, lreg_c, lreg_dest, mod1)
#define TTI_SFPPUSHC(...) TESSERA_TTI(TT_OP_SFPPUSHC(__VA_ARGS__))
#define TT_SFPPUSHC(...) TESSERA_TT(TT_OP_SFPPUSHC(__VA_ARGS__))
#define TT_OP_SFPPOPC(imm12, lreg_c, lreg_dest, mod1) TESSERA_SFPU_OP(0x88, imm12, lreg_c, lreg_dest, mod1)
#define TTI_SFPPOPC(...) TESSERA_TTI(TT_OP_SFPPOPC(__VA_ARGS__))
#define TT_SFPPOPC(...) TESSERA_TT(TT_OP_SFPPOPC(__VA_ARGS__))
#define TT_OP_SFPSETSGN(imm12, lreg_c, lreg_dest, mod1) TESSERA_SFPU_OP(0x89, imm12, lreg_c, lreg_dest, mod1)
#define TTI_SFPSETSGN(...) TESSERA_TTI(TT_OP_SFPSETSGN(__VA_ARGS__))
#define TT_SFPSETSGN(...) TESSERA_TT(TT_OP_SFPSETSGN(__VA_ARGS__))
#define TT_OP_SFPENCC(imm12, lreg_c, lreg_dest, mod1) TESSERA_SFPU_OP(0x8A, imm12, lreg_c, lreg_dest, mod1)
#define TTI_SFPENCC(...) TESSERA_TTI(TT_OP_SFPENCC(__VA_ARGS__))
#define TT_SFPENCC(...) TESSERA_TT(TT_OP_SFPENCC(__VA_ARGS__))
#define TT_OP_SFPCOMPC(imm12, lreg_c, lreg_dest, mod1) TESSERA_SFPU_OP(0x8B, imm12, lreg_c, lreg_dest, mod1)
#define TTI_SFPCOMPC(...) TESSERA_TTI(TT_OP_SFPCOMPC(__VA_ARGS__))
#define TT_SFPCOMPC(...) TESSERA_TT(TT_OP_SFPCOMPC(__VA_ARGS__))
#define TT_OP_SFPTRANSP(imm12, lreg_c, lreg_dest, mod1) TESSERA_SFPU_OP(0x8C, imm12, lreg_c, lreg_dest, mod1)
#define TTI_SFPTRANSP(...) TESSERA_TTI(TT_OP_SFPTRANSP(__VA_ARGS__))
#define TT_SFPTRANSP(...) TESSERA_TT(TT_OP_SFPTRANSP(__VA_ARGS__))
#define TT_OP_SFPXOR(imm12, lreg_c, lreg_dest, mod1) TESSERA_SFPU_OP(0x8D, imm12, lreg_c, lreg_dest, mod1)
#define TTI_SFPXOR(...) TESSERA_TTI(TT_OP_SFPXOR(__VA_ARGS__))
#define TT_SFPXOR(...) TESSERA_TT(TT_OP_SFPXOR(__VA_ARGS__))
#define TT_OP_SFPSWAP(imm12, lreg_c, lreg_dest, mod1) TESSERA_SFPU_OP(0x92, imm12, lreg_c, lreg_dest, mod1)
#define TTI_SFPSWAP(...) TESSERA_TTI(TT_OP_SFPSWAP(__VA_ARGS__))
#define TT_SFPSWAP(...) TESSERA_TT(TT_OP_SFPSWAP(__VA_ARGS__))
#define TT_OP_SFPSHFT2(imm12, lreg_c, lreg_dest, mod1) TESSERA_SFPU_OP(0x94, imm12, lreg_c, lreg_dest, mod1)
#define TTI_SFPSHFT2(...) TESSERA_TTI(TT_OP_SFPSHFT2(__VA_ARGS__))
#define TT_SFPSHFT2(...) TESSERA_TT(TT_OP_SFPSHFT2(__VA_ARGS__))
#define TT_OP_SFP_STOCH_RND(rnd_mode, imm8, b, c, dest, mod1) \
    TESSERA_OP(0x8E, ((rnd_mode) << 21) | ((imm8) << 16) | ((b) << 12) | ((c) << 8) | ((dest) << 4) | (mod1))
#define TTI_SFP_STOCH_RND(...) TESSERA_TTI(TT_OP_SFP_STOCH_RND(__VA_ARGS__))
#define TT_SFP_STOCH_RND(...) TESSERA_TT(TT_OP_SFP_STOCH_RND(__VA_ARGS__))
#define TT_OP_SFPCAST(c, dest, mod1) TESSERA_SFPU_OP(0x90, 0, c, dest, mod1)
#define TTI_SFPCAST(...) TESSERA_TTI(TT_OP_SFPCAST(__VA_ARGS__))
#define TT_SFPCAST(...) TESSERA_TT(TT_OP_SFPCAST(__VA_ARGS__))
#define TT_OP_SFPCONFIG(imm16, dest, mod1) TESSERA_SFPU_IMM16(0x91, imm16, dest, mod1)
#define TTI_SFPCONFIG(...) TESSERA_TTI(TT_OP_SFPCONFIG(__VA_ARGS__))
#define TT_SFPCONFIG(...) TESSERA_TT(TT_OP_SFPCONFIG(__VA_ARGS__))
#define TT_OP_SFPLUTFP32(dest, mod1) TESSERA_OP(0x95, ((dest) << 4) | (mod1))
#define TTI_SFPLUTFP32(...) TESSERA_TTI(TT_OP_SFPLUTFP32(__VA_ARGS__))
#define TT_SFPLUTFP32(...) TESSERA_TT(TT_OP_SFPLUTFP32(__VA_ARGS__))
