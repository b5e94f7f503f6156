// Fast and legacy forms of e^x on SFPI vectors (sfpu-math.md 3).
#pragma once

#include "sim/api/tessera/sfpu/exp.h"
#include "sim/api/tessera/sfpu/recip.h"

namespace tessera::vectors {

// Schraudolph with eight fraction bits: the rounded integer of a line, moved into the exponent field. The chip
// schedules these four steps through SFPLOADMACRO (exp_macros.h); bits are the same. Needs exp_fast_approximate_init.
sfpi_inline vFloat exp_fast_approximate(vFloat x) {
    vFloat low = -88.5f;
    sfpi::vec_min_max(low, x);
    vUInt u = sfpi::float_to_uint16(x * sfpi::vConstFloatPrgm0 + sfpi::vConstFloatPrgm1, 0);
    return sfpi::reinterpret<vFloat>(u << 15);
}
sfpi_inline void exp_fast_approximate_init(float scale = 1.0f) {
    sfpi::vConstFloatPrgm0 = 369.3299255f * scale;
    sfpi::vConstFloatPrgm1 = 32500.8183594f;
}

// The same without the clamp: a signed integer, whose magnitude ends at 32767, so that arguments from 0.72 on give
// 0x3fff8000; those below -88 give a negative number of no meaning, which the packer's ReLU is to make 0.
sfpi_inline vFloat exp_fast_unclamped(vFloat x) {
    vUInt u = sfpi::float_to_int16(x * sfpi::vConstFloatPrgm0 + sfpi::vConstFloatPrgm1, 0);
    return sfpi::copysgn(sfpi::reinterpret<vFloat>(u << 15), sfpi::reinterpret<vFloat>(u));
}

// A line again, with 16 fraction bits left by the rounding of x/ln 2 + 192. Valid for |x| < 44.36 only, although
// nothing up to 89 is refused: results beyond are wrong by orders of magnitude, as the vendor's are.
template <bool skip_positive_check = false>
sfpi_inline vFloat exp_piecewise_approximate(vFloat x) {
    vFloat t = x * 1.442695f + in_register(192.0f);
    vFloat y = sfpi::reinterpret<vFloat>((sfpi::reinterpret<vInt>(t) + vInt(0xBD3F0000)) << 7);
    v_if(x < -42.0f) { y = 0.0f; }
    v_endif;
    if constexpr (!skip_positive_check) {
        v_if(x >= 89.0f) { y = sfpi::reinterpret<vFloat>(vInt(0x7f800000)); }
        v_endif;
    }
    return y;
}

// For x >= 0: a quadratic on x brought below 1 by its exponent field, squared once for each step of that exponent.
sfpi_inline vFloat _sfpu_exp_(vFloat x) {
    vInt exponent = sfpi::exexp(x);
    v_if(exponent >= 0) { x = sfpi::setexp(x, 126); }
    v_endif;
    vFloat y = x * sfpi::vConst0p8373 + 0.86328125f;
    y = x * y + 1.0f;
    v_if(exponent >= 0) {
        y = y * y;
        for (int step = 0; step < 7; ++step) {
            exponent = exponent - 1;
            v_and(exponent >= 0);
            y = y * y;
        }
    }
    v_endif;
    return y;
}
sfpi_inline vFloat sfpu_exp(vFloat x) { return _sfpu_exp_(x); }

// The legacy "accurate" exponential; useless from |x| = 64 on. Needs _init_sfpu_reciprocal_.
template <bool approximate = false>
sfpi_inline vFloat _calculate_exponential_body_(vFloat x) {
    vFloat y = _sfpu_exp_(sfpi::setsgn(x, 0));
    v_if(x < 0.0f) { y = _sfpu_reciprocal_<2>(y); }
    v_endif;
    return y;
}

// One vector as kernels ask for it that walk Dst themselves: the older approximation, or the legacy exponential.
template <bool approximate, bool scale_en, bool skip_positive>
sfpi_inline vFloat _calculate_exponential_piecewise_(vFloat x, uint16_t scale_bf16) {
    if constexpr (scale_en) x = x * Converter::as_float(static_cast<uint32_t>(scale_bf16) << 16);
    if constexpr (approximate)
        return exp_piecewise_approximate<skip_positive>(x);
    else
        return _calculate_exponential_body_(x);
}

// As the template arguments of exp_tile choose (kernel-api.md 3.5). The scale of the fast form is in its init.
template <bool approximate, bool fast, bool is_fp32_dest_acc_en, bool scale_en = false, bool skip_positive = false>
sfpi_inline vFloat exponential(vFloat x, float scale) {
    if constexpr (approximate && fast) return exp_fast_approximate(x);
    if constexpr (scale_en) x = x * scale;
    if constexpr (approximate)
        return exp_piecewise_approximate<skip_positive>(x);
    else
        return _sfpu_exp_improved_<is_fp32_dest_acc_en>(x);
}

template <bool approximate, bool fast, bool is_fp32_dest_acc_en, bool scale_en = false, int iterations = 8,
          bool skip_positive = false>
inline void calculate_exponential(uint32_t scale_bf16 = 0x3F80) {
    const float scale = Converter::as_float(scale_bf16 << 16);
    each<exponential<approximate, fast, is_fp32_dest_acc_en, scale_en, skip_positive>, iterations>(scale);
}

}  // namespace tessera::vectors

namespace ckernel::sfpu {  // by the library's names

using tessera::vectors::_calculate_exponential_body_;
using tessera::vectors::_calculate_exponential_piecewise_;
using tessera::vectors::_sfpu_exp_;
using tessera::vectors::calculate_exponential;
using tessera::vectors::sfpu_exp;

}  // namespace ckernel::sfpu
