// Plots of how RoPE's errors grow, and their page.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "host/ops/rope/growth.hpp"
#include "host/plots/page.hpp"

namespace tessera::accuracy {

// A plot of the curves of each group beside the remedies, and of each way a map of positions and pairs.
std::vector<Plot> growth_plots(std::span<const GrowthCurve> curves, std::string_view conditions);
std::vector<std::string> growth_plot_names(std::span<const AngleVariant> variants);

std::string growth_page(std::span<const GrowthCurve> curves, std::span<const Plot> plots, const Drawings& drawings);

}  // namespace tessera::accuracy
