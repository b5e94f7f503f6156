// TT_METAL_DPRINT_CORES (spec/kernel-api.md 5.5): the cores whose DPRINT lines are shown.
#pragma once

#include "sim/core/options.hpp"

namespace tessera::host {

// `all` or `worker`, or logical coordinates: `0,0`, `(0,0),(1,2)`, `(0,0)-(0,3)`. Unset or empty: none. Lines go to
// stderr, for stdout is the commands' result; leaves a choice or a sink of the caller's alone. Throws InputError for
// anything else.
void choose_print_cores(core::Options& options);

}  // namespace tessera::host
