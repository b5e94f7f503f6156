// Tiles turned, copied in Dst, and changed between tile and row-major order (kernel-api.md 3.3).
#pragma once

#include "tessera/compute.h"
#if defined(TRISC_MATH)
#include "sfpi.h"
#include "tessera/llk_params.h"
#endif

namespace ckernel {

namespace detail {
inline constexpr uint32_t transpose_word =
    tessera::tile_word(tessera::abi::TileOp::copy) | tessera::abi::tile_transposes;
}

ALWI void transpose_wh_init(uint32_t icb, uint32_t ocb) {
    tessera::init_tile_op(detail::transpose_word, icb, icb, ocb);
}
ALWI void transpose_wh_init_short(uint32_t) { tessera::init_tile_op(detail::transpose_word); }
ALWI void transpose_wh_tile(uint32_t icb, uint32_t index, uint32_t idst) {
    tessera::tile_op(detail::transpose_word, icb, icb, index, index, idst);
}

// Dst to Dst by the SFPU, whose library may be the user's tree's.
#if !defined(TESSERA_VENDOR_LIBRARY)
ALWI void copy_dest_values_init() { MATH(TTI_SETRWC(p_setrwc::CLR_NONE, 0, 0, 0, 0, p_setrwc::SET_ABD_F);) }
#if defined(TRISC_MATH)
namespace sfpu {
inline void copy_dest_values(uint32_t in, uint32_t out, uint32_t) {
    for (int i = 0; i < 8; ++i) {
        sfpi::vFloat value = sfpi::dst_reg[in * 32];
        sfpi::dst_reg[out * 32] = value;
        sfpi::dst_reg++;
    }
}
}  // namespace sfpu
#endif
ALWI void copy_dest_values([[maybe_unused]] uint32_t in, [[maybe_unused]] uint32_t out) {
    MATH(_llk_math_eltwise_binary_sfpu_params_<false>(sfpu::copy_dest_values, in, out, out);)
}
#endif

namespace detail {

// A block of tiles copied one at a time through tile 0 of Dst, which is acquired and packed here.
ALWI void copy_block(tessera::abi::TileOp op, uint32_t icb, uint32_t tiles, uint32_t ocb, uint32_t in, uint32_t out) {
    for (uint32_t tile = 0; tile < tiles; ++tile) {
        tile_regs_acquire();
        tessera::tile_op(tessera::tile_word(op), icb, icb, in, in, 0, tiles, tile);
        tile_regs_commit();
        tile_regs_wait();
        if (out == 0)
            pack_tile(0, ocb);
        else
            pack_tile<true>(0, ocb, out + tile);
        tile_regs_release();
    }
}

}  // namespace detail

// 32 rows of `tiles` tiles, in pages of a tile each, to tiles.
ALWI void tilize_init(uint32_t icb, uint32_t, uint32_t ocb) {
    tessera::init_tile_op(tessera::tile_word(tessera::abi::TileOp::tilize), icb, icb, ocb);
}
ALWI void tilize_init_short(uint32_t, uint32_t, uint32_t = 0) {
    tessera::init_tile_op(tessera::tile_word(tessera::abi::TileOp::tilize));
}
ALWI void tilize_init_short_with_dt(uint32_t, uint32_t icb, uint32_t tiles, uint32_t ocb = 0) {
    reconfig_data_format_srca(icb);
    tilize_init_short(icb, tiles, ocb);
}
ALWI void tilize_block(uint32_t icb, uint32_t tiles, uint32_t ocb, uint32_t in = 0, uint32_t out = 0) {
    detail::copy_block(tessera::abi::TileOp::tilize, icb, tiles, ocb, in, out);
}
// Back to copying, as the vendor's functions leave it.
ALWI void tilize_uninit(uint32_t icb, uint32_t = 0) { copy_tile_to_dst_init_short(icb); }
ALWI void tilize_uninit_with_dt(uint32_t, uint32_t icb, uint32_t = 0) {
    reconfig_data_format_srca(icb);
    tilize_uninit(icb);
}

// `tiles` tiles to 32 rows by the unpacker.
ALWI void untilize_init(uint32_t icb, uint32_t ocb = tt::CBIndex::c_16) {
    tessera::init_tile_op(tessera::tile_word(tessera::abi::TileOp::untilize), icb, icb, ocb);
}
ALWI void untilize_init_short(uint32_t) { tessera::init_tile_op(tessera::tile_word(tessera::abi::TileOp::untilize)); }
template <int = 1>
ALWI void untilize_block(uint32_t icb, uint32_t tiles, uint32_t ocb) {
    detail::copy_block(tessera::abi::TileOp::untilize, icb, tiles, ocb, 0, 0);
}
ALWI void untilize_uninit(uint32_t icb) { copy_tile_to_dst_init_short(icb); }

// Tiles of Dst to 32 rows by the packer: `tiles` of `row_tiles` tiles in a row.
template <uint32_t tiles = 8, uint32_t row_tiles = tiles, bool diagonal = false>
ALWI void pack_untilize_dest_init(uint32_t ocb, uint32_t = 16, uint32_t = 4) {
    static_assert(!diagonal, "tessera packs whole tiles");
    PACK(tessera::call<Call::reconfig_pack>(ocb);)
    tessera::pack_config(tessera::abi::PackConfig::untilize, row_tiles);
}
template <uint32_t tiles = 8, uint32_t row_tiles = tiles>
ALWI void pack_untilize_init(uint32_t icb, uint32_t ocb) {
    init_sfpu(icb, ocb);
    pack_untilize_dest_init<tiles, row_tiles>(ocb);
}
template <uint32_t tiles = 8, uint32_t row_tiles = tiles, bool diagonal = false>
ALWI void pack_untilize_dest(uint32_t ocb, uint32_t rows = 1, uint32_t block = 0, uint32_t face_rows = 16,
                             uint32_t faces = 4) {
    static_assert(!diagonal, "tessera packs whole tiles");
    if (face_rows != 16 || faces != 4)
        tessera::call<Call::unsupported_compute>(TESSERA_STRING("pack_untilize_dest of partial tiles"));
    for (uint32_t row = 0; row < rows; ++row) {
        PACK(tessera::call<Call::pack_untilize>(row * tiles, ocb, tiles << 16 | row_tiles, block * tiles, row);)
    }
}
template <uint32_t tiles = 8, uint32_t row_tiles = tiles>
ALWI void pack_untilize_block(uint32_t icb, uint32_t rows, uint32_t ocb, [[maybe_unused]] uint32_t block = 0) {
    for (uint32_t row = 0; row < rows; ++row) {
        tile_regs_acquire();
        for (uint32_t tile = 0; tile < tiles; ++tile) copy_tile(icb, row * tiles + tile, tile);
        tile_regs_commit();
        tile_regs_wait();
        PACK(tessera::call<Call::pack_untilize>(0, ocb, tiles << 16 | row_tiles, block * tiles, row);)
        tile_regs_release();
    }
}
ALWI void pack_untilize_uninit(uint32_t = tt::CBIndex::c_16) {
    tessera::pack_config(tessera::abi::PackConfig::untilize, 0);
}

// The packer's last stages, until set again: the vendor's word of mode and threshold, and sums with what L1 holds.
ALWI void pack_relu_config(uint32_t config) { tessera::pack_config(tessera::abi::PackConfig::relu, config); }
ALWI void pack_reconfig_l1_acc(uint32_t on) { tessera::pack_config(tessera::abi::PackConfig::l1_accumulate, on); }

}  // namespace ckernel
