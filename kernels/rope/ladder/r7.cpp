// R7: the four frequencies of a tile, two faces of columns by two parities, are computed once per tile and wait in Dst
// beside the positions.
#include "kept_positions.hpp"
#include "shared_frequencies.hpp"

namespace NAMESPACE {
void MAIN { rope::keep_positions_then_rotate(); }
}  // namespace NAMESPACE
