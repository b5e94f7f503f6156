// The kinds of plots, each from studies that have something to draw; `name` is that of its files.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "host/study/plots.hpp"

namespace tessera::accuracy {

using Drawn = std::vector<const Study*>;

// Names what is drawn, and under which conditions it was found.
std::string functions_text(const Drawn& studies);
std::string conditions_text(const Drawn& studies);

// "ULP at the exact result", where all studies count in it.
std::string unit_text(const Drawn& studies);

// Rows of a plot's data: columns by tabs, a blank line where a curve breaks, two between functions.
struct Rows {
    explicit Rows(std::string_view columns) : text("# " + std::string(columns) + "\n") {}
    void next_function() { text += text.find('\n') + 1 == text.size() ? "" : "\n\n"; }
    std::string text;
};

// Range, tics and label of x, of all inputs that the studies compare; defines at(x).
std::string x_axis(const Drawn& studies);
// Beyond these no digit of a result is right: plots end there, data do not.
inline constexpr double most_ulp_drawn = 1e8, most_relative_drawn = 10;

// A line of a fixed value across the plot, named at its right end.
std::string reference_line(double value, std::string_view label);
// Parts of a plot command: joined, one a line.
std::string plot_command(const std::vector<std::string>& parts);

// |error| and signed error in ULP by bins of x.
Plot ulp_against_x(const std::string& name, const Drawn& studies);
Plot signed_ulp_against_x(const std::string& name, const Drawn& studies);
// How errors are spread.
Plot error_histogram(const std::string& name, const Drawn& studies);
Plot cumulative_share(const std::string& name, const Drawn& studies);
// Signed relative error by the fraction of the input or of the exact result, where seams of segments show.
Plot relative_by_input_fraction(const std::string& name, const Drawn& studies);
Plot relative_by_result_fraction(const std::string& name, const Drawn& studies);
// Of single inputs.
Plot relative_against_x(const std::string& name, const Drawn& studies);
Plot single_inputs(const std::string& name, const Study& study);
// What a function costs beside what it gets wrong.
Plot error_against_cycles(const std::string& name, const Drawn& studies, const CostAxes& axes);

}  // namespace tessera::accuracy
