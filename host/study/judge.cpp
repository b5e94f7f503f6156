#include "host/study/judge.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace tessera::accuracy {
namespace {

constexpr std::uint32_t most_dense_step = 16;  // farther apart a stretch has too few inputs

bool are_equal_bits(double a, double b) { return std::bit_cast<std::uint64_t>(a) == std::bit_cast<std::uint64_t>(b); }

Envelope envelope(std::uint64_t count, double low, double high, double magnitude) {
    Envelope part{.count = count, .low = low, .high = high, .magnitude = {}};
    part.magnitude.add(magnitude);
    return part;
}

}  // namespace

Judge::Judge(const Recorded& function, const Reference& reference, const Options& options)
    : function_(function),
      reference_(reference),
      options_(options),
      format_(options.result ? *options.result : function.setting().dst),
      rules_(rules_of(format_, options.low, options.high)),
      sides_(reference) {
    for (std::size_t i = 0; i < limits_.size(); ++i) limits_[i] = at_most(ulp_limits[i], format_);
    if (reference.values == nullptr && reference.arguments() == 1)
        if (const Formula* formula = formula_of(reference)) local_.emplace(*formula, reference);
    for (auto* patterns : {&x_, &second_, &y_, &mirrored_}) patterns->resize(block_inputs + 1);
    for (auto* numbers :
         {&value_, &result_, &exact_, &best_, &goldberg_, &at_rounded_, &relative_, &whole_, &compared_, &inexact_})
        numbers->resize(piece_inputs + lanes);
    for (auto* codes : {&outcome_, &histogram_, &octave_, &fraction_}) codes->resize(piece_inputs);
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
    loops().values(&x_[from_ + from], &value_[from], count - from);
    if (reference_.values != nullptr)
        reference_.values(&value_[from], &exact_[from], count - from);
    else if (is_dense_)
        local_->values(&x_[from_ + from], &value_[from], &exact_[from], count - from);
    else
        for (std::size_t i = from; i < count; ++i) exact_[i] = reference_.of(value_[i], value_of(second(i)));
    if (loops().are_near_binades(&exact_[from], count - from)) settle_binades(from, count);
    if (function_.arguments() == 2)  // what is left out for its second argument counts as what is for its first
        for (std::size_t i = from; i < count; ++i)
            if (!is_normal(second(i))) value_[i] = std::numeric_limits<double>::quiet_NaN();
}

// Below a power of two errors count twice as many ULP, so the exact results must be on its right side.
void Judge::settle_binades(std::size_t from, std::size_t count) {
    std::uint32_t octave = 0;
    double number = 0;  // whose side `side` is, all over the octave
    int side = 0;
    for (std::size_t i = from; i < count; ++i) {
        if (!is_near_binade(exact_[i]) || !(std::abs(exact_[i]) > rules_.smallest_normal)) continue;
        const double power = near_power(exact_[i]);
        if (side == 0 || octave != x(i) >> 23 || number != power) {
            octave = x(i) >> 23;
            number = power;
            side = sides_.over_octave(x(i), power);
        }
        exact_[i] = moved_to_side(exact_[i], power, side != 0 ? side : sides_.of(x(i), second(i), power));
    }
}

// Fills in how far off the results are.
void Judge::take_errors(std::size_t count) {
    const ErrorLanes to{&y_[from_],       exact_.data(),      best_.data(),
                        goldberg_.data(), at_rounded_.data(), relative_.data()};
    if (loops().errors(rules_.format, to, count))
        for (std::size_t i = 0; i < count; ++i)
            if (is_normal(x(i)) && !std::isnan(value_[i]) && std::isfinite(exact_[i]) &&
                is_undecided(exact_[i], format_))
                best_[i] = reference_.nearest_of(value_[i], value_of(second(i)), format_);
    if (options_.ulp == Ulp::of_rounded)
        for (std::size_t i = 0; i < count; ++i) whole_[i] = (result_[i] - best_[i]) / spacing(best_[i], format_);
}

