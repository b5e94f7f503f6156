// Products of matrices by the names of the vendor's low-level library, each within the build of its unit (kernel-api.md
// 3.4). The fidelity is the product's own, whatever the kernel's is.
#pragma once

#include "tessera/matmul.h"

// How much the vendor lets the matrix unit rest; tessera's never gets too warm.
#ifndef MM_THROTTLE
#define MM_THROTTLE 0
#endif

#if defined(TRISC_UNPACK)

ALWI void llk_unpack_AB_matmul_init(uint32_t, uint32_t, uint32_t transpose = 0, uint32_t = 1, uint32_t = 1,
                                    uint32_t = 1) {
    tessera::init_tile_op(tessera::detail::matmul_word(transpose));
}
// Of a block the first matrix's rows are `inner` tiles apart.
ALWI void llk_unpack_AB_matmul(uint32_t in0, uint32_t in1, uint32_t i0, uint32_t i1, uint32_t columns = 1,
                               uint32_t rows = 1, uint32_t inner = 1) {
    tessera::announce_run(tessera::abi::any_variant | static_cast<uint32_t>(tessera::TileOp::matmul));
    tessera::llk::unpack_matmul(in1, in0, i1, i0, {rows, columns}, inner);
}

#elif defined(TRISC_MATH)

template <auto fidelity, int throttle = 0>
ALWI void llk_math_matmul_init(uint32_t, uint32_t, uint32_t transpose = 0, uint32_t = 1, uint32_t = 1) {
    tessera::announce_set_up(tessera::operation_key(false, tessera::detail::matmul_word(transpose)));
    tessera::llk::init_math_matmul<tessera::llk::phases_of(static_cast<uint32_t>(fidelity))>(transpose != 0);
}
template <auto fidelity, int throttle = 0, uint32_t faces = 4>
ALWI void llk_math_matmul(uint32_t idst, uint32_t columns = 1, uint32_t rows = 1) {
    tessera::announce_run(tessera::abi::any_variant | static_cast<uint32_t>(tessera::TileOp::matmul));
    tessera::llk::math_matmul<tessera::llk::phases_of(static_cast<uint32_t>(fidelity))>(idst, {rows, columns});
}

#endif
