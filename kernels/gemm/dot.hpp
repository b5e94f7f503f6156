// Products of rows by the vector unit, T1 only: 32 rows of B at once, eight columns a lane apart.
#pragma once

#include "../four_rows.hpp"
#include "../rms_norm/squares.hpp"
#include "../spread_row.hpp"
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
