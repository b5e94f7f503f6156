// Ways through the two tori (spec/timing.md 1): NoC 0 moves only +x and +y, x first; NoC 1 only -x and -y, y first;
// both wrap at the edges. Coordinates are those of NoC 0 on either.
#pragma once

#include "sim/arch/arch.hpp"

namespace tessera::noc {

enum class Direction : std::uint8_t { along_x, along_y };

// The link a packet leaves a router by.
struct Link {
    arch::Coord router;
    Direction direction;
    friend auto operator<=>(const Link&, const Link&) = default;
};

// The next link from `at`, which is not `to`.
inline Link next_link(int noc, arch::Coord at, arch::Coord to) {
    const bool x_left = at.x != to.x, y_left = at.y != to.y;
    const bool along_x = noc == 0 ? x_left : x_left && !y_left;
    return {at, along_x ? Direction::along_x : Direction::along_y};
}

// Where a link of that NoC leads.
inline arch::Coord end_of(const arch::Grid& grid, int noc, const Link& link) {
    const int step = noc == 0 ? 1 : -1;
    arch::Coord to = link.router;
    if (link.direction == Direction::along_x)
        to.x = (to.x + step + grid.noc_width) % grid.noc_width;
    else
        to.y = (to.y + step + grid.noc_height) % grid.noc_height;
    return to;
}

// Links from `a` to `b` on that NoC.
inline int hops(const arch::Grid& grid, int noc, arch::Coord a, arch::Coord b) {
    const int sign = noc == 0 ? 1 : -1;
    return (sign * (b.x - a.x) + grid.noc_width) % grid.noc_width +
           (sign * (b.y - a.y) + grid.noc_height) % grid.noc_height;
}

}  // namespace tessera::noc
