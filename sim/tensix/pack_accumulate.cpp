#include "sim/tensix/pack_accumulate.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>

#include "sim/fault/fault.hpp"
#include "sim/num/fp16.hpp"
#include "sim/num/fp32.hpp"

namespace tessera::tensix {

namespace {

using std::uint32_t;

// A NaN counts as a number beyond every other: with its own mantissa when packed, the largest there is when in L1.
double wide(uint32_t bf16, bool in_l1) {
    const uint32_t x = num::flush(bf16 << 16);
    if (num::magnitude(x) <= num::infinity) return std::bit_cast<float>(x);
    const double magnitude = in_l1 ? 0x1.fffffffffffffp1023
                                   : std::ldexp(1.0 + static_cast<double>(num::magnitude(x) >> 16 & 0x7F) / 128, 128);
    return num::sign(x) ? -magnitude : magnitude;
}

}  // namespace

uint32_t l1_add_fp32(uint32_t l1, uint32_t packed) {
    const auto sum =
        std::bit_cast<uint32_t>(std::bit_cast<float>(num::flush(l1)) + std::bit_cast<float>(num::flush(packed)));
    return num::magnitude(sum) > num::infinity ? 0x7FC00000 : num::flush(sum);
}

// The exact sum of two bf16 fits a double wherever it matters to the rounding but for far exponents, which sticky bits
// of the double's own rounding cannot disturb: it has 45 bits more.
uint32_t l1_add_bf16(uint32_t l1, uint32_t packed) {
    const double sum = wide(l1, true) + wide(packed, false);
    if (std::isnan(sum)) return 0x7FC0;
    const uint32_t sign = std::signbit(sum) ? 0x8000 : 0;
    if (std::abs(sum) < 0x1p-126) return sign;
    const auto bits = std::bit_cast<std::uint64_t>(sum);
    const auto exponent = static_cast<std::int64_t>(bits >> 52 & 0x7FF) - 1023 + 127;
    if (exponent >= 255) return sign | 0x7F80;
    const std::uint64_t mantissa = bits & ((std::uint64_t{1} << 52) - 1);
    constexpr int dropped = 52 - 7;
    const std::uint64_t rounded =
        (mantissa + (std::uint64_t{1} << (dropped - 1)) - 1 + ((mantissa >> dropped) & 1)) >> dropped;
    return sign | ((static_cast<uint32_t>(exponent) << 7) + static_cast<uint32_t>(rounded));
}

uint32_t l1_add_fp16(uint32_t l1, uint32_t packed) {
    constexpr int mantissa_bits = 10, bias = 15;
    const auto value = [](uint32_t x) { return double{std::bit_cast<float>(num::flush(num::fp16_to_fp32(x)))}; };
    const double sum = value(l1) + value(packed);  // exact
    const uint32_t sign = std::signbit(sum) ? num::fp16_sign : 0;
    if (std::abs(sum) < 0x1p-14) return sign;
    const int exponent = std::ilogb(sum);
    const auto rounded = static_cast<uint32_t>(std::nearbyint(std::ldexp(std::abs(sum), mantissa_bits - exponent)));
    const uint32_t bits = (static_cast<uint32_t>(exponent + bias - 1) << mantissa_bits) + rounded;
    return sign | std::min(bits, num::fp16_largest);
}

void pack_accumulate(DataFormat format, std::span<const std::uint8_t> l1, std::span<std::uint8_t> packed) {
    if (format != DataFormat::fp32 && format != DataFormat::bf16 && format != DataFormat::fp16)
        throw fault::Fault(fault::Id::tensix_unsupported, fmt::format("packing {} on top of L1", name(format)));
    const int bits = datum_bits(format);
    const auto add = format == DataFormat::fp32 ? l1_add_fp32 : format == DataFormat::bf16 ? l1_add_bf16 : l1_add_fp16;
    for (int i = 0; i < static_cast<int>(packed.size()) * 8 / bits; ++i)
        write_datum(packed.data(), i, bits, add(read_datum(l1.data(), i, bits), read_datum(packed.data(), i, bits)));
}

}  // namespace tessera::tensix
