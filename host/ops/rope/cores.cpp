#include "host/ops/rope/cores.hpp"

namespace tessera::host {

RopeLayout article_layout(const CoreRangeSet& cores, std::uint32_t units, std::uint32_t passive) {
    RopeLayout layout;
    for (const auto& [core, range] : share_units(cores, units)) layout.shares[core].active = range;
    for (const auto& [core, range] : share_units(cores, passive)) layout.shares[core].passive = range;
    return layout;
}

}  // namespace tessera::host
