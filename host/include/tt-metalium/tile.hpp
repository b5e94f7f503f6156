#pragma once

#include <array>
#include <cstdint>

#include "constants.hpp"

namespace tt::tt_metal {

// Height and width. Tiles other than 32x32 are refused where they are used.
struct Tile {
    std::array<std::uint32_t, 2> shape{constants::TILE_HEIGHT, constants::TILE_WIDTH};
    std::uint32_t get_height() const { return shape[0]; }
    std::uint32_t get_width() const { return shape[1]; }
    friend bool operator==(const Tile&, const Tile&) = default;
};

}  // namespace tt::tt_metal
