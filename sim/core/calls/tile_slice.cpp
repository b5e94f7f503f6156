#include "sim/core/calls/tile_slice.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>

#include "sim/core/calls/print.hpp"
#include "sim/num/bfp.hpp"

namespace tessera::core {
namespace {

using tensix::DataFormat;

// Values the vendor's tool can show: 8-bit exponents and integers. The others are named.
bool can_print(DataFormat format) {
    switch (format) {
        case DataFormat::fp32:
        case DataFormat::bf16:
        case DataFormat::bfp8:
        case DataFormat::bfp4:
        case DataFormat::int32:
        case DataFormat::int8:
        case DataFormat::uint32:
        case DataFormat::uint8:
        case DataFormat::int16: return true;
        default: return false;
    }
}

std::string datum(std::span<const std::uint8_t> tile, DataFormat format, int index, const Printer& printer) {
    const int bits = tensix::datum_bits(format);
    const std::uint8_t* datums = tile.data() + tensix::exponent_bytes(format);
    const std::uint32_t value = tensix::read_datum(datums, index, bits);
    switch (format) {
        case DataFormat::fp32: return printer.real(std::bit_cast<float>(value));
        case DataFormat::bf16: return printer.real(std::bit_cast<float>(value << 16));
        case DataFormat::int32: return fmt::format("{}", static_cast<std::int32_t>(value));
        case DataFormat::int8: return fmt::format("{}", static_cast<std::int8_t>(value));
        case DataFormat::bfp8:
        case DataFormat::bfp4: {
            const std::uint32_t exponent = tile[static_cast<std::size_t>(index / tensix::row_datums)];
            return printer.real(std::bit_cast<float>(num::bfp_to_bf16(value << (8 - bits), exponent) << 16));
        }
        default: return fmt::format("{}", value);
    }
}

}  // namespace

std::string TileSlice::text(std::span<const std::uint8_t> tile, DataFormat format, const Printer& printer) const {
    if (!can_print(format)) return fmt::format("TileSlice: {} cannot be printed\n", tensix::name(format));
    // A datum of a block format travels with its exponent.
    const std::uint32_t bytes = tensix::is_bfp(format) ? 2 : static_cast<std::uint32_t>(tensix::datum_bits(format)) / 8;
    std::string out;
    std::uint32_t left = at_most / bytes;
    for (int row = rows.begin; row < std::min(rows.end, tensix::tile_side); row += rows.step) {
        for (int column = columns.begin; column < std::min(columns.end, tensix::tile_side); column += columns.step) {
            if (left-- == 0)
                return out +
                       fmt::format("<TileSlice data truncated due to exceeding max count ({})>\n", at_most / bytes);
            const int index = of_faces ? tensix::datum_index(row, column) : tensix::tile_side * row + column;
            out += datum(tile, format, index, printer);
            if (column + columns.step < columns.end) out += ' ';
        }
        if (ends_rows) out += '\n';
    }
    return out;
}

}  // namespace tessera::core
