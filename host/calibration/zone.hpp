// What a profiler zone adds to its own duration.
#pragma once

#include "sim/arch/arch.hpp"

namespace tessera::calibration {

// An empty zone with the profiler's cost, less one without it.
double zone_overhead_cycles(const arch::Arch& arch);

}  // namespace tessera::calibration
