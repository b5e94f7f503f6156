// A row of elements as columns to multiply by, T1 only.
#pragma once

#include "four_rows.hpp"

namespace tile {

// Elements 256 * part on of the row in tile 0, 16 in a row of Dst, to the tile at entry `to`, where 16 elements fill
// four rows.
template <uint32_t to>
inline void spread_row(uint32_t part) {
    on_dst([=] {
#pragma GCC unroll 1
        for (uint32_t four = 0; four < 4; ++four) {
            const uint32_t from = 8 * part + 2 * four, at = to + 8 * four;
            for (uint32_t odd = 0; odd < 2; ++odd) {
                vFloat a = dst_reg[from + odd], b = a, c = a, d = a;
                subvec_transp(a, b, c, d);
                dst_reg[at + odd] = a;
                dst_reg[at + 2 + odd] = b;
                dst_reg[at + 4 + odd] = c;
                dst_reg[at + 6 + odd] = d;
            }
        }
    });
}

}  // namespace tile
