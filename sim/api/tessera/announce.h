// What a kernel is about to do, said to whoever checks it at no cost (sim/abi/announcement.hpp).
#pragma once

#include "sim/abi/announcement.hpp"
#include "tessera/base.h"

namespace tessera {

// A key that only run time knows says nothing of what runs, and of a set-up that it is unknown.
ALWI void announce_key(uint32_t funct3, uint32_t key) {
    asm volatile(".insn i %0, %1, x0, x%c2, %3"
                 :
                 : "i"(abi::hint_immediate_opcode), "i"(funct3), "i"(key >> 12), "i"((int32_t)(key << 20) >> 20));
}
ALWI void announce_set_up(uint32_t key) {
    if (__builtin_constant_p(key))
        announce_key(abi::hint_sets_up_funct3, key);
    else
        announce_key(abi::hint_sets_up_funct3, abi::unknown_key);
}
ALWI void announce_run(uint32_t key) {
    if (__builtin_constant_p(key)) announce_key(abi::hint_runs_funct3, key);
}
ALWI void announce_upper(abi::Announcement what, uint32_t value) {
    const uint32_t kind = static_cast<uint32_t>(what) - static_cast<uint32_t>(abi::Announcement::starts);
    asm volatile(".insn u %0, x0, %1" : : "i"(abi::hint_upper_opcode), "i"(kind << abi::upper_value_bits | value));
}
// `what` of the three that name formats.
ALWI void announce_formats(abi::Announcement what, uint32_t a, uint32_t b, uint32_t packed) {
    const auto named = [](uint32_t cb) {
        const uint32_t known = cb == unchanged ? abi::Formats::unchanged : cb;
        return __builtin_constant_p(known) && known < abi::Formats::unknown ? known : abi::Formats::unknown;
    };
    announce_upper(what, abi::Formats::of(named(a), named(b), named(packed)));
}
// Families by bit; 0: whatever made them.
ALWI void announce_results(uint32_t families) { announce_upper(abi::Announcement::results, families); }

}  // namespace tessera
