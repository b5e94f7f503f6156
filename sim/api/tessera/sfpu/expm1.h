// e^x - 1 and the hyperbolic functions on SFPI vectors. The specs name the method of expm1 (the reduction of the fp32
// exponential, a polynomial for e^f - 1) but not its numbers: here the polynomial is that of the exponential less its
// constant term. The hyperbolic functions are built on it, so that they keep their digits around 0.
#pragma once

#include "sim/api/tessera/sfpu/exp.h"
#include "sim/api/tessera/sfpu/recip.h"

namespace ckernel::sfpu {

// 2 (2^(j-1) (e^f - 1) + 2^(j-1) - 1/2): halved inside, so that j = 128 still has its power of two.
sfpi_inline vFloat _sfpu_expm1_(vFloat x) {
    vFloat in = limited(x, -20.0f, 89.0f);
    vInt j = sfpi::reinterpret<vInt>(sfpi::float_to_int16(in * 1.442695f, 0));
    vFloat k = sfpi::int32_to_float(j, 0);
    vFloat f = k * -6.93145752e-1f + in;
    f = k * -1.42860677e-6f + f;
    vFloat p = PolynomialEvaluator::eval(f, 1.0f, 4.99999851e-1f, 1.66664720e-1f, 4.16695364e-2f, 8.37312452e-3f,
                                         1.37805939e-3f);
    p = p * f;
    v_if(k < 0.0f) { j = vInt(0) - (j & 0x7fffffff); }
    v_endif;
    vFloat half_power = sfpi::setexp(vFloat(1.0f), j + 126);
    vFloat y = half_power * p + (half_power - 0.5f);
    y = y + y;
    v_if(magnitude(x) > 0x7f800000) { y = x; }
    v_endif;
    return y;
}

template <bool is_fp32_dest_acc_en>
sfpi_inline vFloat expm1(vFloat x) {
    return for_dst<is_fp32_dest_acc_en>(_sfpu_expm1_(x));
}

// All of them need _init_sfpu_reciprocal_. tanh = m / (m + 2) with m = e^(2|x|) - 1, 1 in fp32 from |x| = 10 on.
template <bool is_fp32_dest_acc_en>
sfpi_inline vFloat tanh(vFloat x) {
    vFloat twice = sfpi::setsgn(x, 0) * 2.0f;
    vFloat most = 20.0f;
    sfpi::vec_min_max(twice, most);
    vFloat m = _sfpu_expm1_(twice);
    vFloat y = m * _sfpu_reciprocal_<2>(m + 2.0f);
    v_if(magnitude(x) > 0x7f800000) { y = x; }
    v_endif;
    return for_dst<is_fp32_dest_acc_en>(sfpi::copysgn(y, x));
}

// (m + m / (m + 1)) / 2 with m = e^|x| - 1; infinite as soon as e^|x| is.
template <bool is_fp32_dest_acc_en>
sfpi_inline vFloat sinh(vFloat x) {
    vFloat m = _sfpu_expm1_(sfpi::setsgn(x, 0));
    vFloat y = m;
    v_if(magnitude(m) < 0x4c000000) { y = m * _sfpu_reciprocal_<2>(m + 1.0f) + m; }
    v_endif;
    return for_dst<is_fp32_dest_acc_en>(sfpi::copysgn(y * 0.5f, x));
}

// (e + 1 / e) / 2 with e = e^|x|.
template <bool is_fp32_dest_acc_en>
sfpi_inline vFloat cosh(vFloat x) {
    vFloat e = _sfpu_exp_fp32_accurate_(sfpi::setsgn(x, 0));
    return for_dst<is_fp32_dest_acc_en>((_sfpu_reciprocal_<2>(e) + e) * 0.5f);
}

}  // namespace ckernel::sfpu
