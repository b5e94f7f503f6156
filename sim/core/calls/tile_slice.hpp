// A TileSlice of DPRINT (spec/kernel-api.md 1.5): some rows and columns of a tile as text.
#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "sim/tensix/tile.hpp"

namespace tessera::core {

class Printer;

struct TileSlice {
    struct Range {
        int begin, end, step;
    };
    // As abi::pack_range packs it; a step of 0 would never end.
    static constexpr Range range(std::uint32_t packed) {
        const int step = static_cast<int>(packed >> 16 & 0xFF);
        return {static_cast<int>(packed & 0xFF), static_cast<int>(packed >> 8 & 0xFF), step == 0 ? 1 : step};
    }

    Range rows, columns;
    bool ends_rows;         // a line for each row
    bool of_faces;          // the tile is four faces, else row by row
    std::uint32_t at_most;  // bytes of values; what lies beyond is left out, and said

    std::string text(std::span<const std::uint8_t> tile, tensix::DataFormat format, const Printer& printer) const;
};

}  // namespace tessera::core
