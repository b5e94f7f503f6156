// Core-clock cycles of the simulated machine: 1 ns on Wormhole (1.0 GHz), 0.741 ns on Blackhole (1.35 GHz).
#pragma once

#include <cstdint>

namespace tessera {

using Cycle = std::uint64_t;
inline constexpr Cycle never = ~Cycle{0};

}  // namespace tessera
