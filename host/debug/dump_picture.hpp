// Dumped values as an SVG: a cell for each element, which tells its place and value.
#pragma once

#include <string>

#include "host/debug/dump_values.hpp"

namespace tessera::host {

// Blue below zero, red above it, the stronger the larger; yellow for NaN, black for an infinity. Lines divide faces and
// tiles. `head` is its title.
std::string dump_picture(const DumpedValues& dumped, const std::string& head);

}  // namespace tessera::host
