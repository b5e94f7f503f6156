// Squares of rows on the vector unit, T1 only. Each lane sums the squares it sees; the lanes are added up at the end of
// the row.
#pragma once

#include "../attention/lanes.hpp"
#include "../stored_as.hpp"
#include "ckernel_sfpu_rsqrt.h"
#include "rows.hpp"

namespace rms_rows {

using namespace sfpi;

// Vectors of Dst: x in the first tile, a factor for each row in the second, the weight in the third.
constexpr uint32_t tile_vectors = tile::vectors, factor_tile = 1, weight_tile = 2;
constexpr uint32_t row_vectors = std::min(pitch / 32, tile_vectors);

sfpi_inline uint32_t factor_of(uint32_t row) { return factor_tile * tile_vectors + row; }

inline void clear_factors() {
    for (uint32_t row = 0; row < unit_rows; ++row) dst_reg[factor_of(row)] = vConst0;
}

// Adds the squares of `count` vectors, an even number, from `first` on. The two sums need not wait for each other.
inline void add_squares(uint32_t row, uint32_t first, uint32_t count) {
    vFloat even = dst_reg[factor_of(row)], odd = vConst0;
#pragma GCC unroll 1
    for (uint32_t i = first; i < first + count; i += 2) {
        vFloat x = dst_reg[i], y = dst_reg[i + 1];
        even = x * x + even;
        odd = y * y + odd;
    }
    dst_reg[factor_of(row)] = even + odd;
}

inline void settle(uint32_t row, float inverse_width, float eps) {
    vFloat sum = lanes::sum_of_rows(dst_reg[factor_of(row)]);
    for (uint32_t by = 1; by < 8; by *= 2) sum = sum + lanes::rotated(sum, by);
    dst_reg[factor_of(row)] = sfpu::_calculate_sqrt_body_<false, true, true>(sum * inverse_width + eps);
}

inline void normalise(uint32_t row, uint32_t first, uint32_t count) {
    const vFloat factor = dst_reg[factor_of(row)];
#pragma GCC unroll 1
    for (uint32_t i = 0; i < count; ++i)
        dst_reg[first + i] =
            stored_as::RMS_ROWS_FORMAT(dst_reg[first + i] * factor * dst_reg[weight_tile * tile_vectors + i]);
}

}  // namespace rms_rows
