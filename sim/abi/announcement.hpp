// What a kernel says about itself in instructions that do nothing: which operation it sets the units up for and which
// it runs. They are HINTs of RV32I, whose destination is x0, and take no time (spec/design.md 7). Everything a checker
// knows of an operation is said here: it compares keys and knows none of them.
#pragma once

#include <stdint.h>

namespace tessera::abi {

enum class Announcement : uint32_t {
    sets_up,         // slti: a key; the units are ready for that operation from here on
    runs,            // sltiu: a key; the operation begins
    starts,          // lui: Formats; the kernel sets up all units for them
    starts_with_op,  // lui: Formats, of the init of an operation, which belongs where the operation is used
    reconfigures,    // lui: Formats
    results,         // lui: a bit per family whose results alone the packers let pass from here on; 0: any
};

// A key of seventeen bits is a family of operations and in it a variant. Each RISC has keys of its own.
inline constexpr uint32_t family_bits = 4, key_bits = 17;
inline constexpr uint32_t family_mask = (1u << family_bits) - 1, key_mask = (1u << key_bits) - 1;
inline constexpr uint32_t any_variant = key_mask & ~family_mask;  // of an operation: whatever variant is set up
inline constexpr uint32_t unknown_key = key_mask;                 // of a set-up that only run time knows
constexpr uint32_t family_of(uint32_t key) { return key & family_mask; }

// Of T2: each tile goes to a page of its own, which must be as large.
inline constexpr uint32_t whole_tiles_family = 0;

// The buffers for whose formats the units are set up: of SrcA, of SrcB, of what is packed.
struct Formats {
    static constexpr uint32_t cb_bits = 6;
    static constexpr uint32_t unchanged = 62, unknown = 63;  // the second where only run time knows
    static constexpr uint32_t of(uint32_t a, uint32_t b, uint32_t packed) {
        return a | b << cb_bits | packed << 2 * cb_bits;
    }
    static constexpr uint32_t cb(uint32_t formats, uint32_t which) { return formats >> which * cb_bits & 63; }
};
// What is said by lui has its kind, from `starts` on, in the two highest bits of twenty.
inline constexpr uint32_t upper_value_bits = 18;

inline constexpr uint32_t hint_immediate_opcode = 0x13, hint_sets_up_funct3 = 2, hint_runs_funct3 = 3,
                          hint_upper_opcode = 0x37;

}  // namespace tessera::abi
