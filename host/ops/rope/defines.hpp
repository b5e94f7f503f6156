// What the kernels of kernels/rope are compiled with: only the terms that change anything (rope-ladder.md
// Y).
#pragma once

#include <map>
#include <string>

#include "host/ops/rope/plan.hpp"

namespace tessera::host {

using Defines = std::map<std::string, std::string>;

Defines rope_mover_defines(const RopePlan& plan);    // reader and writer
Defines rope_compute_defines(const RopePlan& plan);  // compute kernels

}  // namespace tessera::host
