// Transfers that a kernel has started and awaits no more (spec/memory-order.md 3).
#pragma once

#include "sim/core/port/risc_context.hpp"

namespace tessera::core {

// The kernel ends.
void check_transfers_ended(const RiscContext& context);

}  // namespace tessera::core
