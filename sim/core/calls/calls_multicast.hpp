// A write to all cores of a rectangle (spec/kernel-api.md 2.2, spec/memory-order.md 2).
#pragma once

#include <cstdint>

#include "sim/core/port/call_result.hpp"
#include "sim/core/port/risc_context.hpp"

namespace tessera::core {

// From `local` to `other`, as noc::split_multicast takes it apart. With `loopback` the sender is one of the cores.
CallResult multicast(RiscContext& context, std::uint32_t local, std::uint64_t other, std::uint32_t bytes,
                     std::uint32_t options, std::uint32_t num_dests, bool loopback);

}  // namespace tessera::core
