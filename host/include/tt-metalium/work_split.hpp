// The helpers of host/cores under the vendor's names (spec/kernel-api.md 5.3).
#pragma once

#include <cstdint>
#include <tuple>
#include <vector>

#include "core_coord.hpp"
#include "host/cores/work_split.hpp"

namespace tt::tt_metal {

using tessera::host::corerange_to_cores;
using tessera::host::grid_to_cores;
using tessera::host::num_cores_to_corerangeset;
using tessera::host::split_work_to_cores;

// In how few reads of whole sticks, none larger than the limit, as many sticks can be had.
std::uint32_t merge_num_sticks_to_read(std::uint32_t sticks, std::uint32_t stick_bytes, std::uint32_t max_read_bytes);
// The most cores that divide the tiles, and the tiles of each.
std::tuple<std::uint32_t, std::uint32_t> get_max_cores_divisible_by_tiles_per_core_tiles(std::uint32_t tiles,
                                                                                         std::uint32_t max_cores,
                                                                                         bool even = false);
int find_max_divisor(std::uint32_t value, std::uint32_t most);  // never 5 nor 7
int find_max_block_size(std::uint32_t value, std::uint32_t most = 8);

// The cores used, then the others of the grid. Given as a set, or as the last core of a rectangle from the origin.
std::vector<CoreCoord> grid_to_cores_with_noop(const CoreRangeSet& used, const CoreRangeSet& all,
                                               bool row_wise = false);
std::vector<CoreCoord> grid_to_cores_with_noop(std::uint32_t last_x, std::uint32_t last_y, std::uint32_t grid_x,
                                               std::uint32_t grid_y, bool row_wise = false);
// From the first to the last of them in order, both included, each a range of its own.
CoreRangeSet select_from_corerangeset(const CoreRangeSet& cores, std::uint32_t first, std::uint32_t last,
                                      bool row_wise = false);
// So many cores of the parts of a grid: of the part that has `start` from there on, then of those behind it, row by row
// or column by column. InputError when they have fewer.
CoreRangeSet num_cores_to_corerangeset_in_subcoregrids(CoreCoord start, std::uint32_t wanted,
                                                       const CoreRangeSet& sub_core_grids, bool row_wise = false);

// Units in whole multiples, dealt to the cores in turn, and those that get any; what is left over goes to the core
// whose turn it is.
std::tuple<std::vector<std::uint32_t>, CoreRangeSet> split_work_to_cores_even_multiples(const CoreCoord& grid,
                                                                                        std::uint32_t units,
                                                                                        std::uint32_t multiple,
                                                                                        bool row_wise = false);

}  // namespace tt::tt_metal
