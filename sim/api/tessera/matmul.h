// Products of matrices of tiles (kernel-api.md 3.4). The machine computes SrcB * SrcA: the first operand's tiles go to
// SrcB, the second's to SrcA.
#pragma once

#include "tessera/compute.h"

namespace tessera::detail {
constexpr auto matmul_word(uint32_t transpose) {
    return tessera::TileWord<tessera::TileOp::matmul>{tessera::tile_transposed(transpose)};
}
}  // namespace tessera::detail

namespace ckernel {

ALWI void mm_init(uint32_t in0 = 0, uint32_t in1 = 1, uint32_t o = tt::CBIndex::c_16, uint32_t transpose = 0,
                  tessera::Line = {}) {
    tessera::init_tile_op(tessera::detail::matmul_word(transpose), in1, in0, o);
}
ALWI void mm_init_short(uint32_t = 0, uint32_t = 1, uint32_t transpose = 0, tessera::Line = {}) {
    tessera::init_tile_op(tessera::detail::matmul_word(transpose));
}
// The names of 2026, after compute_kernel_hw_startup<SrcOrder::Reverse>.
ALWI void matmul_init(uint32_t in0, uint32_t in1, uint32_t transpose = 0, tessera::Line = {}) {
    mm_init_short(in0, in1, transpose);
}
ALWI void matmul_block_init(uint32_t in0, uint32_t in1, uint32_t transpose = 0, uint32_t = 1, uint32_t = 1,
                            uint32_t = 1, tessera::Line = {}) {
    mm_init_short(in0, in1, transpose);
}
ALWI void mm_init_short_with_dt(uint32_t in0 = 0, uint32_t in1 = 1, uint32_t = 2, uint32_t transpose = 0) {
    reconfig_data_format_srca(in1);
    mm_init_short(in0, in1, transpose);
}
ALWI void mm_init_short_with_both_dt(uint32_t in0, uint32_t in1, uint32_t, uint32_t, uint32_t transpose = 0) {
    reconfig_data_format(in1, in0);
    mm_init_short(in0, in1, transpose);
}
// The sizes of a block that the vendor's inits are told are told again by every matmul_block.
ALWI void mm_block_init(uint32_t in0 = 0, uint32_t in1 = 1, uint32_t o = tt::CBIndex::c_16, uint32_t transpose = 0,
                        uint32_t = 1, uint32_t = 1, uint32_t = 1, tessera::Line = {}) {
    mm_init(in0, in1, o, transpose);
}
ALWI void mm_block_init_short(uint32_t in0 = 0, uint32_t in1 = 1, uint32_t transpose = 0, uint32_t = 1, uint32_t = 1,
                              uint32_t = 1, tessera::Line = {}) {
    mm_init_short(in0, in1, transpose);
}
ALWI void mm_block_init_short_with_dt(uint32_t in0 = 0, uint32_t in1 = 1, uint32_t old_in1 = 2, uint32_t transpose = 0,
                                      uint32_t = 1, uint32_t = 1, uint32_t = 1, tessera::Line = {}) {
    mm_init_short_with_dt(in0, in1, old_in1, transpose);
}
ALWI void mm_block_init_short_with_both_dt(uint32_t in0, uint32_t in1, uint32_t old_in0, uint32_t old_in1,
                                           uint32_t transpose = 0, uint32_t = 1, uint32_t = 1, uint32_t = 1) {
    mm_init_short_with_both_dt(in0, in1, old_in0, old_in1, transpose);
}

// Dst[rows x columns] += in0[rows x 1] * in1[1 x columns]; in0's rows are `inner` tiles apart.
ALWI void matmul_block(uint32_t in0, uint32_t in1, uint32_t i0, uint32_t i1, uint32_t idst, uint32_t transpose,
                       uint32_t columns, uint32_t rows, uint32_t inner, tessera::Line = {}) {
    tessera::tile_op(tessera::detail::matmul_word(transpose), in1, in0, i1, i0, idst, rows << 16 | columns, inner);
}
ALWI void matmul_tiles(uint32_t in0, uint32_t in1, uint32_t i0, uint32_t i1, uint32_t idst, uint32_t transpose = 0) {
    matmul_block(in0, in1, i0, i1, idst, transpose, 1, 1, 1);
}

// T1's half alone, on banks that another call fills. The vendor may let the matrix unit pause between instructions;
// tessera's never gets too warm.
ALWI void matmul_block_math_dynamic_throttle([[maybe_unused]] uint32_t in0, [[maybe_unused]] uint32_t in1,
                                             [[maybe_unused]] uint32_t idst, [[maybe_unused]] uint32_t transpose,
                                             [[maybe_unused]] uint32_t columns, [[maybe_unused]] uint32_t rows) {
    MATH(tessera::tile_op(tessera::detail::matmul_word(transpose), in1, in0, 0, 0, idst, rows << 16 | columns, 1);)
}
template <uint32_t faces = 4>
ALWI void matmul_tiles_math([[maybe_unused]] uint32_t idst) {
    static_assert(faces == 4, "tessera multiplies whole tiles");
    MATH(tessera::tile_op(tessera::detail::matmul_word(0), tessera::unchanged, tessera::unchanged, 0, 0, idst,
                          1 << 16 | 1, 1);)
}

}  // namespace ckernel
