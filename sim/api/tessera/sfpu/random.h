// Functions of the SFPU's random bits (tensix-core.md 3.4), register by register: SFPMOV reads the generator.
#pragma once

#include "sim/api/tessera/sfpu/raw.h"

namespace tessera::vectors {

// Uniform in [from, from + scale): 23 random bits as the mantissa of a number from 1 to 2, less 1. Stored as fp32
// whatever Dst holds, as the vendor's.
inline void calculate_random(uint32_t from, uint32_t scale) {
    constexpr uint32_t value = 0, factor = 1, offset = 2;
    raw::constant<factor>(scale);
    raw::constant<offset>(from);
#pragma GCC unroll 1
    for (int i = 0; i < 8; ++i) {
        TTI_SFPMOV(0, 9, value, 8);
        TTI_SFPSETSGN(0, value, value, 1);
        TTI_SFPSETEXP(127, value, value, 1);
        TTI_SFPADDI(0xBF80, value, 0);
        raw::settle();
        raw::mad<value, factor, offset, value>();
        raw::settle();
        TTI_SFPSTORE(value, raw::fp32, raw::still, 0);
        sfpi::dst_reg++;
    }
}

// x scale, and 0 where 31 random bits are not above the probability.
inline void calculate_dropout(uint32_t probability, uint32_t scale) {
    constexpr uint32_t value = 0, factor = 1, limit = 2, chance = 3;
    raw::constant<factor>(scale);
    raw::constant<limit>(probability);
#pragma GCC unroll 1
    for (int i = 0; i < 8; ++i) {
        TTI_SFPLOAD(value, raw::as_dst, raw::still, 0);
        TTI_SFPMUL(value, factor, p_sfpu::LCONST_0, value, 0);
        TTI_SFPMOV(0, 9, chance, 8);
        TTI_SFPSETSGN(0, chance, chance, 1);
        TTI_SFPIADD(0, limit, chance, 10);  // limit - chance, lanes where it is not negative
        raw::move<p_sfpu::LCONST_0, value>();
        TTI_SFPENCC(0, 0, 0, 0);
        TTI_SFPSTORE(value, raw::as_dst, raw::still, 0);
        sfpi::dst_reg++;
    }
}

sfpi_inline vFloat rounded_stochastically(vFloat x) { return sfpi::reinterpret<vFloat>(sfpi::float_to_fp16b(x, 1)); }

}  // namespace tessera::vectors

namespace ckernel::sfpu {  // by the library's names

using tessera::vectors::calculate_dropout;

}  // namespace ckernel::sfpu
