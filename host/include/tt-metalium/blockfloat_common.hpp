// Numbers to and from tiles with shared exponents, as words: the exponents of a tile's rows of 16, then its datums, by
// faces (spec/tensix-core.md 1.1). Row-major data is one 32x32 tile after the other; else each is by faces already.
// Exponents of kind a have 5 bits, the others 8. InputError for other tiles than 32x32 and for parts of one.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "bfloat16.hpp"
#include "span.hpp"
#include "tile.hpp"

namespace tt::tt_metal {

enum class BlockFloat : std::uint8_t { bfp8, bfp4 };

std::vector<std::uint32_t> pack_as_block_tiles(BlockFloat kind, std::vector<float> data, bool row_major, bool exp_a,
                                               const std::optional<Tile>& tile);
std::vector<float> unpack_block_tiles(BlockFloat kind, tt::stl::Span<const std::uint32_t> tiles, bool row_major,
                                      bool exp_a, const std::optional<Tile>& tile);

}  // namespace tt::tt_metal
