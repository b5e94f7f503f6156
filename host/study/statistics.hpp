// How far a function is off over a set of inputs, as sums and extremes that do not depend on the order in which inputs
// are added: parts may be worked out by any thread or machine and put together in any order, with equal bytes.
#pragma once

#include <array>
#include <cmath>
#include <cstdint>
#include <optional>
#include <vector>

#include "host/study/error_bins.hpp"
#include "host/study/fixed_sum.hpp"
#include "host/study/outcome.hpp"

namespace tessera::accuracy {

std::string_view name(Outcome outcome);
// Of result y of the pattern x, where `exact` was due and `best` is that in the format; x counts within low and high.
Outcome outcome_of(std::uint32_t x, double y, double exact, double best, const Format& format, double low, double high);

// Errors of up to 2^277 ULP (the largest fp32 for the smallest normal one), their squares, and of up to 2^254 times the
// result.
using UlpSum = FixedSum<32, 6>;
using SquareSum = FixedSum<20, 10>;
using RelativeSum = FixedSum<60, 6>;

// One input and what came of it.
struct Point {
    std::uint32_t x = 0, second = 0, y = 0;  // patterns
    double error = 0;                        // signed, in what the list is about
    double exact = 0;
    // The larger error first, then the lower pattern.
    static bool worse(const Point& a, const Point& b);
};

// The worst points, at most `most` of them.
struct Worst {
    static constexpr std::size_t most = 10;
    std::vector<Point> points;
    double least() const { return points.size() < most ? -1 : std::abs(points.back().error); }
    bool takes(const Point& point) const { return points.size() < most || Point::worse(point, points.back()); }
    void add(const Point& point);
    double error() const { return points.empty() ? 0 : std::abs(points.front().error); }
    std::uint32_t x() const { return points.empty() ? 0 : points.front().x; }
    std::uint32_t y() const { return points.empty() ? 0 : points.front().y; }
};

// Inputs whose results are not compared: the first of each outcome by magnitude, normal numbers before others.
struct FirstInputs {
    static constexpr std::size_t most = 16;
    std::vector<Point> points;
    bool takes(const Point& point) const { return points.size() < most || comes_first(point, points.back()); }
    void add(const Point& point);
    static bool comes_first(const Point& a, const Point& b);
};

// What lies in one bin of a plot.
struct Envelope {
    std::uint64_t count = 0;
    double low = 0, high = 0;  // signed extremes; + 0.0 takes the sign from a zero, which of two would depend on order
    UlpSum magnitude;
    void add(double error) {
        low = (count == 0 ? error : std::min(low, error)) + 0.0;
        high = (count == 0 ? error : std::max(high, error)) + 0.0;
        ++count;
        magnitude.add(std::abs(error));
    }
    void add(const Envelope& other);
};

// The end of the octave that `share` of the points do not exceed, ULP.
double octave_percentile(const Octaves& octaves, double share);

// Keeps the pattern that is smaller in magnitude, of equal ones the positive.
void keep_smaller(std::optional<std::uint32_t>& kept, std::uint32_t pattern);

struct Statistics {
    Statistics();
    std::array<std::uint64_t, outcomes> count{};
    // Over exact, faithful and inexact results.
    UlpSum ulp_signed, ulp_magnitude, ulp_not_exact;
    SquareSum ulp_square;
    RelativeSum relative_magnitude, relative_signed;
    double max_goldberg = 0, max_at_rounded = 0;
    Worst worst, worst_relative, worst_absolute;
    // Of zeroed results, which the figures above leave out: their relative errors are 1.
    UlpSum zeroed_ulp;
    Worst worst_zeroed, worst_zeroed_absolute;  // in ULP; absolute
    // By outcome, of those that are not compared.
    std::array<FirstInputs, outcomes> first_inputs{};
    // Errors above so many ULP, by at_most(): how often, and the smallest input in magnitude that has one.
    static constexpr const std::array<double, 3>& limits = ulp_limits;
    std::array<std::uint64_t, 3> above{};
    std::array<std::optional<std::uint32_t>, 3> first_above{};

    // Neighbours in value whose results are in the wrong order; f(-x) that differs from what f's symmetry asks for.
    std::uint64_t disorders = 0, asymmetries = 0;
    std::optional<std::uint32_t> first_disorder, first_asymmetry;

    // For percentiles and plots: by size of error of either sign, by the upper 12 bits of the input (sign, exponent,
    // three of the fraction), relative errors by the upper 10 bits of the fraction of input and exact result.
    std::array<std::vector<std::uint64_t>, 2> histogram{};  // UlpBins::size each
    static constexpr std::size_t input_bins = 4096, fraction_bins = 1024;
    std::vector<Envelope> by_input;         // signed errors in ULP
    std::vector<Octaves> octaves_by_input;  // of |error|
    std::array<std::vector<Envelope>, 2> by_fraction{};

    std::uint64_t of(Outcome outcome) const { return count[static_cast<std::size_t>(outcome)]; }
    std::uint64_t compared() const { return of(Outcome::exact) + not_exact(); }
    std::uint64_t not_exact() const { return of(Outcome::faithful) + of(Outcome::inexact); }
    std::uint64_t total() const;
    double max_ulp() const { return worst.error(); }
    double max_relative() const { return worst_relative.error(); }
    double max_absolute() const { return worst_absolute.error(); }
    std::optional<std::uint32_t> first_beyond() const { return first_above[1]; }
    double mean_not_exact() const;
    double mean() const;  // of |error|, ULP
    double bias() const;  // of the signed error, ULP
    double rms() const;   // ULP
    double mean_relative() const;
    double share_exact() const;     // correctly rounded, of those compared
    double share_faithful() const;  // these and their other neighbours
    // |error| in ULP that `share` of the compared do not exceed: the end of its bin, at most an eighth octave above.
    double percentile(double share) const;

    void append(const Statistics& other);
};

}  // namespace tessera::accuracy
