// R4: ln base, ln pi and 2/D sit in the three programmable constant registers, written once at the start, instead of
// being loaded for every exponent.
#include "frame.hpp"

#ifdef TRISC_MATH
namespace rope {

ALWI void rotate_pair(int32_t position, uint32_t column_tile) {
    walk_faces([&](uint32_t face) {
#pragma GCC unroll 1
        for (uint32_t parity = 0; parity < 2; ++parity) {
            vFloat turns = frequency(static_cast<uint32_t>(first_column(column_tile, face)) + parity);
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
void MAIN {
    DeviceZoneScopedN("ROPE-COMPUTE");
    const rope::Rotation work;
    if (work.active.empty()) return;
    rope::begin(work);
    [[maybe_unused]] const auto position = get_arg_val<int32_t>(5);
    rope::for_each_pair(work,
                        [&]([[maybe_unused]] uint32_t column_tile) { MATH(rope::rotate_pair(position, column_tile);) });
}
}  // namespace NAMESPACE
