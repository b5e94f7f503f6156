// Tensix instructions outside the vector unit that a math thread may push: opcodes (bits 31:24), where their fields
// sit, and the configuration registers they name (spec/kernel-api.md 1.6, tensix-core.md 7). Kernels encode them, the
// thread decodes them.
#pragma once

#include <stdint.h>

namespace tessera::abi {

enum TensixOp : uint32_t {
    op_nop = 0x02,
    op_replay = 0x04,
    op_stallwait = 0xA2,
    op_seminit = 0xA3,
    op_sempost = 0xA4,
    op_semget = 0xA5,
    op_semwait = 0xA6,
    op_setc16 = 0xB2,
};

// Position of a field's lowest bit, and of its width as ones.
struct TensixField {
    uint32_t shift, ones;
    constexpr uint32_t put(uint32_t value) const { return (value & ones) << shift; }
    constexpr uint32_t of(uint32_t word) const { return word >> shift & ones; }
};

inline constexpr TensixField stall_block{15, 0x1FF}, stall_condition{0, 0x7FFF};
inline constexpr TensixField semaphores{2, 0xFF}, semaphore_max{20, 15}, semaphore_value{16, 15}, wait_condition{0, 3};
// REPLAY records the next `length` instructions, executing them as well or not, or plays recorded ones.
inline constexpr TensixField replay_start{14, 0x3FF}, replay_length{4, 0x3FF}, replay_executes{1, 1},
    replay_loads{0, 1};
inline constexpr TensixField config_register{16, 0xFF}, config_value{0, 0xFFFF};

// Conditions of SEMWAIT: while the value is zero, while it is at its maximum.
inline constexpr uint32_t wait_while_zero = 1, wait_while_max = 2;
// What STALLWAIT holds back is numbered alike on both architectures; what it waits for is not (arch::Tensix).
inline constexpr uint32_t stall_sfpu = 0x100;

// Where a core reads and writes configuration registers, a word each.
inline constexpr uint32_t config_base = 0xFFEF0000, config_words = 256;
// And its thread's general-purpose registers.
inline constexpr uint32_t registers_base = 0xFFE00000;
inline constexpr uint32_t config_state_id = 0, config_math_offset = 1, config_addr_mod_base = 2;

// The PC buffer: a load of its second word waits until all is done, of its third until MOPs are; then the semaphores.
inline constexpr uint32_t pc_buffer_base = 0xFFE80000, pc_buffer_semaphores = 8;
// Mailboxes, a page a thread that reads; B is the first.
inline constexpr uint32_t mailbox_base = 0xFFEC0000, mailbox_bytes = 0x1000;
// Bits that turn features of the units off.
inline constexpr uint32_t debug_feature_disable = 0xFFB12068, debug_moves_halves = 11;

}  // namespace tessera::abi
