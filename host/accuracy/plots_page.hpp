// One page with everything: figures of every function, the plots, the worst points. It needs no other file.
#pragma once

#include <map>
#include <span>
#include <string>

#include "host/accuracy/plots.hpp"

namespace tessera::accuracy {

// `drawings` holds the SVG of the plots by their names; a plot without one is named with its files only.
std::string plots_page(std::span<const Study> studies, std::span<const Plot> plots,
                       const std::map<std::string, std::string>& drawings);

}  // namespace tessera::accuracy
