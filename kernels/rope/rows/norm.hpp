// Rows times 1/sqrt(mean of their squares + eps) and their weights, before they turn. Runtime arguments 2 and 3 are
// 1/width and eps, fp32.
#pragma once

#include "unit.hpp"

#ifdef TRISC_MATH
#include "../../rms_norm/squares.hpp"
#endif

namespace rope {

#ifdef TRISC_MATH
// The tile of sums, and later of factors, which stand in one entry for all columns of their rows; beside it, one after
// the other, weights and angles.
constexpr uint32_t scale_at = 2 * tile_vectors, weight_at = 3 * tile_vectors;

template <uint32_t tile>
sfpi_inline void multiply_by_scale() {
    tile::each_four_rows([] {
        const vFloat factor = dst_reg[scale_at];
        each_angle([&]<uint32_t column> {
            dst_reg[tile * tile_vectors + column] = dst_reg[tile * tile_vectors + column] * factor;
        });
    });
}

// Weights are the same for all rows: row 0 of their tile.
template <uint32_t tile>
sfpi_inline void multiply_by_weights() {
    each_angle([]<uint32_t column> {
        on_dst([] {
            vFloat weight = dst_reg[weight_at + column], b = weight, c = weight, d = weight;
            subvec_transp(weight, b, c, d);
            tile::walk_rows(
                [&] { dst_reg[tile * tile_vectors + column] = dst_reg[tile * tile_vectors + column] * weight; });
        });
    });
}
#endif

// The factors of a block's rows, in c_24. `copy(unit)` waits for a unit and copies its tiles to 0 and 1 of Dst.
template <class Copy>
ALWI void find_scale(uint32_t units, Copy copy) {
    tile_regs_acquire();
    MATH(rms_norm::clear_sums<scale_at>();)
    for (uint32_t unit = 0; unit < units; ++unit) {
        copy(unit);
        MATH((rms_norm::add_squares<scale_at, 0>());)
        MATH((rms_norm::add_squares<scale_at, tile_vectors>());)
    }
    MATH(rms_norm::sums_to_scale<scale_at>(get_arg_val<float>(2), get_arg_val<float>(3));)
    tile_regs_commit();
    cb_reserve_back(cb_scale, 1);
    tile_regs_wait();
    pack_reconfig_data_format(cb_turned, cb_scale);
    pack_tile(2, cb_scale);
    pack_reconfig_data_format(cb_scale, cb_turned);
    tile_regs_release();
    cb_push_back(cb_scale, 1);
    cb_wait_front(cb_scale, 1);
}

// Multiplies what is in Dst tiles 0 and 1, unit `unit` of a block.
ALWI void normalise(uint32_t base, uint32_t unit) {
    copy_of(base, cb_scale, 0, 2);
    MATH(multiply_by_scale<0>();)
    MATH(multiply_by_scale<1>();)
    copy_of(base, cb_weights, 2 * unit, 3);
    MATH(multiply_by_weights<0>();)
    copy_of(base, cb_weights, 2 * unit + 1, 3);
    MATH(multiply_by_weights<1>();)
}

}  // namespace rope
