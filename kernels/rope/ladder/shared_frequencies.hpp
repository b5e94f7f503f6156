// The rotation of R7 and R8: positions and frequencies both come from Dst.
#pragma once

#include "rows.hpp"

#ifdef TRISC_MATH
namespace rope {

inline constexpr uint32_t frequencies = row_vectors + face_vectors;  // entries 72..75: by column face and parity

inline void rotate_pair(uint32_t column_tile) {
#pragma GCC unroll 1
    for (uint32_t i = 0; i < 4; ++i)
        dst_reg[frequencies + i] = frequency(static_cast<uint32_t>(first_column(column_tile, i / 2)) + i % 2);
#pragma GCC unroll 1
    for (uint32_t face = 0; face < 4; ++face) {
        DeviceZoneScopedN("ROPE-FACE");
#pragma GCC unroll 1
        for (uint32_t parity = 0; parity < 2; ++parity) {
            vFloat turns = dst_reg[frequencies + face % 2 * 2 + parity];
#pragma GCC unroll 1
            for (uint32_t i = 0; i < 4; ++i) {
                vFloat position = dst_reg[row_vectors + face / 2 * 4 + i];
                vFloat phase = position * turns;
                rotate(face * face_vectors + 2 * i + parity, sin_phase(phase), cos_phase(phase));
            }
        }
    }
}

}  // namespace rope
#endif
