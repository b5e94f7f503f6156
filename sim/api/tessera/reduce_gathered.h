// Reductions of the kind that REDUCE_OP and REDUCE_DIM name, on blocks that are gathered on the way
// (kernel-api.md 3.4).
#pragma once

#include "tessera/reduce.h"

namespace ckernel {

// Rows of a row-major block reduced without tilizing them first: T0 gathers faces of `face_rows` rows, and what a face
// of sixteen lacks is the lowest value there is (for a maximum) or zero.
template <bool neginf_srcA = true, bool zero_srcA_reduce = false>
ALWI void tilizeA_B_reduce_init(uint32_t a, uint32_t scaler, uint32_t, uint32_t o, uint32_t = 4, uint32_t = 16,
                                tessera::Line = {}) {
    tessera::init_tile_op(tessera::detail::reduce_word(REDUCE_OP, REDUCE_DIM), a, scaler, o);
}
template <bool neginf_srcA = true, uint32_t reload_srcB = true, bool zero_srcA = false, bool zero_srcA_reduce = false>
ALWI void unpack_tilizeA_B_block([[maybe_unused]] uint32_t a, [[maybe_unused]] uint32_t scaler,
                                 [[maybe_unused]] uint32_t tiles, [[maybe_unused]] uint32_t is,
                                 [[maybe_unused]] uint32_t faces = 4, [[maybe_unused]] uint32_t face_rows = 16) {
    static_assert(reload_srcB && !zero_srcA, "tessera gathers faces beside one face of the scaler");
    UNPACK(for (uint32_t tile = 0; tile < tiles; ++tile) tessera::tile_op(
               tessera::detail::reduce_word(REDUCE_OP, REDUCE_DIM) | tessera::tile_gathers, a, scaler, 0, is, 0,
               tile << 16 | tiles, tessera::detail::gathered_shape<neginf_srcA, zero_srcA_reduce>(faces, face_rows));)
}

}  // namespace ckernel
