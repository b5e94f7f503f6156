// The helpers of host/cores under the vendor's names (spec/kernel-api.md 5.3).
#pragma once

#include "core_coord.hpp"
#include "host/cores/work_split.hpp"

namespace tt::tt_metal {

using tessera::host::corerange_to_cores;
using tessera::host::grid_to_cores;
using tessera::host::num_cores_to_corerangeset;
using tessera::host::split_work_to_cores;

}  // namespace tt::tt_metal
