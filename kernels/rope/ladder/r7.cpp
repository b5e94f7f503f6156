// R7: the four frequencies of a tile, two faces of columns by two parities, are computed once per tile and wait in Dst
// beside the positions.
#include "shared_frequencies.hpp"

namespace NAMESPACE {
void MAIN {
    DeviceZoneScopedN("ROPE-COMPUTE");
    const rope::Rotation work;
    if (work.pairs.empty()) return;
    rope::begin(work);
    rope::for_each_pair_of_rows(work, [&]([[maybe_unused]] auto positions, [[maybe_unused]] uint32_t done,
                                          [[maybe_unused]] uint32_t column_tile) {
        MATH(if (done < rope::dst_halves) {
            DeviceZoneScopedN("ROPE-TILE-PRECOMP-POS");
            rope::keep_positions(positions);
        } rope::rotate_pair(column_tile);)
    });
}
}  // namespace NAMESPACE
