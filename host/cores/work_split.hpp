// How work is spread over cores, exactly as the vendor does it (spec/kernel-api.md 5.3): down the columns by default,
// along the rows with row_wise. Asking for more cores than there are is an InputError.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <tuple>
#include <vector>

#include "host/cores/core_coord.hpp"

namespace tessera::host {

// The first n cores from start on: the rest of start's column, then whole columns as one range, then the last part.
CoreRangeSet num_cores_to_corerangeset(CoreCoord start, std::uint32_t n, CoreCoord grid, bool row_wise = false);
CoreRangeSet num_cores_to_corerangeset(std::uint32_t n, CoreCoord grid, bool row_wise = false);
// n cores of a set after skipping some: its ranges in their order, the rule above inside each.
CoreRangeSet num_cores_to_corerangeset(std::uint32_t skip, std::uint32_t n, const CoreRangeSet& cores, bool row_wise);

std::vector<CoreCoord> grid_to_cores(std::uint32_t n, std::uint32_t grid_x, std::uint32_t grid_y,
                                     bool row_wise = false);
std::vector<CoreCoord> corerange_to_cores(const CoreRangeSet& set, std::optional<std::uint32_t> max_cores = {},
                                          bool row_wise = false);

// (number of cores used, all of them, those with per_core1 units, those with per_core2 units, per_core1, per_core2).
// per_core1 = per_core2 + 1 when the units do not divide evenly; else the second group is empty and per_core2 is 0.
using WorkSplit = std::tuple<std::uint32_t, CoreRangeSet, CoreRangeSet, CoreRangeSet, std::uint32_t, std::uint32_t>;
WorkSplit split_work_to_cores(CoreCoord grid, std::uint32_t units, bool row_wise = false);
WorkSplit split_work_to_cores(const CoreRangeSet& cores, std::uint32_t units, bool row_wise = false);

// The first `count` cores of the grid, in the order of split_work_to_cores. InputError beyond the grid.
CoreRangeSet first_cores(CoreCoord grid, std::uint32_t count);

// The same split with units numbered: a range each, one after the other in the order of the cores. Those without any
// are left out.
struct UnitRange {
    std::uint32_t begin = 0, end = 0;
};
std::map<CoreCoord, UnitRange> share_units(const CoreRangeSet& cores, std::uint32_t units);

}  // namespace tessera::host
