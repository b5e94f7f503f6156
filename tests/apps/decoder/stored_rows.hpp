// What caches of fewer bits make of a head's row, for the decoder's formulas in double precision.
#pragma once

#include <algorithm>
#include <cmath>
#include <span>

namespace tessera::test {

// To nearest, ties to even, with so many bits of mantissa beside the hidden one.
inline double rounded(double value, int bits) {
    int exponent = 0;
    const double fraction = std::frexp(value, &exponent);
    return std::ldexp(std::nearbyint(std::ldexp(fraction, bits + 1)), exponent - bits - 1);
}
inline void stored_as_bf16(std::span<double> row) {
    for (double& value : row) value = rounded(value, 7);
}
// Without subnormals, which the machine does not have.
inline void stored_as_fp16(std::span<double> row) {
    for (double& value : row) value = std::abs(rounded(value, 10)) < 0x1p-14 ? 0 : rounded(value, 10);
}
// 16 elements share the exponent of the largest; bf16 before, then seven bits of magnitude, ties away from zero.
inline void stored_as_bfp8(std::span<double> row) {
    stored_as_bf16(row);
    for (std::size_t begin = 0; begin < row.size(); begin += 16) {
        const auto group = row.subspan(begin, std::min<std::size_t>(16, row.size() - begin));
        double largest = 0;
        for (const double value : group) largest = std::max(largest, std::abs(value));
        if (largest == 0) continue;
        const double step = std::ldexp(1.0, std::ilogb(largest) - 6);
        for (double& value : group) value = std::clamp(std::round(value / step), -127.0, 127.0) * step;
    }
}

}  // namespace tessera::test
