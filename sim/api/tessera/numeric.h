// Comparisons of numbers by their bits, for cores without floating point (the vendor's api/numeric).
#pragma once

#include "tessera/base.h"

inline constexpr uint16_t NEG_INF_BFLOAT16 = 0xFF80, POS_INF_BFLOAT16 = 0x7F80, NAN_BFLOAT16 = 0x7FFF;
inline constexpr uint16_t BFLOAT16_SIGN_MASK = 0x8000;
inline constexpr uint32_t NEG_INF_FLOAT32 = 0xFF800000, POS_INF_FLOAT32 = 0x7F800000, NAN_FLOAT32 = 0x7FFFFFFF;
inline constexpr uint32_t FLOAT32_SIGN_MASK = 0x80000000, FLOAT32_EXPONENT_MASK = 0x7F800000;
inline constexpr uint32_t FLOAT32_MANTISSA_MASK = 0x007FFFFF, FLOAT32_MAGNITUDE_MASK = 0x7FFFFFFF;
inline constexpr int32_t NEG_INF_INT32 = static_cast<int32_t>(0x80000000), POS_INF_INT32 = 0x7FFFFFFF;
inline constexpr uint32_t INT32_SIGN_MASK = 0x80000000;

// By sign and magnitude: zeros of both signs differ, and a NaN lies beyond infinity.
inline bool bfloat16_greater(uint16_t a, uint16_t b) {
    if (((a ^ b) & BFLOAT16_SIGN_MASK) != 0) return (a & BFLOAT16_SIGN_MASK) == 0;
    return (a & BFLOAT16_SIGN_MASK) != 0 ? a < b : a > b;
}
// Zeros are equal, and a NaN is greater than nothing.
inline bool float32_greater(uint32_t a, uint32_t b) {
    const uint32_t size_a = a & FLOAT32_MAGNITUDE_MASK, size_b = b & FLOAT32_MAGNITUDE_MASK;
    if (size_a > POS_INF_FLOAT32 || size_b > POS_INF_FLOAT32 || (size_a | size_b) == 0) return false;
    if (((a ^ b) & FLOAT32_SIGN_MASK) != 0) return (a & FLOAT32_SIGN_MASK) == 0;
    return (a & FLOAT32_SIGN_MASK) != 0 ? a < b : a > b;
}
inline bool int32_greater(int32_t a, int32_t b) { return a > b; }
