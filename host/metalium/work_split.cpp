#include "tt-metalium/work_split.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "sim/fault/fault.hpp"

namespace tt::tt_metal {

using tessera::fault::InputError;

namespace {

std::uint32_t largest_divisor(std::uint32_t value, std::uint32_t most) {
    for (std::uint32_t divisor = most; divisor > 1; --divisor)
        if (value % divisor == 0) return divisor;
    return 1;
}

}  // namespace

std::optional<CoreRange> select_contiguous_range_from_corerangeset(const CoreRangeSet& cores, std::uint32_t x,
                                                                   std::uint32_t y) {
    for (const CoreRange& range : cores.ranges())
        if (const CoreCoord size = range.grid_size(); size.x >= x && size.y >= y)
            return CoreRange(range.start_coord, {range.start_coord.x + x - 1, range.start_coord.y + y - 1});
    return std::nullopt;
}

std::uint32_t merge_num_sticks_to_read(std::uint32_t sticks, std::uint32_t stick_bytes, std::uint32_t max_read_bytes) {
    const std::uint32_t total = sticks * stick_bytes;
    std::uint32_t reads = sticks;
    for (std::uint32_t bytes = stick_bytes; bytes != 0 && bytes <= max_read_bytes; bytes += stick_bytes)
        if (total % bytes == 0) reads = total / bytes;
    return reads;
}

std::tuple<std::uint32_t, std::uint32_t> get_max_cores_divisible_by_tiles_per_core_tiles(std::uint32_t tiles,
                                                                                         std::uint32_t max_cores,
                                                                                         bool even) {
    std::uint32_t cores = largest_divisor(tiles, max_cores);
    if (even && cores > 1) cores -= cores % 2;
    return {cores, (tiles + cores - 1) / cores};
}

int find_max_divisor(std::uint32_t value, std::uint32_t most) {
    while (most == 5 || most == 7 || (most > 1 && value % most != 0)) --most;
    return static_cast<int>(std::max(most, 1U));
}

int find_max_block_size(std::uint32_t value, std::uint32_t most) {
    return static_cast<int>(largest_divisor(value, most));
}

std::vector<CoreCoord> grid_to_cores_with_noop(const CoreRangeSet& used, const CoreRangeSet& all, bool row_wise) {
    std::vector<CoreCoord> out = corerange_to_cores(used, std::nullopt, row_wise);
    for (const CoreCoord& core : corerange_to_cores(all, std::nullopt, row_wise))
        if (!used.contains(core)) out.push_back(core);
    return out;
}

std::vector<CoreCoord> grid_to_cores_with_noop(std::uint32_t last_x, std::uint32_t last_y, std::uint32_t grid_x,
                                               std::uint32_t grid_y, bool row_wise) {
    if (last_x >= grid_x || last_y >= grid_y)
        throw InputError(fmt::format("cores up to ({},{}) of a grid of {} x {}", last_x, last_y, grid_x, grid_y));
    return grid_to_cores_with_noop(CoreRange({0, 0}, {last_x, last_y}), CoreRange({0, 0}, {grid_x - 1, grid_y - 1}),
                                   row_wise);
}

CoreRangeSet select_from_corerangeset(const CoreRangeSet& cores, std::uint32_t first, std::uint32_t last,
                                      bool row_wise) {
    const std::vector<CoreCoord> all = corerange_to_cores(cores, std::nullopt, row_wise);
    if (first > last || last >= all.size())
        throw InputError(fmt::format("cores {} to {} of a set of {}", first, last, all.size()));
    return CoreRangeSet(std::vector<CoreRange>(all.begin() + first, all.begin() + last + 1));
}

CoreRangeSet num_cores_to_corerangeset_in_subcoregrids(CoreCoord start, std::uint32_t wanted,
                                                       const CoreRangeSet& sub_core_grids, bool row_wise) {
    if (!sub_core_grids.contains(start))
        throw InputError(fmt::format("core {} is not among {}", start.str(), sub_core_grids.str()));
    std::vector<CoreRange> chosen;
    bool begun = false;
    for (const CoreRange& part : sub_core_grids.ranges())
        for (const CoreCoord& core : corerange_to_cores(part, std::nullopt, row_wise)) {
            begun = begun || core == start;
            if (begun && chosen.size() < wanted) chosen.emplace_back(core);
        }
    if (chosen.size() < wanted)
        throw InputError(
            fmt::format("{} cores from {} on; {} has {}", wanted, start.str(), sub_core_grids.str(), chosen.size()));
    return CoreRangeSet(std::move(chosen));
}

std::tuple<std::vector<std::uint32_t>, CoreRangeSet> split_work_to_cores_even_multiples(const CoreCoord& grid,
                                                                                        std::uint32_t units,
                                                                                        std::uint32_t multiple,
                                                                                        bool row_wise) {
    if (units == 0 || multiple == 0) throw InputError(fmt::format("{} units in multiples of {}", units, multiple));
    const std::uint32_t cores = std::clamp(units / multiple, 1U, static_cast<std::uint32_t>(grid.x * grid.y));
    std::vector<std::uint32_t> shares(cores);
    std::uint32_t turn = 0;
    for (; units >= multiple; units -= multiple) shares[turn++ % cores] += multiple;
    shares[turn % cores] += units;
    return {shares, num_cores_to_corerangeset(cores, grid, row_wise)};
}

}  // namespace tt::tt_metal
