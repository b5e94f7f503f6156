// The job of the tiles path: kernels/rope/turns.cpp on tiled tensors, for rotations whose pairs lie as tiles do.
#pragma once

#include <optional>
#include <string>

#include "host/ops/rope/plan.hpp"
#include "host/ops/rope/rows/job.hpp"

namespace tessera::host {

struct TilesPlan {
    RopePlan plan;
    std::vector<std::int32_t> positions;
};

// How a rotation goes by tiles, or in half a line why it does not.
struct TilesChoice {
    std::optional<TilesPlan> plan;
    std::string why_not;
};
TilesChoice tiles_choice(const Rotation& rotation, std::uint32_t cores);

// Without words and judge.
Job tiles_job(const arch::Arch& arch, const Rotation& rotation, const TilesPlan& plan);

}  // namespace tessera::host
