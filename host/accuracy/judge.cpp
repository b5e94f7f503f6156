#include "host/accuracy/judge.hpp"

#include <algorithm>
#include <cmath>

namespace tessera::accuracy {
namespace {

constexpr std::size_t lanes = 8;
constexpr std::uint32_t sign = 0x80000000;

bool is_normal(std::uint32_t pattern) {
    const std::uint32_t exponent = pattern >> 23 & 0xff;
    return exponent != 0 && exponent != 255;
}

Envelope envelope(std::uint64_t count, double low, double high, double magnitude) {
    Envelope part{.count = count, .low = low, .high = high, .magnitude = {}};
    part.magnitude.add(magnitude);
    return part;
}

}  // namespace

void Judge::Bin::add(double error, double clamped) {
    low = count == 0 || error < low ? error : low;
    high = count == 0 || error > high ? error : high;
    ++count;
    magnitude += clamped;
}

Judge::Judge(const Recorded& function, const Reference& reference, const Options& options)
    : function_(function),
      reference_(reference),
      options_(options),
      format_(options.result ? *options.result : function.setting().dst) {
    for (auto* patterns : {&x_, &second_, &y_, &mirrored_}) patterns->resize(block_inputs + 1);
    for (auto* numbers :
         {&value_, &result_, &exact_, &best_, &goldberg_, &at_rounded_, &relative_, &whole_, &compared_, &inexact_})
        numbers->resize(piece_inputs + lanes);
    outcome_.resize(piece_inputs + 1);
    for (std::vector<Bin>& bins : by_fraction_) bins.resize(Statistics::fraction_bins);
    error_ = options.ulp == Ulp::goldberg     ? goldberg_.data()
             : options.ulp == Ulp::at_rounded ? at_rounded_.data()
                                              : whole_.data();
}

void Judge::evaluate(const std::uint32_t* x, const std::uint32_t* second, std::uint32_t* y, std::size_t count) const {
    if (function_.arguments() == 2)
        function_.run({x, count}, {second, count}, {y, count});
    else
        function_.run({x, count}, {y, count});
    if (options_.store) options_.store({y, count});
}

// What inputs `from` to `count` of the piece should give.
void Judge::take_exact(std::size_t from, std::size_t count) {
    for (std::size_t i = from; i < count; ++i) value_[i] = value_of(x(i));
    if (reference_.values != nullptr)
        reference_.values(&value_[from], &exact_[from], count - from);
    else
        for (std::size_t i = from; i < count; ++i) exact_[i] = reference_.of(value_[i], value_of(second(i)));
}

// Fills in what should have come out, and how far off it is.
void Judge::take_results(std::size_t count) {
    for (std::size_t i = 0; i < count; ++i) result_[i] = value_of(y_[from_ + i]);
    take_exact(0, count);
    const ErrorLanes to{&y_[from_],       exact_.data(),      best_.data(),
                        goldberg_.data(), at_rounded_.data(), relative_.data()};
    if (loops().errors(rules_of(format_), to, count))
        for (std::size_t i = 0; i < count; ++i)
            if (is_normal(x(i)) && std::isfinite(exact_[i]) && is_undecided(exact_[i], format_))
                best_[i] = reference_.nearest_of(value_[i], value_of(second(i)), format_);
    if (options_.ulp == Ulp::of_rounded)
        for (std::size_t i = 0; i < count; ++i) whole_[i] = (result_[i] - best_[i]) / spacing(best_[i], format_);
}

// True when all of the piece are compared.
bool Judge::take_outcomes(std::size_t count) {
    bool all = true;
    for (std::size_t i = 0; i < count; ++i) {
        const Outcome what = outcome_[i] =
            outcome_of(x(i), result_[i], exact_[i], best_[i], format_, options_.low, options_.high);
        ++statistics_.count[static_cast<std::size_t>(what)];
        const bool counts = is_compared(what);
        all = all && counts;
        compared_[i] = counts ? 1 : 0;
        inexact_[i] = counts && what != Outcome::exact ? 1 : 0;
    }
    for (std::size_t i = count; i % lanes != 0; ++i) compared_[i] = inexact_[i] = 0;
    return all && count % lanes == 0;
}

void Judge::keep_worst(std::size_t count, const PieceSums& sums, bool is_ordered) {
    Statistics& s = statistics_;
    const auto look = [&](Worst& worst, double most, auto size_of) {
        if (most == 0 || most < worst.least()) return;
        for (std::size_t i = 0; i < count; ++i)
            if (compared_[i] != 0)
                if (const double size = size_of(i); std::abs(size) >= worst.least())
                    worst.add({x(i), second(i), y_[from_ + i], size, exact_[i]});
    };
    look(s.worst, sums.max_ulp, [&](std::size_t i) { return error_[i]; });
    look(s.worst_relative, sums.max_relative, [&](std::size_t i) { return exact_[i] == 0 ? 0 : relative_[i]; });
    look(s.worst_absolute, sums.max_absolute, [&](std::size_t i) { return result_[i] - exact_[i]; });
    for (std::size_t k = 0; k < Statistics::limits.size(); ++k) {
        const auto& first = s.first_above[k];
        const std::uint32_t least = std::min(x(0) & ~sign, x(count - 1) & ~sign);
        if (sums.max_ulp <= Statistics::limits[k] || (is_ordered && first && (*first & ~sign) < least)) continue;
        for (std::size_t i = 0; i < count; ++i)
            if (compared_[i] != 0 && std::abs(error_[i]) > Statistics::limits[k]) keep_smaller(s.first_above[k], x(i));
    }
}

// Where the piece lies in several bins, or not all of it counts.
void Judge::add_to_bins(std::size_t i) {
    const double error = error_[i], magnitude = std::abs(error);
    const double relative = exact_[i] == 0 ? 0 : relative_[i];
    const std::uint32_t bin = x(i) >> 20;
    statistics_.by_input[bin].add(error, std::min(magnitude, most_ulp));
    ++statistics_.octaves_by_input[bin][octave_of(magnitude)];
    by_fraction_[0][x(i) >> 13 & (Statistics::fraction_bins - 1)].add(relative,
                                                                      std::min(std::abs(relative), most_relative));
}

void Judge::add_piece(std::size_t count, bool all_compared, bool is_ordered) {
    const PieceLanes from{error_,        goldberg_.data(), at_rounded_.data(), relative_.data(),
                          exact_.data(), result_.data(),   compared_.data(),   inexact_.data()};
    const PieceSums sums = loops().sums(from, (count + lanes - 1) / lanes * lanes);
    sums_.ulp_signed += sums.ulp_signed;
    sums_.ulp_magnitude += sums.ulp_magnitude;
    sums_.ulp_not_exact += sums.ulp_not_exact;
    sums_.ulp_square += sums.ulp_square;
    sums_.relative_signed += sums.relative_signed;
    sums_.relative_magnitude += sums.relative_magnitude;
    Statistics& s = statistics_;
    s.max_goldberg = std::max(s.max_goldberg, sums.max_goldberg);
    s.max_at_rounded = std::max(s.max_at_rounded, sums.max_at_rounded);
    for (std::size_t k = 0; k < Statistics::limits.size(); ++k) s.above[k] += sums.above[k];
    keep_worst(count, sums, is_ordered);
    const bool together = all_compared && is_ordered && x(0) >> 13 == x(count - 1) >> 13;
    auto& octaves = s.octaves_by_input[x(0) >> 20];
    for (std::size_t i = 0; i < count; ++i) {
        if (compared_[i] == 0) continue;
        const double error = error_[i], magnitude = std::abs(error);
        ++s.histogram[std::bit_cast<std::uint64_t>(error) >> 63][UlpBins::bin(magnitude)];
        const double relative = exact_[i] == 0 ? 0 : relative_[i];
        const auto fraction = std::bit_cast<std::uint64_t>(exact_[i]) >> 42 & (Statistics::fraction_bins - 1);
        by_fraction_[1][fraction].add(relative, std::min(std::abs(relative), most_relative));
        if (together)
            ++octaves[octave_of(magnitude)];
        else
            add_to_bins(i);
    }
    if (!together) return;
    s.by_input[x(0) >> 20].add(envelope(count, sums.low, sums.high, sums.ulp_magnitude));
    Bin& bin = by_fraction_[0][x(0) >> 13 & (Statistics::fraction_bins - 1)];
    bin.low = bin.count == 0 ? sums.low_relative : std::min(bin.low, sums.low_relative);
    bin.high = bin.count == 0 ? sums.high_relative : std::max(bin.high, sums.high_relative);
    bin.count += count;
    bin.magnitude += sums.relative_magnitude;
}

void Judge::close_block() {
    Statistics& s = statistics_;
    s.ulp_signed.add(sums_.ulp_signed);
    s.ulp_magnitude.add(sums_.ulp_magnitude);
    s.ulp_not_exact.add(sums_.ulp_not_exact);
    s.ulp_square.add(sums_.ulp_square);
    s.relative_magnitude.add(sums_.relative_magnitude);
    s.relative_signed.add(sums_.relative_signed);
    sums_ = {};
    for (std::size_t side = 0; side < 2; ++side)
        for (std::size_t i = 0; i < Statistics::fraction_bins; ++i) {
            Bin& bin = by_fraction_[side][i];
            if (bin.count != 0) s.by_fraction[side][i].add(envelope(bin.count, bin.low, bin.high, bin.magnitude));
            bin = {};
        }
}

// x and its neighbour give results in the wrong order: the reference goes one way, the function the other. `count`
// includes the first input behind the piece, if there is one.
void Judge::find_disorders(std::size_t count) {
    for (std::size_t i = 0; i + 1 < count; ++i) {
        const double rise = exact_[i + 1] - exact_[i], found = value_of(y_[from_ + i + 1]) - result_[i];
        if (!((rise > 0 && found < 0) || (rise < 0 && found > 0))) continue;
        if (!is_compared(outcome_[i]) || !is_normal(x(i + 1)) || ((x(i) ^ x(i + 1)) & sign) != 0) continue;
        ++statistics_.disorders;
        keep_smaller(statistics_.first_disorder, x(i));
    }
}

void Judge::find_asymmetries(std::size_t count) {
    std::vector<std::uint32_t>& negative = second_;
    for (std::size_t i = 0; i < count; ++i) negative[i] = x_[i] ^ sign;
    evaluate(negative.data(), nullptr, mirrored_.data(), count);
    const std::uint32_t flip = reference_.symmetry == Symmetry::odd ? sign : 0;
    for (std::size_t i = 0; i < count; ++i) {
        if ((x_[i] & sign) != 0 || (mirrored_[i] ^ flip) == y_[i] || !is_normal(x_[i])) continue;
        const double at = value_of(x_[i]);
        if (at > options_.high || -at < options_.low || !std::isfinite(value_of(y_[i]))) continue;
        ++statistics_.asymmetries;
        keep_smaller(statistics_.first_asymmetry, x_[i]);
    }
}

void Judge::judge_piece(const Inputs& inputs, std::size_t from, std::size_t count) {
    from_ = from;
    take_results(count);
    const bool all = take_outcomes(count);
    add_piece(count, all, inputs.is_ordered());
}

void Judge::judge(const Inputs& inputs, std::uint64_t block) {
    const std::uint64_t first = block * block_inputs;
    const auto count = static_cast<std::size_t>(std::min(block_inputs, inputs.count - first));
    const bool two = function_.arguments() == 2;
    // One input more, so that the pair across the end of the block is looked at with it.
    const std::size_t more = !two && inputs.is_ordered() && first + count < inputs.count ? 1 : 0;
    inputs.fill(first, x_.data(), count + more);
    if (two) options_.second.fill(first, second_.data(), count);
    evaluate(x_.data(), second_.data(), y_.data(), count + more);
    for (std::size_t from = 0; from < count; from += piece_inputs) {
        const std::size_t here = std::min(piece_inputs, count - from);
        judge_piece(inputs, from, here);
        if (two || !inputs.is_ordered()) continue;
        const bool has_next = from + here < count + more;
        if (has_next) take_exact(here, here + 1);
        find_disorders(here + (has_next ? 1 : 0));
    }
    close_block();
    const bool has_positive = !inputs.is_ordered() || (x_[0] & sign) == 0 || (x_[count - 1] & sign) == 0;
    if (!two && reference_.symmetry != Symmetry::none && has_positive) find_asymmetries(count);
}

}  // namespace tessera::accuracy
