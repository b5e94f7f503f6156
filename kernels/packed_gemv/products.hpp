// Products of codes and x in Dst, T1 only. Tile 0 takes scales and at last y, tile 1 x, tile 2 sums, tile 3 codes.
//
// A lane sums over its own columns of all tiles: of row m of x in entry m of `sums`. Lanes are added up at the end.
#pragma once

#include "../dequantise/weights.hpp"
#include "../rms_norm/squares.hpp"
#include "../spread_row.hpp"
#include "gemv.hpp"

namespace packed_gemv {

constexpr uint32_t x_at = tile::vectors, sums_at = 2 * tile::vectors;
constexpr uint32_t entry_of[rows_at_once] = {0, 1, 8, 9};

inline void clear_sums() {
    tile::each_four_rows([] {
        for (const uint32_t entry : entry_of) dst_reg[sums_at + entry] = vConst0;
    });
}

// Scales of a tile of codes as numbers to tile 0, that of the left half of each row, and that of the right one or what
// is added; codes where they have to be put together; F16 and BF16 the numbers themselves. A second walk then has
// registers for x.
constexpr uint32_t kept_codes = 8;
template <uint32_t phase>
inline void keep_scales() {
    tile::each_four_rows([] {
        if constexpr (are_numbers) {
            const vUInt left = codes_of_tile<phase, 0>();
            dst_reg[0] = number<phase, 0, 0>(left);
            dst_reg[1] = number<phase, 0, 1>(left);
            const vUInt right = codes_of_tile<phase, 1>();
            dst_reg[8] = number<phase, 1, 0>(right);
            dst_reg[9] = number<phase, 1, 1>(right);
            return;
        }
        const Scales scales = scales_of_codes<phase>();
        dst_reg[0] = scales.left;
        if constexpr (type == Type::q6_k) dst_reg[1] = scales.right;
        if constexpr (adds) dst_reg[1] = scales.added;
        if constexpr (has_bytes) dst_reg[kept_codes] = codes_of_tile<phase>();
    });
}

// The codes of a tile times elements 32 * part on of row m of x.
template <uint32_t phase, uint32_t m>
inline void add_products(uint32_t part) {
    tile::on_dst([=] {
        const uint32_t from = x_at + 4 * part;
        const vFloat x0 = dst_reg[from], x1 = dst_reg[from + 1], x2 = dst_reg[from + 2], x3 = dst_reg[from + 3];
        vFloat all = x0;
        if constexpr (adds) all = (x0 + x1) + (x2 + x3);
        tile::walk_rows([&] {
            constexpr uint32_t sums = sums_at + entry_of[m];
            if constexpr (are_numbers) {
                vFloat sum = dst_reg[0] * x0 + dst_reg[sums];
                sum = dst_reg[1] * x1 + sum;
                sum = dst_reg[8] * x2 + sum;
                dst_reg[sums] = dst_reg[9] * x3 + sum;
                return;
            }
            const vUInt codes = dst_reg[has_bytes ? kept_codes : codes_at];
            vFloat sum = number<phase, 0, 0>(codes) * x0;
            sum = number<phase, 0, 1>(codes) * x1 + sum;
            if constexpr (type == Type::q6_k) {
                dst_reg[sums] = sum * dst_reg[0] + dst_reg[sums];
                sum = number<phase, 1, 0>(codes) * x2;
            } else {
                sum = number<phase, 1, 0>(codes) * x2 + sum;
            }
            sum = number<phase, 1, 1>(codes) * x3 + sum;
            sum = sum * dst_reg[type == Type::q6_k ? 1 : 0] + dst_reg[sums];
            if constexpr (adds) sum = all * dst_reg[1] + sum;
            dst_reg[sums] = sum;
        });
    });
}
template <uint32_t m>
inline void add_products_of(uint32_t tile) {
    const uint32_t part = tile % tiles_of_spread;
    if (has_bytes || tiles_of_codes == 1 || tile % 2 == 0) return add_products<0, m>(part);
    add_products<1, m>(part);
}

inline void clear_result() {
    tile::each_four_rows([] {
        for (const uint32_t entry : entry_of) dst_reg[entry] = vConst0;
    });
}

// The sums of eight lanes for row m of x, to column m of tile 0.
template <uint32_t m>
inline void add_lanes() {
    tile::each_four_rows([] {
        vFloat sum = dst_reg[sums_at + entry_of[m]];
        sum = sum + rms_norm::rotated(sum, 1);
        sum = sum + rms_norm::rotated(sum, 2);
        sum = sum + rms_norm::rotated(sum, 4);
        vInt column = vConstTileId;
        column = column & 15;
        vFloat result = dst_reg[m % 2];
        v_if(column == static_cast<int>(m - m % 2)) { result = sum; }
        v_endif;
        dst_reg[m % 2] = result;
    });
}

// alpha times the first four rows of tile 0, plus beta times those of codes' tile where beta is not 0, rounded. Not
// instantiated for either case, since T1 has little room for code.
template <Format format>
inline void finish_rows(float alpha, float beta) {
    if (format == Format::fp32 && beta == 0 && alpha == 1) return;
    tile::on_dst([=] {
        for (const uint32_t entry : entry_of) {
            vFloat value = dst_reg[entry] * alpha;
            if (beta != 0) value = dst_reg[codes_at + entry] * beta + value;
            dst_reg[entry] = nearest<format>(value);
        }
    });
}

}  // namespace packed_gemv
