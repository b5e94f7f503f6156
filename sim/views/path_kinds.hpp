// The critical path by what a user would change.
#pragma once

#include "sim/views/profile_data.hpp"

namespace tessera::views {

// What a piece of the path is: a transfer whoever issued it, else by whose work it was.
enum class PathKind : std::uint8_t { read, write, movers, math, tiles };
PathKind kind_of(const PathShare& piece);

struct PathShares {
    double math = 0, tiles = 0, movers = 0, reads = 0, writes = 0;  // of the path's cycles
    double transfers() const { return reads + writes; }
};
PathShares path_shares(const PathProfile& path);

}  // namespace tessera::views
