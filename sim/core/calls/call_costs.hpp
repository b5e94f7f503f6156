// What calls of the kernel API cost their RISC.
#pragma once

#include "sim/core/port/risc_context.hpp"

namespace tessera::core {

// Cycles before a call takes effect.
Cycle cost_before(const RiscContext& context, abi::Call call);

}  // namespace tessera::core
