// Rounds a block's rows to the format of the caches (narrow.hpp). The host has no setting that packs fp16 from a 32-bit
// Dst with all of its bits (kernel-api.md 3.2), so two of them are put into a word, which the packer leaves as it is.
#pragma once

#include "narrow.hpp"

#ifdef TRISC_MATH
#include "../../stored_as.hpp"
#endif

namespace rope {

#ifdef TRISC_MATH
// An fp16 has no subnormals on this machine: below 2^-14 is zero. Beyond the largest is the largest.
sfpi_inline vUInt fp16_bits(const vFloat& value) {
    vUInt bits = reinterpret<vUInt>(stored_as::fp16(value));
    vInt magnitude = reinterpret<vInt>((bits & 0x7FFFFFFF) >> 13) - (112 << 10);
    v_if(magnitude < 1 << 10) { magnitude = 0; }
    v_endif;
    v_if(magnitude >= 0x7C00) { magnitude = 0x7BFF; }
    v_endif;
    return reinterpret<vUInt>(magnitude) | (bits >> 16 & 0x8000);
}

// Even and odd elements, in vectors side by side, become words in place of both.
template <uint32_t even>
sfpi_inline void join() {
    const vUInt word = fp16_bits(dst_reg[even]) | fp16_bits(dst_reg[even + 1]) << 16;
    dst_reg[even] = word;
    dst_reg[even + 1] = word;
}

// A block float is rounded by the packer, which cuts bits below bf16's off first: these are rounded here.
sfpi_inline void round_rows() {
    if constexpr (kv == Kv::fp16)
        tile::each_four_rows([] {
            join<0>();
            join<8>();
        });
    else
        stored_as::round_tile<stored_as::bf16>();
}
#endif

ALWI void narrow_rows() {
    cb_wait_front(cb_wide, kv_tiles);
    cb_reserve_back(cb_narrow, kv_tiles);
    copy_tile_to_dst_init_short_with_dt(cb_unit, cb_wide);
    pack_reconfig_data_format(cb_turned, cb_narrow);
    for (uint32_t tile = 0; tile < kv_tiles; ++tile) {
        tile_regs_acquire();
        copy_tile(cb_wide, tile, 0);
        MATH(round_rows();)
        tile_regs_commit();
        tile_regs_wait();
        pack_tile(0, cb_narrow);
        tile_regs_release();
    }
    pack_reconfig_data_format(cb_narrow, cb_turned);
    copy_tile_to_dst_init_short_with_dt(cb_wide, cb_unit);
    cb_push_back(cb_narrow, kv_tiles);
    cb_pop_front(cb_wide, kv_tiles);
}

}  // namespace rope
