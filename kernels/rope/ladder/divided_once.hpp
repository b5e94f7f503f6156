// The kernel of R1 to R3 around their rope::rotate_pair: 1/D is divided once, in software on T1, at the start.
#pragma once

#include "frame.hpp"

namespace rope {

#ifdef TRISC_MATH
void rotate_pair(int32_t position, uint32_t column_tile, float inverse_columns);
#endif

ALWI void divide_once_then_rotate() {
    DeviceZoneScopedN("ROPE-COMPUTE");
    const Rotation work;
    if (work.active.empty()) return;
    begin_without_constants();
    [[maybe_unused]] const auto position = get_arg_val<int32_t>(5);
    MATH(const float inverse_columns = 1.0f / static_cast<float>(columns_of(work));)
    for_each_pair(work, [&]([[maybe_unused]] uint32_t column_tile) {
        MATH(rotate_pair(position, column_tile, inverse_columns);)
    });
}

}  // namespace rope
