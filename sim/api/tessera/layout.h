// Tiles turned, copied in Dst, and changed between tile and row-major order (kernel-api.md 3.3).
#pragma once

#include "tessera/compute.h"
#if defined(TRISC_MATH)
#include "sfpi.h"
#include "tessera/llk_params.h"
#endif

namespace tessera::detail {
inline constexpr tessera::TileWord<tessera::TileOp::copy> transpose_word = {tessera::tile_transposes};
}  // namespace tessera::detail

namespace ckernel {

ALWI void transpose_wh_init(uint32_t icb, uint32_t ocb = tt::CBIndex::c_16, tessera::Line = {}) {
    tessera::init_tile_op(tessera::detail::transpose_word, icb, icb, ocb);
}
ALWI void transpose_wh_init_short(uint32_t = 0, tessera::Line = {}) {
    tessera::init_tile_op(tessera::detail::transpose_word);
}
ALWI void transpose_wh_tile(uint32_t icb, uint32_t index, uint32_t idst) {
    tessera::tile_op(tessera::detail::transpose_word, icb, icb, index, index, idst);
}
// The names of 2026.
ALWI void transpose_init(uint32_t icb, tessera::Line = {}) { transpose_wh_init_short(icb); }
ALWI void transpose_tile(uint32_t icb, uint32_t index, uint32_t idst) { transpose_wh_tile(icb, index, idst); }
ALWI void transpose_block(uint32_t icb, uint32_t index, uint32_t idst, uint32_t tiles) {
    for (uint32_t i = 0; i < tiles; ++i) transpose_tile(icb, index + i, idst + i);
}

}  // namespace ckernel

namespace tessera::detail {
template <bool is_32bit>
constexpr auto transpose_dst_word() {
    static_assert(is_32bit == DST_ACCUM_MODE, "transpose_wh_dest<true> is for fp32_dest_acc_en, and no other is");
    return tessera::TileWord<tessera::TileOp::transpose_dst>{tessera::tile_flag(is_32bit, tessera::tile_keeps_32)};
}
}  // namespace tessera::detail

namespace ckernel {

// A tile of Dst, which must have as many bits a datum as the call says.
template <bool is_32bit = false>
ALWI void transpose_wh_dest_init_short() {
    MATH(tessera::init_tile_op(tessera::detail::transpose_dst_word<is_32bit>());)
}
template <bool is_32bit = false>
ALWI void transpose_wh_dest(uint32_t idst) {
    tessera::tile_op(tessera::detail::transpose_dst_word<is_32bit>(), tessera::unchanged, tessera::unchanged, 0, 0,
                     idst);
}
template <bool is_32bit = false, bool of_faces = true>
ALWI void transpose_dest_init(uint32_t = 0) {
    static_assert(of_faces, "tessera transposes whole tiles of Dst");
    transpose_wh_dest_init_short<is_32bit>();
}
template <bool is_32bit = false, bool of_faces = true>
ALWI void transpose_dest(uint32_t idst) {
    static_assert(of_faces, "tessera transposes whole tiles of Dst");
    transpose_wh_dest<is_32bit>(idst);
}

// Dst to Dst by the SFPU.
ALWI void copy_dest_values_init() { MATH(TTI_SETRWC(p_setrwc::CLR_NONE, 0, 0, 0, 0, p_setrwc::SET_ABD_F);) }
#if defined(TRISC_MATH)
}  // namespace ckernel

namespace tessera::vectors {
inline void copy_dest_values(uint32_t in, uint32_t out, uint32_t) {
    for (int i = 0; i < 8; ++i) {
        sfpi::vFloat value = sfpi::dst_reg[in * 32];
        sfpi::dst_reg[out * 32] = value;
        sfpi::dst_reg++;
    }
}
}  // namespace tessera::vectors

namespace ckernel {
#endif
ALWI void copy_dest_values([[maybe_unused]] uint32_t in, [[maybe_unused]] uint32_t out) {
    MATH(_llk_math_eltwise_binary_sfpu_params_<false>(tessera::vectors::copy_dest_values, in, out, out);)
}

}  // namespace ckernel

namespace tessera::detail {

// A block of tiles copied one at a time through tile 0 of Dst, which is acquired and packed here.
template <tessera::TileOp op>
ALWI void copy_block(uint32_t icb, uint32_t tiles, uint32_t ocb, uint32_t in, uint32_t out) {
    for (uint32_t tile = 0; tile < tiles; ++tile) {
        tile_regs_acquire();
        tessera::tile_op(tessera::TileWord<op>{}, icb, icb, in, in, 0, tiles, tile);
        tile_regs_commit();
        tile_regs_wait();
        if (out == 0)
            pack_tile(0, ocb);
        else
            pack_tile<true>(0, ocb, out + tile);
        tile_regs_release();
    }
}

}  // namespace tessera::detail

