// The table of pairs beside X: frequency factors for kernels that compute frequencies, frequencies themselves for the
// other phases (kernels/rope/work.hpp, table_tiles.hpp).
#pragma once

#include <cstdint>
#include <vector>

#include "host/ops/rope/plan.hpp"

namespace tessera::host {

bool has_table(const RopeOptions& options);

// A row of tiles, tilized, of which only the first rows count.
//
//   factors   row 0, pair k in column k; 1 elsewhere, since all of it is inverted
//   split     row 0 f1, row 1 f2
//   turns     row 0 the low words, row 1 the high words
//
// Frequencies lie in a tile for each unit, in the columns in which its pairs start: each of a NeoX unit, every second
// of a tile of normal pairs. Turning backward negates them.
std::vector<std::uint32_t> rope_table(const RopePlan& plan);

}  // namespace tessera::host
