// Angles that all rows of a tile share: their sines and cosines are kept in Dst tile 2, and the faces only load, rotate
// and store.
#pragma once

#include "rotation.hpp"

namespace rope {

// Entries 64..67 hold sines, 68..71 cosines, by column face and parity of the column.
constexpr uint32_t sines = 2 * tile_vectors, cosines = sines + 4;

sfpi_inline void rotate_all_rows() {
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
