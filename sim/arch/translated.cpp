#include "sim/arch/translated.hpp"

#include <vector>

#include "sim/arch/harvest.hpp"

namespace tessera::arch {
namespace {

constexpr int first_translated = 18;

// The line at that translated coordinate, -1 where there is none.
int line(const std::array<int, 16>& left, const std::vector<int>& behind, int named) {
    int place = named - first_translated;
    if (place < 0) return -1;
    for (const int one : left)
        if (one >= 0 && place-- == 0) return one;
    return place < static_cast<int>(behind.size()) ? behind[static_cast<std::size_t>(place)] : -1;
}

}  // namespace

Coord noc0_of(const Arch& arch, Coord named) {
    const Grid& grid = arch.grid;
    if (named.x < grid.noc_width && named.y < grid.noc_height) return named;
    if (!grid.die.harvests_rows) return named;
    const Coord at{line(grid.tensix_columns, {}, named.x), line(grid.tensix_rows, harvested(arch), named.y)};
    return at.x < 0 || at.y < 0 ? named : at;
}

}  // namespace tessera::arch
