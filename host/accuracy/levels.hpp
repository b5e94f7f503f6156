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

struct Loops {
    void (*exp)(const double* x, double* f, std::size_t count);
    // True when some exact result lies within 2^-45 of a tie.
    bool (*errors)(const ErrorRules& rules, const ErrorLanes& lanes, std::size_t count);
};
const Loops& loops();  // of this processor

}  // namespace tessera::accuracy
