// Rows of one tile of Dst added to chosen rows of the next: what the gradient of an embedding sums up.
#pragma once

#include "tessera/dst.h"
#if defined(TRISC_MATH)
#include "sfpi.h"
#include "tessera/llk_params.h"
#endif

namespace ckernel {

#if defined(TRISC_MATH)
namespace sfpu {

// SFPLOAD brings rows by fours, columns by parity: where a row's four begin in the two upper or the two lower faces.
constexpr uint32_t four_rows(uint32_t row) { return (row & 0x1C) + (row & 0x10); }

// A byte for each of 32 rows, sixteen bytes into the page, names the row that it is added to; 32 and above none. Both
// groups of four rows are turned into registers by one transposition and back by another.
inline void reshuffle_rows(uint32_t page) {
    constexpr uint32_t next_tile = 64, mode = 0, step = TESSERA_SFPI_ADDR_MOD;
    constexpr uint32_t part[4] = {0, 2, 16, 18};
    const volatile uint8_t* to = reinterpret_cast<const volatile uint8_t*>(page + 16);
    for (uint32_t row = 0; row < 32; ++row) {
        const uint32_t target = to[row];
        if (target >= 32) continue;
        const uint32_t from = four_rows(row), sum = next_tile + four_rows(target);
        for (uint32_t i = 0; i < 4; ++i) TT_SFPLOAD(p_sfpu::LREG0 + i, mode, step, from + part[i]);
        for (uint32_t i = 0; i < 4; ++i) TT_SFPLOAD(p_sfpu::LREG4 + i, mode, step, sum + part[i]);
        TTI_SFPTRANSP(0, 0, 0, 0);
        const uint32_t added = p_sfpu::LREG0 + row % 4, total = p_sfpu::LREG4 + target % 4;
        TT_SFPADD(added, p_sfpu::LCONST_1, total, total, 0);
        TTI_SFPNOP;
        TTI_SFPTRANSP(0, 0, 0, 0);
        for (uint32_t i = 0; i < 4; ++i) TT_SFPSTORE(p_sfpu::LREG4 + i, mode, step, sum + part[i]);
    }
}

}  // namespace sfpu
#endif

ALWI void reshuffle_rows_tile_init() {}
ALWI void reshuffle_rows_tile([[maybe_unused]] uint32_t idst, [[maybe_unused]] uint32_t page) {
    MATH(_llk_math_eltwise_unary_sfpu_params_<APPROX>(sfpu::reshuffle_rows, idst, VectorMode::RC_custom, page);)
}

}  // namespace ckernel
