#include "host/study/statistics.hpp"

#include <cmath>
#include <limits>
#include <tuple>

namespace tessera::accuracy {
namespace {

double per(double sum, std::uint64_t count) { return count == 0 ? 0 : sum / static_cast<double>(count); }

}  // namespace

void keep_smaller(std::optional<std::uint32_t>& kept, std::uint32_t pattern) {
    const auto key = [](std::uint32_t x) { return std::tuple(x & 0x7fffffff, x >> 31); };
    if (!kept || key(pattern) < key(*kept)) kept = pattern;
}

Outcome outcome_of(std::uint32_t x, double y, double exact, double best, const Format& format, double low,
                   double high) {
    return static_cast<Outcome>(outcome_code(value_of(x), y, exact, best, rules_of(format, low, high)));
}

std::string_view name(Outcome outcome) {
    constexpr std::array<std::string_view, outcomes> names{"left out", "correctly rounded", "faithful",  "inexact",
                                                           "zeroed",   "flushed",           "overflown", "beyond"};
    return names[static_cast<std::size_t>(outcome)];
}

bool Point::worse(const Point& a, const Point& b) {
    return std::tuple(-std::abs(a.error), a.x, a.second) < std::tuple(-std::abs(b.error), b.x, b.second);
}

void Worst::add(const Point& point) {
    if (point.error == 0 || !takes(point)) return;
    const auto place = std::lower_bound(points.begin(), points.end(), point, Point::worse);
    if (place != points.end() && !Point::worse(point, *place)) return;  // an input that occurs again
    points.insert(place, point);
    if (points.size() > most) points.pop_back();
}

bool FirstInputs::comes_first(const Point& a, const Point& b) {
    const auto key = [](const Point& p) {
        const std::uint32_t size = p.x & 0x7fffffff;
        return std::tuple(size < 0x00800000 || size >= 0x7f800000, size, p.x, p.second);
    };
    return key(a) < key(b);
}

void FirstInputs::add(const Point& point) {
    if (!takes(point)) return;
    const auto place = std::lower_bound(points.begin(), points.end(), point, comes_first);
    if (place != points.end() && !comes_first(point, *place)) return;  // an input that occurs again
    points.insert(place, point);
    if (points.size() > most) points.pop_back();
}

double UlpBins::upper(std::size_t bin) {
    if (bin + 1 >= static_cast<std::size_t>(size)) return std::numeric_limits<double>::infinity();
    const auto parts_up = static_cast<int>(bin);
    return std::ldexp(1 + (parts_up % parts) / static_cast<double>(parts), lowest + parts_up / parts);
}

void Envelope::add(const Envelope& other) {
    if (other.count == 0) return;
    low = (count == 0 ? other.low : std::min(low, other.low)) + 0.0;
    high = (count == 0 ? other.high : std::max(high, other.high)) + 0.0;
    count += other.count;
    magnitude.add(other.magnitude);
}

Statistics::Statistics() : by_input(input_bins), octaves_by_input(input_bins) {
    for (auto& bins : histogram) bins.resize(UlpBins::size);
    for (auto& bins : by_fraction) bins.resize(fraction_bins);
}

std::uint64_t Statistics::total() const {
    std::uint64_t sum = 0;
    for (const std::uint64_t n : count) sum += n;
    return sum;
}
double Statistics::mean_not_exact() const { return per(ulp_not_exact.value(), not_exact()); }
double Statistics::mean() const { return per(ulp_magnitude.value(), compared()); }
double Statistics::bias() const { return per(ulp_signed.value(), compared()); }
double Statistics::rms() const { return std::sqrt(per(ulp_square.value(), compared())); }
double Statistics::mean_relative() const { return per(relative_magnitude.value(), compared()); }
double Statistics::share_exact() const { return per(static_cast<double>(of(Outcome::exact)), compared()); }
double Statistics::share_faithful() const {
    return per(static_cast<double>(of(Outcome::exact) + of(Outcome::faithful)), compared());
}

double Statistics::percentile(double share) const {
    const double wanted = share * static_cast<double>(compared());
    double seen = 0;
    for (std::size_t bin = 0; bin < histogram[0].size(); ++bin) {
        seen += static_cast<double>(histogram[0][bin] + histogram[1][bin]);
        if (seen >= wanted) return std::min(UlpBins::upper(bin), max_ulp());
    }
    return max_ulp();
}

double octave_percentile(const Octaves& octaves, double share) {
    double total = 0, seen = 0;
    for (const std::uint64_t n : octaves) total += static_cast<double>(n);
    for (std::size_t i = 0; i < octaves.size(); ++i)
        if ((seen += static_cast<double>(octaves[i])) >= share * total)
            return std::ldexp(1.0, static_cast<int>(i) + lowest_octave);
    return std::numeric_limits<double>::infinity();
}

void Statistics::append(const Statistics& other) {
    for (std::size_t i = 0; i < outcomes; ++i) count[i] += other.count[i];
    ulp_signed.add(other.ulp_signed);
    ulp_magnitude.add(other.ulp_magnitude);
    ulp_not_exact.add(other.ulp_not_exact);
    ulp_square.add(other.ulp_square);
    relative_magnitude.add(other.relative_magnitude);
    relative_signed.add(other.relative_signed);
    max_goldberg = std::max(max_goldberg, other.max_goldberg);
    max_at_rounded = std::max(max_at_rounded, other.max_at_rounded);
    for (const Point& point : other.worst.points) worst.add(point);
    for (const Point& point : other.worst_relative.points) worst_relative.add(point);
    for (const Point& point : other.worst_absolute.points) worst_absolute.add(point);
    zeroed_ulp.add(other.zeroed_ulp);
    for (const Point& point : other.worst_zeroed.points) worst_zeroed.add(point);
    for (const Point& point : other.worst_zeroed_absolute.points) worst_zeroed_absolute.add(point);
    for (std::size_t i = 0; i < outcomes; ++i)
        for (const Point& point : other.first_inputs[i].points) first_inputs[i].add(point);
    for (std::size_t i = 0; i < limits.size(); ++i) {
        above[i] += other.above[i];
        if (other.first_above[i]) keep_smaller(first_above[i], *other.first_above[i]);
    }
    disorders += other.disorders;
    asymmetries += other.asymmetries;
    if (other.first_disorder) keep_smaller(first_disorder, *other.first_disorder);
    if (other.first_asymmetry) keep_smaller(first_asymmetry, *other.first_asymmetry);
    for (std::size_t side = 0; side < 2; ++side) {
        for (std::size_t i = 0; i < histogram[side].size(); ++i) histogram[side][i] += other.histogram[side][i];
        for (std::size_t i = 0; i < by_fraction[side].size(); ++i) by_fraction[side][i].add(other.by_fraction[side][i]);
    }
    for (std::size_t bin = 0; bin < input_bins; ++bin) {
        by_input[bin].add(other.by_input[bin]);
        for (std::size_t i = 0; i < octaves_by_input[bin].size(); ++i)
            octaves_by_input[bin][i] += other.octaves_by_input[bin][i];
    }
}

}  // namespace tessera::accuracy
