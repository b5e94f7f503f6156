// Recording and playing instructions of the replay buffer (kernel-api.md 1.6, REPLAY), as functions.
#pragma once

#include "tessera/ops.h"

namespace lltt {

enum ExecBool : bool { NoExec, Exec };

// The word of REPLAY that plays, for loops of the MOP expander.
constexpr uint32_t replay_insn(unsigned start, unsigned length) {
    return static_cast<uint32_t>(tessera::abi::op_replay) << 24 | tessera::abi::replay_start.put(start) |
           tessera::abi::replay_length.put(length);
}

// In the instruction stream where the compiler knows the word, else through the FIFO.
[[gnu::always_inline]] inline void push_replay(uint32_t word) {
    if (__builtin_constant_p(word))
        asm volatile("tessera_push %0" : : "i"(word << 2 | word >> 30) : "memory");
    else
        *reinterpret_cast<volatile uint32_t*>(tessera::abi::tensix_fifo_base) = word;
}
template <ExecBool executes = NoExec>
[[gnu::always_inline]] inline void record(unsigned start, unsigned length) {
    push_replay(replay_insn(start, length) | tessera::abi::replay_loads.put(1) |
                tessera::abi::replay_executes.put(executes));
}
[[gnu::always_inline]] inline void replay(unsigned start, unsigned length) { push_replay(replay_insn(start, length)); }

}  // namespace lltt
