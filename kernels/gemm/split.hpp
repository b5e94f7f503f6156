// fp32 in parts that the matrix unit multiplies and sums exactly.
//
// The unit aligns the products of a group of eight to the largest and keeps 12 bits of them, which is where it loses
// most (tensix-core.md 1.6). Nothing is lost where all elements of a row are multiples of one unit and none is more
// than 2^4 units in SrcA, or 2^6 in SrcB: those are the bits of the first fidelity phase, so LoFi is enough. Hence a
// tile is cut into parts by rounding each row to such multiples, beginning with the power of two of its largest
// magnitude. What is left behind the last part is at most 2^-19 of that power for B and 2^-20 for A; products of parts
// that are not larger, 2^-20 and less, are left out. |x| must be less than 2^107.
#pragma once

#include "gemm.hpp"

#ifdef TRISC_MATH
#include "../rms_norm/squares.hpp"
#endif

namespace gemm {

#ifdef TRISC_MATH
// Parts of `bits` bits of the tile in Dst tile 0, there and in the tiles behind it. Added to 1.5 * 2^23 units and taken
// away again, a number is rounded to units.
template <uint32_t parts, uint32_t bits>
inline void split_tile() {
    using namespace sfpi;
    tile::each_four_rows([] {
        vFloat largest = max(abs(vFloat(dst_reg[0])), abs(vFloat(dst_reg[1])));
        largest = max(largest, abs(vFloat(dst_reg[8])));
        largest = max(largest, abs(vFloat(dst_reg[9])));
        largest = max(largest, rms_norm::rotated(largest, 1));
        largest = max(largest, rms_norm::rotated(largest, 2));
        largest = max(largest, rms_norm::rotated(largest, 4));
        const vInt exponent = exexp_nodebias(largest);
        const auto units_of = [&](uint32_t part) {
            return setexp(vFloat(1.5f), exponent + static_cast<int>(25 - bits * (part + 1)));
        };
        const vFloat first = units_of(0), second = units_of(1), third = units_of(2);
        const vFloat fourth = parts > 3 ? units_of(3) : third;
        const auto one = [&](uint32_t column) {
            vFloat left = dst_reg[column];
            const auto take = [&](uint32_t part, const vFloat& units) {
                vFloat multiple = left + units;
                multiple = multiple - units;
                dst_reg[part * tile::vectors + column] = multiple;
                left = left - multiple;
            };
            take(0, first);
            take(1, second);
            take(2, third);
            if constexpr (parts > 3) take(3, fourth);
        };
        one(0);
        one(1);
        one(8);
        one(9);
    });
}
#endif

// Tiles of c_8, or of B as they were read, to their parts in another buffer, from page `at` on, the parts of a tile
// `apart` pages from each other.
template <uint32_t parts, uint32_t bits>
ALWI void split_tiles(uint32_t from, uint32_t tiles, uint32_t to, uint32_t at, uint32_t apart) {
    cb_wait_front(from, Kb);
    reconfig_data_format_srca(from);
    copy_tile_to_dst_init_short(from);
    pack_reconfig_data_format(to);
    for (uint32_t tile = 0; tile < tiles; ++tile) {
        tile_regs_acquire();
        copy_tile(from, tile, 0);
        MATH((split_tile<parts, bits>());)
        tile_regs_commit();
        tile_regs_wait();
        for (uint32_t part = 0; part < parts; ++part) pack_tile<true>(part, to, at + tile + part * apart);
        tile_regs_release();
    }
    cb_pop_front(from, Kb);
}

}  // namespace gemm
