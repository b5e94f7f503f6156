// Cores in few words.
#pragma once

#include <string>
#include <vector>

#include "sim/arch/arch.hpp"

namespace tessera::core {

// "core (0,3)", "cores (0,0) to (7,6)", "cores (0,0) to (7,3), (0,4) and 3 more": rectangles, the largest first come.
std::string cores_text(std::vector<arch::Coord> cores);

}  // namespace tessera::core
