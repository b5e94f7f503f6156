// What functions of the vector unit make of their argument before their polynomial sees it, on its own: a study of what
// a polynomial could reach at best needs the machine's own reduced arguments (spec/sfpu-math.md 1.4).
#pragma once

#include "../rope/exp.hpp"

namespace study {

using namespace sfpi;

// The integer z of exp_21f: exponent and fraction of the result to be.
sfpi_inline vFloat exp_21f_z(vFloat x) {
    return reinterpret<vFloat>(sfpu::_float_to_int32_(x * vFloat(0x00b8aa3b) + vFloat(0x3f800000)));
}

// Of exp_24f, which keeps the product in its sum.
sfpi_inline vFloat exp_24f_z(vFloat x) {
    vFloat bias = 1065353216.0f;
    vFloat z = 0.0f;
    v_if(x > -88.0f) { z = reinterpret<vFloat>(sfpu::_float_to_int32_(x * 12102203.0f + bias)); }
    v_endif;
    return z;
}

// Of exp_61f.
sfpi_inline vFloat exp_61f_z(vFloat x) {
    vFloat t = x * 1.44269502f + 127.0f;
    vFloat low = 0.0f, high = 255.0f;
    vec_min_max(low, t);
    vec_min_max(t, high);
    return reinterpret<vFloat>(sfpu::_float_to_int32_for_exp_21f_(t));
}

}  // namespace study
