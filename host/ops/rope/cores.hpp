// Which core does which part of a RoPE, and how its movers take it.
#pragma once

#include <cstdint>
#include <map>
#include <optional>

#include "host/cores/work_split.hpp"
#include "host/schedule/plan.hpp"

namespace tessera::host {

struct RopeShare {
    UnitRange active, passive;
    std::uint32_t first_tile = 0;  // page of the first passive one; of planned movers
};

// What planned movers are told (kernels/rope/rounds.hpp).
struct RopeRounds {
    Batch units, tiles;
    bool in_turn = true;           // batches of units and of tiles, else all units first
    bool by_bank = false;          // passive tiles, bank after bank
    std::uint32_t head_start = 0;  // cycles that cores without units begin later
};

struct RopeLayout {
    std::map<CoreCoord, RopeShare> shares;
    std::optional<RopeRounds> rounds = {};  // without them the movers are the article's
};

// The article's (rope-ladder.md M): units and passive tiles are split independently, each over as many of the given
// cores as it has units for, and the kernels run on the union. The shares cover all once, in the order of the cores.
RopeLayout article_layout(const CoreRangeSet& cores, std::uint32_t units, std::uint32_t passive);

}  // namespace tessera::host
