// Instructions that write configuration and registers, move counters, do sums of registers, or hand over banks of Src
// (spec/unpack-instructions.md 1 and 3).
#pragma once

#include "sim/core/judges/issue.hpp"
#include "sim/core/units/phase.hpp"
#include "sim/core/units/thread_state.hpp"
#include "sim/tensix/isa.hpp"

namespace tessera::core {

Phase register_word(const Issue& in, const tensix::Row& row, ThreadState& thread);

}  // namespace tessera::core
