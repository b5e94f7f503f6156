// Numbers as they are stored to fp32 and back, rounded to nearest even, on a RISC.
#pragma once

#include <cstdint>
#include <cstring>

namespace numbers {

inline float as_float(uint32_t bits) {
    float value;
    std::memcpy(&value, &bits, sizeof value);
    return value;
}
inline uint32_t as_bits(float value) {
    uint32_t bits;
    std::memcpy(&bits, &value, sizeof bits);
    return bits;
}

constexpr uint32_t sign_bit = 0x80000000, infinity = 0x7F800000;

// `bits` without its lowest `count`, which is at most 31.
inline uint32_t nearest(uint32_t bits, uint32_t count) {
    return (bits + (1u << (count - 1)) - 1 + (bits >> count & 1)) >> count;
}

struct fp32 {
    using Stored = uint32_t;
    static float load(uint32_t stored) { return as_float(stored); }
    static uint32_t store(float value) { return as_bits(value); }
};

struct bf16 {
    using Stored = uint16_t;
    static float load(uint32_t stored) { return as_float(stored << 16); }
    static uint32_t store(float value) {
        const uint32_t bits = as_bits(value);
        return (bits & ~sign_bit) > infinity ? bits >> 16 | 1 : nearest(bits, 16);
    }
};

struct fp16 {
    using Stored = uint16_t;
    static constexpr uint32_t mantissa_bits = 10, more_bits = 23 - mantissa_bits;
    static constexpr uint32_t rebias = (127 - 15) << 23;
    static constexpr uint32_t smallest_normal = rebias + (1 << 23), first_infinite = 0x47800000;

    static float load(uint32_t stored) {
        const uint32_t sign = stored >> 15 << 31, magnitude = stored & 0x7FFF;
        if (magnitude < 1u << mantissa_bits) {
            constexpr float unit = 0x1p-24f;
            return as_float(as_bits(static_cast<float>(magnitude) * unit) | sign);
        }
        const bool finite = magnitude < 0x7C00;
        return as_float(sign | ((magnitude << more_bits) + (finite ? rebias : 2 * rebias)));
    }
    static uint32_t store(float value) {
        const uint32_t bits = as_bits(value), sign = bits >> 31 << 15, magnitude = bits & ~sign_bit;
        if (magnitude > infinity) return sign | 0x7E00;
        if (magnitude >= first_infinite) return sign | 0x7C00;
        if (magnitude >= smallest_normal) return sign | nearest(magnitude - rebias, more_bits);
        // In units of 2^-24, which is what the exponent says of the bits with their leading one.
        const uint32_t exponent = magnitude >> 23, lost = 126 - exponent;
        if (lost > 24) return sign;
        return sign | nearest((magnitude & 0x7FFFFF) | 0x800000, lost);
    }
};

}  // namespace numbers
