// Where a function is good to so many ULP: stretches of x, to an eighth of an octave.
#pragma once

#include <cstdint>
#include <vector>

#include "host/study/statistics.hpp"

namespace tessera::accuracy {

struct Stretch {
    double low, high;
    std::uint64_t inputs;  // of those compared
};
inline constexpr std::size_t most_stretches = 8;

// The `most` that have the most inputs, in the order of x. Bins of the input in which no result is off by more than the
// limit, together with their neighbours of the same kind; those without inputs between them do not part them.
std::vector<Stretch> usable_stretches(const Statistics& statistics, double limit, std::size_t most);

// The values of x that a bin of Statistics::by_input holds.
struct BinEdges {
    double low, high;
};
BinEdges edges_of_input_bin(std::size_t bin);
std::vector<std::size_t> input_bins_by_value();

}  // namespace tessera::accuracy
