// Requests of a data-movement kernel to the NoC (spec/kernel-api.md 2.2, spec/memory-order.md 3), and what a command
// buffer keeps from one request to the next. Their ends are in calls_noc_wait.
#pragma once

#include "sim/core/port/call_result.hpp"
#include "sim/core/port/risc_context.hpp"

namespace tessera::core {

CallResult noc_call(RiscContext& context, abi::Call call);

}  // namespace tessera::core
