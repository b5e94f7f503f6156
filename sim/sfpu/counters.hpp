// How the Dst counters move: after a load or store by its AddrMod slot, by SETRWC and by INCRWC
// (spec/tensix-core.md 2.3, 4.2; kernel-api.md 1.6).
#pragma once

#include "sim/sfpu/ops/loadstore.hpp"
#include "sim/sfpu/state.hpp"

namespace tessera::sfpu {

// The fields of an ADDR_MOD register for Dst: the increment, then carriage return, clear, counter to carriage return.
constexpr AddrMod addr_mod_of(std::uint32_t value) {
    return {.increment = value & 0x3FF,
            .clear = (value >> 11 & 1) != 0,
            .cr = (value >> 10 & 1) != 0,
            .c_to_cr = (value >> 12 & 1) != 0};
}

inline constexpr std::uint32_t counter_mask = tensix::Dst::rows - 1;

[[gnu::always_inline]] inline void advance(const AddrMod& slot, Rwc& rwc) {
    if (slot.clear)
        rwc.dst = rwc.dst_cr = 0;
    else if (slot.c_to_cr)
        rwc.dst_cr = rwc.dst = (rwc.dst + slot.increment) & counter_mask;
    else if (slot.cr)
        rwc.dst = rwc.dst_cr = (rwc.dst_cr + slot.increment) & counter_mask;
    else
        rwc.dst = (rwc.dst + slot.increment) & counter_mask;
}

[[gnu::always_inline]] inline void set_counters(std::uint32_t imm, Rwc& r) {
    if (!rwc::sets_dst(imm)) return;
    const std::uint32_t base = rwc::counter_to_carriage_return(imm) ? r.dst
                               : rwc::from_carriage_return(imm)     ? r.dst_cr
                                                                    : 0;
    r.dst = r.dst_cr = (base + rwc::dst_value(imm)) & counter_mask;
}

[[gnu::always_inline]] inline void increment_counters(std::uint32_t imm, Rwc& r) {
    if (rwc::from_carriage_return(imm))
        r.dst = r.dst_cr = (r.dst_cr + rwc::dst_value(imm)) & counter_mask;
    else
        r.dst = (r.dst + rwc::dst_value(imm)) & counter_mask;
}

}  // namespace tessera::sfpu
