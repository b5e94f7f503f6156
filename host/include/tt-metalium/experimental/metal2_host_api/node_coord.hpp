// A node is a place of the grid, which the older calls name a core.
#pragma once

#include "../../core_coord.hpp"
#include "../../work_split.hpp"

namespace tt::tt_metal::experimental {

using NodeCoord = CoreCoord;
using NodeRange = CoreRange;
using NodeRangeSet = CoreRangeSet;
using Nodes = CoreSpec;

inline std::vector<NodeCoord> grid_to_nodes(std::uint32_t nodes, std::uint32_t width, std::uint32_t height,
                                            bool row_wise = false) {
    return grid_to_cores(nodes, width, height, row_wise);
}
inline std::vector<NodeCoord> node_range_to_nodes(const NodeRangeSet& ranges,
                                                  std::optional<std::uint32_t> most = std::nullopt,
                                                  bool row_wise = false) {
    return corerange_to_cores(ranges, most, row_wise);
}

}  // namespace tt::tt_metal::experimental