void Judge::keep_worst(std::size_t count, const PieceSums& sums, bool is_ordered) {
    Statistics& s = statistics_;
    // From the larger end on: where errors rise or fall all along, only the first few that are looked at get in.
    const auto look = [&](Worst& worst, double most, auto size_of) {
        if (most == 0 || most < worst.least()) return;
        if (most == worst.least() && *std::min_element(&x_[from_], &x_[from_ + count]) > worst.points.back().x) return;
        const bool rises = std::abs(size_of(count - 1)) > std::abs(size_of(0));
        for (std::size_t n = 0; n < count; ++n) {
            const std::size_t i = rises ? count - 1 - n : n;
            if (compared_[i] != 0)
                if (const double size = size_of(i); std::abs(size) >= worst.least())
                    worst.add({x(i), second(i), y_[from_ + i], size, exact_[i]});
        }
    };
    look(s.worst, sums.max_ulp, [&](std::size_t i) { return error_[i]; });
    look(s.worst_relative, sums.max_relative, [&](std::size_t i) { return relative_at(i); });
    look(s.worst_absolute, sums.max_absolute, [&](std::size_t i) { return result_[i] - exact_[i]; });
    for (std::size_t k = 0; k < Statistics::limits.size(); ++k) {
        const auto& first = s.first_above[k];
        const std::uint32_t least = std::min(x(0) & ~num::sign_bit, x(count - 1) & ~num::sign_bit);
        if (sums.max_ulp <= limits_[k] || (is_ordered && first && (*first & ~num::sign_bit) < least)) continue;
        for (std::size_t i = 0; i < count; ++i)
            if (compared_[i] != 0 && std::abs(error_[i]) > limits_[k]) keep_smaller(s.first_above[k], x(i));
    }
}

// Where the piece lies in several bins, or not all of it counts.
void Judge::add_to_bins(std::size_t i) {
    const std::uint32_t bin = x(i) >> 20;
    statistics_.by_input[bin].add(error_[i]);
    ++statistics_.octaves_by_input[bin][static_cast<std::size_t>(octave_[i])];
    by_fraction_[0][x(i) >> 13 & (Statistics::fraction_bins - 1)].add(relative_at(i));
}

void Judge::add_sums(const PieceSums& sums) {
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
}

// Of a piece that lies in one bin by its inputs, all of it compared.
void Judge::add_together(std::size_t count, const PieceSums& sums) {
    statistics_.by_input[x(0) >> 20].add(envelope(count, sums.low, sums.high, sums.ulp_magnitude));
    Bin& bin = by_fraction_[0][x(0) >> 13 & (Statistics::fraction_bins - 1)];
    bin.low = bin.count == 0 ? sums.low_relative : std::min(bin.low, sums.low_relative);
    bin.high = bin.count == 0 ? sums.high_relative : std::max(bin.high, sums.high_relative);
    bin.count += count;
    bin.magnitude += sums.relative_magnitude;
}

PieceSums Judge::add_piece(std::size_t count, bool all, bool together, bool is_ordered) {
    const PieceLanes from{error_,         goldberg_.data(), at_rounded_.data(), relative_.data(), exact_.data(),
                          result_.data(), compared_.data(), inexact_.data(),    limits_.data()};
    const PieceSums sums = loops().sums(from, (count + lanes - 1) / lanes * lanes);
    add_sums(sums);
    keep_worst(count, sums, is_ordered);
    loops().bins({error_, exact_.data(), histogram_.data(), octave_.data(), fraction_.data()}, count);
    const auto each_run = [&](const std::vector<std::int64_t>& codes, auto add) {
        for (std::size_t i = 0; i < count;) {
            const std::size_t first = i;
            while (++i < count && codes[i] == codes[first]) {
            }
            if (all)
                add(codes[first], first, i);
            else
                for (std::size_t k = first; k < i; ++k)
                    if (compared_[k] != 0) add(codes[first], k, k + 1);
        }
    };
    Statistics& s = statistics_;
    each_run(histogram_, [&](std::int64_t bin, std::size_t begin, std::size_t end) {
        s.histogram[bin >= UlpBins::size][static_cast<std::size_t>(bin % UlpBins::size)] += end - begin;
    });
    each_run(fraction_, [&](std::int64_t fraction, std::size_t begin, std::size_t end) {
        Bin bin = by_fraction_[1][static_cast<std::size_t>(fraction)];
        for (std::size_t i = begin; i < end; ++i) bin.add(relative_at(i));
        by_fraction_[1][static_cast<std::size_t>(fraction)] = bin;
    });
    if (!together) {
        for (std::size_t i = 0; i < count; ++i)
            if (compared_[i] != 0) add_to_bins(i);
        return sums;
    }
    each_run(octave_, [&](std::int64_t octave, std::size_t begin, std::size_t end) {
        s.octaves_by_input[x(0) >> 20][static_cast<std::size_t>(octave)] += end - begin;
    });
    add_together(count, sums);
    return sums;
}

