#include "host/ops/rope/cores.hpp"

namespace tessera::host {

std::map<CoreCoord, RopeShare> share_rope(const CoreRangeSet& cores, std::uint32_t units, std::uint32_t passive) {
    std::map<CoreCoord, RopeShare> shares;
    for (const auto& [core, range] : share_units(cores, units)) shares[core].active = range;
    for (const auto& [core, range] : share_units(cores, passive)) shares[core].passive = range;
    return shares;
}

}  // namespace tessera::host
