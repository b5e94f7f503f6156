// One page with everything: figures of every function, the plots, the worst points. It needs no other file.
#pragma once

#include <span>
#include <string>

#include "host/plots/page.hpp"
#include "host/study/plots.hpp"

namespace tessera::accuracy {

// `drawings` holds the SVG of the plots by their names; a plot without one is named with its files only.
std::string plots_page(std::span<const Study> studies, std::span<const Plot> plots, const Drawings& drawings,
                       const CostAxes& axes = {});

}  // namespace tessera::accuracy