// What add_piece does, for inputs of which each adds the same. Of equal errors only the first can be the worst.
void Judge::add_repeated(std::size_t count) {
    add_sums(last_.sums);
    keep_worst(std::min(count, Worst::most), last_.sums, true);
    Statistics& s = statistics_;
    s.histogram[histogram_[0] >= UlpBins::size][static_cast<std::size_t>(histogram_[0] % UlpBins::size)] += count;
    s.octaves_by_input[x(0) >> 20][static_cast<std::size_t>(octave_[0])] += count;
    Bin bin = by_fraction_[1][static_cast<std::size_t>(fraction_[0])];
    bin.add(relative_at(0));
    bin.count += count - 1;
    const double part = std::abs(relative_at(0));
    if (part != 0)
        for (std::size_t i = 1; i < count; ++i) bin.magnitude += part;
    by_fraction_[1][static_cast<std::size_t>(fraction_[0])] = bin;
    add_together(count, last_.sums);
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
void Judge::find_disorders(std::size_t from, std::size_t count) {
    if (!loops().disagree(&exact_[from], &result_[from], count - from)) return;
    for (std::size_t i = from; i + 1 < count; ++i) {
        const double rise = exact_[i + 1] - exact_[i], found = result_[i + 1] - result_[i];
        if (!((rise > 0 && found < 0) || (rise < 0 && found > 0))) continue;
        if (!is_compared(outcome(i)) || !is_normal(x(i + 1)) || ((x(i) ^ x(i + 1)) & num::sign_bit) != 0) continue;
        ++statistics_.disorders;
        keep_smaller(statistics_.first_disorder, x(i));
    }
}

void Judge::find_asymmetries(std::size_t count) {
    std::vector<std::uint32_t>& negative = second_;
    for (std::size_t i = 0; i < count; ++i) negative[i] = x_[i] ^ num::sign_bit;
    evaluate(negative.data(), nullptr, mirrored_.data(), count);
    compare_mirrored(y_.data(), mirrored_.data(), count);
}

// Of positive inputs in the block, or of those whose mirrors are; both have the same magnitudes.
void Judge::compare_mirrored(const std::uint32_t* y, const std::uint32_t* mirrored, std::size_t count) {
    const bool is_mirror = y != y_.data();
    const std::uint32_t flip = reference_.symmetry == Symmetry::odd ? num::sign_bit : 0;
    for (std::size_t i = 0; i < count; ++i) {
        const std::uint32_t x = is_mirror ? x_[i] ^ num::sign_bit : x_[i];
        if ((x & num::sign_bit) != 0 || (mirrored[i] ^ flip) == y[i] || !is_normal(x)) continue;
        const double at = value_of(x);
        if (at > options_.high || -at < options_.low || !std::isfinite(value_of(y[i]))) continue;
        ++statistics_.asymmetries;
        keep_smaller(statistics_.first_asymmetry, x);
    }
}

// Where the exact results are not finite, and one for all, results do not matter.
bool Judge::take_beyond(std::size_t count) {
    if (std::isfinite(exact_[0])) return false;
    const Outcome first = outcome_at(0, exact_[0]), last = outcome_at(count - 1, exact_[0]);
    if (first != last) return false;
    statistics_.count[static_cast<std::size_t>(first)] += count;
    std::fill_n(outcome_.begin(), count, code(first));
    keep_first(first, count);
    last_.count = 0;
    return true;
}

bool Judge::take_repeated(std::size_t count) {
    if (last_.count != count || last_.y != y_[from_] || !are_equal_bits(last_.exact, exact_[0])) return false;
    for (const std::size_t i : {std::size_t{0}, count - 1})
        if (outcome_at(i, best_[0]) != outcome(0)) return false;
    statistics_.count[static_cast<std::size_t>(outcome(0))] += count;
    add_repeated(count);
    return true;
}

void Judge::judge_piece(const Inputs& inputs, std::size_t from, std::size_t count) {
    from_ = from;
    loops().values(&y_[from], result_.data(), count);
    take_exact(0, count);
    // Inputs of one exponent in the order of their patterns: what holds for the first and the last of them holds for
    // all between. Sums run over whole vectors.
    const bool is_passed_on = static_cast<bool>(options_.each);
    const bool is_narrow = !is_passed_on && function_.arguments() == 1 && inputs.is_ordered() && count % lanes == 0 &&
                           std::uint64_t{inputs.step} * (count - 1) < 1 << 13 && x(0) >> 13 == x(count - 1) >> 13;
    const bool has_one_exact = is_narrow && loops().are_same_numbers(exact_.data(), count);
    const bool has_one_result = has_one_exact && loops().are_same(&y_[from], count);
    std::size_t compared = count;
    if (!(has_one_exact && take_beyond(count)) && !(has_one_result && take_repeated(count))) {
        take_errors(count);
        compared = take_outcomes(count);
        last_.count = 0;
        if (compared != 0) {
            const PieceSums sums =
                add_piece(count, compared == count, is_narrow && compared == count, inputs.is_ordered());
            if (has_one_result && compared == count && !has_open_sides_) last_ = {count, y_[from], exact_[0], sums};
        }
    }
    if (is_passed_on) pass_on(count);
    if (function_.arguments() == 2 || !inputs.is_ordered()) return;
    const bool has_next = from + count < x_count_;
    if (has_next) {
        take_exact(count, count + 1);
        result_[count] = value_of(y_[from + count]);
    }
    if (compared != 0) find_disorders(has_one_exact ? count - 1 : 0, count + (has_next ? 1 : 0));
}

// Whether none of the block's inputs, nor any of their mirrors, is compared: what they give does not matter.
bool Judge::is_left_out(const Inputs& inputs, std::size_t count) const {
    if (function_.arguments() == 2 || !inputs.is_ordered() || options_.each) return false;
    const std::uint32_t first = x_[0], last = x_[count - 1];
    if (((first ^ last) & num::sign_bit) != 0) return false;
    const int exponent = num::exponent(first);
    if (!is_normal(first) && num::exponent(last) == exponent) return true;
    const double nearest_to_0 = value_of(first), farthest = value_of(last);
    return (first & num::sign_bit) != 0 ? nearest_to_0 < options_.low || farthest > options_.high
                                        : nearest_to_0 > options_.high || farthest < options_.low;
}

void Judge::judge(const Inputs& inputs, std::uint64_t block, bool mirror_follows) {
    const std::uint64_t first = block * block_inputs;
    const auto count = static_cast<std::size_t>(std::min(block_inputs, inputs.count - first));
    const bool two = function_.arguments() == 2;
    // One input more, so that the pair across the end of the block is looked at with it.
    const std::size_t more = !two && inputs.is_ordered() && first + count < inputs.count ? 1 : 0;
    inputs.fill(first, x_.data(), count + more);
    is_ordered_ = inputs.is_ordered();
    if (is_left_out(inputs, count)) {
        statistics_.count[static_cast<std::size_t>(Outcome::left_out)] += count;
        for (std::size_t i = 0; i < std::min(count, FirstInputs::most); ++i)
            statistics_.first_inputs[static_cast<std::size_t>(Outcome::left_out)].add({x_[i], 0, 0, 0, 0});
        last_.count = 0;
        kept_.clear();
        is_mirror_ = false;
        return;
    }
    if (two) options_.second.fill(first, second_.data(), count);
    evaluate(x_.data(), second_.data(), y_.data(), count + more);
    x_count_ = count + more;
    is_dense_ = local_ && inputs.is_ordered() && inputs.step <= most_dense_step;
    if (is_dense_) local_->begin(is_mirror_);
    is_mirror_ = mirror_follows;
    for (std::size_t from = 0; from < count; from += piece_inputs) {
        if (options_.stop != nullptr && *options_.stop) throw Stopped{};
        judge_piece(inputs, from, std::min(piece_inputs, count - from));
    }
    close_block();
    if (two || reference_.symmetry == Symmetry::none || options_.low >= 0) return;  // no mirror in the range
    const bool has_positive =
        !inputs.is_ordered() || (x_[0] & num::sign_bit) == 0 || (x_[count - 1] & num::sign_bit) == 0;
    if (!kept_.empty()) compare_mirrored(kept_.data(), y_.data(), count);
    kept_.clear();
    if (mirror_follows)
        kept_.assign(y_.begin(), y_.begin() + static_cast<std::ptrdiff_t>(count));
    else if (has_positive)
        find_asymmetries(count);
}

}  // namespace tessera::accuracy
