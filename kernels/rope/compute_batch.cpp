// Rotates units with one position per batch entry (rung R10; Y, N and F by the defines of work.hpp and
// frequencies.hpp): all rows of a tile turn by the same angles, so the sines and cosines of a unit are computed once,
// and the faces only load, rotate and store.
//
// Define FREQ_BASE_LOG, optionally ROPE_EXP. Runtime arguments: Rotation (0..3).
#include "unit.hpp"

#ifdef TRISC_MATH
#include "frequencies.hpp"

namespace rope {

// Dst tile 2: entries 64..67 hold sines, 68..71 cosines, by column face and parity of the column.
constexpr uint32_t sines = 2 * tile_vectors, cosines = sines + 4;

sfpi_inline void rotate_unit(int32_t position, uint32_t column_tile) {
    invert_factors(column_tile);
#pragma GCC unroll 1
    for (uint32_t i = 0; i < unit_frequencies; ++i) {
        vFloat turns = unit_frequency(column_tile, i);
        // The position comes after the exponential, which needs all eight registers.
        vFloat phase = int32_to_float(vInt(position), 0) * turns;
        dst_reg[sines + i] = sine_of(phase);
        dst_reg[cosines + i] = cosine_of(phase);
    }
#pragma GCC unroll 1
    for (uint32_t i = 0; i < unit_frequencies; ++i) {
        const uint32_t column_face = i / face_frequencies, parity = i % face_frequencies;
        vFloat sine = dst_reg[sines + i];
        vFloat cosine = dst_reg[cosines + i];
        for (uint32_t row_face = 0; row_face < 2; ++row_face)
            for (uint32_t rows = 0; rows < 4; ++rows)
                rotate((2 * row_face + column_face) * face_vectors + 2 * rows + parity, sine, cosine);
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

    cb_wait_front(rope::cb_positions, 1);
    [[maybe_unused]] const auto* positions =
        reinterpret_cast<volatile tt_l1_ptr int32_t*>(get_tile_address(rope::cb_positions, 0));

    rope::Factors factors;
    for (uint32_t id = work.active.begin; id < work.active.end; ++id) {
        [[maybe_unused]] const rope::Place at = rope::place_of(id, work.units_per_row);
        rope::load_unit();
        rope::copy_unit();
        factors.copy(at.column);
        MATH(const int32_t position = positions[at.row / work.tile_rows];
             rope::on_dst([&] { rope::rotate_unit(position, at.column); });)
        rope::store_unit();
    }
    factors.end();
    cb_pop_front(rope::cb_positions, 1);
}
}  // namespace NAMESPACE
