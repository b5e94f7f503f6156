#pragma once

#include <cstdint>
#include <vector>

namespace tt::tt_metal {

using RuntimeArgsData = std::vector<std::uint32_t>;

}  // namespace tt::tt_metal
