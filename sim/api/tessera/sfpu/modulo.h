// The remainder of a division of two tiles, truncated, on SFPI vectors (tt-metal, `ckernel_sfpu_binary_fmod.h` of
// 2026).
#pragma once

#include "sim/api/tessera/sfpu/recip.h"
#include "sim/api/tessera/sfpu/rounding.h"

namespace tessera::vectors {

// a - trunc(a / b) b, with the sign of a and less than b in magnitude: the quotient by the reciprocal may be one off,
// which is put right by one b. Needs _init_sfpu_reciprocal_.
template <bool is_fp32_dest_acc_en>
sfpi_inline vFloat remainder_truncated(vFloat a, vFloat b) {
    vFloat size = sfpi::abs(b);
    vFloat whole = _trunc_body_(a * _sfpu_reciprocal_<2>(b));
    vFloat y = a - whole * b;
    v_if(sfpi::abs(y) >= size) {
        v_if(y >= 0.0f) { y = y - size; }
        v_else { y = y + size; }
        v_endif;
    }
    v_endif;
    v_if(a >= 0.0f) {
        v_if(y < 0.0f) { y = y + size; }
        v_endif;
    }
    v_else {
        v_if(y > 0.0f) { y = y - size; }
        v_endif;
    }
    v_endif;
    v_if(a == b) { y = 0.0f; }
    v_endif;
    v_if(b == 0.0f) { y = not_a_number(); }
    v_endif;
    return for_dst<is_fp32_dest_acc_en>(y);
}

}  // namespace tessera::vectors
