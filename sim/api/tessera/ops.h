// Raw Tensix instructions (kernel-api.md 1.6, fields of tensix-core.md 4.9). TT_OP_X yields the word, TTI_X puts it
// into the instruction stream rotated left by two, TT_X stores a word made at run time to the core's instruction FIFO.
// Those of the vector unit are made by the build.
#pragma once

#include "sim/abi/mop.hpp"
#include "sim/abi/rwc.hpp"
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

#include "tessera/instructions.h"
#include TESSERA_ARCH_HEADER

#define TT_OP_NOP TESSERA_OP(tessera::abi::op_nop, 0)
#define TTI_NOP TESSERA_TTI(TT_OP_NOP)

#define TT_OP_MOP(mop_type, loop_count, zmask_lo16)                                \
    TESSERA_OP(tessera::abi::op_mop, tessera::abi::mop_template.put(mop_type) |    \
                                         tessera::abi::mop_count.put(loop_count) | \
                                         tessera::abi::mop_mask_low.put(zmask_lo16))
#define TTI_MOP(...) TESSERA_TTI(TT_OP_MOP(__VA_ARGS__))
#define TT_MOP(...) TESSERA_TT(TT_OP_MOP(__VA_ARGS__))
#define TT_OP_MOP_CFG(zmask_hi16) TESSERA_OP(tessera::abi::op_mop_cfg, tessera::abi::mop_mask_high.put(zmask_hi16))
#define TTI_MOP_CFG(...) TESSERA_TTI(TT_OP_MOP_CFG(__VA_ARGS__))
#define TT_MOP_CFG(...) TESSERA_TT(TT_OP_MOP_CFG(__VA_ARGS__))
#define TT_OP_REPLAY(start, len, exec_while_loading, load_mode)                                                        \
    TESSERA_OP(tessera::abi::op_replay, tessera::abi::replay_start.put(start) | tessera::abi::replay_length.put(len) | \
                                            tessera::abi::replay_executes.put(exec_while_loading) |                    \
                                            tessera::abi::replay_loads.put(load_mode))
#define TTI_REPLAY(...) TESSERA_TTI(TT_OP_REPLAY(__VA_ARGS__))
#define TT_REPLAY(...) TESSERA_TT(TT_OP_REPLAY(__VA_ARGS__))
#define TT_OP_SETRWC(clear_ab_vld, cr, d, b, a, bit_mask)                                                          \
    TESSERA_OP(tessera::abi::op_setrwc, tessera::abi::rwc_clear.put(clear_ab_vld) | tessera::abi::rwc_cr.put(cr) | \
                                            tessera::abi::rwc_d.put(d) | tessera::abi::rwc_b.put(b) |              \
                                            tessera::abi::rwc_a.put(a) | tessera::abi::rwc_sets.put(bit_mask))
#define TTI_SETRWC(...) TESSERA_TTI(TT_OP_SETRWC(__VA_ARGS__))
#define TT_SETRWC(...) TESSERA_TT(TT_OP_SETRWC(__VA_ARGS__))
#define TT_OP_INCRWC(cr, d, b, a)                                                                   \
    TESSERA_OP(tessera::abi::op_incrwc, tessera::abi::rwc_cr.put(cr) | tessera::abi::rwc_d.put(d) | \
                                            tessera::abi::rwc_b.put(b) | tessera::abi::rwc_a.put(a))
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
