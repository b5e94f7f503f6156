// How far a function is off over a set of inputs, as sums and extremes that do not depend on the order in which inputs
// are added: parts may be worked out by any thread or machine and put together in any order, with equal bytes.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "host/study/error_bins.hpp"
#include "host/study/outcome.hpp"

namespace tessera::accuracy {

std::string_view name(Outcome outcome);
// Of result y of the pattern x, where `exact` was due and `best` is that in the format; x counts within low and high.
Outcome outcome_of(std::uint32_t x, double y, double exact, double best, const Format& format, double low, double high);

__extension__ using Int128 = __int128;

// A sum of parts in fixed point, so that its bits do not depend on their order. `scale` is log2 of the units in one.
template <int scale>
struct FixedSum {
    Int128 units = 0;
    void add(double part) { units += static_cast<Int128>(part * static_cast<double>(std::uint64_t{1} << scale)); }
    void add(const FixedSum& other) { units += other.units; }
    double value() const { return static_cast<double>(units) / static_cast<double>(std::uint64_t{1} << scale); }
    friend bool operator==(const FixedSum&, const FixedSum&) = default;
};

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

// What lies in one bin of a plot.
struct Envelope {
    std::uint64_t count = 0;
    double low = 0, high = 0;  // signed extremes; + 0.0 takes the sign from a zero, which of two would depend on order
    FixedSum<32> magnitude;
    void add(double error, double clamped) {
        low = (count == 0 ? error : std::min(low, error)) + 0.0;
        high = (count == 0 ? error : std::max(high, error)) + 0.0;
        ++count;
        magnitude.add(clamped);
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
    // Over exact, faithful and inexact results. Sums count an error above 2^40 ULP, or a relative one above 2^20, as
    // that.
    FixedSum<32> ulp_signed, ulp_magnitude, ulp_not_exact;
    FixedSum<20> ulp_square;
    FixedSum<60> relative_magnitude, relative_signed;
    double max_goldberg = 0, max_at_rounded = 0;
    Worst worst, worst_relative, worst_absolute;
    // Errors above so many ULP: how often, and the smallest input in magnitude that has one.
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
