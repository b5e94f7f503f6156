#include "host/accuracy/judge.hpp"

#include <algorithm>
#include <cmath>

namespace tessera::accuracy {
namespace {

constexpr double most_ulp = 0x1p40, most_relative = 0x1p20;  // that sums count
constexpr std::size_t fractions = 1024;
constexpr std::uint32_t sign = 0x80000000;

bool is_normal(std::uint32_t pattern) {
    const std::uint32_t exponent = pattern >> 23 & 0xff;
    return exponent != 0 && exponent != 255;
}

double value(std::uint32_t pattern) { return static_cast<double>(std::bit_cast<float>(pattern)); }

// 0 for what is below 2^-4 ULP, then by octaves.
std::size_t octave(double magnitude) {
    const auto exponent = static_cast<int>(std::bit_cast<std::uint64_t>(magnitude) >> 52) - 1023;
    return static_cast<std::size_t>(std::clamp(exponent + 5, 0, 23));
}

void keep_smaller(std::optional<std::uint32_t>& kept, std::uint32_t x) {
    const std::uint32_t magnitude = x & ~sign;
    if (!kept || magnitude < (*kept & ~sign) || (magnitude == (*kept & ~sign) && x < *kept)) kept = x;
}

void put(auto& bin, double error, double clamped) {
    bin.low = bin.count == 0 ? error : std::min(bin.low, error);
    bin.high = bin.count == 0 ? error : std::max(bin.high, error);
    ++bin.count;
    bin.magnitude += clamped;
}

}  // namespace

Judge::Judge(const Recorded& function, const Reference& reference, const Options& options)
    : function_(function),
      reference_(reference),
      options_(options),
      format_(options.result ? *options.result : function.setting().dst),
      smallest_normal_(format_.smallest_normal()) {
    for (auto* patterns : {&x_, &second_, &y_, &mirrored_}) patterns->resize(block_inputs + 1);
    for (auto* numbers : {&value_, &exact_, &best_, &goldberg_, &at_rounded_, &relative_})
        numbers->resize(block_inputs + 1);
    for (std::vector<Bin>& bins : by_fraction_) bins.resize(fractions);
}

void Judge::evaluate(const std::uint32_t* x, const std::uint32_t* second, std::uint32_t* y, std::size_t count) const {
    if (function_.arguments() == 2)
        function_.run({x, count}, {second, count}, {y, count});
    else
        function_.run({x, count}, {y, count});
    if (options_.store != nullptr) options_.store({y, count});
}

// Fills in what should have come out, and how far off it is.
void Judge::take_results(std::size_t count) {
    const bool two = function_.arguments() == 2;
    for (std::size_t i = 0; i < count; ++i) value_[i] = value(x_[i]);
    if (reference_.values != nullptr)
        reference_.values(value_.data(), exact_.data(), count);
    else
        for (std::size_t i = 0; i < count; ++i) exact_[i] = reference_.of(value_[i], two ? value(second_[i]) : 0);
    const ErrorLanes lanes{y_.data(),        exact_.data(),      best_.data(),
                           goldberg_.data(), at_rounded_.data(), relative_.data()};
    if (!loops().errors(rules_of(format_), lanes, count)) return;
    for (std::size_t i = 0; i < count; ++i)
        if (is_normal(x_[i]) && std::isfinite(exact_[i]) && is_undecided(exact_[i], format_))
            best_[i] = reference_.nearest_of(value_[i], two ? value(second_[i]) : 0, format_);
}

Outcome Judge::outcome(std::size_t i) const {
    const double x = value_[i], exact = exact_[i], best = best_[i], y = value(y_[i]);
    if (!is_normal(x_[i]) || x < options_.low || x > options_.high) return Outcome::left_out;
    if (!std::isfinite(exact) || !std::isfinite(best)) return Outcome::beyond;
    if (exact != 0 && std::abs(best) < smallest_normal_) return Outcome::flushed;
    if (!std::isfinite(y)) return Outcome::overflown;
    if (y == best) return Outcome::exact;
    if (y == 0) return Outcome::zeroed;
    if (std::abs(goldberg_[i]) < 1) return Outcome::faithful;
    const double other = exact > best ? best + spacing(best, format_) : best - spacing(best, format_);
    return y == other ? Outcome::faithful : Outcome::inexact;
}

void Judge::open_bin(std::uint32_t bin) {
    close_bin();
    bin_ = bin;
}

void Judge::close_bin() {
    if (in_bin_.count == 0) return;
    Envelope part{.count = in_bin_.count, .low = in_bin_.low, .high = in_bin_.high, .magnitude = {}};
    part.magnitude.add(in_bin_.magnitude);
    statistics_.by_input[bin_].add(part);
    auto& octaves = statistics_.octaves_by_input[bin_];
    for (std::size_t i = 0; i < octaves.size(); ++i) octaves[i] += octaves_[i];
    in_bin_ = {};
    octaves_ = {};
}

void Judge::add(std::size_t i, Outcome outcome) {
    const double y = value(y_[i]), exact = exact_[i];
    double error = goldberg_[i];
    if (options_.ulp == Ulp::at_rounded) error = at_rounded_[i];
    if (options_.ulp == Ulp::of_rounded) error = (y - best_[i]) / spacing(best_[i], format_);
    const double magnitude = std::abs(error), relative = exact == 0 ? 0 : relative_[i];
    const double clamped = std::min(magnitude, most_ulp);
    const double clamped_relative = std::clamp(relative, -most_relative, most_relative);
    sums_.ulp_signed += std::copysign(clamped, error);
    sums_.ulp_magnitude += clamped;
    if (outcome != Outcome::exact) sums_.ulp_not_exact += clamped;
    sums_.ulp_square += clamped * clamped;
    sums_.relative_signed += clamped_relative;
    sums_.relative_magnitude += std::abs(clamped_relative);
    Statistics& s = statistics_;
    s.max_goldberg = std::max(s.max_goldberg, std::abs(goldberg_[i]));
    s.max_at_rounded = std::max(s.max_at_rounded, std::abs(at_rounded_[i]));
    const Point point{x_[i], function_.arguments() == 2 ? second_[i] : 0, y_[i], error, exact};
    const auto keep = [&](Worst& worst, double size) {
        if (std::abs(size) < worst.least()) return;
        Point of = point;
        of.error = size;
        worst.add(of);
    };
    keep(s.worst, error);
    keep(s.worst_relative, relative);
    keep(s.worst_absolute, y - exact);
    for (std::size_t k = 0; k < Statistics::limits.size(); ++k) {
        if (magnitude <= Statistics::limits[k]) break;
        ++s.above[k];
        keep_smaller(s.first_above[k], x_[i]);
    }
    ++s.histogram[std::signbit(error) ? 1 : 0][UlpBins::bin(magnitude)];
    if (const std::uint32_t bin = x_[i] >> 20; bin != bin_) open_bin(bin);
    put(in_bin_, error, clamped);
    ++octaves_[octave(magnitude)];
    const auto result_fraction = static_cast<std::size_t>(std::bit_cast<std::uint64_t>(exact) >> 42 & (fractions - 1));
    put(by_fraction_[0][x_[i] >> 13 & (fractions - 1)], relative, std::abs(clamped_relative));
    put(by_fraction_[1][result_fraction], relative, std::abs(clamped_relative));
}

void Judge::close_block() {
    close_bin();
    Statistics& s = statistics_;
    s.ulp_signed.add(sums_.ulp_signed);
    s.ulp_magnitude.add(sums_.ulp_magnitude);
    s.ulp_not_exact.add(sums_.ulp_not_exact);
    s.ulp_square.add(sums_.ulp_square);
    s.relative_magnitude.add(sums_.relative_magnitude);
    s.relative_signed.add(sums_.relative_signed);
    sums_ = {};
    for (std::size_t side = 0; side < 2; ++side)
        for (std::size_t i = 0; i < fractions; ++i) {
            Bin& bin = by_fraction_[side][i];
            if (bin.count == 0) continue;
            Envelope part{.count = bin.count, .low = bin.low, .high = bin.high, .magnitude = {}};
            part.magnitude.add(bin.magnitude);
            s.by_fraction[side][i].add(part);
            bin = {};
        }
}

// x and its neighbour give results in the wrong order: the reference goes one way, the function the other.
void Judge::find_disorders(const Inputs& inputs, std::uint64_t block, std::size_t count) {
    const std::uint64_t next = (block + 1) * block_inputs;
    if (next < inputs.count) {  // the pair across the end of the block belongs to it
        x_[count] = inputs.at(next);
        evaluate(&x_[count], nullptr, &y_[count], 1);
        value_[count] = value(x_[count]);
        exact_[count] = reference_.value(value_[count]);
        ++count;
    }
    for (std::size_t i = 0; i + 1 < count; ++i) {
        const double rise = exact_[i + 1] - exact_[i], found = value(y_[i + 1]) - value(y_[i]);
        if (!((rise > 0 && found < 0) || (rise < 0 && found > 0))) continue;
        if (!is_normal(x_[i]) || !is_normal(x_[i + 1]) || ((x_[i] ^ x_[i + 1]) & sign) != 0) continue;
        if (std::abs(best_[i]) < smallest_normal_ || !is_compared(outcome(i))) continue;
        ++statistics_.disorders;
        keep_smaller(statistics_.first_disorder, x_[i]);
    }
}

void Judge::find_asymmetries(std::size_t count) {
    std::vector<std::uint32_t>& negative = second_;
    for (std::size_t i = 0; i < count; ++i) negative[i] = x_[i] ^ sign;
    evaluate(negative.data(), nullptr, mirrored_.data(), count);
    const std::uint32_t flip = reference_.symmetry == Symmetry::odd ? sign : 0;
    for (std::size_t i = 0; i < count; ++i) {
        if ((x_[i] & sign) != 0 || (mirrored_[i] ^ flip) == y_[i] || !is_compared(outcome(i))) continue;
        ++statistics_.asymmetries;
        keep_smaller(statistics_.first_asymmetry, x_[i]);
    }
}

void Judge::judge(const Inputs& inputs, std::uint64_t block) {
    const std::uint64_t from = block * block_inputs;
    const auto count = static_cast<std::size_t>(std::min(block_inputs, inputs.count - from));
    for (auto& bins : statistics_.histogram) bins.resize(UlpBins::size);
    for (auto& bins : statistics_.by_fraction) bins.resize(fractions);
    inputs.fill(from, x_.data(), count);
    if (function_.arguments() == 2) options_.second.fill(from, second_.data(), count);
    evaluate(x_.data(), second_.data(), y_.data(), count);
    take_results(count);
    for (std::size_t i = 0; i < count; ++i) {
        const Outcome what = outcome(i);
        ++statistics_.count[static_cast<std::size_t>(what)];
        if (is_compared(what)) add(i, what);
    }
    close_block();
    if (function_.arguments() == 1 && inputs.is_ordered()) find_disorders(inputs, block, count);
    const bool has_positive = inputs.kind != Inputs::Kind::steps || (x_[0] & sign) == 0 || (x_[count - 1] & sign) == 0;
    if (function_.arguments() == 1 && reference_.symmetry != Symmetry::none && has_positive) find_asymmetries(count);
}

}  // namespace tessera::accuracy
