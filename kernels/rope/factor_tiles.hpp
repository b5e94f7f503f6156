// Frequency factors on the reader's side (rung F): a row of tiles beside X, of which only row 0 counts. Pair k's factor
// stands in column k, so that NeoX loads it where it loads column k of X.
#pragma once

#include "work.hpp"

namespace rope {

// Normal pairing holds pair k in columns 2k and 2k + 1, and a load takes every second column of a face. With values
// 0..7 of a face in its even columns and 8..15 in its odd ones, one load gives the factors of the eight pairs of a face
// of X: the first face of factors serves one tile, the second the next.
inline void interleave(uint32_t l1) {
    constexpr uint32_t face_bytes = tt::constants::FACE_WIDTH * tt::constants::FACE_HEIGHT * sizeof(float);
    for (uint32_t face = 0; face < 2; ++face) {
        auto* row = reinterpret_cast<volatile tt_l1_ptr uint32_t*>(l1 + face * face_bytes);
        uint32_t values[tt::constants::FACE_WIDTH];
        for (uint32_t i = 0; i < tt::constants::FACE_WIDTH; ++i) values[i] = row[i];
        for (uint32_t i = 0; i < tt::constants::FACE_WIDTH; ++i) row[i] = values[i / 2 + i % 2 * 8];
    }
}

// Fetches a tile of factors when the work comes to other pairs; the compute kernel lets go of it by the same rule.
template <class Accessor>
class FactorTiles {
  public:
    explicit FactorTiles(const Accessor& factors) : factors_(factors) {}

    void fetch(uint32_t column_tile) {
        if (factor_page(column_tile) == page_) return;
        page_ = factor_page(column_tile);
        cb_reserve_back(cb_factors, 1);
        const uint32_t l1 = get_write_ptr(cb_factors);
        noc_async_read_tile(page_, factors_, l1);
        noc_async_read_barrier();
        if constexpr (unit_tiles == 1) interleave(l1);
        cb_push_back(cb_factors, 1);
    }

  private:
    Accessor factors_;
    uint32_t page_ = UINT32_MAX;
};

}  // namespace rope
