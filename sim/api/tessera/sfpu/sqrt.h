// Square roots on SFPI vectors (sfpu-math.md 5.2): a guess from halved bits, one cubic step, one Newton step.
#pragma once

#include "sim/api/tessera/sfpu/each.h"

namespace ckernel::sfpu {

// The guess is of 1/sqrt(x); Prgm0 is its magic number, Prgm1 and Prgm2 the coefficients of the step.
template <bool approximate>
sfpi_inline void sqrt_init() {
    if constexpr (approximate) {
        sfpi::vConstIntPrgm0 = vInt(0x5f0b3892);
        sfpi::vConstFloatPrgm1 = 1.89099014875f;
    } else {
        sfpi::vConstIntPrgm0 = vInt(0x5f1110a0);
        sfpi::vConstFloatPrgm1 = 2.2825186f;
        sfpi::vConstFloatPrgm2 = 2.2533049f;
    }
}

// sqrt(x), or 1/sqrt(x). Zero and infinity are told apart from the rest by their bits: infinity less x is exactly the
// other of the two.
template <bool approximate, bool reciprocal>
sfpi_inline vFloat _calculate_sqrt_body_(vFloat x) {
    const vInt infinity = 0x7f800000;
    vFloat y = sfpi::reinterpret<vFloat>(vInt(sfpi::vConstIntPrgm0) - sfpi::shft(sfpi::reinterpret<vInt>(x), -1));
    vFloat xy = x * y;
    if constexpr (approximate) {
        vFloat factor = -y * xy + sfpi::vConstFloatPrgm1;
        if constexpr (reciprocal)
            y = y * factor;
        else
            y = xy * factor;
    } else {
        vFloat c = -y * xy;
        y = y * (c * (c + sfpi::vConstFloatPrgm2) + sfpi::vConstFloatPrgm1);
        xy = x * y;
        vFloat residual = -y * xy + 1.0f;
        if constexpr (reciprocal)
            y = residual * sfpi::addexp(y, -1) + y;
        else
            y = residual * sfpi::addexp(xy, -1) + xy;
    }
    vInt distance = infinity - sfpi::reinterpret<vInt>(x);
    if constexpr (reciprocal) {
        v_if(distance == 0 || x == 0.0f) { y = sfpi::reinterpret<vFloat>(distance); }
        v_endif;
    } else {
        v_if(distance == 0 || x == 0.0f) { y = x; }
        v_endif;
    }
    return y;
}

// A negative number has none: NaN, unless the kernel forgoes the check.
template <bool approximate, bool reciprocal, bool is_fp32_dest_acc_en, bool fast_approx = false>
sfpi_inline vFloat square_root(vFloat x) {
    vFloat y = _calculate_sqrt_body_<approximate, reciprocal>(x);
    if constexpr (!fast_approx) {
        v_if(x < 0.0f) { y = sfpi::reinterpret<vFloat>(vInt(0x7fc00000)); }
        v_endif;
    }
    return for_dst<is_fp32_dest_acc_en>(y);
}

// The oldest form: a cruder guess, two Newton steps; sqrt(x) = x / sqrt(x).
template <int steps = 2>
sfpi_inline vFloat _sqrt_compat_(vFloat x) {
    vFloat y = sfpi::reinterpret<vFloat>(vInt(0x5f370000) - sfpi::shft(sfpi::reinterpret<vInt>(x), -1));
    vFloat half = x * -0.5f;
    for (int step = 0; step < steps; ++step) y = y * (half * (y * y) + in_register(1.5f));
    vFloat root = x * y;
    v_if(x == 0.0f) { root = 0.0f; }
    v_endif;
    return root;
}

template <bool approximate, int iterations, bool is_fp32_dest_acc_en, bool fast_approx = false>
inline void calculate_sqrt() {
    each<square_root<approximate, false, is_fp32_dest_acc_en, fast_approx>, iterations>();
}
template <bool approximate, int iterations, bool is_fp32_dest_acc_en, bool fast_approx = false>
inline void calculate_rsqrt() {
    each<square_root<approximate, true, is_fp32_dest_acc_en, fast_approx>, iterations>();
}

}  // namespace ckernel::sfpu
