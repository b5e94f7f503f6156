// R1: the division leaves the loops. 1/D is the same everywhere, so T1 divides once, at the start of the kernel.
#include "divided_once.hpp"

#ifdef TRISC_MATH
namespace rope {

sfpi_inline void rotate_vector(int32_t position, int32_t column, float inverse_columns) {
    vFloat exponent = pair_numbers(column) * 2.0f * inverse_columns;
    vFloat frequency = ROPE_EXP(-exponent * static_cast<float>(FREQ_BASE_LOG));
    vFloat angle = int32_to_float(vInt(position), 0) * frequency;
    rotate(0, sin_radians(angle), cos_radians(angle));
}

void rotate_pair(int32_t position, uint32_t column_tile, float inverse_columns) {
    walk_faces([&](uint32_t face) {
#pragma GCC unroll 1
        for (int32_t i = 0; i < static_cast<int32_t>(face_vectors); ++i) {
            rotate_vector(position, first_column(column_tile, face) + i % 2, inverse_columns);
            dst_reg++;
        }
    });
}

}  // namespace rope
#endif

namespace NAMESPACE {
void MAIN { rope::divide_once_then_rotate(); }
}  // namespace NAMESPACE
