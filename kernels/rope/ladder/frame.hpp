// What the rungs R0 to R8 share: the loop over pairs around the rotation, the walk over the faces, the radian forms
// (rope-ladder.md). A rung's file holds what it is about: rope::rotate_pair and what goes before it.
//
// Runtime arguments: Rotation (0..3), 4 rows N of a batch, 5 the position of the whole tensor (R0 to R4).
#pragma once

#include "../unit.hpp"

namespace rope {

inline constexpr uint32_t dst_halves = 2;

#ifdef TRISC_MATH

// Columns that rotate, D_active.
ALWI int32_t columns_of(const Rotation& work) {
    return static_cast<int32_t>(work.units_per_row * 2 * tt::constants::TILE_WIDTH);
}

// First column of a face within its row of tiles.
ALWI int32_t first_column(uint32_t column_tile, uint32_t face) {
    return static_cast<int32_t>(column_tile * tt::constants::TILE_WIDTH + face % 2 * tt::constants::FACE_WIDTH);
}

// Numbers of the pairs in one vector: every second column of a face, from `column` on.
sfpi_inline vFloat pair_numbers(int32_t column) { return int32_to_float((vConstTileId & 15) + column, 0); }

// sin and cos of an angle in radians: each brings it to half turns by a multiply of its own.
sfpi_inline vFloat sin_radians(vFloat angle) { return sin_phase(angle * 0.31830987f); }
sfpi_inline vFloat cos_radians(vFloat angle) { return sin_radians(1.5707964f - angle); }

// Calls `face(f)` with Dst addressed from the first row of face f on.
template <class Face>
ALWI void walk_faces(Face face) {
    for (uint32_t f = 0; f < 4; ++f) {
        DeviceZoneScopedN("ROPE-FACE");
        face(f);
        math::inc_dst_addr<8>();
        math::inc_dst_addr<8>();
    }
}

#endif

// Steps through a row of pairs after pair; the only divisions are those that find the first one.
class Walk {
  public:
    ALWI explicit Walk(const Rotation& work)
        : at_(place_of(work.active.begin, work.units_per_row)), units_per_row_(work.units_per_row) {}
    ALWI uint32_t column() const { return at_.column; }
    // Whether the next pair begins a new row of tiles.
    ALWI bool next() {
        if (++at_.column != units_per_row_) return false;
        at_ = {at_.row + 1, 0};
        return true;
    }

  private:
    Place at_;
    uint32_t units_per_row_;
};

// Every pair of this core's range, with `rotate` on T1 between the copies and the packing.
template <class Rotate>
ALWI void for_each_pair(const Rotation& work, [[maybe_unused]] Rotate rotate) {
    Walk walk(work);
    for (uint32_t id = work.active.begin; id < work.active.end; ++id, walk.next()) {
        load_unit();
        copy_unit();
        MATH(DeviceZoneScopedN("ROPE-TILE"); on_dst([&] { rotate(walk.column()); });)
        store_unit();
    }
}

}  // namespace rope
