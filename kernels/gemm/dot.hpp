// Products of rows by the vector unit, T1 only: 32 rows of B at once, eight columns a lane apart.
#pragma once

#include "../four_rows.hpp"
#include "../rms_norm/squares.hpp"
#include "gemm.hpp"

namespace gemm {

using namespace sfpi;

constexpr uint32_t b_at = tile::vectors, a_at = 2 * tile::vectors, lanes_at = 3 * tile::vectors;

inline void clear_tile(uint32_t) {
    tile::each_four_rows([] {
        dst_reg[0] = vConst0;
        dst_reg[1] = vConst0;
        dst_reg[8] = vConst0;
        dst_reg[9] = vConst0;
    });
}

inline void clear_lanes() {
    tile::each_four_rows([] { dst_reg[lanes_at] = vConst0; });
}

// Elements 256 * part on of the row in tile 0, 16 in a row of Dst, to tile 2, where 16 elements fill four rows.
inline void spread_row(uint32_t part) {
    tile::on_dst([=] {
#pragma GCC unroll 1
        for (uint32_t four = 0; four < 4; ++four) {
            const uint32_t from = 8 * part + 2 * four, to = a_at + 8 * four;
            for (uint32_t odd = 0; odd < 2; ++odd) {
                vFloat a = dst_reg[from + odd], b = a, c = a, d = a;
                subvec_transp(a, b, c, d);
                dst_reg[to + odd] = a;
                dst_reg[to + 2 + odd] = b;
                dst_reg[to + 4 + odd] = c;
                dst_reg[to + 6 + odd] = d;
            }
        }
    });
}

// The tile of B times elements 32 * part on of the row of A, even and odd columns apart, so that one need not wait for
// the other.
inline void add_products(uint32_t part) {
    tile::on_dst([=] {
        const uint32_t from = a_at + 4 * part;
        vFloat a0 = dst_reg[from], a1 = dst_reg[from + 1], a2 = dst_reg[from + 2], a3 = dst_reg[from + 3];
        tile::walk_rows([&] {
            vFloat sum = dst_reg[lanes_at];
            sum = dst_reg[b_at] * a0 + sum;
            vFloat other = dst_reg[b_at + 1] * a1;
            sum = dst_reg[b_at + 8] * a2 + sum;
            other = dst_reg[b_at + 9] * a3 + other;
            dst_reg[lanes_at] = sum + other;
        });
    });
}

// The sums of eight lanes, added to column `column` of tile 0.
inline void add_lanes(uint32_t column) {
    const uint32_t at = column / 16 * 8 + column % 2, lane = column % 16 & ~1u;
    tile::each_four_rows([=] {
        vFloat sum = dst_reg[lanes_at];
        sum = sum + rms_norm::rotated(sum, 1);
        sum = sum + rms_norm::rotated(sum, 2);
        sum = sum + rms_norm::rotated(sum, 4);
        vFloat before = dst_reg[at];
        vInt lanes = vConstTileId;
        lanes = lanes & 15;
        v_if(lanes == static_cast<int>(lane)) { before = before + sum; }
        v_endif;
        dst_reg[at] = before;
    });
}

}  // namespace gemm
