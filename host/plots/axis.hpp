// What the plots of a study have in common: axes that hold many octaves of either sign, colours, names in a script.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace tessera::accuracy {

// asinh(v / scale): linear near zero, logarithmic beyond, of either sign.
struct AsinhAxis {
    double scale = 1;
    double at(double value) const;
    // `('-10' name(-10), ...)`: round values from low to high, labels apart from each other.
    std::string tics(std::string_view name, double low, double high) const;
    // The gnuplot function of that name.
    std::string function(std::string_view name) const;
};

enum class Scale : std::uint8_t { linear, log };
std::string_view name(Scale scale);

// From low to high, which are both above zero where the scale is logarithmic.
struct ScaledAxis {
    Scale scale = Scale::linear;
    double low = 0, high = 1;
    double share(double value) const;  // of its length
    double value(double share) const;
    // What gives the axis of that name, "x", its scale and range.
    std::string commands(std::string_view name) const;
};

// Between the tics of a linear axis of a few tics.
double round_step(double low, double high);

// Told apart by the colour-blind too (Okabe and Ito); they repeat after seven.
std::string colour(std::size_t index);  // of lines and points
std::string text_colour(std::size_t index);

// A gnuplot text that shows as it stands.
std::string gnuplot_text(std::string_view text);

// A plot's script: draws `body`, which sets the axes and plots, into NAME.svg and NAME.png beside it.
struct Frame {
    std::string_view name;
    std::string_view title, subtitle;
    int width = 1000, height = 640;
};
std::string script(const Frame& frame, std::string_view body);

}  // namespace tessera::accuracy
