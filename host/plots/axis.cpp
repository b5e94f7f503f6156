#include "host/plots/axis.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

namespace tessera::accuracy {
namespace {

constexpr std::array<std::string_view, 7> colours{"#0072B2", "#D55E00", "#009E73", "#CC79A7",
                                                  "#E69F00", "#56B4E9", "#000000"};

// Round values, the ones a reader wants first in front.
std::vector<double> candidates(double low, double high) {
    std::vector<double> values{0};
    const double largest = std::max(std::abs(low), std::abs(high));
    for (const double digit : {1.0, 5.0, 2.0})
        for (int decade = static_cast<int>(std::ceil(std::log10(largest))); decade >= -40; --decade)
            for (const double sign : {1.0, -1.0}) values.push_back(sign * digit * std::pow(10.0, decade));
    // Where the range is narrow none of these may lie in it.
    const double step = round_step(low, high);
    for (double k = std::ceil(low / step); k * step <= high && values.size() < 1000; ++k) values.push_back(k * step);
    return values;
}

}  // namespace

double AsinhAxis::at(double value) const { return std::asinh(value / scale); }

std::string AsinhAxis::function(std::string_view name) const {
    return fmt::format("{}(v) = asinh(v / {:.6g})\n", name, scale);
}

std::string AsinhAxis::tics(std::string_view name, double low, double high) const {
    constexpr double apart = 0.075;  // of the axis
    std::vector<double> kept;
    if (low < high)
        for (const double value : candidates(low, high))
            if (value >= low && value <= high && std::ranges::none_of(kept, [&](double other) {
                    return std::abs(at(value) - at(other)) < apart * (at(high) - at(low));
                }))
                kept.push_back(value);
    std::ranges::sort(kept);
    std::string out;
    for (const double value : kept)
        out += fmt::format("{}'{:.6g}' {}({:.9g})", out.empty() ? "" : ", ", value, name, value);
    return "(" + out + ")";
}

std::string_view name(Scale scale) { return scale == Scale::log ? "log" : "linear"; }

double ScaledAxis::share(double value) const {
    return scale == Scale::log ? std::log(value / low) / std::log(high / low) : (value - low) / (high - low);
}

double ScaledAxis::value(double share) const {
    return scale == Scale::log ? low * std::pow(high / low, share) : low + share * (high - low);
}

std::string ScaledAxis::commands(std::string_view name) const {
    std::string out = fmt::format("{1}set {0}range [{2:.6g}:{3:.6g}]\nset format {0} '%g'\n", name,
                                  scale == Scale::log ? fmt::format("set logscale {}\n", name) : "", low, high);
    // A tic a decade is too few where there are few decades.
    constexpr double few = 1e3;
    if (scale != Scale::log || high > few * low) return out;
    std::string tics;
    for (int decade = static_cast<int>(std::floor(std::log10(low))); std::pow(10.0, decade) <= high; ++decade)
        for (const double digit : {1.0, 2.0, 5.0})
            if (const double value = digit * std::pow(10.0, decade); value >= low && value <= high)
                tics += fmt::format("{}{:g}", tics.empty() ? "" : ", ", value);
    return out + fmt::format("set {}tics ({})\n", name, tics);
}

double round_step(double low, double high) {
    if (!(low < high)) return 1;
    const double rough = (high - low) / 4, decade = std::pow(10.0, std::floor(std::log10(rough)));
    for (const double digit : {1.0, 2.0, 5.0})
        if (rough <= digit * decade) return digit * decade;
    return 10 * decade;
}

std::string colour(std::size_t index) { return fmt::format("lc rgb '{}'", colours[index % colours.size()]); }
std::string text_colour(std::size_t index) { return fmt::format("tc rgb '{}'", colours[index % colours.size()]); }

std::string gnuplot_text(std::string_view text) {
    std::string out = "'";
    for (const char c : text) {
        out += c == '\n' ? ' ' : c;
        if (c == '\'') out += c;
    }
    return out + "'";
}

std::string script(const Frame& frame, std::string_view body) {
    return fmt::format(R"(# Draws {0}.svg and {0}.png from {0}.tsv: gnuplot {0}.gp
do for [kind in 'svg png'] {{
reset
set datafile separator tab
if (kind eq 'svg') {{ set terminal svg size {1},{2} font 'sans-serif,14' background 'white' noenhanced }}
if (kind eq 'png') {{ set terminal pngcairo size {1},{2} font 'Sans,11' background 'white' noenhanced }}
set output '{0}.'.kind
set title {3}."\n".{4}
set grid lt 1 lw 1 lc rgb '#E4E4E4'
set key bmargin center horizontal height 1
set rmargin 9
{5}set output
}}
)",
                       frame.name, frame.width, frame.height, gnuplot_text(frame.title), gnuplot_text(frame.subtitle),
                       body);
}

}  // namespace tessera::accuracy
