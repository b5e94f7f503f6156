// Products, common divisors and multiples of integers on SFPI vectors.
#pragma once

#include "sim/api/tessera/sfpu/each.h"

namespace tessera::vectors {

sfpi_inline vInt int_difference_reversed(vInt a, vInt b) { return b - a; }
sfpi_inline vInt int_difference_from(vInt x, uint32_t value) { return vInt(value) - x; }

// The low 32 bits of a product. Wormhole multiplies fp32 numbers of 11 bits, whose sums of products stay below 2^23, so
// that adding 2^23 leaves them in the mantissa; Blackhole has products of 23 bits, low and high half.
inline constexpr float integer_in_mantissa = 8388608.0f;

sfpi_inline vFloat bits_as_float(vUInt x, int shift, uint32_t mask) {
    return sfpi::int32_to_float(sfpi::shft(x, -shift) & vUInt(mask), 0);
}
sfpi_inline vInt product_by_floats(vInt a, vInt b) {
    const vUInt x = sfpi::reinterpret<vUInt>(a), y = sfpi::reinterpret<vUInt>(b);
    vFloat a0 = bits_as_float(x, 0, 0x7ff), a1 = bits_as_float(x, 11, 0x7ff);
    vFloat b0 = bits_as_float(y, 0, 0x7ff), b1 = bits_as_float(y, 11, 0x7ff);
    vFloat offset = in_register(integer_in_mantissa);
    vFloat top = a0 * sfpi::int32_to_float(sfpi::shft(y, -22), 0) + offset;
    top = a1 * b1 + top;
    top = sfpi::int32_to_float(sfpi::shft(x, -22), 0) * b0 + top;
    vFloat middle = a0 * b1 + offset;
    middle = a1 * b0 + middle;
    vFloat low = a0 * b0 + offset;
    return sfpi::exman9(low) + (sfpi::exman9(middle) << 11) + (sfpi::exman9(top) << 22);
}
sfpi_inline vInt product_by_halves(vInt a, vInt b) {
    using sfpi::FractionalHalf;
    vInt upper = sfpi::fractional_mul(sfpi::shft(sfpi::reinterpret<vUInt>(a), -23), b);
    upper += sfpi::fractional_mul(a, sfpi::shft(sfpi::reinterpret<vUInt>(b), -23));
    upper += sfpi::fractional_mul(a, b, FractionalHalf::High);
    return (upper << 23) + sfpi::fractional_mul(a, b);
}
sfpi_inline vInt int_product(vInt a, vInt b) {
    if constexpr (sfpi::tessera_detail::has_extensions)
        return product_by_halves(a, b);
    else
        return product_by_floats(a, b);
}
// Of 16 bits, of which the low 16 are stored.
sfpi_inline vInt short_product(vInt a, vInt b) {
    if constexpr (sfpi::tessera_detail::has_extensions) {
        return sfpi::fractional_mul(a, b);
    } else {
        const vUInt x = sfpi::reinterpret<vUInt>(a), y = sfpi::reinterpret<vUInt>(b);
        vFloat a0 = bits_as_float(x, 0, 0xff), b0 = bits_as_float(y, 0, 0xff);
        vFloat offset = in_register(integer_in_mantissa);
        vFloat high = a0 * sfpi::int32_to_float(sfpi::shft(y, -8), 0) + offset;
        vFloat low = a0 * b0 + offset;
        high = sfpi::int32_to_float(sfpi::shft(x, -8), 0) * b0 + high;
        return sfpi::exman9(low) + (sfpi::exman9(high) << 8);
    }
}

// The binary algorithm on magnitudes of `bits` bits: b stays odd but for the power of two that both share, a loses its
// own powers of two and then the lesser of both, until it is 0. One step less than the bits: the last would change a
// alone.
template <int bits>
sfpi_inline vInt common_divisor(vInt a, vInt b) {
    vInt both = a | b;
    vInt shared = sfpi::lz(both & (0 - both));
    v_if((b << shared) == 0) {  // b has more twos than the shared ones
        vInt t = a;
        a = b;
        b = t;
    }
    v_endif;
    a = sfpi::abs(a);
    b = sfpi::abs(b);
    v_block {
        for (int step = 0; step < bits - 1; ++step) {
            vInt twos = sfpi::lz(a & (0 - a));
            v_and(a != 0);
            a = sfpi::reinterpret<vInt>(sfpi::shft(sfpi::reinterpret<vUInt>(a), twos - shared));
            sfpi::vec_min_max(b, a);
            a = a - b;
        }
    }
    v_endblock;
    return b;
}
sfpi_inline vInt greatest_common_divisor(vInt a, vInt b) { return common_divisor<31>(a, b); }

// |a| / gcd times |b| for 15-bit numbers; the quotient through a reciprocal of two Newton steps, whose 48/17 and 32/17
// are Prgm0 and Prgm1.
sfpi_inline void least_common_multiple_init() {
    sfpi::vConstFloatPrgm0 = 48.0f / 17.0f;
    sfpi::vConstFloatPrgm1 = 32.0f / 17.0f;
}
sfpi_inline vInt least_common_multiple(vInt a, vInt b) {
    vFloat divisor = sfpi::int32_to_float(common_divisor<15>(a, b), 0);
    vFloat m = sfpi::setexp(sfpi::setsgn(divisor, 1), 126);
    vFloat y = m * sfpi::vConstFloatPrgm1 + sfpi::vConstFloatPrgm0;
    vFloat t = y * m + sfpi::vConst1;
    y = t * y + y;
    t = y * m + sfpi::vConst1;
    y = t * y + y;
    vInt exponent = sfpi::exexp(y) - (sfpi::exexp(divisor) - 126);
    y = sfpi::setexp(y, exponent);
    vFloat quotient = sfpi::int32_to_float(sfpi::abs(a), 0) * y;
    vInt whole = sfpi::reinterpret<vInt>(sfpi::float_to_uint16(quotient, 0));
    return int_product(whole, sfpi::abs(b));
}

}  // namespace tessera::vectors
