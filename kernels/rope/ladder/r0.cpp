// R0: as one would write it down. Every vector of every face computes its exponent, its exponential, its angle and both
// sines, and every face divides 1 by D again, in software on T1. Nothing is reused.
#include "frame.hpp"

#ifdef TRISC_MATH
namespace rope {

sfpi_inline void rotate_vector(int32_t position, int32_t column, float inverse_columns) {
    vFloat exponent = pair_numbers(column) * 2.0f * inverse_columns;
    vFloat frequency = ROPE_EXP(-exponent * static_cast<float>(FREQ_BASE_LOG));
    vFloat angle = int32_to_float(vInt(position), 0) * frequency;
    rotate(0, sin_radians(angle), cos_radians(angle));
}

ALWI void rotate_pair(int32_t position, uint32_t column_tile, int32_t columns) {
    walk_faces([&](uint32_t face) {
        const float inverse_columns = 1.0f / static_cast<float>(columns);
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
void MAIN {
    DeviceZoneScopedN("ROPE-COMPUTE");
    const rope::Rotation work;
    if (work.active.empty()) return;
    rope::begin_without_constants();
    [[maybe_unused]] const auto position = get_arg_val<int32_t>(5);
    rope::for_each_pair(work, [&]([[maybe_unused]] uint32_t column_tile) {
        MATH(rope::rotate_pair(position, column_tile, rope::columns_of(work));)
    });
}
}  // namespace NAMESPACE
