// How long a plan takes by the model: its pages go over the NoC and the banks of sim/noc, movers wait at their
// barriers, and a unit takes the compute RISCs what it costs. Kernels are not run.
#pragma once

#include "host/schedule/plan.hpp"

namespace tessera::host {

// `share` of each core's units of each class, from their first on.
Cycle play(const Problem& problem, const Plan& plan, double share = 1);

}  // namespace tessera::host
