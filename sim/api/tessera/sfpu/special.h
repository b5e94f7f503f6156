// Error functions, Bessel functions and their kin on SFPI vectors, by the vendor's polynomials.
#pragma once

#include "sim/api/tessera/sfpu/each.h"

namespace tessera::vectors {

// erf of x >= 0: a quartic below 1, another up to 3, then 1.
sfpi_inline vFloat error_function_of_positive(vFloat x) {
    vFloat y = 1.0f;
    v_if(x >= 3.0f) { y = 1.0f; }
    v_elseif(x >= 1.0f) {
        y = PolynomialEvaluator::eval(x, -0.19469693f, 1.91684792f, -1.1603072f, 0.31310241f, -0.03170029f);
    }
    v_elseif(x >= 0.0f) {
        y = PolynomialEvaluator::eval(x, 0.0000661338118f, 1.12544048f, 0.0275416549f, -0.476685015f, 0.166342190f);
    }
    v_else { y = 0.0f; }
    v_endif;
    return y;
}
sfpi_inline vFloat error_function(vFloat x) {
    v_if(x < 0.0f) {
        x = -x;
        x = -error_function_of_positive(x);
    }
    v_else { x = error_function_of_positive(x); }
    v_endif;
    return x;
}
sfpi_inline vFloat complementary_error_function(vFloat x) {
    v_if(x < 0.0f) {
        x = -x;
        x = 1.0f + error_function_of_positive(x);
    }
    v_else { x = 1.0f - error_function_of_positive(x); }
    v_endif;
    return x;
}

// ln x by a quintic on the mantissa; ln 2 and the quintic's first two coefficients are Prgm0 to 2.
sfpi_inline void log_quintic_init() {
    sfpi::vConstFloatPrgm0 = 0.69314718246459961f;
    sfpi::vConstFloatPrgm1 = -2.0069785118103027f;
    sfpi::vConstFloatPrgm2 = 3.767500400543213f;
}
sfpi_inline vFloat log_quintic(vFloat x) {
    vFloat series =
        PolynomialEvaluator::eval(sfpi::setexp(x, 127), sfpi::vConstFloatPrgm1, sfpi::vConstFloatPrgm2,
                                  -2.800232410430908f, 1.3681391477584839f, -0.3706687390804291f, 0.04224011301994324f);
    vFloat exponent = signed_to_float(sfpi::exexp(x));
    vFloat y = exponent * sfpi::vConstFloatPrgm0 + series;
    v_if(x == 0.0f) { y = sfpi::setsgn(infinity(), 1); }
    v_endif;
    v_if(sfpi::reinterpret<vInt>(x) == 0x7f800000) { y = infinity(); }
    v_elseif(sfpi::exexp(x) == 128 || x < 0.0f) { y = not_a_number(); }
    v_endif;
    return y;
}

// The oldest root, in the order of the inverse error function: the guess of 1/sqrt(x) by halved bits, two Newton steps.
sfpi_inline vFloat root_by_two_steps(vFloat x) {
    vFloat root;
    v_if(x != 0.0f) {
        vUInt magic = 0x5f370000;
        vFloat y = sfpi::reinterpret<vFloat>(magic - (sfpi::reinterpret<vUInt>(x) >> 1));
        vFloat minus_half = x * -0.5f;
        y = ((y * y) * minus_half + 1.5f) * y;
        y = ((y * y) * minus_half + 1.5f) * y;
        root = y * x;
    }
    v_else { root = x; }
    v_endif;
    return root;
}

// Winitzki's formula with a = 0.147 (2 / (pi a) and 1 / a below), of |x|; the sign comes last. Needs log_quintic_init.
sfpi_inline vFloat inverse_error_function(vFloat x) {
    vFloat a = sfpi::abs(x);
    vFloat y;
    v_if(a == 1.0f) { y = infinity(); }
    v_elseif(a > 1.0f) { y = not_a_number(); }
    v_else {
        vFloat log_value = a * a;
        log_value = 1.0f - log_value;
        log_value = log_quintic(log_value);
        vFloat sum = log_value * 0.5f;
        sum = 4.330746750799873f + sum;
        sum = -sum;
        vFloat inner = (sum * sum) - (log_value * 6.802721088435375f);
        vFloat outer = sum + root_by_two_steps(inner);
        y = root_by_two_steps(outer);
    }
    v_endif;
    return sfpi::copysgn(y, x);
}

// The modified Bessel functions of the first kind by their power series, ten terms after the first.
sfpi_inline vFloat bessel_0(vFloat x) {
    vFloat s = x * x;
    vFloat p = PolynomialEvaluator::eval(s, 0.25f, 0.015625f, 0.0004340277778f, 0.000006781684028f, 6.78E-08f,
                                         4.71E-10f, 2.40E-12f, 9.39E-15f, 2.90E-17f, 7.24E-20f, 1.50E-22f);
    return 1.0f + p * s;
}
sfpi_inline vFloat bessel_1(vFloat x) {
    vFloat s = x * x;
    vFloat p = PolynomialEvaluator::eval(s, 0.125f, 0.00520833f, 0.000108507f, 1.35634e-06f, 1.13028e-08f, 6.72786e-11f,
                                         3.00351e-13f, 1.04289e-15f, 2.8969e-18f, 6.58387e-21f, 1.24695e-23f);
    vFloat rest = x * (p * s);
    return x * 0.5f + rest;
}

}  // namespace tessera::vectors
