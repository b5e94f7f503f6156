// R5: every row has a position of its own. Each vector gathers its four from L1 and casts them, so the inner loop grows
// past the 128 instructions that T1's cache holds on Wormhole: it is slower than R4 by far more than the loads alone.
#include "rows.hpp"

#ifdef TRISC_MATH
namespace rope {

ALWI void rotate_pair(const volatile tt_l1_ptr int32_t* positions, uint32_t column_tile) {
    walk_faces([&](uint32_t face) {
#pragma GCC unroll 1
        for (uint32_t parity = 0; parity < 2; ++parity) {
            vFloat turns = frequency(static_cast<uint32_t>(first_column(column_tile, face)) + parity);
#pragma GCC unroll 1
            for (uint32_t i = 0; i < 4; ++i) {
                vFloat phase = four_rows(positions + 16 * (face / 2) + 4 * i) * turns;
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
    rope::for_each_pair_of_rows(work,
                                [&]([[maybe_unused]] auto positions, uint32_t, [[maybe_unused]] uint32_t column_tile) {
                                    MATH(rope::rotate_pair(positions, column_tile);)
                                });
}
}  // namespace NAMESPACE
