#include "host/study/usable.hpp"

#include <algorithm>
#include <cmath>

namespace tessera::accuracy {

BinEdges edges_of_input_bin(std::size_t bin) {
    constexpr std::size_t half = Statistics::input_bins / 2;
    const auto edge = [](std::size_t magnitude) {
        return std::ldexp(1 + static_cast<double>(magnitude % 8) / 8, static_cast<int>(magnitude / 8) - 127);
    };
    const double near = edge(bin % half), far = edge(bin % half + 1);
    return bin < half ? BinEdges{near, far} : BinEdges{-far, -near};
}

std::vector<std::size_t> input_bins_by_value() {
    constexpr std::size_t half = Statistics::input_bins / 2;
    std::vector<std::size_t> bins;
    for (std::size_t i = 0; i < half; ++i) bins.push_back(Statistics::input_bins - 1 - i);
    for (std::size_t i = 0; i < half; ++i) bins.push_back(i);
    return bins;
}

std::vector<Stretch> usable_stretches(const Statistics& statistics, double limit, std::size_t most) {
    std::vector<Stretch> all;
    bool goes_on = false;
    for (const std::size_t bin : input_bins_by_value()) {
        const Envelope& e = statistics.by_input[bin];
        if (e.count == 0) continue;
        if (std::max(std::abs(e.low), std::abs(e.high)) > limit) {
            goes_on = false;
            continue;
        }
        const BinEdges edges = edges_of_input_bin(bin);
        if (!goes_on) all.push_back({edges.low, edges.high, 0});
        all.back().high = edges.high;
        all.back().inputs += e.count;
        goes_on = true;
    }
    if (all.size() > most) {
        std::ranges::stable_sort(all, std::ranges::greater{}, &Stretch::inputs);
        all.resize(most);
        std::ranges::sort(all, {}, &Stretch::low);
    }
    return all;
}

}  // namespace tessera::accuracy
