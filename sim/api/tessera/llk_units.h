// Names of the vendor's low-level library with which a kernel programs T0, T1 and T2 apart: start-up, buffers, the
// protocol of Dst and formats (kernel-api.md 3.2, 3.3). Flags that choose among the vendor's builds of a function
// change nothing here. A format's functions take the buffers it is set for, each with or without the one before it.
#pragma once

#include "tessera/compute.h"

// Whether reconfiguring a format also resets the row strides of a face. Every init resets tessera's.
enum class p_dim_stride_target { IGNORE, FACE_ROW_MAJOR };
enum class PackMode : uint8_t { Default, Untilize, Tilize };

#if defined(TRISC_UNPACK)

template <bool fp32_dst = false, bool keeps_zero_exponents = false>
ALWI void llk_unpack_hw_configure(uint32_t a, uint32_t b) {
    using tessera::llk::ZeroExponents;
    tessera::start(true, keeps_zero_exponents ? ZeroExponents::kept : ZeroExponents::lost, a, b, tessera::unchanged);
}
template <bool fp32_dst = false, bool keeps_zero_exponents = false>
ALWI void llk_unpack_hw_configure(uint32_t a) {
    llk_unpack_hw_configure<fp32_dst, keeps_zero_exponents>(a, a);
}
ALWI void llk_wait_tiles(uint32_t cb, uint32_t tiles) { ckernel::cb_wait_front(cb, tiles); }
ALWI void llk_pop_tiles(uint32_t cb, uint32_t tiles) { ckernel::cb_pop_front(cb, tiles); }
template <auto... flags, class... Buffers>
ALWI void llk_unpack_reconfig_data_format(Buffers... cbs) {
    ckernel::reconfig_data_format(cbs...);
}
template <auto... flags, class... Buffers>
ALWI void llk_unpack_reconfig_data_format_srca(Buffers... cbs) {
    ckernel::reconfig_data_format_srca(cbs...);
}
template <auto... flags, class... Buffers>
ALWI void llk_unpack_reconfig_data_format_srcb(Buffers... cbs) {
    ckernel::reconfig_data_format_srcb(cbs...);
}

#elif defined(TRISC_MATH)

template <auto... flags>
ALWI void llk_math_hw_configure(uint32_t a, uint32_t b) {
    tessera::init_formats(a, b, tessera::unchanged);
}
// Part of the unit's start-up.
template <auto... flags>
ALWI void llk_math_pack_sync_init() {}
ALWI void llk_math_wait_for_dest_available() { ckernel::tile_regs_acquire(); }
template <auto... flags>
ALWI void llk_math_dest_section_done() {
    ckernel::tile_regs_commit();
}
template <auto... flags, class... Buffers>
ALWI void llk_math_reconfig_data_format(Buffers... cbs) {
    ckernel::reconfig_data_format(cbs...);
}
template <auto... flags, class... Buffers>
ALWI void llk_math_reconfig_data_format_srca(Buffers... cbs) {
    ckernel::reconfig_data_format_srca(cbs...);
}
template <auto... flags, class... Buffers>
ALWI void llk_math_reconfig_data_format_srcb(Buffers... cbs) {
    ckernel::reconfig_data_format_srcb(cbs...);
}

#elif defined(TRISC_PACK)

template <auto... flags>
ALWI void llk_pack_hw_configure(uint32_t cb) {
    tessera::init_formats(tessera::unchanged, tessera::unchanged, cb);
}
// Parts of the unit's start-up, which packs whole tiles.
template <auto... flags>
ALWI void llk_pack_init(uint32_t = 0) {}
template <auto... flags>
ALWI void llk_pack_dest_init(uint32_t = 0) {}
template <auto... flags>
ALWI void llk_wait_for_free_tiles(uint32_t cb, uint32_t tiles) {
    ckernel::cb_reserve_back(cb, tiles);
}
template <auto... flags>
ALWI void llk_push_tiles(uint32_t cb, uint32_t tiles) {
    ckernel::cb_push_back(cb, tiles);
}
ALWI void llk_packer_wait_for_math_done() { ckernel::tile_regs_wait(); }
template <auto... flags>
ALWI void llk_pack_dest_section_done() {
    ckernel::tile_regs_release();
}
template <auto... flags, class... Buffers>
ALWI void llk_pack_reconfig_data_format(Buffers... cbs) {
    ckernel::pack_reconfig_data_format(cbs...);
}

#endif
