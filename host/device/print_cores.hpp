// TT_METAL_DPRINT_CORES (spec/kernel-api.md 5.5): the cores whose DPRINT lines are shown.
#pragma once

#include <string>

#include "sim/core/options.hpp"

namespace tessera::host {

// `all` or `worker`, or logical coordinates: `0,0`, `(0,0),(1,2)`, `(0,0)-(0,3)`. Unset or empty: none. Lines go to
// stderr, for stdout is the commands' result; leaves a choice or a sink of the caller's alone. Throws InputError for
// anything else.
void choose_print_cores(core::Options& options);
// The same of a word that `option` took, with `off`; where the variable is set that rules and nothing is chosen here.
void choose_print_cores(core::Options& options, const std::string& option, const std::string& word);

}  // namespace tessera::host
