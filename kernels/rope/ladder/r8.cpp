// R8: one loop over a running pair id instead of loops over batch, rows and columns, so that any core can take any
// range of pairs: the row comes from a division, and the kernel remembers for which row Dst holds positions.
#include "shared_frequencies.hpp"

namespace NAMESPACE {
void MAIN {
    DeviceZoneScopedN("ROPE-COMPUTE");
    const rope::Rotation work;
    if (work.active.empty()) return;
    rope::begin(work);
    [[maybe_unused]] uint32_t halves_with_positions = 0;
    [[maybe_unused]] const volatile tt_l1_ptr int32_t* positions = nullptr;
    uint32_t row = UINT32_MAX;
    for (uint32_t id = work.active.begin; id < work.active.end; ++id) {
        const rope::Place at = rope::place_of(id, work.units_per_row);
        if (at.row != row) {
            if (row != UINT32_MAX) cb_pop_front(rope::cb_positions, 1);
            row = at.row;
            halves_with_positions = 0;
            cb_wait_front(rope::cb_positions, 1);
            positions = reinterpret_cast<const volatile tt_l1_ptr int32_t*>(get_tile_address(rope::cb_positions, 0));
        }
        rope::load_unit();
        rope::copy_unit();
        MATH(DeviceZoneScopedN("ROPE-TILE"); rope::on_dst([&] {
                 if (halves_with_positions < rope::dst_halves) {
                     DeviceZoneScopedN("ROPE-TILE-PRECOMP-POS");
                     rope::keep_positions(positions);
                     ++halves_with_positions;
                 }
                 rope::rotate_pair(at.column);
             });)
        rope::store_unit();
    }
    cb_pop_front(rope::cb_positions, 1);
}
}  // namespace NAMESPACE
