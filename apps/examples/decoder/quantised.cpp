#include "quantised.hpp"

#include <bit>
#include <limits>
#include <stdexcept>

#include "file.hpp"

namespace decoder {
namespace {

using Bytes = std::span<const std::byte>;

unsigned byte_at(Bytes block, std::size_t at) { return std::to_integer<unsigned>(block[at]); }
int signed_at(Bytes block, std::size_t at) { return static_cast<std::int8_t>(byte_at(block, at)); }

double half_at(Bytes block, std::size_t at) {
    const unsigned bits = load<std::uint16_t>(block.subspan(at, 2));
    const unsigned magnitude_bits = bits & 0x7FFF;
    // The bits as those of a float make a value 2^112 times too small, denormals included.
    double magnitude = 0x1p112 * std::bit_cast<float>(magnitude_bits << 13);
    if (magnitude_bits >= 0x7C00)
        magnitude = magnitude_bits > 0x7C00 ? std::numeric_limits<double>::quiet_NaN()
                                            : std::numeric_limits<double>::infinity();
    return (bits & 0x8000) != 0 ? -magnitude : magnitude;
}

double bfloat16_at(Bytes block, std::size_t at) {
    return std::bit_cast<float>(static_cast<std::uint32_t>(load<std::uint16_t>(block.subspan(at, 2))) << 16);
}

template <class Real>
void q8_0(Bytes block, std::span<Real> out) {
    const double d = half_at(block, 0);
    for (std::size_t i = 0; i < 32; ++i) out[i] = static_cast<Real>(d * signed_at(block, 2 + i));
}

template <class Real>
void q4_0(Bytes block, std::span<Real> out) {
    const double d = half_at(block, 0);
    for (std::size_t i = 0; i < 16; ++i) {
        const unsigned both = byte_at(block, 2 + i);
        out[i] = static_cast<Real>(d * (static_cast<int>(both & 15) - 8));
        out[i + 16] = static_cast<Real>(d * (static_cast<int>(both >> 4) - 8));
    }
}

// The 6-bit scale and minimum of sub-block j (0 to 7) among twelve bytes.
struct ScaleAndMinimum {
    unsigned scale, minimum;
};
ScaleAndMinimum scale_and_minimum(Bytes b, std::size_t j) {
    if (j < 4) return {byte_at(b, j) & 63, byte_at(b, j + 4) & 63};
    return {(byte_at(b, j + 4) & 15) | byte_at(b, j - 4) >> 6 << 4, byte_at(b, j + 4) >> 4 | byte_at(b, j) >> 6 << 4};
}

template <class Real>
void q4_k(Bytes block, std::span<Real> out) {
    const double d = half_at(block, 0), dmin = half_at(block, 2);
    const Bytes scales = block.subspan(4, 12), nibbles = block.subspan(16);
    for (std::size_t i = 0; i < 256; ++i) {
        const std::size_t j = i / 32;  // sub-blocks 2n and 2n + 1 share 32 bytes
        const unsigned both = byte_at(nibbles, j / 2 * 32 + i % 32), q = j % 2 == 0 ? both & 15 : both >> 4;
        const auto [scale, minimum] = scale_and_minimum(scales, j);
        out[i] = static_cast<Real>(d * scale * q - dmin * minimum);
    }
}

template <class Real>
void q6_k(Bytes block, std::span<Real> out) {
    const double d = half_at(block, 208);
    for (std::size_t i = 0; i < 256; ++i) {
        // In each half of 128, quarters 0 and 1 are low nibbles of ql, 2 and 3 the high ones; qh holds two bits of
        // each.
        const std::size_t half = i / 128, quarter = i % 128 / 32, l = i % 32;
        const unsigned ql = byte_at(block, half * 64 + quarter % 2 * 32 + l), qh = byte_at(block, 128 + half * 32 + l);
        const unsigned q = (quarter < 2 ? ql & 15 : ql >> 4) | (qh >> (2 * quarter) & 3) << 4;
        const int scale = signed_at(block, 192 + half * 8 + quarter * 2 + l / 16);
        out[i] = static_cast<Real>(d * scale * (static_cast<int>(q) - 32));
    }
}

template <class Real>
void one_block(WeightType type, Bytes block, std::span<Real> out) {
    switch (type) {
        case WeightType::f32: out[0] = load<float>(block); break;
        case WeightType::f16: out[0] = static_cast<Real>(half_at(block, 0)); break;
        case WeightType::bf16: out[0] = static_cast<Real>(bfloat16_at(block, 0)); break;
        case WeightType::q8_0: q8_0(block, out); break;
        case WeightType::q4_0: q4_0(block, out); break;
        case WeightType::q4_k: q4_k(block, out); break;
        case WeightType::q6_k: q6_k(block, out); break;
    }
}

template <class Real>
void all_blocks(WeightType type, Bytes bytes, std::span<Real> out) {
    const auto [name, weights, block_bytes] = block_of(type);
    if (out.size() % weights != 0 || bytes.size() != byte_count(type, out.size()))
        throw std::invalid_argument(joined(bytes.size(), " bytes of ", name, " are not ", out.size(), " weights"));
    for (std::size_t block = 0; block < out.size() / weights; ++block)
        one_block(type, bytes.subspan(block * block_bytes, block_bytes), out.subspan(block * weights, weights));
}

}  // namespace

std::optional<WeightType> weight_type(std::uint32_t number) {
    switch (number) {
        case 0: return WeightType::f32;
        case 1: return WeightType::f16;
        case 2: return WeightType::q4_0;
        case 8: return WeightType::q8_0;
        case 12: return WeightType::q4_k;
        case 14: return WeightType::q6_k;
        case 30: return WeightType::bf16;
        default: return std::nullopt;
    }
}

WeightBlock block_of(WeightType type) {
    switch (type) {
        case WeightType::f32: return {"F32", 1, 4};
        case WeightType::f16: return {"F16", 1, 2};
        case WeightType::bf16: return {"BF16", 1, 2};
        case WeightType::q4_0: return {"Q4_0", 32, 18};
        case WeightType::q8_0: return {"Q8_0", 32, 34};
        case WeightType::q4_k: return {"Q4_K", 256, 144};
        case WeightType::q6_k: return {"Q6_K", 256, 210};
    }
    throw std::invalid_argument("no weight type");
}

void dequantise(WeightType type, Bytes bytes, std::span<float> out) { all_blocks(type, bytes, out); }
void dequantise(WeightType type, Bytes bytes, std::span<double> out) { all_blocks(type, bytes, out); }

}  // namespace decoder
