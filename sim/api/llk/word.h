// How the library issues instructions, writes configuration registers and waits (spec/tensix-core.md 7,
// unpack-instructions.md 1). Everything below sim/api/llk is kernel code: it programs the machine by these words alone.
#pragma once

#include "tessera/push_instruction.h"
#include "tessera/registers.h"
#include "tessera/types.h"

namespace tessera::llk {

using namespace tessera::config;

inline constexpr bool is_wormhole = TESSERA_ISA_COLUMN == 0;
// What holds for one of the chips each.
template <class T>
constexpr T either(T wormhole, T blackhole) {
    return is_wormhole ? wormhole : blackhole;
}

ALWI void issue(uint32_t word) { push_instruction(word); }

// General-purpose registers of the thread. The first stays zero, the next ones carry words to configuration registers.
inline constexpr uint32_t zero_register = 0, work_register = 60;
ALWI void set_register(uint32_t index, uint32_t value) {
    issue(TT_OP_SETDMAREG(value >> 14 & 3, value, 0, 2 * index));
    issue(TT_OP_SETDMAREG(value >> 30, value >> 16, 0, 2 * index + 1));
}
ALWI void set_low_half(uint32_t index, uint32_t value) { issue(TT_OP_SETDMAREG(value >> 14 & 3, value, 0, 2 * index)); }

// A register of the thread, of sixteen bits.
ALWI void write_thread(uint32_t word, uint32_t value) { issue(TT_OP_SETC16(word, value)); }
ALWI void write(ThreadField field, uint32_t value) { write_thread(field.word, value << field.shift); }

// The bits of a register of the core that a mask names: one instruction for each byte with such bits.
ALWI void write_byte(uint32_t word, uint32_t mask, uint32_t value, uint32_t byte) {
    if (mask != 0) issue(TT_OP_RMWCIB0(mask, value, word) + (byte << 24));
}
ALWI void write_bits(uint32_t word, uint32_t mask, uint32_t value) {
    write_byte(word, mask & 0xFF, value, 0);
    write_byte(word, mask >> 8 & 0xFF, value >> 8, 1);
    write_byte(word, mask >> 16 & 0xFF, value >> 16, 2);
    write_byte(word, mask >> 24, value >> 24, 3);
}
constexpr uint32_t bits_of(CoreField field) {
    return (field.width == 32 ? ~0u : (1u << field.width) - 1) << field.shift;
}
ALWI void write(CoreField field, uint32_t value) { write_bits(field.word, bits_of(field), value << field.shift); }
// All of a register of the core, through the work register.
ALWI void write_word(uint32_t word, uint32_t value) {
    if (__builtin_constant_p(value) && value == 0) return issue(TT_OP_WRCFG(zero_register, 0, word));
    set_register(work_register, value);
    if constexpr (!is_wormhole) issue(TT_OP_STALLWAIT(p_stall::STALL_CFG, p_stall::THCON));
    issue(TT_OP_WRCFG(work_register, 0, word));
}

// A register of the thread, worked out by it, to one of its unit's: in so many instructions.
inline constexpr uint32_t carry_instructions = either(1, 2);
ALWI void carry(uint32_t from, uint32_t word) {
    if constexpr (is_wormhole) return issue(TT_OP_REG2FLOP(1, 0, 0, 0, word - thcon_base, from));
    issue(TT_OP_STALLWAIT(p_stall::STALL_CFG, p_stall::THCON));
    issue(TT_OP_WRCFG(from, 0, word));
}
// At once, whatever the thread still has to do.
ALWI void store_config(uint32_t word, uint32_t value) {
    reinterpret_cast<volatile uint32_t*>(abi::config_base)[word] = value;
}

ALWI void stall(uint32_t blocked, uint32_t until) { issue(TT_OP_STALLWAIT(blocked, until)); }

// Loads of the PC buffer return when the thread has done all that it was given, or has expanded its MOPs. The RISC goes
// on until it needs what a load brings, so that a wait uses the value.
ALWI volatile uint32_t& pc_buffer(uint32_t word) {
    return reinterpret_cast<volatile uint32_t*>(abi::pc_buffer_base)[word];
}
ALWI void wait_for(uint32_t word) {
    uint32_t value;
    asm volatile("lw %0, %1\n\tandi x0, %0, 0" : "=r"(value) : "m"(pc_buffer(word)) : "memory");
}
ALWI void wait_until_done() { wait_for(1); }
ALWI void wait_until_expanded() { wait_for(2); }

// Words between RISCs: of the mailboxes that a RISC reads by who sends, and writes by who receives.
enum class Mailbox : uint32_t { of_unpack = 1, of_math = 2 };
ALWI volatile uint32_t& mailbox(Mailbox other) {
    return *reinterpret_cast<volatile uint32_t*>(abi::mailbox_base + static_cast<uint32_t>(other) * abi::mailbox_bytes);
}

// Semaphores by their numbers (spec/tensix-core.md 7), as the RISC and as instructions reach them.
enum class Semaphore : uint32_t { math_pack = 1, unpack_to_dest = 2, unpack_sync = 5 };
ALWI volatile uint32_t& pc_buffer(Semaphore s) {
    return pc_buffer(abi::pc_buffer_semaphores + static_cast<uint32_t>(s));
}
// The caller branches on it, behind which nothing happens before it is there.
ALWI uint32_t value_of(Semaphore s) {
    uint32_t value;
    asm volatile("lw %0, %1" : "=r"(value) : "m"(pc_buffer(s)) : "memory");
    return value;
}
ALWI void store_post(Semaphore s) { pc_buffer(s) = 0; }
constexpr uint32_t mask_of(Semaphore s) { return 1u << static_cast<uint32_t>(s); }
ALWI void post(Semaphore s) { issue(TT_OP_SEMPOST(mask_of(s))); }
ALWI void take(Semaphore s) { issue(TT_OP_SEMGET(mask_of(s))); }
ALWI void wait_while_zero(Semaphore s, uint32_t blocked) {
    issue(TT_OP_SEMWAIT(blocked, mask_of(s), abi::wait_while_zero));
}
ALWI void wait_while_full(Semaphore s, uint32_t blocked) {
    issue(TT_OP_SEMWAIT(blocked, mask_of(s), abi::wait_while_max));
}

}  // namespace tessera::llk
