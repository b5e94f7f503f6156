// Arithmetic on SFPI vectors: with one number for all lanes, and of two tiles. A 16-bit Dst truncates sums, differences
// and what is said to be stored as it is (kernel-api.md 4.1).
#pragma once

#include "sim/api/tessera/sfpu/recip.h"

namespace tessera::vectors {

enum class BinaryOp : uint8_t { add, sub, mul, div, rsub };

// Stored as it is. Division by a number is multiplication: the host passes its reciprocal.
template <BinaryOp op>
sfpi_inline vFloat with_scalar(vFloat x, float number) {
    const vFloat parameter = number;
    if constexpr (op == BinaryOp::add) return x + parameter;
    if constexpr (op == BinaryOp::sub) return x - parameter;
    if constexpr (op == BinaryOp::rsub) return parameter - x;
    return x * parameter;
}

template <bool is_fp32_dest_acc_en>
sfpi_inline vFloat to_even_for_dst(vFloat y) {
    if constexpr (is_fp32_dest_acc_en)
        return y;
    else
        return to_nearest_even_bf16(y);
}

// As the matrix unit multiplies bf16: ties to even, and 0 times anything is 0.
template <bool is_fp32_dest_acc_en>
sfpi_inline vFloat product(vFloat a, vFloat b) {
    vFloat y = to_even_for_dst<is_fp32_dest_acc_en>(a * b);
    if constexpr (!is_fp32_dest_acc_en) {
        v_if(a == 0.0f || b == 0.0f) { y = 0.0f; }
        v_endif;
    }
    return y;
}

// a / b through the reciprocal; a / a is 1, 0 / 0 NaN, and a / 0 infinity with the sign of a alone. Needs
// _init_sfpu_reciprocal_.
template <bool is_fp32_dest_acc_en>
sfpi_inline vFloat quotient(vFloat a, vFloat b) {
    vFloat y = a * _sfpu_reciprocal_<2>(b);
    v_if(b == 0.0f) {
        v_if(a == 0.0f) { y = not_a_number(); }
        v_else { y = sfpi::copysgn(infinity(), a); }
        v_endif;
    }
    v_elseif(a == b) { y = sfpi::vConst1; }
    v_endif;
    return to_even_for_dst<is_fp32_dest_acc_en>(y);
}

template <BinaryOp op, bool is_fp32_dest_acc_en>
sfpi_inline vFloat of_two(vFloat a, vFloat b) {
    if constexpr (op == BinaryOp::add) return a + b;
    if constexpr (op == BinaryOp::sub) return a - b;
    if constexpr (op == BinaryOp::rsub) return b - a;
    if constexpr (op == BinaryOp::mul) return product<is_fp32_dest_acc_en>(a, b);
    if constexpr (op == BinaryOp::div) return quotient<is_fp32_dest_acc_en>(a, b);
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

sfpi_inline vFloat square(vFloat x) { return x * x; }
sfpi_inline vFloat absolute(vFloat x) { return sfpi::abs(x); }
sfpi_inline vFloat negative(vFloat x) { return -x; }
template <class V>
sfpi_inline V identity(V x) {
    return x;
}

}  // namespace tessera::vectors
