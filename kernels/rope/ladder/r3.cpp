// R3: angles in half turns. The 1/pi of both sines moves into the exponent, exp(-e ln base - ln pi), where it costs an
// addition for eight vectors instead of a multiply for each sine.
#include "divided_once.hpp"

#ifdef TRISC_MATH
namespace rope {

void rotate_pair(int32_t position, uint32_t column_tile, float inverse_columns) {
    walk_faces([&](uint32_t face) {
#pragma GCC unroll 1
        for (uint32_t parity = 0; parity < 2; ++parity) {
            const int32_t column = first_column(column_tile, face) + static_cast<int32_t>(parity);
            vFloat exponent = pair_numbers(column) * 2.0f * inverse_columns;
            vFloat turns = ROPE_EXP(-exponent * static_cast<float>(FREQ_BASE_LOG) - 1.14472988585f);
#pragma GCC unroll 1
            for (uint32_t i = 0; i < 4; ++i) {
                vFloat phase = int32_to_float(vInt(position), 0) * turns;
                rotate(2 * i + parity, sin_phase(phase), cos_phase(phase));
            }
        }
    });
}

}  // namespace rope
#endif

namespace NAMESPACE {
void MAIN { rope::divide_once_then_rotate(); }
}  // namespace NAMESPACE
