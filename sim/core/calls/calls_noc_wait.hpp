// Barriers and flushes of a data-movement kernel, transaction ids, semaphores and coordinates (spec/kernel-api.md 2.2,
// 2.3; spec/memory-order.md 3).
#pragma once

#include "sim/core/port/call_result.hpp"
#include "sim/core/port/risc_context.hpp"

namespace tessera::core {

CallResult noc_wait_call(RiscContext& context, abi::Call call);

}  // namespace tessera::core
