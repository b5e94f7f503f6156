#include "host/ops/rope/cores.hpp"

#include <fmt/format.h>

#include "sim/fault/fault.hpp"

namespace tessera::host {
namespace {

void deal(const CoreRangeSet& cores, std::uint32_t units, UnitRange RopeShare::*part,
          std::map<CoreCoord, RopeShare>& shares) {
    const auto [used, all, more, fewer, per_more, per_fewer] = split_work_to_cores(cores, units);
    std::uint32_t next = 0;
    const auto give = [&](const CoreRangeSet& group, std::uint32_t each) {
        for (const CoreCoord& core : corerange_to_cores(group)) {
            shares[core].*part = {next, next + each};
            next += each;
        }
    };
    give(more, per_more);
    give(fewer, per_fewer);
}

}  // namespace

CoreRangeSet first_cores(CoreCoord grid, std::uint32_t count) {
    if (count < 1 || count > grid.x * grid.y)
        throw fault::InputError(fmt::format("{} cores: the grid has {} x {} = {}, and one is the least", count, grid.x,
                                            grid.y, grid.x * grid.y));
    return num_cores_to_corerangeset(count, grid);
}

std::map<CoreCoord, RopeShare> share_rope(const CoreRangeSet& cores, std::uint32_t units, std::uint32_t passive) {
    std::map<CoreCoord, RopeShare> shares;
    deal(cores, units, &RopeShare::active, shares);
    deal(cores, passive, &RopeShare::passive, shares);
    return shares;
}

}  // namespace tessera::host
