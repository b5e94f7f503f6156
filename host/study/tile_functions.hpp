// Which of the functions known by name are those of a tile function, and how far off they are. Which have the bits of
// the vendor's library of early 2026 says sim/api/vendor/bits.csv, which tests/host/study/vendor_bits_test.cpp holds to
// it.
#pragma once

#include <span>
#include <string_view>

#include "host/study/ulp.hpp"

namespace tessera::accuracy {

struct TileAccuracy {
    std::string_view function, tile;
    const Format& dst;
    // Largest error over the function's range: of all bf16 numbers, or of 2^17 fp32 numbers by their size.
    double ulp_wormhole, ulp_blackhole;
};

std::span<const TileAccuracy> tile_functions();
// Null where the function is not one of a tile.
const TileAccuracy* find_tile_function(std::string_view function);

}  // namespace tessera::accuracy
