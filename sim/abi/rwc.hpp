// SETRWC and INCRWC, which move the counters of Dst, SrcA and SrcB: opcodes, and where their fields sit
// (spec/kernel-api.md 1.6).
#pragma once

#include <stdint.h>

namespace tessera::abi {

inline constexpr uint32_t op_setrwc = 0x37, op_incrwc = 0x38;

// A field's lowest bit and its width as ones.
struct RwcField {
    uint32_t shift, ones;
    [[gnu::always_inline]] constexpr uint32_t put(uint32_t value) const { return (value & ones) << shift; }
    [[gnu::always_inline]] constexpr uint32_t of(uint32_t word) const { return word >> shift & ones; }
};

// Which Src banks go back, what each counter takes and how; of SETRWC, which counters are set.
inline constexpr RwcField rwc_clear{22, 3}, rwc_cr{18, 15}, rwc_d{14, 15}, rwc_b{10, 15}, rwc_a{6, 15}, rwc_sets{0, 63};
// Bits of rwc_cr and of rwc_sets, by counter; rwc_c_to_cr is about Dst.
inline constexpr uint32_t rwc_cr_a = 1, rwc_cr_b = 2, rwc_cr_d = 4, rwc_c_to_cr = 8;
inline constexpr uint32_t rwc_sets_a = 1, rwc_sets_b = 2, rwc_sets_d = 4, rwc_sets_phase = 8;

}  // namespace tessera::abi
