#include "sim/views/intervals.hpp"

#include <algorithm>

namespace tessera::views {

void Intervals::add(Cycle begin, Cycle end) {
    if (end <= begin) return;
    if (!all_.empty() && all_.back().first <= begin && begin <= all_.back().second) {
        all_.back().second = std::max(all_.back().second, end);
        return;
    }
    if (all_.size() >= tidy_at_) tidy();
    all_.emplace_back(begin, end);
}

// Intervals that meet become one.
void Intervals::merge_sorted(std::vector<Interval>& all) {
    if (all.empty()) return;
    auto last = all.begin();
    for (auto next = last + 1; next != all.end(); ++next)
        if (next->first <= last->second)
            last->second = std::max(last->second, next->second);
        else
            *++last = *next;
    all.erase(last + 1, all.end());
}

std::vector<Intervals::Interval> Intervals::sorted() const {
    std::vector<Interval> out = all_;
    if (!std::ranges::is_sorted(out)) std::ranges::sort(out);
    merge_sorted(out);
    return out;
}

void Intervals::tidy() {
    all_ = sorted();
    tidy_at_ = std::max<std::size_t>(tidy_at_, 2 * all_.size());
}

Cycle Intervals::covered(Cycle until) const {
    Cycle sum = 0;
    for (const auto& [begin, end] : sorted()) sum += std::min(end, until) - std::min(begin, until);
    return sum;
}

void Intervals::join(const Intervals& other) {
    std::vector<Interval> both;
    const std::vector<Interval> here = sorted(), there = other.sorted();
    both.reserve(here.size() + there.size());
    std::ranges::merge(here, there, std::back_inserter(both));
    merge_sorted(both);
    all_ = std::move(both);
}

}  // namespace tessera::views
