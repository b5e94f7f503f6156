// Quantised integers on tiles of Dst: fp32 scales in a second tile, the zero point in L2 from the init on. Integers are
// two's complement in Dst, sign and magnitude in registers: Wormhole's loads and stores convert, on Blackhole a cast
// does, and a SFPSETSGN that its cast needs.
#pragma once

#include "sim/api/tessera/sfpu/raw.h"

namespace tessera::vectors {

namespace raw {

inline constexpr uint32_t quantized = 0, scale = 1, zero_point = 2, cast = 4;

ALWI void convert_int() {
    if constexpr (sfpi::tessera_detail::has_extensions) {
        TTI_SFPCAST(quantized, cast, 3);
        TTI_SFPSETSGN(0, cast, quantized, 0);
    }
}
ALWI void load_int(uint32_t tile) {
    TT_SFPLOAD(quantized, int32_converted, still, tile * tile_rows);
    convert_int();
}
ALWI void load_fp32(uint32_t tile) { TT_SFPLOAD(quantized, fp32, still, tile * tile_rows); }
// Rounded to nearest, within 127 of 0.
ALWI void store_int8(uint32_t tile) {
    TTI_SFP_STOCH_RND(0, 0, p_sfpu::LCONST_0, quantized, quantized, 3);
    convert_int();
    TT_SFPSTORE(quantized, int32_converted, still, tile * tile_rows);
}
ALWI void multiply_and_offset() {
    mad<quantized, scale, zero_point, quantized>();
    settle();
}

}  // namespace raw

inline void quantization_init(uint32_t zero_point) { raw::constant<raw::zero_point>(zero_point); }

// x scale + zero point of an fp32, as 8 bits in an Int32.
inline void calculate_quantized(uint32_t in0, uint32_t in1, uint32_t out) {
#pragma GCC unroll 1
    for (int i = 0; i < 8; ++i) {
        raw::load_fp32(in0);
        TT_SFPLOAD(raw::scale, raw::fp32, raw::still, in1 * raw::tile_rows);
        raw::multiply_and_offset();
        raw::store_int8(out);
        sfpi::dst_reg++;
    }
}
// The same of an Int32.
inline void calculate_requantized(uint32_t in0, uint32_t in1, uint32_t out) {
#pragma GCC unroll 1
    for (int i = 0; i < 8; ++i) {
        raw::load_int(in0);
        TT_SFPLOAD(raw::scale, raw::fp32, raw::still, in1 * raw::tile_rows);
        TTI_SFPCAST(raw::quantized, raw::quantized, 0);
        raw::multiply_and_offset();
        raw::store_int8(out);
        sfpi::dst_reg++;
    }
}
// (x + zero point) scale of an Int32, as fp32; the host passes the zero point negated.
inline void calculate_dequantized(uint32_t in0, uint32_t in1, uint32_t out) {
#pragma GCC unroll 1
    for (int i = 0; i < 8; ++i) {
        raw::load_int(in0);
        TT_SFPLOAD(raw::scale, raw::fp32, raw::still, in1 * raw::tile_rows);
        TTI_SFPCAST(raw::quantized, raw::quantized, 0);
        TTI_SFPADD(raw::quantized, p_sfpu::LCONST_1, raw::zero_point, raw::quantized, 0);
        raw::settle();
        TTI_SFPMUL(raw::quantized, raw::scale, p_sfpu::LCONST_0, raw::quantized, 0);
        raw::settle();
        TT_SFPSTORE(raw::quantized, raw::fp32, raw::still, out * raw::tile_rows);
        sfpi::dst_reg++;
    }
}

}  // namespace tessera::vectors
