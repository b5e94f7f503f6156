#include "host/study/fit/score.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace tessera::accuracy {

std::string_view name(ErrorKind kind) {
    switch (kind) {
        case ErrorKind::relative: return "relative";
        case ErrorKind::ulp: return "ULP";
        case ErrorKind::absolute: break;
    }
    return "absolute";
}

bool Score::is_nowhere_worse_than(const Score& other, std::span<const ErrorKind> kinds) const {
    for (const ErrorKind kind : kinds)
        if (const auto k = static_cast<std::size_t>(kind); max[k] > other.max[k] ||
                                                           mean_by_value[k] > other.mean_by_value[k] ||
                                                           mean_by_bits[k] > other.mean_by_bits[k])
            return false;
    return true;
}

double Score::excess_over(const Score& target, std::size_t kind) const {
    double most = 1;
    for (const auto figure : {&Score::max, &Score::mean_by_value, &Score::mean_by_bits})
        if ((target.*figure)[kind] != 0) most = std::max(most, (this->*figure)[kind] / (target.*figure)[kind]);
    return most;
}

TrainingSet::TrainingSet(const Reference& reference, const Format& format, double low, double high, std::size_t each,
                         std::uint64_t seed)
    : reference_(reference), format_(format), low_(low), high_(high) {
    for (const auto& [kind, group] :
         {std::pair{Inputs::Kind::uniform, Group::value}, {Inputs::Kind::bits, Group::bits}}) {
        const Inputs inputs{.count = each, .kind = kind, .low = low, .high = high, .seed = seed};
        for (std::size_t i = 0; i < each; ++i) add(inputs.at(i), group);
    }
}

void TrainingSet::add(std::span<const std::uint32_t> inputs) {
    for (const std::uint32_t x : inputs)
        if (std::ranges::find(x_, x) == x_.end()) add(x, Group::extra);
}

// What a sweep compares: normal numbers with a normal result. Around a zero at 0, where the smallest arguments have the
// smallest results, a factor decides which of these are flushed, so the smallest do not count.
void TrainingSet::add(std::uint32_t x, Group group) {
    constexpr double tiny = 0x1p-120;
    const double at = value_of(x), exact = in_own_binade(reference_, at, 0, reference_.of(at, 0));
    if (std::abs(at) < tiny && std::abs(exact) < tiny) return;
    if (std::abs(at) < 0x1p-126 || !(at >= low_ && at <= high_) || !(std::abs(exact) >= format_.smallest_normal()) ||
        std::abs(exact) > format_.largest())
        return;
    x_.push_back(x);
    exact_.push_back(exact);
    weight_[0].push_back(1 / std::abs(exact));
    weight_[1].push_back(1 / spacing(exact, format_));
    weight_[2].push_back(1);
    group_.push_back(group);
}

Score TrainingSet::score(const Recorded& function) const {
    std::vector<std::uint32_t> y(x_.size());
    function.run(x_, y);
    Score score;
    std::array<double, 2> counts{};
    for (std::size_t i = 0; i < y.size(); ++i) {
        const double off = std::abs(value_of(y[i]) - exact_[i]);
        const bool is_zero = value_of(y[i]) == 0;
        const Group group = group_[i];
        if (group != Group::extra) ++counts[static_cast<std::size_t>(group)];
        for (std::size_t k = 0; k < score.max.size(); ++k) {
            const bool is_number =
                std::isfinite(off) && (!is_zero || k == static_cast<std::size_t>(ErrorKind::absolute));
            const double error = is_number ? off * weight_[k][i] : std::numeric_limits<double>::infinity();
            score.max[k] = std::max(score.max[k], error);
            if (group == Group::value) score.mean_by_value[k] += error;
            if (group == Group::bits) score.mean_by_bits[k] += error;
        }
    }
    for (std::size_t k = 0; k < score.max.size(); ++k) {
        score.mean_by_value[k] /= std::max(1.0, counts[0]);
        score.mean_by_bits[k] /= std::max(1.0, counts[1]);
    }
    return score;
}

double TrainingSet::largest(const Recorded& function, std::span<const std::uint32_t> few_x,
                            std::span<const std::size_t> few, ErrorKind kind) const {
    std::vector<std::uint32_t> y(few.size());
    function.run(few_x, y);
    double most = 0;
    for (std::size_t i = 0; i < few.size(); ++i) {
        const double off = std::abs(value_of(y[i]) - exact_[few[i]]) * weight(few[i], kind);
        most = std::max(most, std::isnan(off) ? std::numeric_limits<double>::infinity() : off);
    }
    return most;
}

double mean_absolute(const Recorded& function, const Reference& reference, const Format& format, const Inputs& inputs) {
    std::vector<std::uint32_t> x(inputs.count), y(inputs.count);
    inputs.fill(0, x.data(), x.size());
    function.run(x, y);
    double sum = 0;
    std::size_t count = 0;
    for (std::size_t i = 0; i < x.size(); ++i) {
        const double exact = reference.of(value_of(x[i]), 0), off = std::abs(value_of(y[i]) - exact);
        if (num::exponent(x[i]) == 0 || !std::isfinite(off) || std::abs(exact) > format.largest()) continue;
        sum += off;
        ++count;
    }
    return sum / static_cast<double>(std::max<std::size_t>(1, count));
}

}  // namespace tessera::accuracy
