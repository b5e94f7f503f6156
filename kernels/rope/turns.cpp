// Rotates units whose angles the movers worked out in fixed point (phase.hpp): Dst tile 3 holds them, in row 0 where
// all rows share a position; with ROPE_PER_ROW its rows 0..15 do, and rows 16..31 of Dst tile 2.
//
// Define ROPE_TURNS. Runtime arguments: Rotation (0..3).
#include "unit.hpp"

#ifdef TRISC_MATH
#include "kept_angles.hpp"

namespace rope {

sfpi_inline vFloat sine_of(const vInt& turns) {
    vFloat sine = turns_sine(turns);
    scale(sine);
    return sine;
}

sfpi_inline vFloat cosine_of(const vInt& turns) {
    vFloat cosine = turns_cosine(turns);
    scale(cosine);
    return cosine;
}

#if defined(ROPE_PER_ROW)

sfpi_inline void rotate_unit() {
#pragma GCC unroll 1
    for (uint32_t face = 0; face < 4; ++face) {
        const uint32_t table = table_vectors - face / 2 * tile_vectors;
        for (uint32_t parity = 0; parity < face_frequencies; ++parity) {
#pragma GCC unroll 1
            for (uint32_t rows = 0; rows < 4; ++rows) {
                const uint32_t at = face * face_vectors + 2 * rows + parity;
                vUInt turns = dst_reg[table + at];
                rotate(at, sine_of(turns), cosine_of(turns));
            }
        }
    }
}

#else

sfpi_inline void rotate_unit() {
#pragma GCC unroll 1
    for (uint32_t i = 0; i < unit_frequencies; ++i) {
        // Of four equal vectors transposed, the first holds row 0 everywhere.
        vUInt turns = dst_reg[table_vectors + i / face_frequencies * face_vectors + i % face_frequencies];
        vUInt b = turns, c = turns, d = turns;
        subvec_transp(turns, b, c, d);
        dst_reg[sines + i] = sine_of(turns);
        dst_reg[cosines + i] = cosine_of(turns);
    }
    rotate_all_rows();
}

#endif

}  // namespace rope
#endif

namespace NAMESPACE {
void MAIN {
    DeviceZoneScopedN("ROPE-COMPUTE");
    const rope::Rotation work;
    if (work.active.empty()) return;
    rope::begin(work);
    rope::Table<> table;
#if defined(ROPE_PER_ROW)
    rope::Table<rope::cb_lower_table, 2> lower_table;
#endif
    for (uint32_t id = work.active.begin; id < work.active.end; ++id) {
        rope::load_unit();
        rope::copy_unit();
        table.copy(id, 0);
#if defined(ROPE_PER_ROW)
        lower_table.copy(id, 0);
#endif
        MATH(rope::on_dst([] { rope::rotate_unit(); });)
        rope::store_unit();
    }
    table.end();
#if defined(ROPE_PER_ROW)
    lower_table.end();
#endif
}
}  // namespace NAMESPACE
