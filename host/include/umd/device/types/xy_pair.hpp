#pragma once

#include "../../../tt-metalium/core_coord.hpp"

namespace tt::umd {

using xy_pair = tessera::host::CoreCoord;

}  // namespace tt::umd

using tt_xy_pair = tt::umd::xy_pair;
