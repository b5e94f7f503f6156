// Conversions between the formats of Dst on SFPI vectors (kernel-api.md 3.5). Formats that share bits in Dst (block
// floating point, bf16 in fp32) need no work here: unpacker and packer do it.
#pragma once

#include "sim/abi/data_format.hpp"
#include "sim/api/tessera/sfpu/each.h"

namespace tessera::vectors {

using tessera::abi::DataFormat;

constexpr bool is_float(DataFormat format) {
    return format == DataFormat::Float32 || format == DataFormat::Float16_b || format == DataFormat::Bfp8_b ||
           format == DataFormat::Bfp4_b || format == DataFormat::Tf32;
}

// Towards zero; two's complement. What does not fit is the least integer, whatever its sign.
sfpi_inline vInt to_int32(vFloat x) {
    vInt exponent = sfpi::exexp(x);
    vInt y = 0;
    v_if(exponent >= 0) {
        y = static_cast<int>(0x80000000);
        v_if(exponent < 31) { y = sfpi::shft(sfpi::exman8(x), exponent - 23); }
        v_endif;
    }
    v_endif;
    v_if(sfpi::reinterpret<vInt>(x) < 0) { y = vInt(0) - y; }
    v_endif;
    return y;
}
// Towards zero; nothing below 0, all ones from 2^32 on.
sfpi_inline vInt to_uint32(vFloat x) {
    vInt exponent = sfpi::exexp(x);
    vInt y = sfpi::shft(sfpi::exman8(x), exponent - 23);
    v_if(exponent > 31) { y = -1; }
    v_endif;
    v_if(exponent < 0) { y = 0; }
    v_endif;
    v_if(x < 0.0f) { y = 0; }
    v_endif;
    return y;
}
sfpi_inline sfpi::vUInt16 to_uint16(vFloat x) {
    v_if(x < 0.0f) { x = 0.0f; }
    v_endif;
    return sfpi::vUInt16(sfpi::Handle{sfpi::float_to_uint16(x, 0).release()});
}
// The top bit on its own: SFPCAST takes sign and magnitude.
sfpi_inline vFloat from_uint32(vInt x) {
    vFloat y = sfpi::int32_to_float(x & 0x7fffffff, 0);
    v_if(x < 0) { y = y + 2147483648.0f; }
    v_endif;
    return y;
}
// The least integer has no magnitude of its own.
template <bool to_fp32>
sfpi_inline vFloat float_of_int32(vInt x) {
    vFloat y = signed_to_float(x);
    v_if(sfpi::abs(x) < 0) { y = -2147483648.0f; }
    v_endif;
    return for_dst<to_fp32>(y);
}
template <bool to_fp32>
sfpi_inline vFloat float_of_uint32(vUInt x) {
    return for_dst<to_fp32>(from_uint32(x));
}
template <bool to_fp32>
sfpi_inline vFloat float_of_uint16(sfpi::vUInt16 x) {
    return for_dst<to_fp32>(sfpi::int32_to_float(x, 0));
}
sfpi_inline vInt widened(sfpi::vUInt16 x) { return sfpi::reinterpret<vInt>(x); }
sfpi_inline sfpi::vUInt16 narrowed(vInt x) {
    v_if(x > 0xFFFF) { x = 0xFFFF; }
    v_endif;
    v_if(x < 0) { x = 0; }
    v_endif;
    return sfpi::vUInt16(sfpi::Handle{x.release()});
}
sfpi_inline sfpi::vUInt16 narrowed_unsigned(vUInt x) {
    v_if((x >> 16) != 0) { x = 0xFFFFu; }
    v_endif;
    return sfpi::vUInt16(sfpi::Handle{x.release()});
}

// The low eight bits of the whole number; packers saturate what is wider.
sfpi_inline vUInt low_byte(vUInt x) { return x & 0xFFu; }
sfpi_inline vUInt low_byte_of_float(vFloat x) { return sfpi::reinterpret<vUInt>(to_int32(x)) & 0xFFu; }
sfpi_inline vUInt low_byte_of_uint16(sfpi::vUInt16 x) { return sfpi::reinterpret<vUInt>(x) & 0xFFu; }
// Of a 16-bit Dst, in the place of an fp16: packers do not read eight bits from there (pack-instructions.md 2).
sfpi_inline sfpi::vUInt8 rounded_to_uint8(vFloat x) {
    return sfpi::vUInt8(sfpi::Handle{sfpi::float_to_uint8(x, 0).release()});
}

template <DataFormat from, DataFormat to, int iterations = 8>
inline void calculate_typecast() {
    using sfpi::vUInt16;
    constexpr bool to_fp32 = to == DataFormat::Float32 || to == DataFormat::Tf32;
    if constexpr (is_float(from) && is_float(to)) {
        if constexpr (from == DataFormat::Float32 && to == DataFormat::Float16_b)
            each<to_nearest_even_bf16, iterations>();
    } else if constexpr (is_float(from) && to == DataFormat::Int32) {
        each_as<to_int32, vFloat, vUInt, iterations>();
    } else if constexpr (is_float(from) && to == DataFormat::UInt32) {
        each_as<to_uint32, vFloat, vUInt, iterations>();
    } else if constexpr (is_float(from) && to == DataFormat::UInt8 && DST_ACCUM_MODE) {
        each_as<low_byte_of_float, vFloat, vUInt, iterations>();
    } else if constexpr (is_float(from) && to == DataFormat::UInt8) {
        each_as<rounded_to_uint8, vFloat, sfpi::vUInt8, iterations>();
    } else if constexpr ((from == DataFormat::Int32 || from == DataFormat::UInt32) && to == DataFormat::UInt8) {
        each_as<low_byte, vUInt, vUInt, iterations>();
    } else if constexpr (from == DataFormat::UInt16 && to == DataFormat::UInt8) {
        each_as<low_byte_of_uint16, vUInt16, vUInt, iterations>();
    } else if constexpr (from == DataFormat::UInt8 && is_float(to)) {
        each_as<float_of_uint32<to_fp32>, vUInt, vFloat, iterations>();
    } else if constexpr (is_float(from) && to == DataFormat::UInt16) {
        each_as<to_uint16, vFloat, vUInt16, iterations>();
    } else if constexpr (from == DataFormat::Int32 && is_float(to)) {
        each_as<float_of_int32<to_fp32>, vUInt, vFloat, iterations>();
    } else if constexpr (from == DataFormat::UInt32 && is_float(to)) {
        each_as<float_of_uint32<to_fp32>, vUInt, vFloat, iterations>();
    } else if constexpr (from == DataFormat::UInt16 && is_float(to)) {
        each_as<float_of_uint16<to_fp32>, vUInt16, vFloat, iterations>();
    } else if constexpr (from == DataFormat::UInt16 && (to == DataFormat::Int32 || to == DataFormat::UInt32)) {
        each_as<widened, vUInt16, vUInt, iterations>();
    } else if constexpr (from == DataFormat::Int32 && to == DataFormat::UInt16) {
        each_as<narrowed, vUInt, vUInt16, iterations>();
    } else if constexpr (from == DataFormat::UInt32 && to == DataFormat::UInt16) {
        each_as<narrowed_unsigned, vUInt, vUInt16, iterations>();
    } else {
        static_assert(from == to ||
                          (from == DataFormat::UInt8 && (to == DataFormat::Int32 || to == DataFormat::UInt32)) ||
                          (from == DataFormat::Int32 && to == DataFormat::UInt32) ||
                          (from == DataFormat::UInt32 && to == DataFormat::Int32),
                      "typecast_tile: no conversion between these formats");
    }
}

}  // namespace tessera::vectors
