// Barriers and flushes of a data-movement kernel, transaction ids, semaphores and coordinates (spec/kernel-api.md 2.2,
// 2.3; spec/memory-order.md 3).
#pragma once

#include <cstdint>
#include <optional>

#include "sim/core/port/call_result.hpp"
#include "sim/core/port/risc_context.hpp"

namespace tessera::core {

// A command buffer takes no request before its interface has begun with the last one: the wait for that, if any.
std::optional<schedule::Wait> until_taken(const RiscContext& context, std::uint32_t options);

CallResult noc_wait_call(RiscContext& context, abi::Call call);

}  // namespace tessera::core
