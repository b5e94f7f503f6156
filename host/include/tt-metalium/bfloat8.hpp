#pragma once

#include "blockfloat_common.hpp"

namespace tt::tt_metal {

template <class T>
std::vector<std::uint32_t> pack_as_bfp8_tiles(tt::stl::Span<const T> data, bool row_major_input, bool is_exp_a,
                                              const std::optional<Tile>& tile = std::nullopt) {
    return pack_as_block_tiles(BlockFloat::bfp8, std::vector<float>(data.begin(), data.end()), row_major_input,
                               is_exp_a, tile);
}
inline std::vector<float> unpack_bfp8_tiles_into_float_vec(tt::stl::Span<const std::uint32_t> tiles,
                                                           bool row_major_output, bool is_exp_a,
                                                           const std::optional<Tile>& tile = std::nullopt) {
    return unpack_block_tiles(BlockFloat::bfp8, tiles, row_major_output, is_exp_a, tile);
}

}  // namespace tt::tt_metal
