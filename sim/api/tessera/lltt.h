// Recording and playing instructions of the replay buffer (kernel-api.md 1.6, REPLAY), as functions.
#pragma once

#include "tessera/push_instruction.h"

namespace lltt {

enum ExecBool : bool { NoExec, Exec };

// The word of REPLAY that plays, for loops of the MOP expander.
constexpr uint32_t replay_insn(unsigned start, unsigned length) {
    return static_cast<uint32_t>(tessera::abi::op_replay) << 24 | tessera::abi::replay_start.put(start) |
           tessera::abi::replay_length.put(length);
}

template <ExecBool executes = NoExec>
[[gnu::always_inline]] inline void record(unsigned start, unsigned length) {
    tessera::push_instruction(replay_insn(start, length) | tessera::abi::replay_loads.put(1) |
                              tessera::abi::replay_executes.put(executes));
}
[[gnu::always_inline]] inline void replay(unsigned start, unsigned length) {
    tessera::push_instruction(replay_insn(start, length));
}

}  // namespace lltt
