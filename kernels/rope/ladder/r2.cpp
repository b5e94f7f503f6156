// R2: the four vectors of a face that hold the same columns share exponent and exponential. The frequency depends on
// the column only, so a face needs two of them, one for even and one for odd columns.
#include "divided_once.hpp"

#ifdef TRISC_MATH
namespace rope {

void rotate_pair(int32_t position, uint32_t column_tile, float inverse_columns) {
    walk_faces([&](uint32_t face) {
#pragma GCC unroll 1
        for (uint32_t parity = 0; parity < 2; ++parity) {
            const int32_t column = first_column(column_tile, face) + static_cast<int32_t>(parity);
            vFloat exponent = pair_numbers(column) * 2.0f * inverse_columns;
            vFloat frequency = ROPE_EXP(-exponent * static_cast<float>(FREQ_BASE_LOG));
#pragma GCC unroll 1
            for (uint32_t i = 0; i < 4; ++i) {
                vFloat angle = int32_to_float(vInt(position), 0) * frequency;
                rotate(2 * i + parity, sin_radians(angle), cos_radians(angle));
            }
        }
    });
}

}  // namespace rope
#endif

namespace NAMESPACE {
void MAIN { rope::divide_once_then_rotate(); }
}  // namespace NAMESPACE
