// Conversions and polynomials on SFPI vectors.
#pragma once

#include "sim/api/sfpi.h"
#include "sim/api/tessera/base.h"

namespace tessera::vectors {

using sfpi::vFloat;
using sfpi::vInt;
using sfpi::vUInt;

// A function's result for Dst: rounded to bf16 where Dst has 16 bits, for SFPSTORE would truncate it.
template <bool is_fp32_dest_acc_en>
sfpi_inline vFloat for_dst(vFloat y) {
    if constexpr (is_fp32_dest_acc_en)
        return y;
    else
        return sfpi::reinterpret<vFloat>(sfpi::float_to_fp16b(y, 0));
}

// To bf16, ties to even, by integers: a carry out of the fraction moves into the exponent, and NaN keeps its top bits.
sfpi_inline vFloat to_nearest_even_bf16(vFloat y) {
    vUInt bits = sfpi::reinterpret<vUInt>(y);
    vUInt odd = (bits >> 16) & 1;
    bits = bits + 0x7fffu + odd;
    return sfpi::reinterpret<vFloat>(bits & 0xffff0000u);
}

// A product that is rounded before it is added to anything: a step between keeps both apart under every lowering
// (sfpu-math.md 1.2; the vendor's builds get there by SFPMULI). Adding 0 to the exponent changes no bits.
sfpi_inline vFloat rounded(vFloat product) { return sfpi::addexp(product, 0); }

// A constant that no lowering makes an immediate, so that a product added to it is one SFPMAD (sfpu-math.md 1.2).
sfpi_inline vFloat in_register(float value) { return sfpi::addexp(vFloat(value), 0); }

// A two's complement integer as a number (SFPCAST takes sign and magnitude).
sfpi_inline vFloat signed_to_float(vInt v) {
    return sfpi::copysgn(sfpi::int32_to_float(sfpi::abs(v), 0), sfpi::reinterpret<vFloat>(v));
}

sfpi_inline vFloat infinity() { return sfpi::reinterpret<vFloat>(vInt(0x7f800000)); }
sfpi_inline vFloat not_a_number() { return sfpi::reinterpret<vFloat>(vInt(0x7fc00000)); }
// The bits without the sign: above 0x7f800000 a NaN, at it an infinity.
sfpi_inline vInt magnitude(vFloat x) { return sfpi::reinterpret<vInt>(sfpi::setsgn(x, 0)); }

// x limited to low..high in the order of SFPSWAP; high below a NaN, low above a negative one.
sfpi_inline vFloat limited(vFloat x, float low, float high) {
    vFloat lower = low, upper = high;
    sfpi::vec_min_max(lower, x);
    sfpi::vec_min_max(x, upper);
    return x;
}

// Truncates towards zero; sign and magnitude, saturating at 2^31 - 1 (sfpu-math.md 1.3).
sfpi_inline sfpi::vInt _float_to_int32_(sfpi::vFloat in) {
    sfpi::vInt result;
    sfpi::vInt exponent = sfpi::exexp(in);
    v_if(exponent < 0) { result = 0; }
    v_elseif(exponent > 30) {
        result = 0x7fffffff;
        v_if(in < 0.0f) {
            result = sfpi::reinterpret<sfpi::vInt>(sfpi::setsgn(sfpi::reinterpret<sfpi::vFloat>(result), 1));
        }
        v_endif;
    }
    v_else {
        sfpi::vInt mantissa = sfpi::exman8(in);
        result = sfpi::reinterpret<sfpi::vInt>(sfpi::shft(sfpi::reinterpret<sfpi::vUInt>(mantissa), exponent - 23));
        v_if(in < 0.0f) {
            result = sfpi::reinterpret<sfpi::vInt>(sfpi::setsgn(sfpi::reinterpret<sfpi::vFloat>(result), 1));
        }
        v_endif;
    }
    v_endif;
    return result;
}

// Of what is not negative: the sign is not looked at.
sfpi_inline sfpi::vInt _float_to_int32_positive_(sfpi::vFloat in) {
    sfpi::vInt result;
    sfpi::vInt exponent = sfpi::exexp(in);
    v_if(exponent < 0) { result = 0; }
    v_elseif(exponent > 30) { result = 0x7fffffff; }
    v_else {
        sfpi::vUInt mantissa = sfpi::reinterpret<sfpi::vUInt>(sfpi::exman8(in));
        result = sfpi::reinterpret<sfpi::vInt>(sfpi::shft(mantissa, exponent - 23));
    }
    v_endif;
    return result;
}

// For 0 <= in < 256: no guards, the amount of the shift wraps below 2^-31.
sfpi_inline sfpi::vInt _float_to_int32_for_exp_21f_(sfpi::vFloat in) {
    return sfpi::reinterpret<sfpi::vInt>(sfpi::shft(sfpi::reinterpret<sfpi::vUInt>(sfpi::exman8(in)), sfpi::exexp(in)));
}

sfpi_inline sfpi::vInt _float_to_int32_for_exp21f_(sfpi::vFloat in) { return _float_to_int32_for_exp_21f_(in); }

// Horner, coefficients in ascending order.
struct PolynomialEvaluator {
    template <class C>
    static sfpi_inline sfpi::vFloat eval(sfpi::vFloat, C c0) {
        return c0;
    }
    template <class C, class... Rest>
    static sfpi_inline sfpi::vFloat eval(sfpi::vFloat x, C c0, Rest... rest) {
        return eval(x, rest...) * x + c0;
    }
};

// The same by number of coefficients, highest first; of vectors and of numbers.
template <class T>
constexpr T POLYVAL5(T c4, T c3, T c2, T c1, T c0, T x) {
    return (((c4 * x + c3) * x + c2) * x + c1) * x + c0;
}
template <class T>
constexpr T POLYVAL7(T c6, T c5, T c4, T c3, T c2, T c1, T c0, T x) {
    return (((((c6 * x + c5) * x + c4) * x + c3) * x + c2) * x + c1) * x + c0;
}

struct Converter {
    static ALWI float as_float(uint32_t bits) {
        float value;
        __builtin_memcpy(&value, &bits, 4);
        return value;
    }
};

}  // namespace tessera::vectors

#if !defined(TESSERA_VENDOR_LIBRARY)
namespace ckernel::sfpu {  // by the library's names

using tessera::vectors::_float_to_int32_;
using tessera::vectors::_float_to_int32_for_exp21f_;
using tessera::vectors::_float_to_int32_for_exp_21f_;
using tessera::vectors::_float_to_int32_positive_;
using tessera::vectors::Converter;
using tessera::vectors::PolynomialEvaluator;
using tessera::vectors::POLYVAL5;
using tessera::vectors::POLYVAL7;

}  // namespace ckernel::sfpu
#endif
