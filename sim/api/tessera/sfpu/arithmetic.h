// Arithmetic on SFPI vectors: with one number for all lanes, and of two tiles.
#pragma once

#include "sim/api/tessera/sfpu/exp.h"
#include "sim/api/tessera/sfpu/log.h"
#include "sim/api/tessera/sfpu/recip.h"
#include "sim/api/tessera/sfpu/rounding.h"

namespace ckernel::sfpu {

enum class BinaryOp : uint8_t { add, sub, mul, div, rsub, pow };

// Division by a number is multiplication: the host passes its reciprocal.
template <BinaryOp op, bool is_fp32_dest_acc_en>
sfpi_inline vFloat with_scalar(vFloat x, float parameter) {
    vFloat y;
    if constexpr (op == BinaryOp::add)
        y = x + parameter;
    else if constexpr (op == BinaryOp::sub)
        y = x - parameter;
    else if constexpr (op == BinaryOp::rsub)
        y = parameter - x;
    else
        y = x * parameter;
    return for_dst<is_fp32_dest_acc_en>(y);
}

// a / b through the reciprocal; a / a is 1, 0 / 0 NaN. Needs _init_sfpu_reciprocal_.
sfpi_inline vFloat quotient(vFloat a, vFloat b) {
    vFloat y = a * _sfpu_reciprocal_<2>(b);
    v_if(a == b) { y = 1.0f; }
    v_endif;
    v_if(b == 0.0f) {
        y = sfpi::copysgn(infinity(),
                          sfpi::reinterpret<vFloat>(sfpi::reinterpret<vInt>(a) ^ sfpi::reinterpret<vInt>(b)));
        v_if(a == 0.0f) { y = not_a_number(); }
        v_endif;
    }
    v_endif;
    return y;
}

// e^(b ln|a|) (sfpu-math.md 5.2, newer form with the fp32 logarithm and exponential); a negative base has a result for
// whole exponents only.
sfpi_inline vFloat power(vFloat a, vFloat b) {
    vFloat base = sfpi::setsgn(a, 0);
    vFloat y = _sfpu_log_(base);
    v_if(base == 0.0f) { y = sfpi::setsgn(infinity(), 1); }
    v_endif;
    y = _sfpu_exp_fp32_accurate_(y * b);
    v_if(b == 0.0f) { y = 1.0f; }
    v_endif;
    v_if(a < 0.0f) {
        vFloat half = b * 0.5f;
        v_if(_trunc_body_(half) != half) { y = -y; }
        v_endif;
        v_if(_trunc_body_(b) != b) { y = not_a_number(); }
        v_endif;
    }
    v_endif;
    return y;
}

template <BinaryOp op, bool is_fp32_dest_acc_en>
sfpi_inline vFloat of_two(vFloat a, vFloat b) {
    vFloat y;
    if constexpr (op == BinaryOp::add)
        y = a + b;
    else if constexpr (op == BinaryOp::sub)
        y = a - b;
    else if constexpr (op == BinaryOp::rsub)
        y = b - a;
    else if constexpr (op == BinaryOp::mul)
        y = a * b;
    else if constexpr (op == BinaryOp::div)
        y = quotient(a, b);
    else
        y = power(a, b);
    return for_dst<is_fp32_dest_acc_en>(y);
}

// By the order of SFPSWAP: -NaN below everything, NaN above.
sfpi_inline vFloat smaller(vFloat a, vFloat b) {
    sfpi::vec_min_max(a, b);
    return a;
}
sfpi_inline vFloat larger(vFloat a, vFloat b) {
    sfpi::vec_min_max(a, b);
    return b;
}
sfpi_inline vFloat smaller_of_scalar(vFloat x, float other) { return smaller(x, vFloat(other)); }
sfpi_inline vFloat larger_of_scalar(vFloat x, float other) { return larger(x, vFloat(other)); }

template <bool is_fp32_dest_acc_en>
sfpi_inline vFloat square(vFloat x) {
    return for_dst<is_fp32_dest_acc_en>(x * x);
}
sfpi_inline vFloat absolute(vFloat x) { return sfpi::abs(x); }
sfpi_inline vFloat negative(vFloat x) { return -x; }
template <class V>
sfpi_inline V identity(V x) {
    return x;
}

// One multiplication for each unit of the exponent, as the vendor's loop.
template <bool is_fp32_dest_acc_en>
sfpi_inline vFloat power_of_whole(vFloat x, uint32_t exponent) {
    vFloat y = 1.0f;
    for (uint32_t i = 0; i < exponent; ++i) y = y * x;
    return for_dst<is_fp32_dest_acc_en>(y);
}

}  // namespace ckernel::sfpu