namespace ckernel {

// 32 rows of `tiles` tiles, in pages of a tile each, to tiles.
ALWI void tilize_init(uint32_t icb, uint32_t = 1, uint32_t ocb = tt::CBIndex::c_16, tessera::Line = {}) {
    tessera::init_tile_op(tessera::TileWord<tessera::TileOp::tilize>{}, icb, icb, ocb);
    tessera::pack_config<tessera::PackConfig::tilize>(true);
}
ALWI void tilize_init_short(uint32_t, uint32_t, uint32_t = 0) {
    tessera::init_tile_op(tessera::TileWord<tessera::TileOp::tilize>{});
    tessera::pack_config<tessera::PackConfig::tilize>(true);
}
ALWI void tilize_init_short_with_dt(uint32_t, uint32_t icb, uint32_t tiles, uint32_t ocb = 0) {
    reconfig_data_format_srca(icb);
    tilize_init_short(icb, tiles, ocb);
}
ALWI void tilize_block(uint32_t icb, uint32_t tiles, uint32_t ocb, uint32_t in = 0, uint32_t out = 0) {
    tessera::detail::copy_block<tessera::TileOp::tilize>(icb, tiles, ocb, in, out);
}
// Back to copying, as the vendor's functions leave it.
ALWI void tilize_uninit(uint32_t icb, uint32_t = 0) {
    copy_tile_to_dst_init_short(icb);
    tessera::pack_config<tessera::PackConfig::tilize>(false);
}
ALWI void tilize_uninit_with_dt(uint32_t, uint32_t icb, uint32_t = 0) {
    reconfig_data_format_srca(icb);
    tilize_uninit(icb);
}
// The vendor's faster way through both unpackers gives the same tiles; tessera takes them the plain way, in its time.
ALWI void fast_tilize_init(uint32_t icb, uint32_t tiles, uint32_t ocb, tessera::Line = {}) {
    tilize_init(icb, tiles, ocb);
}
ALWI void fast_tilize_init_with_dt(uint32_t icb, uint32_t tiles, uint32_t ocb) {
    reconfig_data_format(icb, icb);
    fast_tilize_init(icb, tiles, ocb);
}
ALWI void fast_tilize_block(uint32_t icb, uint32_t tiles, uint32_t ocb, uint32_t in = 0, uint32_t out = 0) {
    tilize_block(icb, tiles, ocb, in, out);
}
ALWI void fast_tilize_uninit(uint32_t icb, uint32_t ocb = 0, [[maybe_unused]] uint32_t row_tiles = 0) {
    tilize_uninit(icb, ocb);
}

// `tiles` tiles to 32 rows by the unpacker.
ALWI void untilize_init(uint32_t icb, uint32_t ocb = tt::CBIndex::c_16, tessera::Line = {}) {
    tessera::init_tile_op(tessera::TileWord<tessera::TileOp::untilize>{}, icb, icb, ocb);
}
ALWI void untilize_init_short(uint32_t = 0) { tessera::init_tile_op(tessera::TileWord<tessera::TileOp::untilize>{}); }
template <int = 1>
ALWI void untilize_block(uint32_t icb, uint32_t tiles, uint32_t ocb) {
    tessera::detail::copy_block<tessera::TileOp::untilize>(icb, tiles, ocb, 0, 0);
}
ALWI void untilize_uninit(uint32_t icb = 0) { copy_tile_to_dst_init_short(icb); }

// Tiles of Dst to 32 rows by the packer: `tiles` of `row_tiles` tiles in a row. Of smaller faces their first rows are
// packed, and with one or two faces a tile ends with the first row of faces.
template <uint32_t tiles = 8, uint32_t row_tiles = tiles, bool narrow_row = false, uint32_t row_datums = 32>
ALWI void pack_untilize_dest_init(uint32_t ocb, uint32_t = 16, uint32_t = 4, tessera::Line = {}) {
    static_assert(!narrow_row && row_datums == 32, "tessera packs rows of whole tiles");
    PACK(tessera::unit::reconfigure_packer(ocb);)
    tessera::pack_config<tessera::PackConfig::untilize>(row_tiles);
}
template <uint32_t tiles = 8, uint32_t row_tiles = tiles>
ALWI void pack_untilize_init(uint32_t icb, uint32_t ocb, tessera::Line = {}) {
    tessera::init_tile_op(tessera::TileWord<tessera::TileOp::copy>{}, icb, icb, ocb);
    pack_untilize_dest_init<tiles, row_tiles>(ocb);
}
template <uint32_t tiles = 8, uint32_t row_tiles = tiles>
ALWI void pack_untilize_init_short(uint32_t icb, uint32_t ocb) {
    copy_tile_to_dst_init_short(icb);
    pack_untilize_dest_init<tiles, row_tiles>(ocb);
}
template <uint32_t tiles = 8, uint32_t row_tiles = tiles>
ALWI void pack_untilize_dest_init_short(uint32_t ocb, uint32_t face_rows = 16, uint32_t faces = 4) {
    pack_untilize_dest_init<tiles, row_tiles>(ocb, face_rows, faces);
}
template <uint32_t tiles = 8, uint32_t row_tiles = tiles, bool diagonal = false, bool narrow_row = false,
          uint32_t row_datums = 32, uint32_t first_tile = 0>
ALWI void pack_untilize_dest(uint32_t ocb, uint32_t rows = 1, uint32_t block = 0, uint32_t face_rows = 16,
                             uint32_t faces = 4, uint32_t later = 0) {
    static_assert(!diagonal && !narrow_row && row_datums == 32, "tessera packs rows of whole tiles");
    for (uint32_t row = 0; row < rows; ++row) {
        PACK(tessera::unit::pack_untilize(row * tiles + first_tile + later, ocb, tiles << 16 | row_tiles, block * tiles,
                                          row, face_rows | faces << 8);)
    }
}
// The names of both until summer 2025.
template <uint32_t tiles = 8, uint32_t row_tiles = tiles>
ALWI void pack_untilize_dst_init_short(uint32_t ocb, uint32_t face_rows = 16, uint32_t faces = 4) {
    pack_untilize_dest_init<tiles, row_tiles>(ocb, face_rows, faces);
}
template <uint32_t tiles = 8, uint32_t row_tiles = tiles>
ALWI void pack_untilize_dst(uint32_t ocb, uint32_t rows = 1, uint32_t block = 0, uint32_t face_rows = 16,
                            uint32_t faces = 4) {
    pack_untilize_dest<tiles, row_tiles>(ocb, rows, block, face_rows, faces);
}
// Every one of the rows is made of the same tiles and lies in the same place: callers have one, or mean no other.
template <uint32_t tiles = 8, uint32_t row_tiles = tiles>
ALWI void pack_untilize_block(uint32_t icb, uint32_t rows, uint32_t ocb, uint32_t block = 0) {
    for (uint32_t row = 0; row < rows; ++row) {
        tile_regs_acquire();
        for (uint32_t tile = 0; tile < tiles; ++tile) copy_tile(icb, tile, tile);
        tile_regs_commit();
        tile_regs_wait();
        pack_untilize_dest<tiles, row_tiles>(ocb, 1, block);
        tile_regs_release();
    }
}
ALWI void pack_untilize_uninit(uint32_t = tt::CBIndex::c_16) { tessera::pack_config<tessera::PackConfig::untilize>(0); }

// The first rows of sixteen datums of a tile of Dst, one after the other without the order of a tile.
ALWI void pack_rows_init(uint32_t rows) { tessera::pack_config<tessera::PackConfig::rows>(rows); }
ALWI void pack_rows([[maybe_unused]] uint32_t idst, [[maybe_unused]] uint32_t ocb,
                    [[maybe_unused]] uint32_t index = 0) {
    PACK(tessera::unit::pack_rows(idst, ocb, index);)
}
ALWI void pack_rows_uninit() { tessera::pack_config<tessera::PackConfig::rows>(0); }
// Back to whole tiles of faces, whatever was packed before.
ALWI void pack_init([[maybe_unused]] uint32_t ocb, tessera::Line = {}) {
    pack_untilize_uninit(ocb);
    pack_rows_uninit();
}

// The packer's last stages, until set again: the vendor's word of mode and threshold, and sums with what L1 holds.
ALWI void pack_relu_config(uint32_t config) { tessera::pack_config<tessera::PackConfig::relu>(config); }
ALWI void pack_reconfig_l1_acc(uint32_t on) { tessera::pack_config<tessera::PackConfig::l1_accumulate>(on); }

}  // namespace ckernel
