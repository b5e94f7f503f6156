// The first rows of a tile of Dst, one behind the other without the order of a tile (spec/kernel-api.md 3.3).
#pragma once

#include "llk/pack_tile.h"

#if defined(TRISC_PACK)

namespace tessera::llk {

// One packer, or one interface of Blackhole's, takes row after row.
inline void init_pack_rows(uint32_t rows) {
    PackStep{.y_by = 1}.set(mode_next_rows);
    PackStep{.y_clears = 1}.set(mode_rewinds);
    Loop{.outer = 1,
         .inner = rows,
         .first = pacr_word(mode_next_rows, 1, false, false),
         .last = pacr_word(mode_rewinds, 1, false, true)}
        .program();
    issue(TT_OP_SETADCXX(counters_of_packers, row_datums - 1, 0));
}
ALWI void pack_rows_to(uint32_t tile, uint32_t address) {
    issue(TT_OP_SETADC(counters_of_packers, 0, 3, tile));
    set_destination(address);
    run_loop();
}
inline void end_pack_rows() { init_pack_tile(); }

}  // namespace tessera::llk

#endif
