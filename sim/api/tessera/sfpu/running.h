// Functions that run down the rows of tiles and keep state in registers from call to call: sums, exponential averages.
// Each row of 32 columns is one register once SFPTRANSP has turned four of them.
#pragma once

#include "sim/api/tessera/sfpu/raw.h"

namespace tessera::vectors {

namespace raw {

// Adds to each of four rows the one before it, which is in the register before, L7 before L0.
template <uint32_t first>
ALWI void add_rows() {
    add<(first + 7) % 8, first>();
    settle();
    add<first, first + 1>();
    settle();
    add<first + 1, first + 2>();
    settle();
    add<first + 2, first + 3>();
    settle();
}
template <uint32_t first>
ALWI void cumulate(uint32_t row) {
    load_rows<first>(row);
    transpose();
    add_rows<first>();
    transpose();
    store_rows<first>(row);
}

}  // namespace raw

// The sums of the tile before are still in L7 unless this is the first.
inline void calculate_cumulative_sum(bool first) {
    if (first) {
        raw::move<p_sfpu::LCONST_0, 4>();
        raw::move<p_sfpu::LCONST_0, 5>();
        raw::move<p_sfpu::LCONST_0, 6>();
        raw::move<p_sfpu::LCONST_0, 7>();
    }
#pragma GCC unroll 1
    for (uint32_t pair = 0; pair < 4; ++pair) {
        raw::cumulate<0>(raw::block_of_rows(2 * pair));
        raw::cumulate<4>(raw::block_of_rows(2 * pair + 1));
    }
}

namespace raw {

// The average so far, its weight and that of the input; L7 is scratch.
inline constexpr uint32_t average = 4, weight = 5, input_weight = 6, scratch = 7;

template <uint32_t before, uint32_t row>
ALWI void average_row() {
    mad<weight, before, p_sfpu::LCONST_0, scratch>();
    settle();
    mad<input_weight, row, scratch, row>();
    settle();
}

}  // namespace raw

inline void exponential_average_init(uint32_t alpha, uint32_t beta) {
    raw::constant<raw::weight>(alpha);
    raw::constant<raw::input_weight>(beta);
}
inline void exponential_average_clear() { TTI_SFPLOADI(raw::average, 0, 0); }

// The averages go to the tile after. SFPTRANSP turns L4 to L7 as well, so each needs its partner.
inline void calculate_exponential_average() {
    raw::transpose();
#pragma GCC unroll 1
    for (uint32_t block = 0; block < 8; ++block) {
        const uint32_t row = raw::block_of_rows(block);
        raw::load_rows<0>(row);
        raw::transpose();
        raw::average_row<raw::average, 0>();
        raw::average_row<0, 1>();
        raw::average_row<1, 2>();
        raw::average_row<2, 3>();
        raw::move<3, raw::average>();
        raw::transpose();
        raw::store_rows<0>(raw::tile_rows + row);
    }
    raw::transpose();
}

}  // namespace tessera::vectors
