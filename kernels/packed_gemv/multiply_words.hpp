// A strip of 32 rows of W as tiles of words times rows of x (words.hpp).
//
// Roundings in fp32 of a result, each of the magnitudes summed so far: of a tile of words two for each code of a word,
// then two with the scales and two with what is added; sums of x that a bias goes with have two for each code.
#pragma once

#include "strip.hpp"
#include "words.hpp"

#ifdef TRISC_MATH
#include "word_products.hpp"
#endif

namespace packed_gemv {

template <uint32_t i>
ALWI void add_products_of_codes([[maybe_unused]] uint32_t part) {
    MATH(add_word_products<i>(part + i);)
    if constexpr (i + 1 < codes_of_word) add_products_of_codes<i + 1>(part);
}

// Rows of x of this pass times a tile of words. Scales as they come clear the sums beside them.
ALWI void multiply_rows_by_words(uint32_t pass, uint32_t words) {
    constexpr uint32_t per_spread = elements_of_spread / weights_of_words;
    const uint32_t first = pass * rows_at_once, part = words % per_spread * codes_of_word;
    for (uint32_t row = first; row < lesser(first + rows_at_once, M); ++row) {
        if (M > 1 || words % per_spread == 0) copy_to(cb_spread, row * spread_of_row + words / per_spread, 1);
        copy_to(cb_scales, 0, 0);
        add_products_of_codes<0>(part);
        MATH(add_scaled(row - first, part);)
    }
}

ALWI void multiply_strip_by_words(uint32_t pass, const Factors& by) {
    tile_regs_acquire();
    MATH(clear_sums();)
    for (uint32_t words = 0; words < K / weights_of_words; ++words) {
        cb_wait_front(cb_words, 1);
        cb_wait_front(cb_scales, 1);
        copy_to(cb_words, 0, 3);
        multiply_rows_by_words(pass, words);
        cb_pop_front(cb_words, 1);
        cb_pop_front(cb_scales, 1);
    }
    push_result(by);
}

}  // namespace packed_gemv
