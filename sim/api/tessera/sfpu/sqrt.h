// Square roots on SFPI vectors (sfpu-math.md 5.2): a guess from halved bits, one cubic step, one Newton step.
#pragma once

#include "sim/api/tessera/sfpu/recip.h"

namespace tessera::vectors {

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
// other of the two. A negative number has none: NaN, unless the kernel forgoes the check.
template <bool approximate = false, bool reciprocal = false, bool unchecked = false>
sfpi_inline vFloat _calculate_sqrt_body_(vFloat x) {
    const vInt infinity_bits = 0x7f800000, x_bits = sfpi::reinterpret<vInt>(x);
    vFloat y = sfpi::reinterpret<vFloat>(vInt(sfpi::vConstIntPrgm0) - sfpi::shft(sfpi::reinterpret<vUInt>(x), -1));
    vFloat xy = x * y;
    vFloat factor;
    if constexpr (approximate) {
        vFloat negative = -y;
        factor = sfpi::vConstFloatPrgm1 + negative * xy;
    } else {
        vFloat negative = -y;
        vFloat c = negative * xy;
        y = y * (sfpi::vConstFloatPrgm1 + c * (sfpi::vConstFloatPrgm2 + c));
        xy = x * y;
        negative = -y;
        factor = sfpi::vConst1 + negative * xy;
    }
    if constexpr (reciprocal) {
        vInt distance = infinity_bits - x_bits;
        v_if(distance != 0 && x_bits != 0) {
            if constexpr (approximate)
                y = y * factor;
            else
                y = factor * sfpi::addexp(y, -1) + y;
        }
        v_else { y = sfpi::reinterpret<vFloat>(distance); }
        v_endif;
    } else if constexpr (approximate) {
        y = xy;
        v_if(x_bits != infinity_bits) { y = y * factor; }
        v_endif;
    } else {
        vFloat half = 0.5f * xy;
        v_if(x_bits < infinity_bits) { y = factor * half + xy; }
        v_endif;
    }
    if constexpr (!unchecked) {
        v_if(x < 0.0f) { y = not_a_number(); }
        v_endif;
    }
    return y;
}
template <bool approximate, bool reciprocal, bool is_fp32_dest_acc_en, bool unchecked = false>
sfpi_inline vFloat square_root(vFloat x) {
    return for_dst<is_fp32_dest_acc_en>(_calculate_sqrt_body_<approximate, reciprocal, unchecked>(x));
}

// The oldest form: a cruder guess and Newton steps; sqrt(x) = x / sqrt(x). Approximate: half the exponent alone.
template <bool approximate, int steps>
sfpi_inline vFloat _sqrt_compat_(vFloat x) {
    vFloat root;
    if constexpr (approximate) {
        root = sfpi::reinterpret<vFloat>((sfpi::reinterpret<vUInt>(x) + (127u << 23)) >> 1);
    } else {
        v_if(x != 0.0f) {
            vFloat y = sfpi::reinterpret<vFloat>(vUInt(0x5f370000) - (sfpi::reinterpret<vUInt>(x) >> 1));
            for (int step = 0; step < steps; ++step) y = ((y * y) * (x * -0.5f) + 1.5f) * y;
            root = y * x;
        }
        v_else { root = x; }
        v_endif;
    }
    return root;
}
// 1/sqrt(x) of older kernels: the root passes through Dst, then its reciprocal with its sign.
template <bool approximate, bool is_fp32_dest_acc_en>
sfpi_inline vFloat reciprocal_root_legacy(vFloat x) {
    sfpi::dst_reg[0] = _sqrt_compat_<approximate, 2>(x);
    return reciprocal_legacy<approximate, is_fp32_dest_acc_en>(vFloat(sfpi::dst_reg[0]));
}

template <bool approximate, int iterations, bool is_fp32_dest_acc_en, bool fast_approx = false>
inline void calculate_sqrt() {
    each<square_root<approximate, false, is_fp32_dest_acc_en, fast_approx>, iterations>();
}
template <bool approximate, int iterations, bool is_fp32_dest_acc_en, bool fast_approx = false>
inline void calculate_rsqrt() {
    each<square_root<approximate, true, is_fp32_dest_acc_en, fast_approx>, iterations>();
}

}  // namespace tessera::vectors

namespace ckernel::sfpu {  // by the library's names

using tessera::vectors::_calculate_sqrt_body_;
using tessera::vectors::_sqrt_compat_;
using tessera::vectors::calculate_rsqrt;
using tessera::vectors::calculate_sqrt;

}  // namespace ckernel::sfpu
