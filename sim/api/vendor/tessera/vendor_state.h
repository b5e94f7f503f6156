// What the tree's headers only declare, because the vendor's firmware holds it: the state of a compute core, and where
// its registers lie (kernel-api.md 1.6).
#pragma once

#include "ckernel_globals.h"
#include "tessera/instruction_buffer.h"

asm(".globl __instrn_buffer\n.set __instrn_buffer, 0xFFE40000");
static_assert(tessera::abi::tensix_fifo_base == 0xFFE40000);

uint32_t math_sync_tile_dst_index = 0;
uint32_t pack_sync_tile_dst_ptr = 0;

namespace ckernel {

uint32_t cfg_state_id = 0;
uint32_t dest_offset_id = 0;
volatile uint* regfile = reinterpret_cast<volatile uint*>(REGFILE_BASE);
volatile uint* pc_buf_base = reinterpret_cast<volatile uint*>(PC_BUF_BASE);
volatile uint* reg_base = reinterpret_cast<volatile uint*>(RISCV_TDMA_REGS_START_ADDR);

}  // namespace ckernel
