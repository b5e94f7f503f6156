// Loops over many inputs, built once per x86 level and chosen at run time (see sim/lane/mad.hpp). All levels give the
// same bits: every operation rounds once, none is fused.
#pragma once

#include <cstddef>
#include <cstdint>

#include "host/accuracy/ulp.hpp"

namespace tessera::accuracy {

// Of `count` inputs: what came out, and what should have.
struct ErrorLanes {
    const std::uint32_t* y;  // fp32 patterns
    const double* exact;
    double* best;      // exact, correctly rounded, but for undecided ones
    double* goldberg;  // signed errors in ULP by either definition
    double* at_rounded;
    double* relative;  // signed
};

struct ErrorRules {
    int fraction_bits, least_exponent;
    double largest;
};
inline ErrorRules rules_of(const Format& format) {
    return {format.fraction_bits, format.least_exponent, format.largest()};
}

// What a piece of inputs adds to the sums. Sums run in eight lanes, whatever the level, and are added up in order.
struct PieceLanes {
    const double *error, *goldberg, *at_rounded, *relative, *exact, *y;
    const double *compared, *inexact;  // 1 where the input counts, where it also is not correctly rounded; else 0
};
struct PieceSums {
    double ulp_signed = 0, ulp_magnitude = 0, ulp_not_exact = 0, ulp_square = 0, relative_signed = 0,
           relative_magnitude = 0;
    double max_ulp = 0, max_goldberg = 0, max_at_rounded = 0, max_relative = 0, max_absolute = 0;
    std::uint64_t above[3] = {};                                    // errors over each of ulp_limits
    double low = 0, high = 0, low_relative = 0, high_relative = 0;  // signed; of a piece where all count
};
inline constexpr double most_ulp = 0x1p40, most_relative = 0x1p20;  // that sums count

struct Loops {
    void (*exp)(const double* x, double* f, std::size_t count);
    // True when some exact result lies within 2^-45 of a tie.
    bool (*errors)(const ErrorRules& rules, const ErrorLanes& lanes, std::size_t count);
    PieceSums (*sums)(const PieceLanes& lanes, std::size_t count);  // count a multiple of 8
};
const Loops& loops();  // of this processor

}  // namespace tessera::accuracy
