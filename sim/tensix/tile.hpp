// Data formats and the layout of a 32x32 tile in L1 (spec/tensix-core.md 1.1, 2.1).
// A tile is four faces of 16x16, face 2*(row/16) + col/16, each row-major: 64 face rows of 16 datums. BFP formats put
// 64 exponent bytes, one per face row, in front of the datums. Little-endian, no header.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <iterator>
#include <string_view>

#include "sim/abi/data_format.hpp"

namespace tessera::tensix {

// `a` has a 5-bit exponent, no suffix 8 bits.
enum class DataFormat : std::uint8_t {
    fp32 = static_cast<std::uint8_t>(abi::DataFormat::Float32),
    fp16 = static_cast<std::uint8_t>(abi::DataFormat::Float16),
    bfp8a = static_cast<std::uint8_t>(abi::DataFormat::Bfp8),
    bfp4a = static_cast<std::uint8_t>(abi::DataFormat::Bfp4),
    tf32 = static_cast<std::uint8_t>(abi::DataFormat::Tf32),
    bf16 = static_cast<std::uint8_t>(abi::DataFormat::Float16_b),
    bfp8 = static_cast<std::uint8_t>(abi::DataFormat::Bfp8_b),
    bfp4 = static_cast<std::uint8_t>(abi::DataFormat::Bfp4_b),
    int32 = static_cast<std::uint8_t>(abi::DataFormat::Int32),
    int16 = static_cast<std::uint8_t>(abi::DataFormat::UInt16),
    fp8 = static_cast<std::uint8_t>(abi::DataFormat::Lf8),
    bfp2a = static_cast<std::uint8_t>(abi::DataFormat::Bfp2),
    int8 = static_cast<std::uint8_t>(abi::DataFormat::Int8),
    bfp2 = static_cast<std::uint8_t>(abi::DataFormat::Bfp2_b),
    uint32 = static_cast<std::uint8_t>(abi::DataFormat::UInt32),
    uint8 = static_cast<std::uint8_t>(abi::DataFormat::UInt8),
};

inline constexpr int tile_side = 32;
inline constexpr int tile_datums = 1024;
inline constexpr int face_rows = 64;  // of a tile, 16 datums each
inline constexpr int row_datums = 16;

constexpr std::uint32_t hardware_code(DataFormat format) { return static_cast<std::uint32_t>(format) & 15; }

struct FormatRow {
    DataFormat format;
    std::string_view name;
    int bits;
    bool bfp, small_exponent;
};
inline constexpr FormatRow format_rows[] = {
    {DataFormat::fp32, "fp32", 32, false, false},     {DataFormat::fp16, "fp16", 16, false, true},
    {DataFormat::bfp8a, "bfp8a", 8, true, true},      {DataFormat::bfp4a, "bfp4a", 4, true, true},
    {DataFormat::tf32, "tf32", 32, false, false},     {DataFormat::bf16, "bf16", 16, false, false},
    {DataFormat::bfp8, "bfp8", 8, true, false},       {DataFormat::bfp4, "bfp4", 4, true, false},
    {DataFormat::int32, "int32", 32, false, false},   {DataFormat::int16, "int16", 16, false, false},
    {DataFormat::fp8, "fp8", 8, false, true},         {DataFormat::bfp2a, "bfp2a", 2, true, true},
    {DataFormat::int8, "int8", 8, false, false},      {DataFormat::bfp2, "bfp2", 2, true, false},
    {DataFormat::uint32, "uint32", 32, false, false}, {DataFormat::uint8, "uint8", 8, false, false},
};

// Tensors ask for every datum.
inline constexpr auto place_of_format_code = [] {
    std::array<std::uint8_t, 256> places{};
    for (std::size_t i = 0; i < std::size(format_rows); ++i)
        places[static_cast<std::uint8_t>(format_rows[i].format)] = static_cast<std::uint8_t>(i);
    return places;
}();

constexpr const FormatRow& row_of(DataFormat format) {
    return format_rows[place_of_format_code[static_cast<std::uint8_t>(format)]];
}

constexpr std::string_view name(DataFormat format) { return row_of(format).name; }  // "bf16"
bool find_format(std::string_view name, DataFormat& format);

// L1 bits of one datum, without its share of an exponent.
constexpr int datum_bits(DataFormat format) { return row_of(format).bits; }
constexpr bool is_bfp(DataFormat format) { return row_of(format).bfp; }
// fp16, BFPa and fp8: a 5-bit exponent in Src and in a 16-bit Dst.
constexpr bool has_small_exponent(DataFormat format) { return row_of(format).small_exponent; }

constexpr std::size_t exponent_bytes(DataFormat format) {
    return is_bfp(format) ? face_rows : 0;
}  // 64 for BFP, else 0
constexpr std::size_t tile_bytes(DataFormat format) {
    return exponent_bytes(format) + static_cast<std::size_t>(tile_datums * datum_bits(format) / 8);
}

// Index of element (row, col), both 0..31, among the datums of a tile, and back.
constexpr int datum_index(int row, int col) { return 256 * (2 * (row / 16) + col / 16) + 16 * (row % 16) + col % 16; }
constexpr int datum_row(int index) { return index / 512 * 16 + index % 256 / 16; }
constexpr int datum_column(int index) { return index / 256 % 2 * 16 + index % 16; }

static_assert(std::endian::native == std::endian::little, "datums lie in the host's memory as in L1");

// Datum i of a packed sequence: 4-bit datums with the even one in the low nibble, 2-bit datum j in bits 2j.
inline std::uint32_t read_datum(const std::uint8_t* datums, int i, int bits) {
    if (bits < 8) return datums[i * bits / 8] >> (i * bits % 8) & ((1u << bits) - 1);
    std::uint32_t value = 0;
    switch (bits) {
        case 8: return datums[i];
        case 16: std::memcpy(&value, datums + 2 * i, 2); return value;
        default: std::memcpy(&value, datums + 4 * i, 4); return value;
    }
}

inline void write_datum(std::uint8_t* datums, int i, int bits, std::uint32_t value) {
    switch (bits) {
        case 8: datums[i] = static_cast<std::uint8_t>(value); return;
        case 16: std::memcpy(datums + 2 * i, &value, 2); return;
        case 32: std::memcpy(datums + 4 * i, &value, 4); return;
        default: break;
    }
    std::uint8_t& byte = datums[i * bits / 8];
    const int at = i * bits % 8;
    const std::uint32_t mask = ((1u << bits) - 1) << at;
    byte = static_cast<std::uint8_t>((byte & ~mask) | (value << at & mask));
}

// Sixteen of them from the first on.
inline void write_row(std::uint8_t* datums, int first, int bits, const std::array<std::uint32_t, row_datums>& values) {
    const auto write = [&](int known) {
        for (int i = 0; i < row_datums; ++i) write_datum(datums, first + i, known, values[static_cast<std::size_t>(i)]);
    };
    return bits == 16 ? write(16) : bits == 32 ? write(32) : write(bits);
}

}  // namespace tessera::tensix
