// Values in tiles of Dst with their indices in others, which follow where values go: LaneConfig bit 2 makes SFPSWAP of
// L0 to L3 move L4 to L7 alike (tensix-core.md 4.5). The bit is set for the length of a call.
#pragma once

#include "sim/api/tessera/sfpu/raw.h"

namespace tessera::vectors::raw {

// Indices are 32 bits wide in a 32-bit Dst, else 16.
template <bool is_fp32_dest_acc_en>
inline constexpr uint32_t index_format = is_fp32_dest_acc_en ? int32 : uint16;

ALWI void track_indices() { TTI_SFPCONFIG(0x004, 15, 1); }
ALWI void track_indices_reversed() {
    TTI_SFPCONFIG(0x104, 15, 1);  // bit 8: the lesser value where the greater would be
    TTI_SFPNOP;
    TTI_SFPNOP;
}
ALWI void track_indices_again() {
    track_indices();
    TTI_SFPNOP;
    TTI_SFPNOP;
}
ALWI void untrack_indices() { TTI_SFPCONFIG(0, 15, 1); }

// Four rows of even or odd columns of a face, and their indices in the register four on.
template <uint32_t lreg, bool wide>
ALWI void load_indexed(uint32_t values, uint32_t indices) {
    TT_SFPLOAD(lreg, as_dst, still, values);
    TT_SFPLOAD(lreg + 4, index_format<wide>, still, indices);
}
template <uint32_t lreg, bool wide>
ALWI void store_indexed(uint32_t values, uint32_t indices) {
    TT_SFPSTORE(lreg, as_dst, still, values);
    TT_SFPSTORE(lreg + 4, index_format<wide>, still, indices);
}

// Which lanes of the first register get the greater value: all, or those of some rows; the others get the lesser.
inline constexpr uint32_t all_rows = 1, rows_0_and_1 = 2, rows_0_and_2 = 3;
template <uint32_t greater, uint32_t less, uint32_t rows = all_rows>
ALWI void order_indexed() {
    TTI_SFPSWAP(0, greater, less, rows);
}

}  // namespace tessera::vectors::raw
