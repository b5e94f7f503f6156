// Conversions and polynomials on SFPI vectors.
#pragma once

#include "sfpi.h"
#include "tessera/base.h"

namespace ckernel::sfpu {

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

// For 0 <= in < 256: no guards, the amount of the shift wraps below 2^-31.
sfpi_inline sfpi::vInt _float_to_int32_for_exp_21f_(sfpi::vFloat in) {
    return sfpi::reinterpret<sfpi::vInt>(sfpi::shft(sfpi::reinterpret<sfpi::vUInt>(sfpi::exman8(in)), sfpi::exexp(in)));
}

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

struct Converter {
    static ALWI float as_float(uint32_t bits) {
        float value;
        __builtin_memcpy(&value, &bits, 4);
        return value;
    }
};

}  // namespace ckernel::sfpu
