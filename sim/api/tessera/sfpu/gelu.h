// x times the share of a normal distribution below x, on SFPI vectors. Results are stored as they are: a 16-bit Dst
// truncates them.
#pragma once

#include "sim/api/tessera/sfpu/lines.h"

namespace tessera::vectors {

// What the approximation adds to x / 2: six lines for |x| below 0.5, 1, 1.5, 2, 3 and beyond.
inline constexpr SixLines gelu_lines{{0x37E7322B, 0x38E138F3, 0x38003852}, {0xB12286D8, 0xB437B479, 0x7C00AFA4}};
sfpi_inline void gelu_by_lut_init() {
    sfpi::vConstFloatPrgm0 = 0.5f;
    lines_init(gelu_lines);
}
sfpi_inline vFloat gelu_by_lut(const vFloat& x, const vUInt& slopes0, const vUInt& slopes1, const vUInt& slopes2,
                               const vUInt& offsets0, const vUInt& offsets1, const vUInt& offsets2) {
    vFloat half = x * sfpi::vConstFloatPrgm0;
    return half + sfpi::lut2_sign(x, slopes0, slopes1, slopes2, offsets0, offsets1, offsets2);
}
sfpi_inline vFloat gelu_by_lut_alone(vFloat x) { return by_lines<gelu_by_lut>(gelu_lines, x); }

// A polynomial of degree 15 from -5.5 to 3, which bears the sign of x; nothing below, x itself above.
sfpi_inline vFloat gelu_polynomial(vFloat x) {
    vFloat y = 0.0f;
    v_if(x >= -5.5f) {
        y = PolynomialEvaluator::eval(x, 2.98325768482e-05f, 0.499174645395f, 0.398579460781f, 0.00244542739174f,
                                      -0.0656369476513f, -0.00208478037614f, 0.0092074331601f, 0.000768340223025f,
                                      -0.000862052441087f, -0.000138391838381f, 4.25116466215e-05f, 1.19076782913e-05f,
                                      -2.29754133825e-07f, -3.74540617693e-07f, -4.59055119276e-08f,
                                      -1.81205228163e-09f);
        y = sfpi::copysgn(y, x);
    }
    v_endif;
    return y;
}
sfpi_inline vFloat gelu(vFloat x) {
    vFloat y = x;
    v_if(x == 0.0f) { y = 0.0f; }
    v_elseif(x < 3.0f) { y = gelu_polynomial(x); }
    v_endif;
    return y;
}

}  // namespace tessera::vectors
