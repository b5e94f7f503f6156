#pragma once

#include <cstdint>

namespace tt::tt_metal {

// The boards of which tessera can be one: a card with one chip of the architecture that the process simulates. The
// values are the vendor's.
enum class ClusterType : std::uint8_t { INVALID = 0, N150 = 1, P150 = 7 };

ClusterType GetClusterType();

}  // namespace tt::tt_metal
