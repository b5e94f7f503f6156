// Rotates units with one position per batch entry (rung R10; Y, N and F by the defines of work.hpp and
// frequencies.hpp): all rows of a tile turn by the same angles, so the sines and cosines of a unit are computed once,
// and the faces only load, rotate and store.
//
// Define FREQ_BASE_LOG, optionally ROPE_EXP; or ROPE_SPLIT. Runtime arguments: Rotation (0..3).
#include "unit.hpp"

#ifdef TRISC_MATH
#include "kept_angles.hpp"
#if defined(ROPE_SPLIT)
#include "split_frequencies.hpp"
#else
#include "frequencies.hpp"
#endif

namespace rope {

sfpi_inline void rotate_unit(int32_t position, uint32_t column_tile) {
    prepare(column_tile);
#pragma GCC unroll 1
    for (uint32_t i = 0; i < unit_frequencies; ++i) {
        const auto angle = unit_angle(position, column_tile, i);
        dst_reg[sines + i] = sine_of(angle);
        dst_reg[cosines + i] = cosine_of(angle);
    }
    rotate_all_rows();
}

}  // namespace rope
#endif

namespace NAMESPACE {
void MAIN {
    DeviceZoneScopedN("ROPE-COMPUTE");
    const rope::Rotation work;
    if (work.active.empty()) return;
    rope::begin(work);

    cb_wait_front(rope::cb_positions, 1);
    [[maybe_unused]] const auto* positions =
        reinterpret_cast<volatile tt_l1_ptr int32_t*>(get_tile_address(rope::cb_positions, 0));

    rope::Table<> table;
    for (uint32_t id = work.active.begin; id < work.active.end; ++id) {
        [[maybe_unused]] const rope::Place at = rope::place_of(id, work.units_per_row);
        rope::load_unit();
        rope::copy_unit();
        table.copy(id, at.column);
        MATH(const int32_t position = positions[at.row / work.tile_rows];
             rope::on_dst([&] { rope::rotate_unit(position, at.column); });)
        rope::store_unit();
    }
    table.end();
    cb_pop_front(rope::cb_positions, 1);
}
}  // namespace NAMESPACE
