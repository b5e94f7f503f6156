// Quotients and remainders of 32-bit integers in two's complement on SFPI vectors: an fp32 reciprocal gives the upper
// bits of the quotient, what is left over gives a correction of 16 bits, and one step settles the last unit. A divisor
// of 0 gives what these steps happen to make of it.
#pragma once

#include "sim/api/tessera/sfpu/integer_multiply.h"
#include "sim/api/tessera/sfpu/recip.h"

namespace tessera::vectors {

// How many low bits of the first quotient are 0, and the number whose addition leaves the others in the mantissa.
inline constexpr int quotient_shift = sfpi::tessera_detail::has_extensions ? 10 : 11;
inline constexpr float quotient_in_mantissa = integer_in_mantissa * (1 << quotient_shift);

sfpi_inline void int_quotient_init() {
    sfpi::vConstFloatPrgm0 = quotient_in_mantissa;
    if constexpr (!sfpi::tessera_detail::has_extensions) {
        sfpi::vConstFloatPrgm1 = 0.470588266849517822265625f;
        sfpi::vConstFloatPrgm2 = 1.41176474094390869140625f;
    }
}

// A magnitude as fp32; 2^31 has the sign bit set and would come out negative.
sfpi_inline vFloat magnitude_as_float(vInt x) {
    vFloat y = sfpi::int32_to_float(x, 0);
    v_if(y < 0.0f) { y = 2147483648.0f; }
    v_endif;
    return y;
}

// 1 / b. Wormhole: a line, a Newton step, and Halley's (`refined`) or a second Newton step, scaled by the exponent at
// the end; Blackhole: its table and one step.
template <bool refined>
sfpi_inline vFloat int_reciprocal(vFloat b) {
    if constexpr (sfpi::tessera_detail::has_extensions) {
        vFloat y = sfpi::approx_recip(b);
        vFloat e = -y * b + sfpi::vConst1;
        if constexpr (refined) e = e * e + e;
        return e * y + y;
    } else {
        vFloat m = sfpi::setman(vFloat(sfpi::vConstNeg1), sfpi::reinterpret<vInt>(b));
        vFloat y = sfpi::vConstFloatPrgm2 + sfpi::vConstFloatPrgm1 * m;
        vFloat scale = sfpi::setman(b, 0);
        vFloat t = y * m + sfpi::vConst1;
        scale = sfpi::reinterpret<vFloat>((254 << 23) - sfpi::reinterpret<vInt>(scale));
        y = t * y + y;
        vFloat e = y * m + sfpi::vConst1;
        if constexpr (refined) e = e * e + e;
        y = e * y + y;
        return y * scale;
    }
}

// Eight registers do not hold both operands and all steps: magnitudes come from Dst again where they are needed.
sfpi_inline vUInt magnitude_at(uint32_t tile) {
    return sfpi::reinterpret<vUInt>(sfpi::abs(vInt(vUInt(sfpi::dst_reg[tile * tile_steps]))));
}
// Eleven bits as a number; shifts take no register for a mask.
sfpi_inline vFloat eleven_bits(vUInt x, int from) {
    return sfpi::int32_to_float(sfpi::shft(sfpi::shft(x, 21 - from), -21), 0);
}

// The low 32 bits of (q << quotient_shift) |b|, q of at most 22 bits.
sfpi_inline vInt quotient_times(vInt q, uint32_t b) {
    if constexpr (sfpi::tessera_detail::has_extensions) {
        return sfpi::fractional_mul(q, magnitude_at(b)) << quotient_shift;
    } else {
        const vUInt x = sfpi::reinterpret<vUInt>(q);
        vFloat q0 = eleven_bits(x, 0), b0 = eleven_bits(magnitude_at(b), 0);
        vFloat offset = in_register(integer_in_mantissa);
        vFloat high = sfpi::int32_to_float(sfpi::shft(x, -11), 0) * b0 + offset;
        vFloat low = q0 * b0 + offset;
        high = q0 * eleven_bits(magnitude_at(b), 11) + high;
        return (sfpi::exman9(low) << 11) + (sfpi::exman9(high) << 22);
    }
}
// The low 32 bits of c |b|, c of 16 bits.
sfpi_inline vInt correction_times(vInt c, uint32_t b) {
    if constexpr (sfpi::tessera_detail::has_extensions) {
        const vUInt y = magnitude_at(b);
        vInt high =
            sfpi::fractional_mul(c, sfpi::shft(y, -23)) + sfpi::fractional_mul(c, y, sfpi::FractionalHalf::High);
        return (high << 23) + sfpi::fractional_mul(c, y);
    } else {
        vFloat f = sfpi::int32_to_float(c, 0);
        vFloat offset = in_register(integer_in_mantissa);
        vInt product = sfpi::exman9(f * eleven_bits(magnitude_at(b), 0) + offset);
        product += sfpi::exman9(f * eleven_bits(magnitude_at(b), 11) + offset) << 11;
        product += sfpi::exman9(f * eleven_bits(magnitude_at(b), 22) + offset) << 22;
        return product;
    }
}

// |a| = q |b| + r with 0 <= r < |b|, of the tiles in0 and in1.
template <bool refined>
sfpi_inline void divide_magnitudes(uint32_t in0, uint32_t in1, vInt& q, vInt& r) {
    vFloat reciprocal = int_reciprocal<refined>(magnitude_as_float(magnitude_at(in1)));
    q = sfpi::exman9(magnitude_as_float(magnitude_at(in0)) * reciprocal + sfpi::vConstFloatPrgm0);
    r = magnitude_at(in0) - quotient_times(q, in1);
    q = q << quotient_shift;
    vFloat left = sfpi::int32_to_float(sfpi::abs(r), 0) * reciprocal;
    vInt correction = sfpi::reinterpret<vInt>(sfpi::float_to_uint16(left, 0));
    vInt product = correction_times(correction, in1);
    v_if(r < 0) {
        q = q - correction;
        r = r + product;
    }
    v_else {
        q = q + correction;
        r = r - product;
    }
    v_endif;
    vInt divisor = magnitude_at(in1);
    v_if(r < 0 && (r - 1) < 0) {  // 2^31 is no negative remainder
        q = q - 1;
        r = r + divisor;
    }
    v_elseif(r >= divisor) {
        q = q + 1;
        r = r - divisor;
    }
    v_endif;
}

enum class Division : uint8_t { floored, truncated };  // a remainder has the sign of the divisor, or of the dividend

template <Division how>
inline void calculate_int_quotient(uint32_t in0, uint32_t in1, uint32_t out) {
#pragma GCC unroll 1
    for (int i = 0; i < 8; ++i) {
        vInt q, r;
        divide_magnitudes<true>(in0, in1, q, r);
        vInt a = vUInt(sfpi::dst_reg[in0 * tile_steps]);
        vInt b = vUInt(sfpi::dst_reg[in1 * tile_steps]);
        v_if((a ^ b) < 0) {
            q = 0 - q;
            if constexpr (how == Division::floored) {
                v_if(r != 0) { q = q - 1; }
                v_endif;
            }
        }
        v_endif;
        sfpi::dst_reg[out * tile_steps] = sfpi::reinterpret<vUInt>(q);
        sfpi::dst_reg++;
    }
}

template <Division how>
inline void calculate_int_remainder(uint32_t in0, uint32_t in1, uint32_t out) {
#pragma GCC unroll 1
    for (int i = 0; i < 8; ++i) {
        vInt q, r;
        divide_magnitudes<false>(in0, in1, q, r);
        vInt a = vUInt(sfpi::dst_reg[in0 * tile_steps]);
        vInt b = vUInt(sfpi::dst_reg[in1 * tile_steps]);
        if constexpr (how == Division::truncated) {
            v_if(a < 0) { r = 0 - r; }
            v_endif;
        } else {
            v_if(r != 0) {
                v_if((a ^ b) < 0) {
                    v_if(a < 0) { r = b - r; }
                    v_else { r = r + b; }
                    v_endif;
                }
                v_elseif(a < 0 && b < 0) { r = 0 - r; }
                v_endif;
            }
            v_endif;
        }
        sfpi::dst_reg[out * tile_steps] = sfpi::reinterpret<vUInt>(r);
        sfpi::dst_reg++;
    }
}

// a / b as a number; a / a is 1. Wormhole's loads are what a cast takes, Blackhole's need their magnitude and sign.
sfpi_inline vFloat ratio_of_ints(vInt a, vInt b) {
    vFloat y = 0.0f;
    v_if(a != 0 && a == b) { y = sfpi::vConst1; }
    v_else {
        if constexpr (sfpi::tessera_detail::has_extensions) {
            vFloat x = sfpi::int32_to_float(sfpi::abs(a), 0);
            y = sfpi::copysgn(x * _sfpu_reciprocal_<2>(sfpi::int32_to_float(sfpi::abs(b), 0)), a ^ b);
        } else {
            y = sfpi::int32_to_float(a, 0) * _sfpu_reciprocal_<2>(sfpi::int32_to_float(b, 0));
        }
    }
    v_endif;
    return y;
}
inline void calculate_ratio_of_ints(uint32_t in0, uint32_t in1, uint32_t out) {
#pragma GCC unroll 1
    for (int i = 0; i < 8; ++i) {
        vInt a = sfpi::dst_reg[in0 * tile_steps];
        vInt b = sfpi::dst_reg[in1 * tile_steps];
        sfpi::dst_reg[out * tile_steps] = ratio_of_ints(a, b);
        sfpi::dst_reg++;
    }
}

}  // namespace tessera::vectors
