#include "sim/tensix/tile.hpp"

#include <array>
#include <cstdint>
#include <iterator>

namespace tessera::tensix {

namespace {

struct FormatRow {
    DataFormat format;
    std::string_view name;
    int bits;
    bool bfp, small_exponent;
};

constexpr FormatRow format_rows[] = {
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
constexpr auto place_of_code = [] {
    std::array<std::uint8_t, 256> places{};
    for (std::size_t i = 0; i < std::size(format_rows); ++i)
        places[static_cast<std::uint8_t>(format_rows[i].format)] = static_cast<std::uint8_t>(i);
    return places;
}();

constexpr const FormatRow& row(DataFormat format) {
    return format_rows[place_of_code[static_cast<std::uint8_t>(format)]];
}

}  // namespace

std::string_view name(DataFormat format) { return row(format).name; }

bool find_format(std::string_view name, DataFormat& format) {
    for (const FormatRow& r : format_rows) {
        if (r.name == name) {
            format = r.format;
            return true;
        }
    }
    return false;
}

int datum_bits(DataFormat format) { return row(format).bits; }
bool is_bfp(DataFormat format) { return row(format).bfp; }
bool has_small_exponent(DataFormat format) { return row(format).small_exponent; }

std::size_t exponent_bytes(DataFormat format) { return is_bfp(format) ? face_rows : 0; }

std::size_t tile_bytes(DataFormat format) {
    return exponent_bytes(format) + static_cast<std::size_t>(tile_datums * datum_bits(format) / 8);
}

}  // namespace tessera::tensix
