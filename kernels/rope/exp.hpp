// e^x in the forms the accuracy studies compare (spec/sfpu-math.md 2, 3). ROPE_EXP names the one a build uses.
#pragma once

#if !defined(ROPE_EXP)
#define ROPE_EXP exp_24f
#endif

namespace rope {

using namespace sfpi;

// One quadratic over the whole mantissa, 1.7e-3 relative.
sfpi_inline vFloat exp_21f(vFloat x) {
    vFloat t = x * 1.4426950216293335f + 127.0f;
    vFloat low = 0.0f;
    vFloat high = 255.0f;
    vec_min_max(low, t);
    vec_min_max(t, high);
    vFloat z = reinterpret<vFloat>(sfpu::_float_to_int32_for_exp_21f_(t));
    vInt exponent = exexp_nodebias(z);
    vFloat fraction = int32_to_float(exman9(z), 0);
    return setexp((fraction * 4.791750143340323e-15f + 7.839635491371155e-08f) * fraction + 1.0017248f, exponent);
}

// A product of two linear factors on each of four segments of the mantissa, 3.4e-5 relative.
sfpi_inline vFloat exp_24f(vFloat x) {
    vFloat y = 0.0f;
    // Loaded outside the predicated block: a bf16 constant loaded beside its add would become SFPADDI, a second
    // rounding, and the products below would no longer be the published ones (spec/tensix-core.md 5.2).
    vFloat bias = 1065353216.0f;
    v_if(x > -88.0f) {
        vFloat z = reinterpret<vFloat>(sfpu::_float_to_int32_(x * 12102203.0f + bias));
        vInt exponent = exexp(z);
        vInt fraction = exman9(z);
        vFloat d1 = 0.31214472e-7f;
        vInt c2 = 0x151d842;
        vInt c3 = 328;
        v_if(fraction > 0x600000) {
            d1 = 0.52496276e-7f;
            c2 = 0x81354a;
            c3 = 0x10a440;
        }
        v_elseif(fraction > 0x400000) {
            d1 = 0.4414393e-7f;
            c2 = 0xcdf4b4;
            c3 = 0x3e4d6;
        }
        v_elseif(fraction > 0x200000) {
            d1 = 0.37120473e-7f;
            c2 = 0x1113a74;
            c3 = 0x9f16;
        }
        v_endif;
        vFloat d2 = d1 * int32_to_float(c2 + fraction, 0);
        vInt mantissa = sfpu::_float_to_int32_(d2 * int32_to_float(c3 + fraction, 0));
        y = setexp(reinterpret<vFloat>(mantissa), exponent + 127);
    }
    v_endif;
    return y;
}

// A polynomial of degree 6; what remains is the coarse step of the family's integer z.
sfpi_inline vFloat exp_61f(vFloat x) { return sfpu::_sfpu_exp_61f_(x); }

// Cody-Waite reduction, about 1 ULP and cheaper than exp_24f.
sfpi_inline vFloat exp_fp32(vFloat x) { return sfpu::_sfpu_exp_fp32_accurate_(x); }

}  // namespace rope
