// Single inputs of a study, for plots that show points rather than sums.
#pragma once

#include <optional>
#include <span>

#include "host/study/study.hpp"

namespace tessera::accuracy {

struct ValueRange {
    double low, high;
};
inline constexpr std::size_t most_points = 4096;

// At most `most` inputs that give a result to compare, spread evenly over the request's, or over the values of a range,
// as the request's format has them: the same on every machine.
std::vector<Sampled> sampled(const Recorded& recorded, const Reference& reference, const Request& request,
                             std::size_t most = most_points, const std::optional<ValueRange>& by_value = std::nullopt);

// error = at_zero + slope * exact, by least squares.
struct Line {
    double at_zero = 0, slope = 0;
};
Line fitted(std::span<const Sampled> points);

}  // namespace tessera::accuracy
