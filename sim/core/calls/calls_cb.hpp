// Circular buffers as the five RISCs use them (spec/kernel-api.md 2.1).
#pragma once

#include "sim/core/port/call_result.hpp"
#include "sim/core/port/push_fifo.hpp"
#include "sim/core/port/risc_context.hpp"

namespace tessera::core {

// A compute RISC hands pages on behind what it pushed; a data mover, which has no `fifo`, at once.
CallResult cb_call(RiscContext& context, PushFifo* fifo, abi::Call call);

}  // namespace tessera::core
