// Matrices as tiles in DRAM, in the formats of the vendor's host API.
#include <algorithm>
#include <tt-metalium/bfloat16.hpp>
#include <tt-metalium/bfloat4.hpp>
#include <tt-metalium/bfloat8.hpp>
#include <tt-metalium/tilize_utils.hpp>

#include "products.hpp"

namespace decoder {
namespace {

constexpr std::uint32_t side = 32;

std::uint32_t up(std::uint32_t elements) { return (elements + side - 1) / side * side; }

template <class T>
std::span<const std::byte> bytes_of(const std::vector<T>& values) {
    return std::as_bytes(std::span(values));
}

}  // namespace

Matrix tiled(Chip& chip, std::span<const float> rows, std::uint32_t count, tt::DataFormat format) {
    const auto width = static_cast<std::uint32_t>(rows.size() / count), columns = up(width);
    std::vector<float> padded(std::size_t{up(count)} * columns);
    for (std::size_t row = 0; row < count; ++row)
        std::ranges::copy(rows.subspan(row * width, width),
                          padded.begin() + static_cast<std::ptrdiff_t>(row * columns));
    const std::vector<float> tiles = tilize_nfaces(padded, up(count), columns);
    const std::uint32_t page = tt::tile_size(format);
    Matrix out{nullptr, WeightType::f32, count, width, page, format};
    switch (format) {
        case tt::DataFormat::Float16_b: {
            const std::vector<bfloat16> rounded(tiles.begin(), tiles.end());
            out.buffer = chip.buffer(bytes_of(rounded), page);
            break;
        }
        case tt::DataFormat::Bfp8_b:
            out.buffer =
                chip.buffer(bytes_of(metal::pack_as_bfp8_tiles(tt::stl::Span<const float>(tiles), false, false)), page);
            break;
        case tt::DataFormat::Bfp4_b:
            out.buffer =
                chip.buffer(bytes_of(metal::pack_as_bfp4_tiles(tt::stl::Span<const float>(tiles), false, false)), page);
            break;
        default: out.buffer = chip.buffer(bytes_of(tiles), page);
    }
    return out;
}

}  // namespace decoder
