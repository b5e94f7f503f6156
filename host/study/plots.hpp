// Plots of one study or several: data, and the gnuplot script that draws it. Errors come from the studies alone.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "host/plots/axis.hpp"
#include "host/plots/plot.hpp"
#include "host/study/study.hpp"

namespace tessera::accuracy {

// Axes of the plot of error against cost.
struct CostAxes {
    Scale error = Scale::log, cost = Scale::linear;
};

// `points` adds four plots a function of single inputs: value against value, errors counted, errors against the value
// with their fitted line, relative errors. A study without a result to compare is in none.
std::vector<Plot> plots_of(std::span<const Study> studies, bool points, const CostAxes& axes = {});

// Names of all that plots_of could return, before there is anything to draw.
std::vector<std::string> plot_names(std::span<const std::string> functions, bool points);

}  // namespace tessera::accuracy
