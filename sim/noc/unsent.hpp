// How far a RISC runs ahead of its writes.
#pragma once

#include <cstdint>

namespace tessera::noc {

// A command buffer takes a request when the interface has begun with the one before: so many writes of a RISC have not
// left at most, one whose bytes are leaving and those on their way to it (spec/timing.md 3.4, inferred).
inline constexpr std::uint32_t most_unsent_writes = 4;

}  // namespace tessera::noc
