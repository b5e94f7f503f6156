#include "host/tensor/formats.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>

#include "sim/fault/fault.hpp"
#include "sim/num/bf16.hpp"
#include "sim/num/bfp.hpp"
#include "sim/num/fp16.hpp"
#include "sim/num/integer.hpp"

namespace tessera::host {
namespace {

using fault::InputError;
using std::uint32_t;
using tensix::DataFormat;

constexpr std::size_t tile_datums = tensix::tile_datums, block = tensix::row_datums;

[[noreturn]] void unsuited(DataFormat format, const char* numbers) {
    throw InputError(fmt::format("{} does not hold {}", tensix::name(format), numbers));
}

// fp16 of the machine: exponent 31 is an ordinary one and the largest value takes the place of infinity and NaN.
uint32_t to_fp16(uint32_t x) {
    const uint32_t s = num::sign(x) << 15;
    if (num::magnitude(x) < 0x477FF000) return num::fp32_to_ieee_fp16_rne(x);  // below what rounds to 2^16
    const uint32_t rounded = (num::magnitude(x) + 0xFFF + (x >> 13 & 1)) & ~uint32_t{0x1FFF};
    return rounded >= 0x48000000 ? s | num::fp16_largest : s | 31u << 10 | (rounded >> 13 & 0x3FF);
}

// What one datum of a format without shared exponents holds.
uint32_t encode(DataFormat format, uint32_t x) {
    switch (format) {
        case DataFormat::fp32: return x;
        case DataFormat::tf32: return num::is_nan(x) ? x : (x + 0xFFF + (x >> 13 & 1)) & ~uint32_t{0x1FFF};
        case DataFormat::bf16: return num::fp32_to_bf16_rne(x);
        case DataFormat::fp16: return to_fp16(x);
        default: unsuited(format, "real numbers");
    }
}

uint32_t decode(DataFormat format, uint32_t datum) {
    switch (format) {
        case DataFormat::fp32:
        case DataFormat::tf32: return datum;
        case DataFormat::bf16: return num::bf16_to_fp32(datum);
        case DataFormat::fp16:
            return num::fp16_exponent(datum) == 31 ? num::fp16_to_fp32(datum) : num::ieee_fp16_to_fp32(datum);
        default: unsuited(format, "real numbers");
    }
}

// A value among the 16 that share an exponent: of 8 or 5 bits, the latter saturated, and 24 bits of mantissa. Exponent
// 0 has the hidden one as well.
struct BfpOperand {
    uint32_t sign, exponent, mantissa;
    bool is_zero;
};
BfpOperand bfp_operand(DataFormat format, uint32_t x) {
    BfpOperand value{num::sign(x), static_cast<uint32_t>(num::exponent(x)), num::fraction(x), num::magnitude(x) == 0};
    if (tensix::has_small_exponent(format)) {
        const int narrow = num::exponent(x) - num::fp16_rebias;
        if (narrow > 31) value.mantissa = num::fraction(~uint32_t{0});
        if (narrow < 0) value.mantissa = 0;
        value.exponent = static_cast<uint32_t>(std::clamp(narrow, 0, 31));
    }
    value.mantissa |= uint32_t{1} << 23;
    return value;
}

// As the vendor's host has it, which is not how the packer does: the mantissa is moved to the largest exponent,
// truncated, and rounded once to the bits that the format has, ties to even (spec/tensix-core.md 1.8).
uint32_t to_bfp(const BfpOperand& value, uint32_t largest, int bits) {
    if (value.is_zero) return 0;
    const int drop = 25 - bits;
    const uint32_t aligned = largest - value.exponent > 31 ? 0 : value.mantissa >> (largest - value.exponent);
    const uint32_t half = (uint32_t{1} << (drop - 1)) - 1;
    const uint32_t magnitude =
        std::min((aligned + half + (aligned >> drop & 1)) >> drop, (uint32_t{1} << (bits - 1)) - 1);
    return magnitude == 0 ? 0 : value.sign << (bits - 1) | magnitude;
}

void encode_block(DataFormat format, const uint32_t* words, std::uint8_t& exponent, std::uint8_t* datums, int first) {
    std::array<BfpOperand, block> operands;
    uint32_t largest = 0;
    for (std::size_t i = 0; i < block; ++i) {
        operands[i] = bfp_operand(format, words[i]);
        largest = std::max(largest, operands[i].exponent);
    }
    exponent = static_cast<std::uint8_t>(largest);
    const int bits = tensix::datum_bits(format);
    for (std::size_t i = 0; i < block; ++i)
        tensix::write_datum(datums, first + static_cast<int>(i), bits, to_bfp(operands[i], largest, bits));
}

// A magnitude of zero is zero here; the unpacker makes an infinity of it beside a sign.
uint32_t decode_bfp(DataFormat format, uint32_t datum, uint32_t exponent) {
    const uint32_t wide = datum << (8 - tensix::datum_bits(format));
    if ((wide & 0x7F) == 0) return (wide & 0x80) << 24;
    if (!tensix::has_small_exponent(format)) return num::bf16_to_fp32(num::bfp_to_bf16(wide, exponent));
    return num::fp16_to_fp32(num::bfp_to_fp16(wide, exponent));
}

uint32_t encode_integer(DataFormat format, std::int32_t value) {
    const auto bits = static_cast<uint32_t>(value);
    const auto within = [&](std::int32_t least, std::int32_t most) {
        if (value < least || value > most)
            throw InputError(
                fmt::format("{} does not hold {}; it holds {} to {}", tensix::name(format), value, least, most));
    };
    switch (format) {
        case DataFormat::int32:
        case DataFormat::uint32: return bits;
        case DataFormat::int16: return within(0, 65535), bits;
        case DataFormat::uint8: return within(0, 255), bits;
        case DataFormat::int8:
            within(-127, 127);
            return num::narrow_sign_magnitude(num::twos_to_sign_magnitude(bits), 7);
        default: unsuited(format, "whole numbers");
    }
}

uint32_t decode_integer(DataFormat format, uint32_t datum) {
    if (format != DataFormat::int8) return datum;
    return num::sign_magnitude_to_twos(num::widen_sign_magnitude(datum, 7));
}

// Calls f(words of a tile, bytes of a tile) for every tile.
template <class Words, class Bytes, class F>
void for_each_tile(Words& words, Bytes& bytes, DataFormat format, F f) {
    const std::size_t size = tensix::tile_bytes(format);
    for (std::size_t tile = 0; tile * tile_datums < words.size(); ++tile)
        f(words.data() + tile * tile_datums, bytes.data() + tile * size);
}

std::size_t tiles_of(std::size_t count, Extent2D extent) {
    return layout_bytes({count, extent, 4}, TensorLayoutType::TILED_NFACES) / 4 / tile_datums;
}

void check_size(std::span<const std::uint8_t> tiles, std::size_t count, Extent2D extent, DataFormat format) {
    const std::size_t expected = tiles_of(count, extent) * tensix::tile_bytes(format);
    if (tiles.size() != expected)
        throw InputError(fmt::format("{} tiles of {} have {} bytes, not {}", tiles_of(count, extent),
                                     tensix::name(format), expected, tiles.size()));
}

template <class T, class F>
std::vector<std::uint8_t> encoded(std::span<const T> values, std::size_t count, Extent2D extent, DataFormat format,
                                  F tile) {
    const std::vector<T> tiled = tilize(values, count, extent);
    std::vector<std::uint8_t> bytes(tiles_of(count, extent) * tensix::tile_bytes(format));
    for_each_tile(tiled, bytes, format, tile);
    return bytes;
}

template <class T, class F>
std::vector<std::uint8_t> row_of(std::span<const T> values, DataFormat format, F datum) {
    const int bits = tensix::datum_bits(format);
    std::vector<std::uint8_t> bytes(values.size() * static_cast<std::size_t>(bits) / 8);
    for (std::size_t i = 0; i < values.size(); ++i)
        tensix::write_datum(bytes.data(), static_cast<int>(i), bits, datum(values[i]));
    return bytes;
}

template <class T, class F>
std::vector<T> values_of(std::span<const std::uint8_t> bytes, DataFormat format, F value) {
    const int bits = tensix::datum_bits(format);
    std::vector<T> out(bytes.size() * 8 / static_cast<std::size_t>(bits));
    for (std::size_t i = 0; i < out.size(); ++i)
        out[i] = value(tensix::read_datum(bytes.data(), static_cast<int>(i), bits));
    return out;
}

}  // namespace

std::vector<std::uint8_t> to_tiles(std::span<const float> values, std::size_t count, Extent2D extent,
                                   DataFormat format) {
    const int bits = tensix::datum_bits(format);
    return encoded(values, count, extent, format, [&](const float* from, std::uint8_t* to) {
        std::array<uint32_t, tile_datums> words;
        std::transform(from, from + tile_datums, words.begin(), [](float f) { return std::bit_cast<uint32_t>(f); });
        std::uint8_t* datums = to + tensix::exponent_bytes(format);
        for (std::size_t i = 0; i < tile_datums; ++i) {
            const int at = static_cast<int>(i);
            if (!tensix::is_bfp(format))
                tensix::write_datum(datums, at, bits, encode(format, words[i]));
            else if (i % block == 0)
                encode_block(format, &words[i], to[i / block], datums, at);
        }
    });
}

std::vector<float> from_tiles(std::span<const std::uint8_t> tiles, std::size_t count, Extent2D extent,
                              DataFormat format) {
    check_size(tiles, count, extent, format);
    const int bits = tensix::datum_bits(format);
    std::vector<float> tiled(tiles_of(count, extent) * tile_datums);
    for_each_tile(tiled, tiles, format, [&](float* to, const std::uint8_t* from) {
        const std::uint8_t* datums = from + tensix::exponent_bytes(format);
        for (std::size_t i = 0; i < tile_datums; ++i) {
            const uint32_t datum = tensix::read_datum(datums, static_cast<int>(i), bits);
            to[i] = std::bit_cast<float>(tensix::is_bfp(format) ? decode_bfp(format, datum, from[i / block])
                                                                : decode(format, datum));
        }
    });
    return untilize(std::span<const float>(tiled), count, extent);
}

std::vector<std::uint8_t> to_tiles(std::span<const std::int32_t> values, std::size_t count, Extent2D extent,
                                   DataFormat format) {
    const int bits = tensix::datum_bits(format);
    return encoded(values, count, extent, format, [&](const std::int32_t* from, std::uint8_t* to) {
        for (int i = 0; i < tensix::tile_datums; ++i) tensix::write_datum(to, i, bits, encode_integer(format, from[i]));
    });
}

std::vector<std::int32_t> integers_from_tiles(std::span<const std::uint8_t> tiles, std::size_t count, Extent2D extent,
                                              DataFormat format) {
    encode_integer(format, 0);  // refuses formats of real numbers
    check_size(tiles, count, extent, format);
    const int bits = tensix::datum_bits(format);
    std::vector<std::int32_t> tiled(tiles_of(count, extent) * tile_datums);
    for_each_tile(tiled, tiles, format, [&](std::int32_t* to, const std::uint8_t* from) {
        for (int i = 0; i < tensix::tile_datums; ++i)
            to[i] = static_cast<std::int32_t>(decode_integer(format, tensix::read_datum(from, i, bits)));
    });
    return untilize(std::span<const std::int32_t>(tiled), count, extent);
}

std::vector<std::uint8_t> to_row(std::span<const float> values, DataFormat format) {
    return row_of(values, format, [&](float f) { return encode(format, std::bit_cast<uint32_t>(f)); });
}

std::vector<std::uint8_t> to_row(std::span<const std::int32_t> values, DataFormat format) {
    return row_of(values, format, [&](std::int32_t value) { return encode_integer(format, value); });
}

std::vector<float> from_row(std::span<const std::uint8_t> bytes, DataFormat format) {
    return values_of<float>(bytes, format, [&](uint32_t datum) { return std::bit_cast<float>(decode(format, datum)); });
}

std::vector<std::int32_t> integers_from_row(std::span<const std::uint8_t> bytes, DataFormat format) {
    encode_integer(format, 0);  // refuses formats of real numbers
    return values_of<std::int32_t>(
        bytes, format, [&](uint32_t datum) { return static_cast<std::int32_t>(decode_integer(format, datum)); });
}

}  // namespace tessera::host
