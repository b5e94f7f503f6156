// A compute kernel's part: tiles of codes (packed.hpp) to tiles of weights, in Dst or as pages of a buffer.
//
// The matrix unit takes such a page as B where B is [N, K] (matmul with transpose). Define those of weights.hpp. Before
// the first tile the kernel has called MATH(set_codes();), and the unpacker is set up for the codes.
#pragma once

#include "compute_kernel_api/tile_move_copy.h"
#include "packed.hpp"

#ifdef TRISC_MATH
#include "weights.hpp"
#endif

namespace dequantise {

// Tile `tile` of the `tiles` that a row of the unit has, rounded to DEQUANTISE_FORMAT, to Dst tile `to` of 0 to 2. A
// tile that shares its codes with the one before it needs Dst tile 3 as that left it: both within one acquisition.
template <uint32_t to>
ALWI void take_tile(uint32_t cb_codes, uint32_t tile, uint32_t tiles, bool codes_are_there) {
    cb_wait_front(cb_codes, 1);
    if (!codes_are_there) copy_tile(cb_codes, 0, 3);
    MATH(with_phase(tile,
                    [](auto phase) { weights_of_codes<decltype(phase)::value, Format::DEQUANTISE_FORMAT, to>(); });)
    if ((tile + 1) % tiles_of_codes == 0 || tile + 1 == tiles) cb_pop_front(cb_codes, 1);
}

// One of them as the next page of `cb`.
ALWI void push_tile(uint32_t cb_codes, uint32_t cb, uint32_t tile, uint32_t tiles) {
    tile_regs_acquire();
    take_tile<0>(cb_codes, tile, tiles, false);
    tile_regs_commit();
    cb_reserve_back(cb, 1);
    tile_regs_wait();
    pack_tile(0, cb);
    tile_regs_release();
    cb_push_back(cb, 1);
}

}  // namespace dequantise
