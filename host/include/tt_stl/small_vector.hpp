#pragma once

#include <vector>

#include "../tt-metalium/span.hpp"

namespace tt::stl {

// The second argument, how many values need no allocation, has no effect.
template <class T, std::size_t = 8>
using SmallVector = std::vector<T>;

}  // namespace tt::stl
