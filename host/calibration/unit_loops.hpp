// The loops over tiles that measure the units, beside what was published of them.
#pragma once

#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "host/calibration/tile_loop.hpp"

namespace tessera::calibration {

// Published for each architecture in the order of arch::all(), zero where nothing was.
struct Published {
    std::array<double, 2> cycles = {};
    std::string_view source = {}, fitted = {};
    std::optional<double> of(const arch::Arch& arch) const {
        const auto known = arch::all();
        const auto at = std::ranges::find(known, arch.name, &arch::Arch::name) - known.begin();
        const double value = cycles.at(static_cast<std::size_t>(at));
        return value == 0 ? std::nullopt : std::optional(value);
    }
};

// What of a loop's cost is shown.
struct Reading {
    double TileCost::*of;
    Published published = {};
    // By instruction the whole of another loop: the unit's thread with the others held out of its way, as tt-llk
    // isolates threads. Without one what the unit works.
    std::optional<TileLoop> alone = {};
};
struct LoopRows {
    std::string what;
    TileLoop loop;
    std::vector<Reading> readings;
};

std::vector<LoopRows> rows_of_vectors();  // SFPU functions of tiles

}  // namespace tessera::calibration
