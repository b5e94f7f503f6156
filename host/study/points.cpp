#include "host/study/points.hpp"

#include <algorithm>
#include <bit>
#include <cmath>

namespace tessera::accuracy {
namespace {

__extension__ using Int128 = __int128;

// Multiples of the golden section: even, and without the common factors of a fixed stride that would leave the lower
// bits of the patterns zero.
std::vector<std::uint64_t> spread(std::uint64_t total, std::size_t most) {
    std::vector<std::uint64_t> indices;
    for (std::uint64_t i = 0; i < std::min<std::uint64_t>(total, most); ++i) {
        const auto place = static_cast<Int128>((i + 1) * 0x9E3779B97F4A7C15);
        indices.push_back(total <= most ? i : static_cast<std::uint64_t>(place * static_cast<Int128>(total) >> 64));
    }
    std::sort(indices.begin(), indices.end());
    return indices;
}

bool is_compared(const Sampled& p, const Reference& reference, const Request& request, const Format& format) {
    const double best = nearest(reference, value_of(p.x), value_of(p.second), p.exact, format);
    return accuracy::is_compared(outcome_of(p.x, value_of(p.y), p.exact, best, format, request.low, request.high));
}

// Patterns of equal steps in value; of a coarser format those that it has.
std::vector<std::uint32_t> patterns_by_value(const Request& request, std::size_t most, const ValueRange& range) {
    const Inputs even{.count = most, .kind = Inputs::Kind::even, .low = range.low, .high = range.high};
    const Inputs& of = request.inputs.front();
    const std::uint32_t step = of.kind == Inputs::Kind::steps && std::has_single_bit(of.step) ? of.step : 1;
    std::vector<std::uint32_t> patterns;
    for (std::uint64_t i = 0; i < most; ++i) {
        const std::uint32_t pattern = even.at(i) & ~(step - 1);
        if (patterns.empty() || patterns.back() != pattern) patterns.push_back(pattern);
    }
    return patterns;
}

}  // namespace

double Sampled::error() const { return value_of(y) - exact; }

std::vector<Sampled> sampled(const Recorded& recorded, const Reference& reference, const Request& request,
                             std::size_t most, const std::optional<ValueRange>& by_value) {
    std::uint64_t total = 0;
    for (const Inputs& inputs : request.inputs) total += inputs.count;
    std::vector<std::uint32_t> x, second;
    std::uint64_t first = 0;
    auto inputs = request.inputs.begin();
    const std::uint64_t seconds = request.second.count;
    if (by_value && !request.inputs.empty()) {
        x = patterns_by_value(request, most, *by_value);
        for (std::size_t i = 0; i < x.size(); ++i)
            second.push_back(seconds == 0 ? 0 : request.second.at(i * (seconds / x.size())));
        total = 0;
    }
    for (const std::uint64_t index : spread(total, most)) {
        for (; index - first >= inputs->count; ++inputs) first += inputs->count;
        x.push_back(inputs->at(index - first));
        second.push_back(request.second.count == 0 ? 0 : request.second.at(index - first));
    }
    std::vector<std::uint32_t> y(x.size());
    recorded.run(x, second, y);
    if (const auto store = store_rounding(recorded.setting().arch, request.store)) store(y);
    std::vector<Sampled> points;
    for (std::size_t i = 0; i < x.size(); ++i) {
        const double at = value_of(x[i]), and_at = value_of(second[i]);
        const Sampled point{x[i], second[i], y[i], in_own_binade(reference, at, and_at, reference.of(at, and_at))};
        if (is_compared(point, reference, request, result_format(request))) points.push_back(point);
    }
    return points;
}

Line fitted(std::span<const Sampled> points) {
    const auto count = static_cast<double>(points.size());
    double exact = 0, error = 0, square = 0, product = 0;
    for (const Sampled& p : points) {
        exact += p.exact / count;
        error += p.error() / count;
    }
    for (const Sampled& p : points) {
        square += (p.exact - exact) * (p.exact - exact);
        product += (p.exact - exact) * (p.error() - error);
    }
    const double slope = square == 0 ? 0 : product / square;
    return {error - slope * exact, slope};
}

}  // namespace tessera::accuracy
