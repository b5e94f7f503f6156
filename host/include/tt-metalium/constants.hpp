#pragma once

#include <cstdint>

#include "sim/tensix/tile.hpp"

namespace tt::constants {

inline constexpr std::uint32_t TILE_WIDTH = tessera::tensix::tile_side;
inline constexpr std::uint32_t TILE_HEIGHT = tessera::tensix::tile_side;
inline constexpr std::uint32_t TILE_HW = tessera::tensix::tile_datums;
inline constexpr std::uint32_t FACE_WIDTH = tessera::tensix::row_datums;
inline constexpr std::uint32_t FACE_HEIGHT = tessera::tensix::row_datums;
inline constexpr std::uint32_t FACE_HW = FACE_WIDTH * FACE_HEIGHT;

}  // namespace tt::constants
