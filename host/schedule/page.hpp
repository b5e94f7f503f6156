// A page on its way, as planners and bounds see it.
#pragma once

#include "host/cores/core_coord.hpp"
#include "host/schedule/problem.hpp"
#include "sim/noc/transfer.hpp"

namespace tessera::host {

// Readers use NoC 0 and writers NoC 1: the other way about, or both on one, banks and links are worse off (timing.md
// 4).
noc::Transfer page_transfer(const Problem& problem, const CoreCoord& core, int bank, bool is_read);

}  // namespace tessera::host
