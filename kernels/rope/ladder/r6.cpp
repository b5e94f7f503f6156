// R6: the eight vectors of positions of a row of tiles are built once and wait in Dst tile 2. Dst is double buffered,
// so the first two pairs of a row each fill their half. Indices are explicit; the Dst counter no longer steps.
#include "kept_positions.hpp"

#ifdef TRISC_MATH
namespace rope {

void rotate_pair(uint32_t column_tile) {
#pragma GCC unroll 1
    for (uint32_t face = 0; face < 4; ++face) {
        DeviceZoneScopedN("ROPE-FACE");
#pragma GCC unroll 1
        for (uint32_t parity = 0; parity < 2; ++parity) {
            vFloat turns = frequency(static_cast<uint32_t>(first_column(column_tile, face)) + parity);
#pragma GCC unroll 1
            for (uint32_t i = 0; i < 4; ++i) {
                vFloat position = dst_reg[row_vectors + face / 2 * 4 + i];
                vFloat phase = position * turns;
                rotate(face * face_vectors + 2 * i + parity, sin_phase(phase), cos_phase(phase));
            }
        }
    }
}

}  // namespace rope
#endif

namespace NAMESPACE {
void MAIN { rope::keep_positions_then_rotate(); }
}  // namespace NAMESPACE
