// e^x for weights, of two vectors at a time, T1 only. ATTENTION_EXP names the one that a build uses.
#pragma once

#include "../rope/exp.hpp"

#if !defined(ATTENTION_EXP)
#define ATTENTION_EXP exp_weight
#endif

namespace attention::exponentials {

using namespace sfpi;

sfpi_inline void set_constants() {
    vConstFloatPrgm0 = 1.442695f;
    vConstFloatPrgm1 = -6.93145752e-1f;
    vConstFloatPrgm2 = -1.42860677e-6f;
}

// Of x <= 0: what _sfpu_exp_fp32_accurate_ computes, about 1 ULP, without what only other arguments need. Two vectors
// share each constant, and neither waits for the other's results. Below -87, where normal numbers end, it is e^-87.
sfpi_inline void exp_weight(vFloat& x, vFloat& y) {
    vFloat least = -87.0f;
    vec_min_max(least, x);
    least = -87.0f;
    vec_min_max(least, y);
    // Adding 1.5 * 2^23 rounds to a whole number, which then lies in the lowest bits.
    vFloat magic = 12582912.0f;
    vFloat i = x * vConstFloatPrgm0 + magic, j = y * vConstFloatPrgm0 + magic;
    vFloat octaves = i - magic, others = j - magic;
    x = octaves * vConstFloatPrgm1 + x;
    y = others * vConstFloatPrgm1 + y;
    x = octaves * vConstFloatPrgm2 + x;
    y = others * vConstFloatPrgm2 + y;
    vFloat factor = 1.37805939e-3f, term = 8.37312452e-3f;
    vFloat p = x * factor + term, q = y * factor + term;
    const auto add = [&](float coefficient) {
        term = coefficient;
        p = p * x + term;
        q = q * y + term;
    };
    add(4.16695364e-2f);
    add(1.66664720e-1f);
    add(4.99999851e-1f);
    p = p * x + vConst1;
    q = q * y + vConst1;
    p = p * x + vConst1;
    q = q * y + vConst1;
    x = reinterpret<vFloat>(reinterpret<vInt>(p) + reinterpret<vInt>(reinterpret<vUInt>(i) << 23));
    y = reinterpret<vFloat>(reinterpret<vInt>(q) + reinterpret<vInt>(reinterpret<vUInt>(j) << 23));
}

template <class Exp>
sfpi_inline void each(vFloat& x, vFloat& y, Exp exp) {
    x = exp(x);
    y = exp(y);
}
sfpi_inline void exp_21f(vFloat& x, vFloat& y) { each(x, y, rope::exp_21f); }
sfpi_inline void exp_24f(vFloat& x, vFloat& y) { each(x, y, rope::exp_24f); }
sfpi_inline void exp_61f(vFloat& x, vFloat& y) { each(x, y, rope::exp_61f); }
sfpi_inline void exp_fp32(vFloat& x, vFloat& y) { each(x, y, rope::exp_fp32); }

}  // namespace attention::exponentials
