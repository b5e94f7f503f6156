// tessera list coverage: how much is modelled of what the low-level kernels of the user's tree use.
#pragma once

#include "apps/cli.hpp"

namespace tessera::apps {

// InputError where TT_METAL_HOME names no tree. `all`: name what is missing as well.
void list_coverage(const Common& common, bool all);

}  // namespace tessera::apps
