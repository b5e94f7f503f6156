// Reciprocals on SFPI vectors (sfpu-math.md 5.1).
#pragma once

#include "tessera/sfpu/convert.h"

namespace ckernel::sfpu {

// Newton steps on the mantissa scaled to [0.5, 1); the result is positive, the caller restores the sign.
template <int iterations = 3>
sfpi_inline sfpi::vFloat _reciprocal_compat_(sfpi::vFloat in) {
    sfpi::vFloat value = sfpi::setexp(sfpi::setsgn(in, 1), 126);
    sfpi::vFloat ln2_reciprocal = 1.442695f;
    sfpi::vFloat two = 2.0f;
    sfpi::vFloat result = ln2_reciprocal * (value * ln2_reciprocal + two);
    for (int step = 0; step < iterations - 1; ++step) result = result * (value * result + two);
    sfpi::vInt exponent = sfpi::exexp(result) - sfpi::exexp(in) + 126;
    v_if(exponent < 0) {
        exponent = 0;
        result = 0.0f;
    }
    v_endif;
    return sfpi::setexp(result, exponent);
}

template <int iterations = 8>
inline void calculate_reciprocal() {
    for (int i = 0; i < iterations; ++i) {
        sfpi::vFloat x = sfpi::dst_reg[0];
        sfpi::vFloat y = _reciprocal_compat_<4>(x);
        v_if(x < 0.0f) { y = -y; }
        v_endif;
        sfpi::dst_reg[0] = y;
        sfpi::dst_reg++;
    }
}

}  // namespace ckernel::sfpu
