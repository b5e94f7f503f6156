// Where results depend on the compiler's contraction rules (spec/tensix-core.md 5.2): each source line whose additions
// another profile would merge differently, run both ways on sampled vectors.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "host/inspect/kernel_trace.hpp"

namespace tessera::host {

struct Samples {
    int rounds = 64;  // of the whole kernel, each with new numbers in Dst
    std::uint64_t seed = 1;
    double low = -8.0, high = 8.0;
};

struct LoweringDifference {
    std::string line;
    sfpu::Lowering other;
    std::string here, there;    // the instructions that differ: "SFPMUL + SFPADDI", "SFPMAD"
    std::uint64_t results = 0;  // compared: lanes stored by the segments with this line
    std::uint64_t differing = 0;
    std::uint64_t special = 0;  // of these, where one is NaN or infinite
    std::uint64_t max_ulp = 0;  // of the finite ones
};

// Lines in the order of the program, profiles as they are numbered; only lines whose instructions differ.
std::vector<LoweringDifference> compare_lowerings(const KernelTrace& trace, const arch::Arch& arch,
                                                  sfpu::Lowering lowering, const Samples& samples);

}  // namespace tessera::host
