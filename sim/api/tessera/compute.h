// Setup of the units, and moving tiles (kernel-api.md 3.2, 3.3): each call on those of T0, T1 and T2 whose unit it is
// about.
#pragma once

#include "tessera/tile_op.h"

namespace ckernel {

// Setup.
ALWI void init_sfpu(uint32_t icb, uint32_t ocb = tt::CBIndex::c_16, tessera::Line = {}) {
    tessera::start(true, tessera::llk::ZeroExponents::kept, icb, icb, ocb);
    tessera::init_tile_op(tessera::TileWord<tessera::TileOp::copy>{});
}
ALWI void unary_op_init_common(uint32_t icb, uint32_t ocb = tt::CBIndex::c_16, tessera::Line = {}) {
    init_sfpu(icb, ocb);
}
ALWI void unary_op_init_common_no_pack(uint32_t icb, tessera::Line = {}) { init_sfpu(icb, tessera::unchanged); }
ALWI void binary_op_init_common(uint32_t a, uint32_t b, uint32_t o = tt::CBIndex::c_16, tessera::Line = {}) {
    tessera::init_formats(a, b, o);
}
template <SrcOrder order = SrcOrder::Regular>
ALWI void compute_kernel_hw_startup(uint32_t in0, uint32_t in1, uint32_t o) {
    constexpr bool reverse = order == SrcOrder::Reverse;
    binary_op_init_common(reverse ? in1 : in0, reverse ? in0 : in1, o);
}
ALWI void compute_kernel_hw_startup(uint32_t in, uint32_t o) { binary_op_init_common(in, in, o); }

// The machine takes every part of the new format, so what the vendor's functions are told to leave out or add (int8,
// the shape of the tile) changes nothing; nor does the format before.
template <bool to_from_int8 = false, bool tile_shape = false>
ALWI void reconfig_data_format([[maybe_unused]] uint32_t a, [[maybe_unused]] uint32_t b) {
    TESSERA_UNPACK_MATH(tessera::unit::reconfigure_unpackers(a, b);)
}
template <bool to_from_int8 = false, bool tile_shape = false>
ALWI void reconfig_data_format(uint32_t, uint32_t a, uint32_t, uint32_t b) {
    reconfig_data_format(a, b);
}
template <SrcOrder order, bool tile_shape = false>
ALWI void reconfig_data_format(uint32_t in0, uint32_t in1) {
    constexpr bool reverse = order == SrcOrder::Reverse;
    reconfig_data_format(reverse ? in1 : in0, reverse ? in0 : in1);
}
template <SrcOrder order, bool tile_shape = false>
ALWI void reconfig_data_format(uint32_t, uint32_t in0, uint32_t, uint32_t in1) {
    reconfig_data_format<order>(in0, in1);
}
template <SrcOrder order = SrcOrder::Regular, bool tile_shape = false>
ALWI void reconfig_data_format_skip_int8(uint32_t in0, uint32_t in1) {
    reconfig_data_format<order>(in0, in1);
}
template <SrcOrder order = SrcOrder::Regular, bool tile_shape = false>
ALWI void reconfig_data_format_skip_int8(uint32_t, uint32_t in0, uint32_t, uint32_t in1) {
    reconfig_data_format<order>(in0, in1);
}
template <bool to_from_int8 = false, bool tile_shape = false>
ALWI void reconfig_data_format_srca(uint32_t a) {
    reconfig_data_format(a, tessera::unchanged);
}
template <bool to_from_int8 = false, bool tile_shape = false>
ALWI void reconfig_data_format_srca(uint32_t, uint32_t a) {
    reconfig_data_format_srca(a);
}
template <bool to_from_int8 = false, bool tile_shape = false>
ALWI void reconfig_data_format_srcb(uint32_t b) {
    reconfig_data_format(tessera::unchanged, b);
}
template <bool to_from_int8 = false, bool tile_shape = false>
ALWI void reconfig_data_format_srcb(uint32_t, uint32_t b) {
    reconfig_data_format_srcb(b);
}
template <bool tile_shape = false>
ALWI void reconfig_data_format_srca_skip_int8(uint32_t a) {
    reconfig_data_format_srca(a);
}
template <bool tile_shape = false>
ALWI void reconfig_data_format_srca_skip_int8(uint32_t, uint32_t a) {
    reconfig_data_format_srca(a);
}
template <bool tile_shape = false>
ALWI void reconfig_data_format_srcb_skip_int8(uint32_t b) {
    reconfig_data_format_srcb(b);
}
template <bool tile_shape = false>
ALWI void reconfig_data_format_srcb_skip_int8(uint32_t, uint32_t b) {
    reconfig_data_format_srcb(b);
}
ALWI void unpack_reconfig_data_format(uint32_t a, uint32_t b) { reconfig_data_format(a, b); }
ALWI void unpack_reconfig_data_format(uint32_t, uint32_t a, uint32_t, uint32_t b) { reconfig_data_format(a, b); }
ALWI void unpack_reconfig_data_format_srca(uint32_t a) { reconfig_data_format_srca(a); }
ALWI void unpack_reconfig_data_format_srca(uint32_t, uint32_t a) { reconfig_data_format_srca(a); }
ALWI void unpack_reconfig_data_format_srcb(uint32_t b) { reconfig_data_format_srcb(b); }
ALWI void unpack_reconfig_data_format_srcb(uint32_t, uint32_t b) { reconfig_data_format_srcb(b); }
template <bool tile_shape = false>
ALWI void pack_reconfig_data_format([[maybe_unused]] uint32_t ocb) {
    PACK(tessera::unit::reconfigure_packer(ocb);)
}
template <bool tile_shape = false>
ALWI void pack_reconfig_data_format(uint32_t, uint32_t ocb) {
    pack_reconfig_data_format(ocb);
}

// Copy to Dst, pack from it.
ALWI void copy_tile_to_dst_init_short([[maybe_unused]] uint32_t icb = 0, [[maybe_unused]] uint32_t transpose = 0,
                                      uint32_t within_faces = 0, tessera::Line = {}) {
    TESSERA_UNPACK_MATH(tessera::unit::init_copy(icb, tessera::copied(transpose, within_faces));)
}
ALWI void copy_tile_to_dst_init() { copy_tile_to_dst_init_short(); }
ALWI void copy_tile_init(uint32_t icb = 0, tessera::Line = {}) { copy_tile_to_dst_init_short(icb); }
// The name of 2026, which also keeps -0 and denormals on the way (kernel-api.md 3.2).
ALWI void copy_init(uint32_t icb, uint32_t transpose = 0, uint32_t within_faces = 0, tessera::Line = {}) {
    copy_tile_to_dst_init_short(icb, transpose, within_faces);
    tessera::llk::keep_zero_exponents();
}
ALWI void copy_tile_to_dst_init_short_with_dt(uint32_t, uint32_t icb, uint32_t transpose = 0) {
    reconfig_data_format_srca(icb);
    copy_tile_to_dst_init_short(icb, transpose);
}
ALWI void copy_tile([[maybe_unused]] uint32_t icb, [[maybe_unused]] uint32_t index, [[maybe_unused]] uint32_t idst) {
    TESSERA_UNPACK_MATH(tessera::unit::copy_tile(icb, index, idst);)
}
ALWI void copy_block(uint32_t icb, uint32_t index, uint32_t idst, uint32_t tiles) {
    for (uint32_t i = 0; i < tiles; ++i) copy_tile(icb, index + i, idst + i);
}
ALWI void copy_block_matmul_partials(uint32_t icb, uint32_t index, uint32_t idst, uint32_t tiles) {
    copy_block(icb, index, idst, tiles);
}
// In order (the default) the tile goes to the running cursor, whatever index says.
template <bool out_of_order = false>
ALWI void pack_tile([[maybe_unused]] uint32_t idst, [[maybe_unused]] uint32_t ocb,
                    [[maybe_unused]] uint32_t index = 0) {
    PACK(tessera::unit::pack_tile(idst, ocb, index, out_of_order);)
}
ALWI void pack_tile_block(uint32_t idst, uint32_t ocb, uint32_t tiles) {
    for (uint32_t i = 0; i < tiles; ++i) pack_tile(idst + i, ocb);
}
ALWI void pack_block(uint32_t idst, uint32_t ocb, uint32_t tiles) { pack_tile_block(idst, ocb, tiles); }
ALWI void matmul_pack_tile(uint32_t idst, uint32_t ocb, uint32_t tiles) { pack_tile_block(idst, ocb, tiles); }

}  // namespace ckernel
