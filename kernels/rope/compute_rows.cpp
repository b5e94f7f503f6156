// Rotates units with one position per row (rung R9; Y, N and F by the defines of work.hpp and frequencies.hpp; any
// number of rows): the frequencies are put into Dst once per unit, the positions of a row of tiles once per row.
//
// Positions wait in Dst tile 2 from unit to unit. A unit releases its Dst half, which marks the rows undefined but
// leaves their bits (spec/kernel-api.md 3.1); the ladder's kernels lean on that, and a pedantic run reports it. Dst is
// double buffered, so the first two units of a row each fill their half. With split frequencies nothing leans on them:
// every unit fills its half, which is a twentieth of its vector instructions.
//
// Define FREQ_BASE_LOG, optionally ROPE_EXP; or ROPE_SPLIT. Runtime arguments: Rotation (0..3), 4 rows N of a batch.
#include "unit.hpp"

#ifdef TRISC_MATH
#if defined(ROPE_SPLIT)
#include "split_frequencies.hpp"
#else
#include "frequencies.hpp"
#endif

namespace rope {

sfpi_inline void rotate_unit(uint32_t column_tile) {
    keep_frequencies(column_tile);
#pragma GCC unroll 1
    for (uint32_t face = 0; face < 4; ++face) {
        for (uint32_t parity = 0; parity < face_frequencies; ++parity) {
            const auto frequency = kept_frequency(face, parity);
#pragma GCC unroll 1
            for (uint32_t rows = 0; rows < 4; ++rows) {
                const auto position = kept_position(face, rows);
                const auto angle = angle_of(position, frequency);
                rotate(face * face_vectors + 2 * rows + parity, sine_of(angle), cosine_of(angle));
            }
        }
    }
}

}  // namespace rope
#endif

namespace NAMESPACE {
void MAIN {
    DeviceZoneScopedN("ROPE-COMPUTE");
    const rope::Rotation work;
    if (work.active.empty()) return;
    rope::begin(work);
    MATH(const uint32_t rows = get_arg_val<uint32_t>(4); int32_t positions[tt::constants::TILE_HEIGHT];)

    constexpr uint32_t dst_halves = 2;
    [[maybe_unused]] uint32_t halves_with_positions = 0;
    uint32_t row = UINT32_MAX;
    rope::Table<> table;
    for (uint32_t id = work.active.begin; id < work.active.end; ++id) {
        const rope::Place at = rope::place_of(id, work.units_per_row);
        rope::load_unit();
        if (at.row != row) {
            if (row != UINT32_MAX) cb_pop_front(rope::cb_positions, 1);
            row = at.row;
            halves_with_positions = 0;
            cb_wait_front(rope::cb_positions, 1);
            [[maybe_unused]] const uint32_t address = get_tile_address(rope::cb_positions, 0);
            // T1 copies before it takes the row's first tile. T0 cannot pop this page before that tile is taken.
            MATH(const uint32_t first = row % work.tile_rows * tt::constants::TILE_HEIGHT;
                 const uint32_t count = std::min(rows - first, tt::constants::TILE_HEIGHT);
                 memset(positions, 0, sizeof(positions));
                 memcpy(positions, reinterpret_cast<const void*>(address), count * sizeof(int32_t));)
        }
        rope::copy_unit();
        table.copy(id, at.column);
        MATH(rope::on_dst([&] {
                 if (!rope::positions_wait || halves_with_positions < dst_halves) {
                     rope::keep_positions(positions);
                     ++halves_with_positions;
                 }
                 rope::rotate_unit(at.column);
             });)
        rope::store_unit();
    }
    table.end();
    cb_pop_front(rope::cb_positions, 1);
}
}  // namespace NAMESPACE
