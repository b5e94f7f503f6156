// Moving and combining tiles (kernel-api.md 3.2 to 3.4). Each call acts on the cores named beside its row in
// sim/abi/abi.hpp; inits record a configuration and cost time.
#pragma once

#include "tessera/cb.h"
#include "tessera/dst.h"

#if defined(TRISC_UNPACK) || defined(TRISC_MATH)
#define TESSERA_UNPACK_MATH(...) __VA_ARGS__
#else
#define TESSERA_UNPACK_MATH(...)
#endif

namespace tessera {
inline constexpr uint32_t unchanged = 0xFFFFFFFF;
}

namespace ckernel {

using tessera::Call;

// Setup.
ALWI void init_sfpu(uint32_t icb, uint32_t ocb = tt::CBIndex::c_16) { tessera::call<Call::init_sfpu>(icb, ocb); }
ALWI void unary_op_init_common(uint32_t icb, uint32_t ocb = tt::CBIndex::c_16) { init_sfpu(icb, ocb); }
ALWI void binary_op_init_common(uint32_t a, uint32_t b, uint32_t o = tt::CBIndex::c_16) {
    tessera::call<Call::init_binary>(a, b, o, tessera::abi::binary_common);
}
ALWI void compute_kernel_hw_startup(uint32_t a, uint32_t b, uint32_t o) { binary_op_init_common(a, b, o); }
ALWI void compute_kernel_hw_startup(uint32_t a, uint32_t o) { init_sfpu(a, o); }

ALWI void reconfig_data_format([[maybe_unused]] uint32_t a, [[maybe_unused]] uint32_t b) {
    TESSERA_UNPACK_MATH(tessera::call<Call::reconfig_unpack>(a, b);)
}
ALWI void reconfig_data_format(uint32_t, uint32_t a, uint32_t, uint32_t b) { reconfig_data_format(a, b); }
ALWI void reconfig_data_format_srca(uint32_t a) { reconfig_data_format(a, tessera::unchanged); }
ALWI void reconfig_data_format_srca(uint32_t, uint32_t a) { reconfig_data_format_srca(a); }
ALWI void reconfig_data_format_srcb(uint32_t b) { reconfig_data_format(tessera::unchanged, b); }
ALWI void reconfig_data_format_srcb(uint32_t, uint32_t b) { reconfig_data_format_srcb(b); }
ALWI void unpack_reconfig_data_format(uint32_t a, uint32_t b) { reconfig_data_format(a, b); }
ALWI void pack_reconfig_data_format([[maybe_unused]] uint32_t ocb) { PACK(tessera::call<Call::reconfig_pack>(ocb);) }
ALWI void pack_reconfig_data_format(uint32_t, uint32_t ocb) { pack_reconfig_data_format(ocb); }

// Copy to Dst, pack from it.
ALWI void copy_tile_to_dst_init_short([[maybe_unused]] uint32_t icb = 0, [[maybe_unused]] uint32_t transpose = 0) {
    TESSERA_UNPACK_MATH(tessera::call<Call::init_copy>(icb, transpose);)
}
ALWI void copy_tile_init(uint32_t icb = 0) { copy_tile_to_dst_init_short(icb); }
ALWI void copy_tile_to_dst_init_short_with_dt(uint32_t, uint32_t icb, uint32_t transpose = 0) {
    reconfig_data_format_srca(icb);
    copy_tile_to_dst_init_short(icb, transpose);
}
ALWI void copy_tile([[maybe_unused]] uint32_t icb, [[maybe_unused]] uint32_t index, [[maybe_unused]] uint32_t idst) {
    UNPACK(tessera::call<Call::unpack_tile>(icb, index, idst);)
    MATH(tessera::call<Call::datacopy_tile>(idst, icb);)
}
ALWI void copy_block_matmul_partials(uint32_t icb, uint32_t index, uint32_t idst, uint32_t tiles) {
    for (uint32_t i = 0; i < tiles; ++i) copy_tile(icb, index + i, idst + i);
}
// In order (the default) the tile goes to the running cursor, whatever index says.
template <bool out_of_order = false>
ALWI void pack_tile([[maybe_unused]] uint32_t idst, [[maybe_unused]] uint32_t ocb,
                    [[maybe_unused]] uint32_t index = 0) {
    PACK(tessera::call<Call::pack_tile>(idst, ocb, index, out_of_order);)
}
ALWI void pack_tile_block(uint32_t idst, uint32_t ocb, uint32_t tiles) {
    for (uint32_t i = 0; i < tiles; ++i) pack_tile(idst + i, ocb);
}
ALWI void matmul_pack_tile(uint32_t idst, uint32_t ocb, uint32_t tiles) { pack_tile_block(idst, ocb, tiles); }

// Elementwise operations of two tiles on the matrix unit.
namespace detail {
using tessera::abi::BinaryOp;
ALWI void init_binary(BinaryOp op, [[maybe_unused]] uint32_t a, [[maybe_unused]] uint32_t b, bool accumulate) {
    [[maybe_unused]] const uint32_t what =
        static_cast<uint32_t>(op) | (accumulate ? tessera::abi::binary_accumulates : 0);
    TESSERA_UNPACK_MATH(tessera::call<Call::init_binary>(a, b, tessera::unchanged, what);)
}
ALWI void binary_tile([[maybe_unused]] BinaryOp op, [[maybe_unused]] uint32_t a, [[maybe_unused]] uint32_t b,
                      [[maybe_unused]] uint32_t ia, [[maybe_unused]] uint32_t ib, [[maybe_unused]] uint32_t idst) {
    TESSERA_UNPACK_MATH(tessera::call<Call::binary_tile>(op, a, b, ia, ib, idst, 0, 0);)
}
}  // namespace detail

ALWI void add_tiles_init(uint32_t a = 0, uint32_t b = 1, bool accumulate = false) {
    detail::init_binary(tessera::abi::BinaryOp::add, a, b, accumulate);
}
ALWI void sub_tiles_init(uint32_t a = 0, uint32_t b = 1, bool accumulate = false) {
    detail::init_binary(tessera::abi::BinaryOp::subtract, a, b, accumulate);
}
ALWI void mul_tiles_init(uint32_t a = 0, uint32_t b = 1, bool accumulate = false) {
    detail::init_binary(tessera::abi::BinaryOp::multiply, a, b, accumulate);
}
ALWI void add_tiles(uint32_t a, uint32_t b, uint32_t ia, uint32_t ib, uint32_t idst) {
    detail::binary_tile(tessera::abi::BinaryOp::add, a, b, ia, ib, idst);
}
ALWI void sub_tiles(uint32_t a, uint32_t b, uint32_t ia, uint32_t ib, uint32_t idst) {
    detail::binary_tile(tessera::abi::BinaryOp::subtract, a, b, ia, ib, idst);
}
ALWI void mul_tiles(uint32_t a, uint32_t b, uint32_t ia, uint32_t ib, uint32_t idst) {
    detail::binary_tile(tessera::abi::BinaryOp::multiply, a, b, ia, ib, idst);
}

}  // namespace ckernel
