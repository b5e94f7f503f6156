// Products of tiles of words and x in Dst, T1 only. Tile 0 has scales in even columns and, in odd ones, sums that they
// go with, of the left half of each row and of the right one; tiles 1 to 3 are those of products.hpp, with words for
// codes.
#pragma once

#include "products.hpp"
#include "words.hpp"

namespace packed_gemv {

// Code i of each word times elements 32 * part on of a row of x.
template <uint32_t i>
inline void add_word_products(uint32_t part) {
    tile::on_dst([=] {
        const uint32_t from = x_at + 4 * part;
        const vFloat x0 = dst_reg[from], x1 = dst_reg[from + 1], x2 = dst_reg[from + 2], x3 = dst_reg[from + 3];
        const auto code = [](uint32_t entry) {
            vUInt word = dst_reg[codes_at + entry];
            if constexpr (i != 0) word = word >> (bits * i);
            if constexpr (i + 1 < codes_of_word) word = word & vConstIntPrgm0;
            return small_to_float(word) + vConstFloatPrgm1;
        };
        tile::walk_rows([&] {
            vFloat left = dst_reg[1], right = dst_reg[9];
            left = code(0) * x0 + left;
            right = code(8) * x2 + right;
            left = code(1) * x1 + left;
            right = code(9) * x3 + right;
            dst_reg[1] = left;
            dst_reg[9] = right;
        });
    });
}

// A scale of fp16, and 16 bits higher a bias, in every lane that they go with.
sfpi_inline vUInt to_lanes_of_scale(vUInt word) {
    word = word | subvec_shflror1(word);
    if constexpr (lanes_of_scale == 4) {
        vUInt other = subvec_shflror1(word);
        word = word | subvec_shflror1(other);
    }
    return word;
}

// The sums of a tile of words, scaled, to those of row m of x, whose elements from 32 * part on it went with. One
// function for all rows, since T1 has little room for code.
inline void add_scaled(uint32_t m, uint32_t part) {
    tile::on_dst([=] {
        const uint32_t from = x_at + 4 * part, sums = sums_at + entry_of[m];
        vFloat left = dst_reg[from] + vFloat(dst_reg[from + 1]), right = dst_reg[from + 2] + vFloat(dst_reg[from + 3]);
        for (uint32_t i = 1; i < codes_of_word; ++i) {
            left = left + (dst_reg[from + 4 * i] + vFloat(dst_reg[from + 4 * i + 1]));
            right = right + (dst_reg[from + 4 * i + 2] + vFloat(dst_reg[from + 4 * i + 3]));
        }
        tile::walk_rows([&] {
            const auto half = [sums](uint32_t entry, const vFloat& of_x) {
                vUInt word = to_lanes_of_scale(dst_reg[entry]);
                vFloat scale = half_to_float(word << 16), added = half_to_float((word >> 16) << 16);
                if constexpr (minus_bias) added = -(scale * added);
                vFloat sum = scale * dst_reg[entry + 1] + dst_reg[sums];
                dst_reg[sums] = added * of_x + sum;
            };
            half(0, left);
            half(8, right);
        });
    });
}

}  // namespace packed_gemv
