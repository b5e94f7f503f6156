// Rounding of results in a 32-bit Dst to the format they are stored in, to nearest even, T1 only: the packer would cut
// off (fp16) or round ties away from zero (bf16).
#pragma once

#include "four_rows.hpp"

namespace stored_as {

using namespace sfpi;

sfpi_inline vFloat fp32(vFloat value) { return value; }
sfpi_inline vFloat bf16(vFloat value) { return reinterpret<vFloat>(float_to_fp16b(value, 0)); }
sfpi_inline vFloat fp16(vFloat value) { return reinterpret<vFloat>(float_to_fp16a(value, 0)); }

// Of all elements of the first tile of this half of Dst.
template <vFloat (*rounded)(vFloat)>
sfpi_inline void round_tile() {
    if constexpr (rounded != fp32)
        tile::each_four_rows([] {
            for (const uint32_t column : {0u, 1u, 8u, 9u}) dst_reg[column] = rounded(dst_reg[column]);
        });
}

}  // namespace stored_as
