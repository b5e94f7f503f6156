#include "sim/tensix/fpu_integer.hpp"

#include <algorithm>

#include "sim/num/integer.hpp"
#include "sim/num/src.hpp"

namespace tessera::tensix {

namespace {

using std::int64_t;
using std::uint32_t;

constexpr uint32_t all_bits = 0x3FF;

int64_t value(uint32_t x, uint32_t bits) {
    if (num::src_exponent(x) == 0) return 0;
    const int64_t magnitude = num::src_mantissa(x) & bits;
    return x & num::src_sign ? -magnitude : magnitude;
}
int64_t part_a(int phase, uint32_t x) { return value(x, phase & 1 ? 0x1F : 0xE0); }
int64_t part_b(int phase, uint32_t x) { return value(x, phase & 2 ? 0x00F : 0x3F0); }

uint32_t accumulate(int64_t sum, uint32_t d) {
    constexpr int64_t most = 0x7FFFFFFF;
    const int64_t old = num::magnitude(d);
    const int64_t all = std::clamp(sum + (num::sign(d) ? -old : old), -most, most);
    return all < 0 ? num::sign_bit | static_cast<uint32_t>(-all) : static_cast<uint32_t>(all);
}

}  // namespace

uint32_t elw_add_integer(uint32_t a, uint32_t b, uint32_t d) {
    return accumulate(value(a, all_bits) + value(b, all_bits), d);
}

uint32_t elw_sub_integer(uint32_t a, uint32_t b, uint32_t d) {
    return accumulate(value(a, all_bits) - value(b, all_bits), d);
}

uint32_t elw_mul_integer(int phase, uint32_t a, uint32_t b, uint32_t d) {
    return accumulate(part_a(phase, a) * part_b(phase, b), d);
}

void mvmul_integer(int phase, std::span<const uint32_t, 256> a, std::span<const uint32_t, 128> b,
                   std::span<uint32_t, 128> d) {
    for (std::size_t row = 0; row < 8; ++row)
        for (std::size_t column = 0; column < 16; ++column) {
            int64_t sum = 0;
            for (std::size_t i = 0; i < 16; ++i)
                sum += part_a(phase, a[16 * i + column]) * part_b(phase, b[16 * row + i]);
            uint32_t& out = d[16 * row + column];
            out = accumulate(sum, out);
        }
}

}  // namespace tessera::tensix
