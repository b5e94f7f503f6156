#include <fmt/format.h>

#include <cstring>

#include "host/tensor/formats.hpp"
#include "sim/fault/fault.hpp"
#include "tt-metalium/blockfloat_common.hpp"
#include "tt-metalium/tilize_utils.hpp"

namespace tt::tt_metal {

using tessera::fault::InputError;
using Format = tessera::tensix::DataFormat;

namespace {

constexpr PhysicalSize one_tile{constants::TILE_HEIGHT, constants::TILE_WIDTH};

Format format_of(BlockFloat kind, bool exp_a) {
    if (kind == BlockFloat::bfp8) return exp_a ? Format::bfp8a : Format::bfp8;
    return exp_a ? Format::bfp4a : Format::bfp4;
}

void check(const std::optional<Tile>& tile, std::size_t size, std::size_t whole) {
    if (tile && *tile != Tile{}) throw InputError("block floats in tiles other than 32x32 are not supported");
    if (size % whole != 0) throw InputError(fmt::format("{} are no whole tiles of {}", size, whole));
}

std::vector<float> reordered(const std::vector<float>& data, TensorLayoutType from, TensorLayoutType to) {
    return convert_layout(data, one_tile, from, to);
}

}  // namespace

std::vector<std::uint32_t> pack_as_block_tiles(BlockFloat kind, std::vector<float> data, bool row_major, bool exp_a,
                                               const std::optional<Tile>& tile) {
    check(tile, data.size(), constants::TILE_HW);
    if (!row_major) data = reordered(data, TensorLayoutType::TILED_NFACES, TensorLayoutType::LIN_ROW_MAJOR);
    const std::vector<std::uint8_t> bytes =
        tessera::host::to_tiles(std::span<const float>(data), data.size() / constants::TILE_HW,
                                {one_tile[0], one_tile[1]}, format_of(kind, exp_a));
    std::vector<std::uint32_t> words(bytes.size() / sizeof(std::uint32_t));
    std::memcpy(words.data(), bytes.data(), bytes.size());
    return words;
}

std::vector<float> unpack_block_tiles(BlockFloat kind, tt::stl::Span<const std::uint32_t> tiles, bool row_major,
                                      bool exp_a, const std::optional<Tile>& tile) {
    const Format format = format_of(kind, exp_a);
    const std::size_t words = tessera::tensix::tile_bytes(format) / sizeof(std::uint32_t);
    check(tile, tiles.size(), words);
    const std::vector<float> data =
        tessera::host::from_tiles({reinterpret_cast<const std::uint8_t*>(tiles.data()), tiles.size_bytes()},
                                  tiles.size() / words, {one_tile[0], one_tile[1]}, format);
    return row_major ? data : reordered(data, TensorLayoutType::LIN_ROW_MAJOR, TensorLayoutType::TILED_NFACES);
}

}  // namespace tt::tt_metal
