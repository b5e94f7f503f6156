#include "host/cores/work_split.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "sim/fault/fault.hpp"

namespace tessera::host {
namespace {

using fault::InputError;

CoreCoord swapped(CoreCoord core) { return {core.y, core.x}; }

// Columns of one rectangle, in its own coordinates, appended to out.
void take_columns(std::vector<CoreRange>& out, CoreCoord start, std::size_t n, std::size_t height) {
    if (start.y != 0 && n > height - start.y) {
        out.push_back(CoreRange(start, {start.x, height - 1}));
        n -= height - start.y;
        start = {start.x + 1, 0};
    }
    if (n > height) {
        const std::size_t full = n / height;
        out.push_back(CoreRange(start, {start.x + full - 1, height - 1}));
        n -= full * height;
        start = {start.x + full, 0};
    }
    if (n > 0) out.push_back(CoreRange(start, {start.x, start.y + n - 1}));
}

// Rows are columns of the mirrored rectangle.
std::vector<CoreRange> take(CoreCoord origin, CoreCoord start, std::size_t n, CoreCoord grid, bool row_wise) {
    std::vector<CoreRange> taken;
    if (row_wise)
        take_columns(taken, swapped(start), n, grid.x);
    else
        take_columns(taken, start, n, grid.y);
    for (CoreRange& range : taken) {
        if (row_wise) range = CoreRange(swapped(range.start_coord), swapped(range.end_coord));
        range.start_coord = {range.start_coord.x + origin.x, range.start_coord.y + origin.y};
        range.end_coord = {range.end_coord.x + origin.x, range.end_coord.y + origin.y};
    }
    return taken;
}

CoreCoord nth(std::size_t i, CoreCoord grid, bool row_wise) {
    return row_wise ? CoreCoord{i % grid.x, i / grid.x} : CoreCoord{i / grid.y, i % grid.y};
}

[[noreturn]] void too_many(std::size_t n, std::size_t available) {
    throw InputError(fmt::format("{} cores asked for, {} are there", n, available));
}

}  // namespace

CoreRangeSet num_cores_to_corerangeset(CoreCoord start, std::uint32_t n, CoreCoord grid, bool row_wise) {
    if (start.x >= grid.x || start.y >= grid.y)
        throw InputError(fmt::format("core {} lies outside the grid of {}x{} cores", start, grid.x, grid.y));
    const std::size_t before = row_wise ? start.y * grid.x + start.x : start.x * grid.y + start.y;
    if (n > grid.x * grid.y - before) too_many(n, grid.x * grid.y - before);
    return CoreRangeSet(take({0, 0}, start, n, grid, row_wise));
}

CoreRangeSet num_cores_to_corerangeset(std::uint32_t n, CoreCoord grid, bool row_wise) {
    return num_cores_to_corerangeset({0, 0}, n, grid, row_wise);
}

CoreRangeSet num_cores_to_corerangeset(std::uint32_t skip, std::uint32_t n, const CoreRangeSet& cores, bool row_wise) {
    const std::size_t available = cores.num_cores();
    if (skip > available || n > available - skip) too_many(n, available - std::min<std::size_t>(skip, available));
    std::vector<CoreRange> out;
    std::size_t before = skip, wanted = n;
    for (const CoreRange& range : cores) {
        if (before >= range.size()) {
            before -= range.size();
            continue;
        }
        const CoreCoord grid = range.grid_size();
        const std::size_t here = std::min(wanted, range.size() - before);
        for (const CoreRange& part : take(range.start_coord, nth(before, grid, row_wise), here, grid, row_wise))
            out.push_back(part);
        before = 0;
        wanted -= here;
        if (wanted == 0) break;
    }
    return CoreRangeSet(std::move(out));
}

std::vector<CoreCoord> grid_to_cores(std::uint32_t n, std::uint32_t grid_x, std::uint32_t grid_y, bool row_wise) {
    const CoreCoord grid{grid_x, grid_y};
    if (n > grid.x * grid.y) too_many(n, grid.x * grid.y);
    std::vector<CoreCoord> out;
    for (std::size_t i = 0; i < n; ++i) out.push_back(nth(i, grid, row_wise));
    return out;
}

std::vector<CoreCoord> corerange_to_cores(const CoreRangeSet& set, std::optional<std::uint32_t> max_cores,
                                          bool row_wise) {
    const std::size_t n = std::min<std::size_t>(set.num_cores(), max_cores.value_or(UINT32_MAX));
    std::vector<CoreCoord> out;
    for (const CoreRange& range : set) {
        for (std::size_t i = 0; i < range.size() && out.size() < n; ++i) {
            const CoreCoord core = nth(i, range.grid_size(), row_wise);
            out.emplace_back(core.x + range.start_coord.x, core.y + range.start_coord.y);
        }
    }
    return out;
}

WorkSplit split_work_to_cores(CoreCoord grid, std::uint32_t units, bool row_wise) {
    if (grid.x == 0 || grid.y == 0) throw InputError("the grid to split work over has no cores");
    return split_work_to_cores(CoreRangeSet(CoreRange({0, 0}, {grid.x - 1, grid.y - 1})), units, row_wise);
}

WorkSplit split_work_to_cores(const CoreRangeSet& cores, std::uint32_t units, bool row_wise) {
    if (units == 0) return {0, {}, {}, {}, 0, 0};
    if (cores.empty()) throw InputError("the set to split work over has no cores");
    const auto target = static_cast<std::uint32_t>(std::min<std::size_t>(units, cores.num_cores()));
    CoreRangeSet all = units >= cores.num_cores() ? cores : num_cores_to_corerangeset(0, target, cores, row_wise);
    const std::uint32_t each = units / target, rest = units % target;
    if (rest == 0) return {target, all, all, {}, each, 0};
    return {target,
            all,
            num_cores_to_corerangeset(0, rest, cores, row_wise),
            num_cores_to_corerangeset(rest, target - rest, cores, row_wise),
            each + 1,
            each};
}

CoreRangeSet first_cores(CoreCoord grid, std::uint32_t count) {
    if (count < 1 || count > grid.x * grid.y)
        throw InputError(fmt::format("{} cores: the grid has {} x {} = {}, and one is the least", count, grid.x, grid.y,
                                     grid.x * grid.y));
    return num_cores_to_corerangeset(count, grid);
}

std::map<CoreCoord, UnitRange> share_units(const CoreRangeSet& cores, std::uint32_t units) {
    const auto [used, all, more, fewer, per_more, per_fewer] = split_work_to_cores(cores, units);
    std::map<CoreCoord, UnitRange> shares;
    std::uint32_t next = 0;
    const auto give = [&](const CoreRangeSet& group, std::uint32_t each) {
        for (const CoreCoord& core : corerange_to_cores(group)) {
            shares[core] = {next, next + each};
            next += each;
        }
    };
    give(more, per_more);
    give(fewer, per_fewer);
    return shares;
}

}  // namespace tessera::host
