// Loops over many inputs, built once per x86 level and chosen at run time (see sim/lane/mad.hpp). All levels give the
// same bits: every operation rounds once, none is fused.
#pragma once

#include <cstddef>
#include <cstdint>

#include "host/study/outcome.hpp"

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

// What a piece of inputs adds to the sums. Sums run in eight lanes, whatever the level, and are added up in order.
struct PieceLanes {
    const double *error, *goldberg, *at_rounded, *relative, *exact, *y;
    const double *compared, *inexact;  // 1 where the input counts, where it also is not correctly rounded; else 0
    const double* limits;              // ulp_limits, as at_most() has them
};
struct PieceSums {
    double ulp_signed = 0, ulp_magnitude = 0, ulp_not_exact = 0, ulp_square = 0, relative_signed = 0,
           relative_magnitude = 0;
    double max_ulp = 0, max_goldberg = 0, max_at_rounded = 0, max_relative = 0, max_absolute = 0;
    std::uint64_t above[3] = {};                                    // errors over each of ulp_limits
    double low = 0, high = 0, low_relative = 0, high_relative = 0;  // signed; of a piece where all count
};

// Of `count` inputs x, all as numbers: what became of each, as Outcome counts them.
struct OutcomeLanes {
    const double *x, *y, *exact, *best;
    std::int64_t* outcome;
    double *compared, *inexact;  // as PieceLanes takes them
};

// Where each error is counted: numbers of bins.
struct BinLanes {
    const double *error, *exact;
    std::int64_t *histogram, *octave, *fraction;  // by size of the error, twice, and by the fraction of the result
};

// a[0] + (a0_low + s (a[1] + s (a[2] + ...))) with s = (x - middle) scale; `used` of the coefficients are not zero.
struct Polynomial {
    static constexpr std::size_t terms = 13;
    double middle = 0, scale = 0, a0_low = 0;
    double a[terms] = {};
    std::size_t used = terms;
};

// Of an integer times a power of two: the power's share in quarter turns, modulo 4, as multiples of 2^-27 and of 2^-56
// and what is left.
struct QuarterTurns {
    double high, middle, low;
};
enum class Wave : std::uint8_t { sine, cosine, tangent };

struct Loops {
    void (*exp)(const double* x, double* f, std::size_t count);
    void (*polynomial)(const Polynomial& p, const double* x, double* f, std::size_t count);
    // Of fp32 numbers of one exponent, whose integers of 24 bits the turns are for.
    void (*wave)(Wave which, const QuarterTurns& turns, const double* x, double* f, std::size_t count);
    void (*values)(const std::uint32_t* patterns, double* values, std::size_t count);
    // True when some exact result lies within 2^-45 of a tie.
    bool (*errors)(const ErrorRules& rules, const ErrorLanes& lanes, std::size_t count);
    // True when one of them has_open_side().
    bool (*outcomes)(const OutcomeRules& rules, const OutcomeLanes& lanes, std::size_t count);
    bool (*are_near_binades)(const double* exact, std::size_t count);  // whether one of them is_near_binade()
    void (*count)(const std::int64_t* outcome, std::size_t count, std::uint64_t* found);  // adds to found[outcome]
    void (*bins)(const BinLanes& lanes, std::size_t count);
    PieceSums (*sums)(const PieceLanes& lanes, std::size_t count);  // count a multiple of 8
    // Of vectors of 32 words, so many words apart: marks each word that differs from the one before it. With masks,
    // that are as far apart, what they leave of the words counts.
    void (*mark_changes)(const std::uint32_t* words, const std::uint32_t* masks, std::size_t stride,
                         std::size_t vectors, std::uint32_t* marks);
    bool (*are_same)(const std::uint32_t* patterns, std::size_t count);
    bool (*are_same_numbers)(const double* numbers, std::size_t count);  // bit for bit
    // Whether some neighbours of one array rise where those of the other fall.
    bool (*disagree)(const double* exact, const double* y, std::size_t count);
};
const Loops& loops();  // of this processor

}  // namespace tessera::accuracy
