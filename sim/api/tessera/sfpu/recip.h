// Reciprocals on SFPI vectors (sfpu-math.md 5.1).
#pragma once

#include "sim/api/tessera/sfpu/each.h"

namespace tessera::vectors {

#if defined(TESSERA_HAS_COMPARE)
inline constexpr bool has_reciprocal_table = TESSERA_HAS_COMPARE != 0;
#else
inline constexpr bool has_reciprocal_table = false;
#endif

// Newton steps on the mantissa scaled to [0.5, 1); the result is positive, the caller restores the sign. What is known
// of the exponent is worked out in the gaps behind the first products, where the vendor's compiler moves it.
template <int iterations = 3>
sfpi_inline vFloat _reciprocal_compat_(vFloat in) {
    vFloat value = sfpi::setexp(sfpi::setsgn(in, 1), 126);
    vFloat ln2_reciprocal = 1.442695f;
    vFloat two = 2.0f;
    vFloat product = value * ln2_reciprocal;
    vInt lowered_by = sfpi::exexp(in);
    vFloat sum = product + two;
    lowered_by = lowered_by - 126;
    vFloat result = ln2_reciprocal * sum;
    for (int step = 0; step < iterations - 1; ++step) result = result * (value * result + two);
    vInt exponent = sfpi::exexp(result) - lowered_by;
    v_if(exponent < 0) {
        exponent = 0;
        result = 0.0f;
    }
    v_endif;
    return sfpi::setexp(result, exponent);
}

// A quadratic on the negative mantissa and Newton steps, then a power of two made of the inverted exponent bits: 0
// gives infinity and infinity 0 without a branch. Needs reciprocal_polynomial_init.
template <int iterations = 2>
sfpi_inline vFloat reciprocal_by_polynomial(vFloat in) {
    vFloat x = sfpi::copyman(vFloat(sfpi::vConstNeg1), in);
    vFloat y = x * sfpi::vConstFloatPrgm0 + sfpi::vConstFloatPrgm1;
    y = x * y + sfpi::vConstFloatPrgm2;
    vFloat scale = sfpi::setman(sfpi::reinterpret<vFloat>(~sfpi::reinterpret<vUInt>(in)), 0) * 0.5f;
    for (int step = 0; step < iterations; ++step) {
        vFloat t = x * y + 1.0f;
        y = y * t + y;
    }
    return sfpi::copysgn(y * scale, in);
}

// SFPARECIP's seven bits and Newton steps with the residual negated, so that the NaN of 0 times infinity fails the
// test. Subtracting 0 keeps the sign of a zero product. Needs
// reciprocal_table_init.
template <int iterations = 2>
sfpi_inline vFloat reciprocal_by_table(vFloat in) {
    vFloat y = sfpi::approx_recip(in);
    if constexpr (iterations > 0) {
        vFloat t = in * y - sfpi::vConstFloatPrgm0;
        if constexpr (iterations > 1) {
            vFloat next = y * -t - sfpi::vConst0;
            v_if(t < 0.0f) {
                t = in * next - sfpi::vConstFloatPrgm0;
                y = next * -t - sfpi::vConst0;
            }
            v_endif;
        } else {
            v_if(t < 0.0f) { y = y * -t - sfpi::vConst0; }
            v_endif;
        }
    }
    return y;
}

template <int iterations = 2>
sfpi_inline vFloat _sfpu_reciprocal_(vFloat in) {
    if constexpr (has_reciprocal_table)
        return reciprocal_by_table<iterations>(in);
    else
        return reciprocal_by_polynomial<(iterations > 0 ? iterations : 1)>(in);
}

// The constants of both forms; the bare table needs none.
sfpi_inline void reciprocal_polynomial_init() {
    sfpi::vConstFloatPrgm0 = 0.3232325017452239990234375f;
    sfpi::vConstFloatPrgm1 = 1.4545459747314453125f;
    sfpi::vConstFloatPrgm2 = 2.121212482452392578125f;
}
sfpi_inline void reciprocal_table_init() { sfpi::vConstFloatPrgm0 = 2.0f; }
template <bool approximate = false>
sfpi_inline void _init_sfpu_reciprocal_() {
    if constexpr (!has_reciprocal_table)
        reciprocal_polynomial_init();
    else if constexpr (!approximate)
        reciprocal_table_init();
}

// Blackhole's whole tiles (sfpu-math.md 5.1), which the chip schedules through SFPLOADMACRO: the table and what is left
// of 1 - xy. In fp32 a cubic of it; the NaN of 0 times infinity becomes 1 and keeps y as it is.
sfpi_inline vFloat reciprocal_by_cubic(vFloat x) {
    vFloat y = sfpi::approx_recip(x);
    vFloat one = 1.0f;
    vFloat e = -x * y + one;
    vFloat t = e * e + e;
    t = t * e + e;
    sfpi::vec_min_max(t, one);
    return y * t + y;
}
// In bf16 the middle between y and its neighbour above says which of them is nearer.
sfpi_inline vFloat reciprocal_by_middle(vFloat x) {
    vUInt y = sfpi::reinterpret<vUInt>(sfpi::approx_recip(x));
    vFloat e = sfpi::reinterpret<vFloat>(y | 0x8000) * x - 1.0f;
    vInt top = sfpi::reinterpret<vInt>(y >> 16) + sfpi::reinterpret<vInt>(sfpi::reinterpret<vUInt>(e) >> 31);
    return sfpi::reinterpret<vFloat>(top << 16);
}

// Of a tile. By the polynomial two Newton steps for fp32, one for bf16; the bare first guess where the kernel asked for
// speed.
template <bool approximate, bool is_fp32_dest_acc_en>
sfpi_inline vFloat reciprocal(vFloat x) {
    if constexpr (approximate)
        return _sfpu_reciprocal_<0>(x);
    else if constexpr (!has_reciprocal_table)
        return for_dst<is_fp32_dest_acc_en>(_sfpu_reciprocal_<(is_fp32_dest_acc_en ? 2 : 1)>(x));
    else if constexpr (is_fp32_dest_acc_en)
        return reciprocal_by_cubic(x);
    else
        return reciprocal_by_middle(x);
}

// The default of recip_tile: three steps (two where speed was asked for), the sign put back.
template <bool approximate, bool is_fp32_dest_acc_en>
sfpi_inline vFloat reciprocal_legacy(vFloat x) {
    vFloat y = _reciprocal_compat_<(approximate ? 2 : 3)>(x);
    v_if(x < 0.0f) { y = -y; }
    v_endif;
    return for_dst<(is_fp32_dest_acc_en || approximate)>(y);
}

template <bool approximate, bool is_fp32_dest_acc_en, int iterations = 8, bool legacy_compat = false>
inline void calculate_reciprocal() {
    if constexpr (legacy_compat)
        each<reciprocal_legacy<approximate, is_fp32_dest_acc_en>, iterations>();
    else
        each<reciprocal<approximate, is_fp32_dest_acc_en>, iterations>();
}

}  // namespace tessera::vectors

namespace ckernel::sfpu {  // by the library's names

using tessera::vectors::_init_sfpu_reciprocal_;
using tessera::vectors::_reciprocal_compat_;
using tessera::vectors::_sfpu_reciprocal_;
using tessera::vectors::calculate_reciprocal;

}  // namespace ckernel::sfpu
