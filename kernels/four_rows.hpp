// Walks over a tile in Dst with constant indices, T1 only: what a loop does is then pushed as it is, where an index
// that changes would be put together anew each time.
#pragma once

#include "sfpi.h"

namespace tile {

using namespace sfpi;

constexpr uint32_t vectors = 32;  // dst_reg entries of a tile, 8 per face

// Vector work on the Dst half that T1 owns.
template <class Work>
sfpi_inline void on_dst(Work work) {
    math::set_dst_write_addr<DstTileShape::Tile32x32, UnpackDestination::SrcRegs>(0);
    math::set_addr_mod_base();
    TTI_STALLWAIT(p_stall::STALL_SFPU, p_stall::MATH);
    work();
    math::clear_dst_reg_addr();
    TTI_STALLWAIT(p_stall::STALL_CFG, p_stall::WAIT_SFPU);
    math::clear_addr_mod_base();
}

// Within on_dst, once: calls `work` for each four rows of a tile. Their columns are in the even and odd entries of two
// faces, dst_reg[0], [1], [8] and [9] there.
template <class Work>
sfpi_inline void walk_rows(Work work) {
#pragma GCC unroll 1
    for (uint32_t half = 0; half < 2; ++half) {
#pragma GCC unroll 1
        for (uint32_t rows = 0; rows < 4; ++rows) {
            work();
            dst_reg += 2;
        }
        dst_reg += 8;
    }
}

template <class Work>
sfpi_inline void each_four_rows(Work work) {
    on_dst([&] { walk_rows(work); });
}

}  // namespace tile
