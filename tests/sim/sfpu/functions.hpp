// The functions of the numeric golden files, written as a kernel writes them (spec/tensix-core.md 5,
// the golden data's README). The caller loads and stores.
#pragma once

#include "sim/api/sfpi.h"

// Nested v_if blocks each name their predicate.
#pragma GCC diagnostic ignored "-Wshadow"
#pragma GCC diagnostic ignored "-Wshadow=compatible-local"

namespace tessera::test {

using namespace sfpi;

// Truncating fp32 to sign-magnitude int32.
inline vInt to_int(vFloat in) {
    vInt result;
    vInt exponent = exexp(in);
    v_if(exponent < 0) { result = 0; }
    v_elseif(exponent > 30) {
        result = 0x7fffffff;
        v_if(in < 0.0f) { result = setsgn(result, 1); }
        v_endif;
    }
    v_else {
        vInt mantissa = exman8(in);
        vInt amount = exponent - 23;
        mantissa = shft(mantissa, amount);
        v_if(in < 0.0f) { mantissa = setsgn(mantissa, 1); }
        v_endif;
        result = mantissa;
    }
    v_endif;
    return result;
}

inline vFloat exp_24f(vFloat x) {
    vFloat y = 0.0f;
    v_if(x > -88.0f) {
        vInt z = to_int(x * 12102203.0f + 1065353216.0f);
        vInt e = exexp(reinterpret<vFloat>(z));
        vInt f = exman9(reinterpret<vFloat>(z));
        vFloat d1;
        vInt c2, c3;
        v_if(f > 0x600000) {
            d1 = 0.52496276e-7f;
            c2 = 0x81354a;
            c3 = 0x10a440;
        }
        v_elseif(f > 0x400000) {
            d1 = 0.4414393e-7f;
            c2 = 0xcdf4b4;
            c3 = 0x3e4d6;
        }
        v_elseif(f > 0x200000) {
            d1 = 0.37120473e-7f;
            c2 = 0x1113a74;
            c3 = 0x9f16;
        }
        v_else {
            d1 = 0.31214472e-7f;
            c2 = 0x151d842;
            c3 = 328;
        }
        v_endif;
        vFloat d2 = d1 * int32_to_float(c2 + f, 0);
        vFloat d3 = int32_to_float(c3 + f, 0);
        vInt p = to_int(d2 * d3);
        e += 127;
        y = setexp(reinterpret<vFloat>(p), e);
    }
    v_endif;
    return y;
}

inline vFloat exp_21f(vFloat x) {
    vFloat t = x * 1.4426950216293335f + 127.0f;
    vFloat low = 0.0f, high = 255.0f;
    vec_min_max(low, t);
    vec_min_max(t, high);
    vInt amount = exexp(t);
    vInt z = shft(exman8(t), amount);
    vInt e = exexp_nodebias(reinterpret<vFloat>(z));
    vFloat f = int32_to_float(exman9(reinterpret<vFloat>(z)), 0);
    vFloat p = (4.791750143340323e-15f * f + 7.839635491371155e-08f) * f + 1.0017248f;
    return setexp(p, e);
}

inline vFloat sinpi(vFloat x) {
    vFloat s = x * x;
    return x * ((((0x1.406628p-4f * s - 0x9.93f86p-4f) * s + 0x2.8cd64p+0f) * s - 0x5.2aef6p+0f) * s + 0x3.243f6cp+0f);
}

inline vFloat sin_phase(vFloat x) {
    vInt k = float_to_int16(x, 0);
    x -= int32_to_float(k, 0);
    vFloat r = sinpi(x);
    v_if(k & 1) { r = -r; }
    v_endif;
    return r;
}

}  // namespace tessera::test
