// Which core does which part of a RoPE (rope-ladder.md M): units and passive tiles are split independently,
// each over as many of the given cores as it has units for, and the kernels run on the union.
#pragma once

#include <cstdint>
#include <map>

#include "host/cores/work_split.hpp"

namespace tessera::host {

struct RopeShare {
    UnitRange active, passive;
};

// By core; the shares cover all units once, in the order of the cores.
std::map<CoreCoord, RopeShare> share_rope(const CoreRangeSet& cores, std::uint32_t units, std::uint32_t passive);

}  // namespace tessera::host
