// Coordinates that firmware translates (spec/timing.md 1): Tensix cores as if no line of them were missing.
#pragma once

#include "sim/arch/arch.hpp"

namespace tessera::arch {

// NoC 0 coordinates of those that a kernel names, which may be either. Wormhole's translated ones lie beyond its
// routers: x from 18 on are the columns, y from 18 on the rows that are left, with those that are not behind them.
// Blackhole's are within the NoC 0 coordinates, which tessera takes them for.
Coord noc0_of(const Arch& arch, Coord named);

}  // namespace tessera::arch
