// Single inputs of a study, for plots that show points rather than sums.
#pragma once

#include <span>

#include "host/study/study.hpp"

namespace tessera::accuracy {

// At most `most` inputs that give a result to compare, spread evenly over the request's: the same on every machine.
std::vector<Sampled> sampled(const Recorded& recorded, const Reference& reference, const Request& request,
                             std::size_t most = 4096);

// error = at_zero + slope * exact, by least squares.
struct Line {
    double at_zero = 0, slope = 0;
};
Line fitted(std::span<const Sampled> points);

}  // namespace tessera::accuracy
