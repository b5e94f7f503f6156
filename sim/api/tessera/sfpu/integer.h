// Integer functions on SFPI vectors, of Dst tiles of 32-bit integers, and constants into tiles.
#pragma once

#include "sim/api/tessera/sfpu/each.h"

namespace tessera::vectors {

enum class IntOp : uint8_t { add, sub, bit_and, bit_or, bit_xor, shift_left, shift_right, shift_right_logical };

// Arithmetic to the right: below 0 the complement is shifted, so that ones come in. A shift by 32 or more moves
// everything out.
sfpi_inline vInt shifted_right(vInt x, vInt amount) {
    vInt y = x;
    v_if(x < 0) { y = ~y; }
    v_endif;
    y = sfpi::shft(y, vInt(0) - amount);
    v_if(amount > 31) { y = 0; }
    v_endif;
    v_if(x < 0) { y = ~y; }
    v_endif;
    return y;
}
template <bool left>
sfpi_inline vInt shifted_logical(vInt x, vInt amount) {
    // Of a vInt the right shift would be arithmetic on Blackhole.
    const vUInt bits = sfpi::reinterpret<vUInt>(x);
    vInt y = sfpi::reinterpret<vInt>(left ? sfpi::shft(bits, amount) : sfpi::shft(bits, vInt(0) - amount));
    v_if(amount > 31) { y = 0; }
    v_endif;
    return y;
}

template <IntOp op>
sfpi_inline vInt of_two_ints(vInt a, vInt b) {
    if constexpr (op == IntOp::add) return a + b;
    if constexpr (op == IntOp::sub) return a - b;
    if constexpr (op == IntOp::bit_and) return a & b;
    if constexpr (op == IntOp::bit_or) return a | b;
    if constexpr (op == IntOp::bit_xor) return a ^ b;
    if constexpr (op == IntOp::shift_left) return shifted_logical<true>(a, b);
    if constexpr (op == IntOp::shift_right) return shifted_right(a, b);
    if constexpr (op == IntOp::shift_right_logical) return shifted_logical<false>(a, b);
}
template <IntOp op>
sfpi_inline vInt with_int(vInt x, uint32_t parameter) {
    return of_two_ints<op>(x, vInt(parameter));
}
// The vendor's, on the two's complement that dst_reg makes of Dst: what | and ^ make negative is stored as a sign and a
// magnitude, the sign that of the scalar.
template <IntOp op>
sfpi_inline vInt bits_with_scalar(vInt x, uint32_t scalar) {
    const vInt b = scalar;
    vInt y = of_two_ints<op>(x, b);
    if constexpr (op != IntOp::bit_and) {
        v_if(y > INT32_MIN && y < 0) {
            y = 0 - y;
            y = sfpi::setsgn(y, b);
        }
        v_endif;
    }
    return y;
}
sfpi_inline vInt complement(vInt x) { return ~x; }

// A number for every element.
template <class V, int iterations = 8, class T>
inline void fill_with(T value) {
    V all = value;
#pragma GCC unroll 1
    for (int i = 0; i < iterations; ++i) {
        sfpi::dst_reg[0] = all;
        sfpi::dst_reg++;
    }
}

}  // namespace tessera::vectors
